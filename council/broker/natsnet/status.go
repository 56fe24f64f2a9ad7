package natsnet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
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
	TasksPerSecond float64           `json:"tasks_per_second"` // over the last minute
	Engines        bool              `json:"engines"`          // it searches for engines
	Kinds          map[string]string `json:"kinds,omitempty"`  // versions of the tasks that it does
	Trade          string            `json:"trade,omitempty"`  // the same kinds and versions in TaskStatus
}

// TaskStatus is the tasks of a trade, a set of kinds and their versions, in a stream of a broker.
type TaskStatus struct {
	Stream  string  `json:"stream"`
	Trade   string  `json:"trade"`
	Batches int     `json:"batches"`
	Waiting int     `json:"waiting"` // tasks that no worker has taken
	Taken   int     `json:"taken"`
	Oldest  float64 `json:"oldest"` // seconds since the oldest task was sent
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

// AnswerStatus answers requests for a worker's status until cancel is called. Kinds and Trade of the answers are those
// of tasks, which is nil if the worker does none.
func (c *Connection) AnswerStatus(report func() WorkerStatus, tasks *TaskWorker) (cancel func(), err error) {
	var t trade
	if tasks != nil {
		t = tradeOf(tasks.Kinds)
		delete(t.kinds, messagesKind)
	}
	subscription, err := c.nats.Subscribe(statusSubject, func(m *nats.Msg) {
		w := report()
		w.Kinds, w.Trade = t.kinds, t.id
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

// Workers asks for the status of all workers and returns the answers that arrive within gather, by name. The error is
// that of the connection or of ctx.
func (c *Connection) Workers(ctx context.Context, gather time.Duration) (workers []WorkerStatus, err error) {
	inbox := c.nats.NewInbox()
	subscription, err := c.nats.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { _ = subscription.Unsubscribe() }()
	if err := c.nats.PublishRequest(statusSubject, inbox, nil); err != nil {
		return nil, err
	}
	late, cancel := context.WithTimeout(ctx, gather)
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
	for _, text := range []*string{&w.ID, &w.Name, &w.Version, &w.Signature, &w.Trade} {
		*text = cutText(*text)
	}
	kinds := map[string]string{}
	for name, version := range w.Kinds {
		kinds[cutText(name)] = cutText(version)
	}
	w.Kinds = kinds
	return w
}

// Tasks returns the tasks in the streams of the broker, by stream and trade. Without tasks there is a row for each
// trade that has workers.
func (c *Connection) Tasks(ctx context.Context) (tasks []TaskStatus, err error) {
	js, err := jetstream.New(c.nats, jetstream.WithDefaultTimeout(apiTimeout))
	if err != nil {
		return nil, err
	}
	names := js.StreamNames(ctx, jetstream.WithStreamListSubject(taskPrefix+">"))
	for name := range names.Name() {
		rows, err := streamTasks(ctx, js, name)
		if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return nil, explainQueue(err)
		}
		tasks = append(tasks, rows...)
	}
	slices.SortFunc(tasks, func(a, b TaskStatus) int {
		return cmp.Or(cmp.Compare(a.Stream, b.Stream), cmp.Compare(a.Trade, b.Trade))
	})
	return tasks, explainQueue(names.Err())
}

// streamTasks returns the rows of a stream.
func streamTasks(ctx context.Context, js jetstream.JetStream, name string) (rows []TaskStatus, err error) {
	stream, err := js.Stream(ctx, name)
	if err != nil {
		return nil, err
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(taskPrefix+">"))
	if err != nil {
		return nil, err
	}
	trades := map[string]*TaskStatus{}
	of := func(subject string) (t *TaskStatus, batch string) {
		id, rest, _ := strings.Cut(strings.TrimPrefix(subject, taskPrefix), ".")
		if trades[id] == nil {
			trades[id] = &TaskStatus{Stream: name, Trade: id}
		}
		batch, _, _ = strings.Cut(rest, ".")
		return trades[id], batch
	}
	batches := map[string]bool{}
	for subject := range info.State.Subjects {
		t, batch := of(subject)
		t.Waiting++
		if !batches[t.Trade+batch] {
			batches[t.Trade+batch] = true
			t.Batches++
		}
	}
	consumers := stream.ListConsumers(ctx)
	for c := range consumers.Info() {
		for _, subject := range append(c.Config.FilterSubjects, c.Config.FilterSubject) {
			if subject != "" {
				t, _ := of(subject)
				t.Taken += c.NumAckPending
				break
			}
		}
	}
	if err := consumers.Err(); err != nil {
		return nil, err
	}
	for _, t := range trades {
		t.Taken = min(t.Taken, t.Waiting) // the two were not read at the same time
		if t.Waiting -= t.Taken; t.Waiting+t.Taken > 0 {
			oldest, err := stream.GetMsg(ctx, 1, jetstream.WithGetMsgSubject(fmt.Sprintf("%s%s.>", taskPrefix, t.Trade)))
			if err == nil {
				t.Oldest = max(info.TimeStamp.Sub(oldest.Time).Seconds(), 0) // by the server's clock
			}
		}
		rows = append(rows, *t)
	}
	return rows, nil
}
