package natsnet

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"alfiere/council/broker"
)

// ServerStatus is a server of a broker.
type ServerStatus struct {
	URL       string  `json:"url"`
	Name      string  `json:"name,omitempty"`
	Version   string  `json:"version,omitempty"` // of NATS
	Cluster   string  `json:"cluster,omitempty"`
	RoundTrip float64 `json:"round_trip,omitempty"` // seconds
	Error     string  `json:"error,omitempty"`      // why it does not answer
}

// QueueStatus is the queue of tasks at a broker.
type QueueStatus struct {
	Tasks    int    `json:"tasks"`    // handed out, without a result
	Programs int    `json:"programs"` // that have tasks
	Error    string `json:"error,omitempty"`
}

// Server returns the server of the connection. The error is that of a lost connection.
func (c *Connection) Server() (ServerStatus, error) {
	s := ServerStatus{URL: Redact(c.nats.ConnectedUrl()), Name: c.nats.ConnectedServerName(),
		Version: c.nats.ConnectedServerVersion(), Cluster: c.nats.ConnectedClusterName()}
	started := time.Now()
	err := c.nats.FlushTimeout(apiTimeout)
	s.RoundTrip = time.Since(started).Seconds()
	return s, err
}

// Queue returns the status of the queue, which is empty if no program has created it yet.
func (c *Connection) Queue(ctx context.Context) (s QueueStatus, err error) {
	stream, err := c.js.Stream(ctx, streamName)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return s, nil
	}
	if err != nil {
		return s, explainQueue(err)
	}
	state := stream.CachedInfo().State
	return QueueStatus{Tasks: int(state.Msgs), Programs: state.Consumers}, nil
}

// Ask asks for the cards of all workers. It returns those that arrive within the patience, by name. The error is that
// of the connection or of ctx.
func (c *Connection) Ask(ctx context.Context, patience time.Duration) (workers []broker.Card, err error) {
	call := broker.Call{Versions: broker.NewVersions(nil), Master: broker.NewID()}
	subscription, err := c.nats.SubscribeSync(broker.MasterSubject(call.Master))
	if err != nil {
		return nil, err
	}
	defer func() { _ = subscription.Unsubscribe() }()
	if err := call.Publish(c, broker.CallSubject); err != nil {
		return nil, err
	}
	late, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		m, err := subscription.NextMsgWithContext(late)
		if errors.Is(err, nats.ErrNoResponders) || ctx.Err() == nil && late.Err() != nil {
			break
		}
		if err != nil {
			return nil, err
		}
		if w, err := broker.ParseWord(m.Data, broker.MaxMessage); err == nil && w.Here != nil {
			workers = append(workers, w.Here.Card)
		}
	}
	slices.SortFunc(workers, func(a, b broker.Card) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return workers, nil
}
