package broker

import (
	"fmt"
	"time"

	"alfiere/search"
)

// protocolVersion counts the forms of messages; both sides must have the same.
const protocolVersion = 2

// Kinds of orders, which an engine gives.
const (
	rollOrder   = "roll"   // report who you are
	jobOrder    = "job"    // search; if repeated: did you receive it?
	steerOrder  = "steer"  // continue, or stop, or the ponder move was played
	readyOrder  = "ready"  // get a table ready for the seat
	forgetOrder = "forget" // release the memory of the seat, or of all the engine's seats
	passOrder   = "pass"   // you are skipped, with the reason
)

// order is a message from an engine to workers.
type order struct {
	Kind     string   `json:"kind"`
	Protocol int      `json:"protocol,omitempty"` // in a roll and a job
	Version  string   `json:"version,omitempty"`  // in a roll and a job
	Master   string   `json:"engine"`
	Attempt  uint64   `json:"attempt,omitempty"`
	Seat     int      `json:"seat,omitempty"` // counted by the engine, from 1
	Time     int64    `json:"time,omitempty"` // of the engine's clock, in a roll
	Job      *jobText `json:"job,omitempty"`
	Stop     bool     `json:"stop,omitempty"`
	Hit      bool     `json:"hit,omitempty"`
	Budget   int64    `json:"budget,omitempty"` // microseconds, with Hit
	Game     uint64   `json:"game,omitempty"`   // in ready
	Hash     int      `json:"hash,omitempty"`   // in ready
	Why      string   `json:"why,omitempty"`    // in pass
}

// Kinds of words, which a worker answers.
const (
	hereWord    = "here"    // I am present, or leaving
	acceptWord  = "accept"  // the attempt is searched
	refuseWord  = "refuse"  // it is not, with the reason
	aliveWord   = "alive"   // it is still searched
	unknownWord = "unknown" // the attempt is unknown
	infoWord    = "info"    // a line of its search
	answerWord  = "answer"  // its proposal
	failWord    = "fail"    // it has no proposal, with the reason
)

// word is a message from a worker to engines.
type word struct {
	Kind     string        `json:"kind"`
	Worker   string        `json:"worker"`
	Attempt  uint64        `json:"attempt,omitempty"`
	Here     *hereText     `json:"here,omitempty"`
	Why      string        `json:"why,omitempty"`
	Info     *infoText     `json:"info,omitempty"`
	Proposal *proposalText `json:"proposal,omitempty"`
}

// hereText is a worker's description of itself in a message.
type hereText struct {
	Name     string `json:"name"`
	Protocol int    `json:"protocol"`
	Version  string `json:"version"`
	Threads  int    `json:"threads"`
	Busy     int    `json:"busy"` // threads
	Hash     int    `json:"hash"` // megabytes
	Longest  int64  `json:"longest"`
	Leaves   bool   `json:"leaves,omitempty"`
	Called   int64  `json:"called,omitempty"` // the time of the roll that this answers
	Time     int64  `json:"time"`             // of the worker's clock
}

// Card is a worker's description of itself.
type Card struct {
	ID      string // of the process; a restarted worker has a different one
	Name    string
	Version string // of the engine that searches there, with all that distinguishes engines
	Threads int
	Hash    int           // megabytes for all tables
	Longest time.Duration // the longest search that it accepts
}

// parseOrder reads an order, except its job.
func parseOrder(data []byte) (*order, error) {
	var o order
	if err := decode(data, &o); err != nil {
		return nil, err
	}
	var c checker
	c.id("engine", o.Master)
	c.name("version", o.Version)
	within(&c, "seat", o.Seat, 0, search.MaxThreads)
	within(&c, "hash", o.Hash, 0, 1<<22)
	c.duration("budget", o.Budget)
	c.why(o.Why)
	if (o.Job != nil) != (o.Kind == jobOrder) {
		c.fail(fmt.Errorf("message: order %q has the wrong fields", clean(o.Kind)))
	}
	return &o, c.err
}

// parseWord reads a worker's word, except its lines and proposals.
func parseWord(data []byte) (*word, error) {
	var w word
	if err := decode(data, &w); err != nil {
		return nil, err
	}
	var c checker
	c.id("worker", w.Worker)
	c.why(w.Why)
	if (w.Here != nil) != (w.Kind == hereWord) || (w.Info != nil) != (w.Kind == infoWord) ||
		(w.Proposal != nil) != (w.Kind == answerWord) {
		c.fail(fmt.Errorf("message: word %q has the wrong fields", clean(w.Kind)))
	}
	return &w, c.err
}

// maxWhy is the maximum length of a reason in bytes.
const maxWhy = 512

// card reads a worker's description of itself.
func (t *hereText) card(id string) (Card, error) {
	var c checker
	card := Card{ID: id, Name: c.name("name", t.Name), Version: c.name("version", t.Version),
		Threads: within(&c, "threads", t.Threads, 1, search.MaxThreads),
		Hash:    within(&c, "hash", t.Hash, 1, 1<<22), Longest: c.duration("longest", t.Longest)}
	within(&c, "busy", t.Busy, 0, search.MaxThreads)
	within(&c, "time", t.Time, 0, 1<<52)
	within(&c, "called", t.Called, 0, 1<<52)
	return card, c.err
}
