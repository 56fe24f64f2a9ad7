// Package proposals holds suites of positions, the proposals of council members for them, and the store of proposals.
//
// A search with a limit of nodes, one thread and an empty table gives the same answer every time.
// So a proposal is a fact about an engine: it is searched once and kept for ever, and experiments query
// the store. Facts of different engines have different signatures and are never mixed.
//
// The package searches only through council. Package council/experiment evaluates the facts;
// internal/work distributes searches over processors and machines.
package proposals

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"alfiere/council"
	"alfiere/movegen"
	"alfiere/search"
)

// Question is a question to a member about a position. The question and the engine determine the answer.
type Question struct {
	Position  movegen.Position // without earlier moves; its counters are ignored
	Seat      council.Seat     // with knowledge and noise, without an engine, with one thread
	Nodes     uint64           // of the search
	Megabytes int              // of its table, which is empty at first
	Moves     []movegen.Move   // the only ones to be searched at the root, as in a second search; none means all
}

// Fact is a question and its answer.
type Fact struct {
	Question
	Proposal council.Proposal
}

// answer is the result of a question.
type answer struct {
	council.Proposal

	// Static is the static value of the position for the seat, and EndStatic that of the end of the line. Both are from
	// the view of the side to move in the position. council.Judge quickly computes the values for other seats.
	Static, EndStatic search.Score
}

// Searcher answers questions, one at a time.
type Searcher struct {
	member *council.Local
}

// NewSearcher returns a searcher with a table of the given megabytes, which changes its size as questions
// require. The error wraps tt.ErrSize.
func NewSearcher(megabytes int) (*Searcher, error) {
	member, err := council.OpenLocal(megabytes)
	if err != nil {
		return nil, err
	}
	return &Searcher{member}, nil
}

// Answer searches for the answer. Errors are a position without legal moves, a table that is too large,
// or the end of ctx.
func (s *Searcher) Answer(ctx context.Context, q *Question) (council.Proposal, error) {
	if q.Nodes == 0 || q.Seat.Engine != "" || q.Seat.Threads > 1 {
		return council.Proposal{},
			fmt.Errorf("%s: only Alfiere's own searches with one thread and limited nodes are repeatable", q.Seat.Name)
	}
	position := q.Position
	position.SetCounters(0, 1)
	job := &council.Job{Seat: q.Seat, Fresh: true, Megabytes: q.Megabytes,
		Request: search.Request{Position: position, Game: search.Record{Start: position},
			Limits: search.Limits{Nodes: q.Nodes, Moves: q.Moves}}}
	proposal, err := s.member.Propose(ctx, job, nil)
	if err == nil {
		err = ctx.Err() // a stopped search has no answer
	}
	return proposal, err
}

// Close releases the table.
func (s *Searcher) Close() error { return s.member.Close() }

// errRecord is the error of a stored record that cannot be read.
var errRecord = errors.New("the moves of a fact cannot be read: the store is damaged")

// appendMoves appends moves, two bytes each.
func appendMoves(record []byte, moves []movegen.Move) []byte {
	for _, m := range moves {
		record = binary.LittleEndian.AppendUint16(record, uint16(m))
	}
	return record
}

// readMoves reads the bytes of appendMoves.
func readMoves(record []byte) ([]movegen.Move, error) {
	if len(record)%2 != 0 {
		return nil, errRecord
	}
	if len(record) == 0 {
		return nil, nil
	}
	moves := make([]movegen.Move, len(record)/2)
	for i := range moves {
		moves[i] = movegen.Move(binary.LittleEndian.Uint16(record[2*i:]))
	}
	return moves, nil
}

// appendIterations appends iterations. Each is the difference between its value and the previous one, as a signed
// varint. The lowest bit shows whether the two bytes of a new move follow. So most iterations take a byte or two.
func appendIterations(record []byte, iterations []council.Iteration) []byte {
	var last council.Iteration
	for _, iteration := range iterations {
		step := int64(iteration.Score-last.Score) * 2
		if iteration.Move != last.Move {
			step++
		}
		record = binary.AppendVarint(record, step)
		if iteration.Move != last.Move {
			record = binary.LittleEndian.AppendUint16(record, uint16(iteration.Move))
		}
		last = iteration
	}
	return record
}

// readIterations reads the bytes of appendIterations.
func readIterations(record []byte) ([]council.Iteration, error) {
	if len(record) == 0 {
		return nil, nil
	}
	iterations := make([]council.Iteration, 0, len(record))
	var last council.Iteration
	for len(record) > 0 {
		step, n := binary.Varint(record)
		if n <= 0 || step/2 > int64(2*search.Infinity) || step/2 < -int64(2*search.Infinity) {
			return nil, errRecord
		}
		record = record[n:]
		if step&1 != 0 {
			if len(record) < 2 {
				return nil, errRecord
			}
			last.Move = movegen.Move(binary.LittleEndian.Uint16(record))
			record = record[2:]
		}
		last.Score += search.Score(step >> 1)
		iterations = append(iterations, last)
	}
	return iterations, nil
}
