package natsnet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	statusSubject = "alfiere.status" // workers answer requests here
	mostStatus    = 64 << 10         // bytes of an answer
)

// WorkerStatus is a worker's answer to a request for its status.
type WorkerStatus struct {
	ID             string            `json:"id"` // of the process
	Name           string            `json:"name"`
	Version        string            `json:"version"` // with the commit, if the build knows it
	Signature      string            `json:"signature"`
	Threads        int               `json:"threads"`
	NodesPerSecond float64           `json:"nodes_per_second"` // of one thread, measured when the worker started
	Uptime         float64           `json:"uptime"`           // seconds
	Running        int               `json:"running"`          // tasks
	Done           int               `json:"done"`
	Failed         int               `json:"failed"`
	Engines        bool              `json:"engines"`         // it searches for engines
	Kinds          map[string]string `json:"kinds,omitempty"` // versions of the tasks that it does
}

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

// AnswerStatus answers requests for a worker's status until cancel is called. Kinds of the answers are those of tasks,
// which is nil if the worker does none.
func (c *Connection) AnswerStatus(report func() WorkerStatus, tasks *TaskWorker) (cancel func(), err error) {
	var kinds map[string]string
	if tasks != nil {
		kinds = versionsOf(tasks.Kinds)
		delete(kinds, messagesKind)
	}
	subscription, err := c.nats.Subscribe(statusSubject, func(m *nats.Msg) {
		w := report()
		w.Kinds = kinds
		if data, err := json.Marshal(&w); err == nil && m.Reply != "" {
			_ = m.Respond(data) // the client asks again
		}
	})
	if err != nil {
		return nil, err
	}
	return func() { _ = subscription.Unsubscribe() }, nil
}

// Server returns the server of the connection. The error is that of a lost connection.
func (c *Connection) Server() (ServerStatus, error) {
	s := ServerStatus{URL: Redact(c.nats.ConnectedUrl()), Name: c.nats.ConnectedServerName(),
		Version: c.nats.ConnectedServerVersion(), Cluster: c.nats.ConnectedClusterName()}
	begun := time.Now()
	err := c.nats.FlushTimeout(apiTimeout)
	s.RoundTrip = time.Since(begun).Seconds()
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

// Ask asks for the status of all workers. It returns the answers that arrive within the patience, by name. The error is
// that of the connection or of ctx.
func (c *Connection) Ask(ctx context.Context, patience time.Duration) (workers []WorkerStatus, err error) {
	inbox := c.nats.NewInbox()
	subscription, err := c.nats.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { _ = subscription.Unsubscribe() }()
	if err := c.nats.PublishRequest(statusSubject, inbox, nil); err != nil {
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
		var w WorkerStatus
		if len(m.Data) <= mostStatus && json.Unmarshal(m.Data, &w) == nil {
			workers = append(workers, w.cut())
		}
	}
	slices.SortFunc(workers, func(a, b WorkerStatus) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return workers, nil
}

// cut returns the status with texts that fit on a line.
func (w WorkerStatus) cut() WorkerStatus {
	for _, text := range []*string{&w.ID, &w.Name, &w.Version, &w.Signature} {
		*text = cutText(*text)
	}
	kinds := map[string]string{}
	for name, version := range w.Kinds {
		kinds[cutText(name)] = cutText(version)
	}
	w.Kinds = kinds
	return w
}
