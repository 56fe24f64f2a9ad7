package natsnet

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Batch describes the tasks that a Crew distributes.
type Batch struct {
	ID       string
	Name     string // of the Crew
	Owner    string // host and process of the Crew
	Kind     string // of its newest task
	Priority int
	Paused   bool
	Tasks    int           // handed out, without a result
	Oldest   time.Duration // since the oldest of these was handed out
}

// Order changes a batch of another program.
type Order string

// The orders.
const (
	Pause  Order = "pause"  // let running tasks end, and begin no new ones
	Resume Order = "resume" // begin tasks again
	Cancel Order = "cancel" // end the Do of the batch with an error; kept results stay
)

// owner names this process.
func owner() string {
	host, _ := os.Hostname()
	return fmt.Sprintf("%s/%d", host, os.Getpid())
}

// Batches returns the live batches at a broker, sorted by owner: those whose masters answer within the patience.
func Batches(c *Connection, patience time.Duration) ([]Batch, error) {
	var mutex sync.Mutex
	var batches []Batch
	inbox := c.nats.NewInbox()
	subscription, err := c.nats.Subscribe(inbox, func(m *nats.Msg) {
		var r rollText
		if unpack(m.Data, &r) != nil || r.Batch == "" {
			return
		}
		mutex.Lock()
		defer mutex.Unlock()
		batches = append(batches, Batch{ID: cutText(r.Batch), Name: cutText(r.Name), Owner: cutText(r.Owner),
			Kind: cutText(r.Kind), Priority: r.Priority, Paused: r.Paused, Tasks: r.Tasks,
			Oldest: time.Duration(r.Oldest) * time.Millisecond})
	})
	if err != nil {
		return nil, err
	}
	if err = c.nats.PublishRequest(helloSubject, inbox, nil); err == nil {
		time.Sleep(patience)
	}
	_ = subscription.Unsubscribe()
	mutex.Lock()
	defer mutex.Unlock()
	slices.SortFunc(batches, func(a, b Batch) int {
		return cmp.Or(cmp.Compare(a.Owner, b.Owner), cmp.Compare(a.ID, b.ID))
	})
	return slices.Clone(batches), err
}

// Command gives an order to a batch. It is an error if its master is not there.
func Command(c *Connection, id string, o Order) error {
	data, err := pack(&word{Word: string(o), Name: owner()})
	if err != nil {
		return err
	}
	_, err = c.nats.Request(batchPrefix+id, data, askTimeout)
	if errors.Is(err, nats.ErrNoResponders) {
		return fmt.Errorf("batch %s: no such batch", id)
	}
	if err != nil {
		return fmt.Errorf("batch %s: no answer: %w", id, err)
	}
	return nil
}

// obey follows an order of another program.
func (b *batch) obey(o Order, from string) {
	from = cutText(from)
	b.mutex.Lock()
	changed := b.paused != (o == Pause)
	switch o {
	case Cancel:
		b.cancelled = fmt.Errorf("the tasks were cancelled by %s; results received before are kept", from)
		b.end()
	default:
		b.paused = o == Pause
	}
	b.mutex.Unlock()
	switch {
	case o == Cancel || !changed:
		return
	case o == Pause:
		b.Tell(fmt.Sprintf("paused by %s: no new tasks begin; resume with alfiere-lab batches --resume %s", from, b.id))
	default:
		b.Tell("resumed by " + from)
	}
	b.roll(false)
}
