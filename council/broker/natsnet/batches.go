package natsnet

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats.go"
)

// Batch describes the tasks that a Crew distributes.
type Batch struct {
	ID       string  `json:"id"`
	Name     string  `json:"name"`  // of the Crew
	Owner    string  `json:"owner"` // host and process of the Crew
	Kind     string  `json:"kind"`
	Version  string  `json:"version"` // of the kind; workers with another one are skipped
	Priority int     `json:"priority"`
	Paused   bool    `json:"paused"`
	Tasks    int     `json:"tasks"`    // handed out, without a result
	Oldest   float64 `json:"oldest"`   // seconds since the oldest of these was handed out
	Compared int     `json:"compared"` // tasks that two workers have done
	Differ   int     `json:"differ"`   // of these, tasks whose results differ
}

// describe returns the batch of an announcement, with texts that fit on a line.
func (r *rollText) describe() Batch {
	return Batch{ID: cutText(r.Batch), Name: cutText(r.Name), Owner: cutText(r.Owner), Kind: cutText(r.Kind),
		Version: cutText(r.Kinds[r.Kind]), Priority: r.Priority, Paused: r.Paused, Tasks: r.Tasks,
		Oldest: float64(r.Oldest) / 1000, Compared: r.Compared, Differ: r.Differ}
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

// roll announces that this master is present, or that its batch is over.
func (b *batch) roll(over bool) {
	b.announce(rollSubject, &rollText{Over: over})
}

// hello announces this master to whoever asks.
func (b *batch) hello(m *nats.Msg) {
	if m.Reply != "" {
		b.announce(m.Reply, &rollText{})
	}
}

// announce completes an announcement and sends it.
func (b *batch) announce(subject string, r *rollText) {
	r.Batch, r.Name, r.Kinds, r.Owner = b.id, b.Name, b.queue.versions, owner()
	r.Priority = cmp.Or(b.Priority, DefaultPriority)
	b.mutex.Lock()
	r.Paused, r.Kind, r.Tasks, r.Compared, r.Differ = b.paused, b.kind, len(b.out), b.seconds.compared, b.seconds.differ
	for _, g := range b.out {
		r.Oldest = max(r.Oldest, time.Since(g.given).Milliseconds())
	}
	b.mutex.Unlock()
	if data, err := pack(r); err == nil {
		_ = b.Connection.nats.PublishRequest(subject, batchPrefix+b.id, data)
	}
}
