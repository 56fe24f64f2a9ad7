// Package broker runs members of a council on other machines. Pool.Open makes members for a
// council.Master, and a Worker searches for any engine that asks. A Transport, such as NATS (package
// natsnet), carries the messages; it may lose, delay, duplicate and reorder them.
//
// Workers answer an engine's calls with their name and resources. A job holds the whole game, so any worker can do it.
// Each attempt has its own number; the worker accepts it or refuses with a reason. If a worker is silent, the job goes
// to another one under a new number, or is done in the engine's process. Words about earlier attempts are dropped.
// Every message may be repeated: a worker recognises an attempt by its number and repeats its answer.
package broker

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"alfiere/council"
	"alfiere/search"
)

// Message is a message that a transport delivers.
type Message struct {
	Subject string // that it was sent to
	Data    []byte // the receiver must not keep or change it

	// Nobody marks a notice from the transport: a message that named Subject for replies had no
	// subscribers. Not every transport can report that.
	Nobody bool
}

// Transport delivers messages to the subscribers of their subject. It may lose, delay, duplicate and
// reorder them. It is safe for concurrent use.
type Transport interface {
	// Publish sends a message. replies is the subject for answers, "" for none. An error means that the
	// message was not sent; without an error it may still be lost.
	Publish(subject, replies string, data []byte) error

	// Subscribe calls handle for every message to the subject, from one goroutine at a time, until
	// cancel is called; handle may still be running then. A subject that ends with ".>" matches all
	// subjects with that beginning. handle may call Publish and must not block.
	Subscribe(subject string, handle func(Message)) (cancel func(), err error)
}

// Bounds of messages.
const (
	MaxMessage = 128 << 10 // bytes of a message
	maxName    = 64        // bytes of a name
	maxPlies   = 6000      // of a game
)

// Subjects of all masters and workers.
const (
	CallSubject = "alfiere.roll" // masters call all workers
	HereSubject = "alfiere.here" // workers report that they are present, or leave
)

// WorkerSubject is the subject of messages to the worker with an id.
func WorkerSubject(id string) string { return "alfiere.worker." + id }

// MasterSubject matches all reply subjects of the master with an id.
func MasterSubject(id string) string { return "alfiere.engine." + id + ".>" }

// ReplySubject is the subject of a worker's words about an attempt or a task; 0 is for cards.
func ReplySubject(master string, attempt uint64) string {
	return "alfiere.engine." + master + "." + strconv.FormatUint(attempt, 10)
}

// isID reports whether text can be the id of a worker or an engine, which is a part of subjects.
func isID(text string) bool {
	return len(text) >= 8 && len(text) <= 32 && strings.Trim(text, "0123456789abcdefghijklmnopqrstuvwxyz") == ""
}

// protocolVersion counts the forms of messages. Calls and cards must stay readable for all versions.
const protocolVersion = 6

// EngineKind is the kind of the work of members; its version is that of the engine that searches.
const EngineKind = "engines"

// Versions are those of a program's messages, and of what it does or needs, by kind.
type Versions struct {
	Protocol int               `json:"protocol,omitempty"`
	Kinds    map[string]string `json:"kinds,omitempty"`
}

// NewVersions returns the versions of a program for its kinds.
func NewVersions(kinds map[string]string) Versions { return Versions{protocolVersion, kinds} }

// Differ describes how the versions here and there of the needed kinds differ. It is empty if they do not.
func (v Versions) Differ(there Versions, needs map[string]string) string {
	if v.Protocol != there.Protocol {
		return fmt.Sprintf("messages have protocol %d here and %d there", v.Protocol, there.Protocol)
	}
	quoted := func(versions map[string]string, kind string) string {
		if version, ok := versions[kind]; ok {
			return strconv.Quote(cut(version, maxWhy))
		}
		return "nothing"
	}
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(needs)) {
		if here, there := quoted(v.Kinds, kind), quoted(there.Kinds, kind); here != there {
			parts = append(parts, fmt.Sprintf("%s is %s here and %s there", clean(kind), here, there))
		}
	}
	return strings.Join(parts, ", ")
}

// Call is the announcement of a master, an engine or a batch of tasks. Workers answer it with their cards.
type Call struct {
	Versions        // that it needs
	Master   string `json:"engine"`         // its id
	Name     string `json:"name,omitempty"` // of its program
	Time     int64  `json:"time,omitempty"` // of its clock
	Over     bool   `json:"over,omitempty"` // its tasks are no longer wanted
}

// Publish sends the call to a subject. Answers come to the first of the master's reply subjects.
func (c Call) Publish(t Transport, subject string) error {
	c.Time = time.Now().UnixMicro()
	data, err := encode(&order{Kind: callOrder, Call: c})
	if err != nil {
		return err
	}
	return t.Publish(subject, ReplySubject(c.Master, 0), data)
}

// Kinds of orders, which an engine gives.
const (
	callOrder   = "roll"   // report who you are
	jobOrder    = "job"    // search; if repeated: did you receive it?
	steerOrder  = "steer"  // continue, or stop, or the ponder move was played
	readyOrder  = "ready"  // get a table ready for the seat
	forgetOrder = "forget" // release the memory of the seat, or of all the engine's seats
	passOrder   = "pass"   // you are skipped, with the reason
)

// order is a message from an engine to workers.
type order struct {
	Kind    string        `json:"kind"`
	Call                  // whole in a call, with versions in a job, otherwise only the master
	Attempt uint64        `json:"attempt,omitempty"`
	Seat    int           `json:"seat,omitempty"` // counted by the engine, from 1
	Job     *jobText      `json:"job,omitempty"`
	Stop    bool          `json:"stop,omitempty"`
	Hit     bool          `json:"hit,omitempty"`
	Budget  time.Duration `json:"budget,omitempty"` // with Hit
	Game    uint64        `json:"game,omitempty"`   // in ready
	Hash    int           `json:"hash,omitempty"`   // in ready
	Why     string        `json:"why,omitempty"`    // in pass
}

// Kinds of words, which a worker answers.
const (
	HereWord    = "here"    // I am present, or leaving
	acceptWord  = "accept"  // the attempt is searched
	refuseWord  = "refuse"  // it is not, with the reason
	aliveWord   = "alive"   // it is still searched
	unknownWord = "unknown" // the attempt is unknown
	infoWord    = "info"    // a line of its search
	answerWord  = "answer"  // its proposal
	failWord    = "fail"    // it has no proposal, with the reason
)

// Kinds of words about tasks; the attempt is the number of the task.
const (
	BeginWord  = "begin"  // may I begin the task? (it was begun before, or you were silent)
	ReturnWord = "return" // I return it, unharmed; Why is the reason if I cannot do it
	ResultWord = "result" // it is done, or nobody can do it if there is a Why
)

// Word is a message from a worker to masters.
type Word struct {
	Kind     string            `json:"kind"`
	Worker   string            `json:"worker"`
	Name     string            `json:"name,omitempty"` // of the worker, in words about tasks
	Attempt  uint64            `json:"attempt,omitempty"`
	Here     *Presence         `json:"here,omitempty"`
	Why      string            `json:"why,omitempty"`
	Payload  []byte            `json:"payload,omitempty"`
	Info     *search.Info      `json:"info,omitempty"`
	Proposal *council.Proposal `json:"proposal,omitempty"`
}

// Presence is a worker's answer to a call, or its own announcement.
type Presence struct {
	Card
	Leaves bool  `json:"leaves,omitempty"`
	Called int64 `json:"called,omitempty"` // the time of the call that this answers
	Time   int64 `json:"time"`             // of the worker's clock
}

// Card is a worker's description of itself.
type Card struct {
	ID       string        `json:"id"` // of the process; a restarted worker has a different one
	Name     string        `json:"name"`
	Versions               // of all that it does
	Threads  int           `json:"threads"`
	Busy     int           `json:"busy"`    // threads that search for other engines
	Hash     int           `json:"hash"`    // megabytes for all tables
	Longest  time.Duration `json:"longest"` // the longest search that it accepts

	// These fields are for people.
	Version        string  `json:"version"` // with the commit, if the build knows it
	Signature      string  `json:"signature"`
	NodesPerSecond float64 `json:"nodes_per_second"` // of one thread, measured when the worker started
	Uptime         float64 `json:"uptime"`           // seconds
	Running        int     `json:"running"`          // tasks
	Done           int     `json:"done"`
	Failed         int     `json:"failed"`
}

// parseOrder reads an order, except its job.
func parseOrder(data []byte) (*order, error) {
	var o order
	if err := Decode(data, &o, MaxMessage); err != nil {
		return nil, err
	}
	var c checker
	c.id("engine", o.Master)
	c.name("name", o.Name)
	within(&c, "seat", o.Seat, 0, search.MaxThreads)
	within(&c, "hash", o.Hash, 0, 1<<22)
	c.duration("budget", o.Budget)
	if len(o.Why) > maxWhy {
		c.fail(fmt.Errorf("message: the reason is longer than %d bytes", maxWhy))
	}
	if (o.Job != nil) != (o.Kind == jobOrder) {
		c.fail(fmt.Errorf("message: order %q has the wrong fields", clean(o.Kind)))
	}
	return &o, c.err
}

// ParseWord reads a worker's word of at most that many bytes, except its lines and proposals.
func ParseWord(data []byte, most int) (*Word, error) {
	var w Word
	if err := Decode(data, &w, most); err != nil {
		return nil, err
	}
	var c checker
	c.id("worker", w.Worker)
	w.Name = clean(w.Name)
	if (w.Here != nil) != (w.Kind == HereWord) || (w.Info != nil) != (w.Kind == infoWord) ||
		(w.Proposal != nil) != (w.Kind == answerWord) {
		c.fail(fmt.Errorf("message: word %q has the wrong fields", clean(w.Kind)))
	}
	if w.Here != nil {
		w.Here.ID = w.Worker
		w.Here.check(&c)
	}
	return &w, c.err
}

// maxWhy is the maximum length of a reason in bytes.
const maxWhy = 512

func (p *Presence) check(c *checker) {
	c.name("name", p.Name)
	c.name("version", p.Version)
	c.name("signature", p.Signature)
	within(c, "threads", p.Threads, 1, search.MaxThreads)
	within(c, "busy", p.Busy, 0, search.MaxThreads)
	within(c, "hash", p.Hash, 0, 1<<22)
	within(c, "longest", p.Longest, 0, maxDuration)
	within(c, "time", p.Time, 0, 1<<52)
	within(c, "called", p.Called, 0, 1<<52)
}
