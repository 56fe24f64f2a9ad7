package natsnet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"alfiere/council/broker"
	"alfiere/internal/work"
)

// The queue of tasks is a stream of JetStream. A task is on the subject
// alfiere.task.BATCH.NUMBER; a batch is a call of Queue.Do, whose tasks have one kind. Each batch has a consumer, from
// which those workers pull that have the same version of the kind, so that a batch does not wait for those before it,
// and programs of several versions can share a broker.
//
// The broker need not keep anything: every few seconds the master of a batch checks which of its tasks are in the
// stream, and sends unfinished missing ones again. So a stream in memory is enough. In a cluster, replicas keep the
// stream when a server dies. A stream that has no leader for longer than an election takes is deleted and recreated.
const (
	streamName   = "ALFIERE_TASKS"
	taskPrefix   = "alfiere.task."
	apiTimeout   = 2 * time.Second
	ackWait      = 6 * time.Second // after this silence a task goes to another worker
	taskAge      = 24 * time.Hour  // older tasks are dropped; their masters send them again
	consumerAge  = time.Hour       // without workers
	maxUnsettled = 1 << 16         // tasks of a batch held by workers at a time,
	maxRequests  = 1 << 14         // and their requests

	clusterReplicas  = 3 // of a queue in a cluster: one server may die
	queueDescription = "tasks of Alfiere's laboratory"
)

// versionsOf returns the versions of kinds by their names.
func versionsOf(kinds []work.Kind) map[string]string {
	versions := map[string]string{}
	for _, kind := range kinds {
		versions[kind.Name] = kind.Version
	}
	return versions
}

// clustered reports whether the broker is one of several servers.
func (c *Connection) clustered() bool { return c.nats.ConnectedClusterName() != "" }

// stream returns the stream, and creates it if it is missing, in files if it is durable. An existing stream keeps its
// settings: it may have been made by hand.
func (c *Connection) stream(ctx context.Context, durable bool) (jetstream.Stream, error) {
	ctx, cancel := context.WithTimeout(ctx, apiTimeout)
	defer cancel()
	stream, err := c.js.Stream(ctx, streamName)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		stream, err = c.create(ctx, durable)
		if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // another program created it first, with other settings
			stream, err = c.js.Stream(ctx, streamName)
		}
	}
	return stream, explainQueue(err)
}

// create creates the stream. In a cluster it has three replicas, or one if there are fewer servers: of
// two replicas both would have to be up.
func (c *Connection) create(ctx context.Context, durable bool) (jetstream.Stream, error) {
	config := jetstream.StreamConfig{Name: streamName, Description: queueDescription, Subjects: []string{taskPrefix + ">"},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.MemoryStorage, MaxAge: taskAge,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true}
	if durable {
		config.Storage = jetstream.FileStorage
	}
	if c.clustered() {
		config.Replicas = clusterReplicas
	}
	stream, err := c.js.CreateStream(ctx, config)
	var refused *jetstream.APIError
	if config.Replicas > 1 && errors.As(err, &refused) && refused.Code < 500 &&
		!errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		config.Replicas = 1
		stream, err = c.js.CreateStream(ctx, config)
	}
	return stream, err
}

// widen gives the stream its replicas if such a program created it while the cluster had fewer servers.
func (c *Connection) widen(ctx context.Context, stream jetstream.Stream) {
	config := stream.CachedInfo().Config
	if !c.clustered() || config.Description != queueDescription || config.Replicas >= clusterReplicas {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, apiTimeout)
	defer cancel()
	config.Replicas = clusterReplicas
	_, _ = c.js.UpdateStream(ctx, config) // a stream in a small cluster stays as it is
}

// remove deletes the stream. The answer of a cluster may not come if the servers that had the stream are dead.
func (c *Connection) remove(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, apiTimeout)
	defer cancel()
	_ = c.js.DeleteStream(ctx, streamName)
}

// subject is the subject of a task of a batch, or of all for "*".
func subject(batch, number string) string { return taskPrefix + batch + "." + number }

// consumer creates the consumer of a batch if it is missing.
func (c *Connection) consumer(ctx context.Context, stream jetstream.Stream, batch string) error {
	ctx, cancel := context.WithTimeout(ctx, apiTimeout)
	defer cancel()
	_, err := stream.Consumer(ctx, batch)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		_, err = stream.CreateConsumer(ctx,
			jetstream.ConsumerConfig{Durable: batch, FilterSubject: subject(batch, "*"),
				AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: -1,
				MaxAckPending: maxUnsettled, MaxWaiting: maxRequests, InactiveThreshold: consumerAge})
	}
	return explainQueue(err)
}

// retire removes a batch from the queue, with tasks that are not done or whose end the queue has not heard of. It
// wraps errSilent if it can be tried again.
func (c *Connection) retire(batch string) error {
	if !c.nats.IsConnected() {
		return nil // workers will miss the master
	}
	ctx, cancel := context.WithTimeout(context.Background(), apiTimeout)
	defer cancel()
	stream, err := c.js.Stream(ctx, streamName)
	if err == nil {
		err = stream.DeleteConsumer(ctx, batch)
	}
	if err == nil || errors.Is(err, jetstream.ErrConsumerNotFound) {
		err = stream.Purge(ctx, jetstream.WithPurgeSubject(subject(batch, "*")))
	}
	return explainQueue(err)
}

// errNoJetStream is the error of a broker that cannot distribute tasks.
var errNoJetStream = errors.New("the broker has no JetStream, which tasks require (configure your NATS server with " +
	"jetstream {}, for the server and for the account)")

// errSilent is the error of a queue that may answer later.
var errSilent = fmt.Errorf("the queue of tasks has not answered for %v: the server that leads it may be down",
	apiTimeout)

func explainQueue(err error) error {
	if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrJetStreamNotEnabled) ||
		errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) {
		return errNoJetStream
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) {
		return errSilent
	}
	if err != nil {
		return fmt.Errorf("the queue of tasks: %w", err)
	}
	return nil
}

// check sends tasks again that are not in the stream, for example because a restarted broker has lost them.
func (b *batch) check(ctx context.Context) {
	var sent []uint64
	for number, g := range b.out {
		if !g.sending() {
			sent = append(sent, number)
		}
	}
	stream, err := b.Connection.stream(ctx, b.Durable)
	var info *jetstream.StreamInfo
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, apiTimeout)
		defer cancel()
		info, err = stream.Info(ctx, jetstream.WithSubjectFilter(subject(b.call.Master, "*")))
		err = explainQueue(err)
	}
	if err == nil {
		err = b.Connection.consumer(ctx, stream, b.call.Master)
	}
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		b.meetTrouble(ctx, err)
		return
	}
	b.trouble = trouble{}
	again := 0
	for _, number := range sent {
		if _, there := info.State.Subjects[b.subject(number)]; !there {
			b.send(number, b.out[number])
			again++
		}
	}
	if again > 0 {
		b.Tell(fmt.Sprintf("%d tasks were lost and are sent again", again))
	}
}

// meetTrouble reports an error of the stream, and repeats the report now and then. In a cluster a stream whose servers
// are dead is still known but has no leader. It is recreated, since this batch sends its tasks again.
func (b *batch) meetTrouble(ctx context.Context, err error) {
	t, now := &b.trouble, time.Now()
	if !b.Connection.nats.IsConnected() {
		*t = trouble{} // the connection reports it itself
		return
	}
	if t.since.IsZero() {
		t.since = now
	}
	if text := err.Error(); t.text != text || now.Sub(t.reported) > troublePause {
		t.text, t.reported = text, now
		b.Tell(text)
	}
	if b.Connection.clustered() && now.Sub(t.since) > cmp.Or(b.patience, leaderPatience) {
		b.Tell(fmt.Sprintf("the queue of tasks has had no leader for %.0f s: it is recreated, and the tasks are sent again",
			now.Sub(t.since).Seconds()))
		b.Connection.remove(ctx)
		t.since = now
	}
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
	Tasks    int    `json:"tasks"`             // handed out, without a result
	Programs int    `json:"programs"`          // that have tasks
	Leader   string `json:"leader,omitempty"`  // the name of the server that leads the queue of a cluster
	Copies   int    `json:"copies,omitempty"`  // of the queue in a cluster
	Current  int    `json:"current,omitempty"` // copies that are up to date; half of them and one more take new tasks
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
	info := stream.CachedInfo()
	s = QueueStatus{Tasks: int(info.State.Msgs), Programs: info.State.Consumers}
	if cluster := info.Cluster; cluster != nil && len(cluster.Replicas) > 0 {
		s.Leader, s.Copies = cluster.Leader, 1+len(cluster.Replicas)
		for _, replica := range cluster.Replicas {
			if replica.Current && !replica.Offline {
				s.Current++
			}
		}
		if s.Leader != "" {
			s.Current++
		}
	}
	return s, nil
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
