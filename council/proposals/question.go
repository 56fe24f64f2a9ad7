// Package proposals holds what members of a council propose: suites of positions, the
// proposals for them, and the store that keeps these.
//
// A search that is limited by nodes, by one thread, from an empty table gives the same answer
// every time. So a proposal is a fact about an engine: it is searched once and kept for ever,
// and experiments are questions to the store. Facts of different engines, which their
// signatures tell apart, are never mixed.
//
// The package searches only through council. What is made of the facts is in
// council/experiment, and how searches are spread over processors and machines in
// internal/work.
package proposals

import (
	"context"
	"fmt"

	"alfiere/council"
	"alfiere/movegen"
	"alfiere/search"
)

// Question is what a member is asked about a position: by it, and by the engine, the answer
// is fixed.
type Question struct {
	Position  movegen.Position // without the game before it; its counters do not matter
	Seat      council.Seat     // knowledge and noise; no engine and one thread
	Nodes     uint64           // of the search
	Megabytes int              // of its table, which is empty at the beginning
	Moves     []movegen.Move   // the only ones to be searched at the root, as in a second search; none means all
}

// Fact is a question and its answer.
type Fact struct {
	Question
	Proposal council.Proposal
}

// answer is what has become of a question.
type answer struct {
	council.Proposal

	// Static is the static value of the position to the seat, and EndStatic that of the end of
	// the line; both are told from the side to move in the position. What other seats make of
	// them is quickly worked out by council.Judge.
	Static, EndStatic search.Score
}

// Searcher answers questions, one at a time.
type Searcher struct {
	member *council.Local
}

// NewSearcher returns a searcher with a table of the given megabytes; it changes its size as
// questions ask for. The error wraps tt.ErrSize.
func NewSearcher(megabytes int) (*Searcher, error) {
	member, err := council.OpenLocal(megabytes)
	if err != nil {
		return nil, err
	}
	return &Searcher{member}, nil
}

// Answer searches. The error says why there is no answer: a position without legal moves, a
// table that is too large, ctx.
func (s *Searcher) Answer(ctx context.Context, q *Question) (council.Proposal, error) {
	if q.Nodes == 0 || q.Seat.Engine != "" || q.Seat.Threads > 1 {
		return council.Proposal{},
			fmt.Errorf("%s: only searches of our own with one thread and limited nodes are the same every time", q.Seat.Name)
	}
	position := q.Position
	position.SetCounters(0, 1)
	job := &council.Job{Seat: q.Seat, Fresh: true, Megabytes: q.Megabytes,
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
