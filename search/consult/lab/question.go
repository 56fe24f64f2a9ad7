// Package lab is the laboratory of the consulting player: suites of positions, what members
// propose for them, and the store that keeps it.
//
// A search that is limited by nodes, by one thread, from an empty table gives the same answer
// every time. So a proposal is a fact about an engine: it is searched once and kept for ever,
// and experiments are questions to the store. Facts of different engines, which their
// signatures tell apart, are never mixed.
//
// The package searches only through search/consult. What is made of the facts is in
// search/consult/experiment, and how searches are spread over processors and machines in
// search/consult/work.
package lab

import (
	"context"
	"fmt"

	"alfiere/movegen"
	"alfiere/search"
	"alfiere/search/consult"
)

// Question is what a member is asked about a position: by it, and by the engine, the answer
// is fixed.
type Question struct {
	Position  movegen.Position // without the game before it; its counters do not matter
	Seat      consult.Seat     // knowledge and noise; no engine and one thread
	Nodes     uint64           // of the search
	Megabytes int              // of its table, which is empty at the beginning
	Moves     []movegen.Move   // the only ones to be searched at the root, as in a second search; none means all
}

// Fact is a question and its answer.
type Fact struct {
	Question
	Proposal search.Proposal
}

// Answer is what has become of a question.
type Answer struct {
	search.Proposal

	// Static is the static value of the position to the seat, and EndStatic that of the end of
	// the line; both are told from the side to move in the position. What other seats make of
	// them is quickly worked out by consult.Judge.
	Static, EndStatic search.Score
}

// Searcher answers questions, one at a time.
type Searcher struct {
	member *consult.Local
}

// NewSearcher returns a searcher with a table of the given megabytes; it changes its size as
// questions ask for. The error wraps tt.ErrSize.
func NewSearcher(megabytes int) (*Searcher, error) {
	member, err := consult.OpenLocal(megabytes)
	if err != nil {
		return nil, err
	}
	return &Searcher{member}, nil
}

// Answer searches. The error says why there is no answer: a position without legal moves, a
// table that is too large, ctx.
func (s *Searcher) Answer(ctx context.Context, q *Question) (search.Proposal, error) {
	if q.Nodes == 0 || q.Seat.Engine != "" || q.Seat.Threads > 1 {
		return search.Proposal{}, fmt.Errorf("%s: only searches of our own with one thread and limited nodes are the same every time", q.Seat.Name)
	}
	position := q.Position
	position.SetCounters(0, 1)
	job := &consult.Job{Seat: q.Seat, Fresh: true, Megabytes: q.Megabytes,
		Request: search.Request{Position: position, Game: search.Record{Start: position},
			Limits: search.Limits{Nodes: q.Nodes, Moves: q.Moves}}}
	proposal, err := s.member.Propose(ctx, job, nil)
	if err == nil {
		err = ctx.Err() // a search that was stopped is none
	}
	return proposal, err
}

// Close gives the table back.
func (s *Searcher) Close() error { return s.member.Close() }
