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
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/internal/datafile"
	"alfiere/movegen"
	"alfiere/movegen/notation"
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

// maxMegabytes is the largest table of a question, more than current machines have.
const maxMegabytes = 1 << 24

// plainSeat returns the seat in its canonical form, with the word of that form as its name.
func plainSeat(seat *council.Seat) council.Seat {
	plain := council.Seat{Knowledge: cmp.Or(seat.Knowledge, eval.All)}
	if seat.Noise > 0 {
		plain.Noise, plain.Seed = seat.Noise, seat.Seed
	}
	plain.Name = council.FormatCouncil([]council.Seat{plain})
	return plain
}

// plainPosition returns the position in the store's form.
func (q *Question) plainPosition() movegen.Position {
	p := q.Position
	p.SetCounters(0, 1)
	return p
}

// sortedMoves returns root moves in the order of the store, without duplicates.
func sortedMoves(moves []movegen.Move) []movegen.Move {
	sorted := slices.Clone(moves)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}

// String returns a short description of the question.
func (q *Question) String() string {
	seat := plainSeat(&q.Seat)
	text := fmt.Sprintf("%s at %s with %d nodes and %d MB", seat.Name, q.Position.EPD(), q.Nodes, q.Megabytes)
	if len(q.Moves) > 0 {
		text += " of " + strings.Trim(fmt.Sprint(q.Moves), "[]")
	}
	return text
}

// check returns an error if the question is impossible for a search of this engine.
func (q *Question) check() error {
	switch {
	case q.Seat.Engine != "" || q.Seat.Threads > 1:
		return errors.New("only Alfiere's own searches with one thread are repeatable")
	case q.Nodes == 0 || q.Nodes > math.MaxInt64:
		return fmt.Errorf("the nodes must be from 1 to %d", int64(math.MaxInt64))
	case q.Megabytes < 1 || q.Megabytes > maxMegabytes:
		return fmt.Errorf("the table must have from 1 to %d MB", maxMegabytes)
	case q.Seat.Noise < 0 || q.Seat.Noise > search.Infinity:
		return fmt.Errorf("the noise must be from 0 to %d", search.Infinity)
	}
	for _, m := range q.Moves {
		if !q.Position.IsLegal(m) {
			return fmt.Errorf("the root move %s is illegal", m)
		}
	}
	return nil
}

// check returns an error if the fact is impossible.
func (f *Fact) check() error {
	if err := f.Question.check(); err != nil {
		return err
	}
	a := &f.Proposal
	switch {
	case !f.Position.IsLegal(a.Move):
		return fmt.Errorf("the move %s is illegal", a.Move)
	case len(f.Moves) > 0 && !slices.Contains(f.Moves, a.Move):
		return fmt.Errorf("the move %s is not among the question's root moves", a.Move)
	case a.Score < -search.Infinity || a.Score > search.Infinity:
		return fmt.Errorf("the value %d is out of range", a.Score)
	case a.Depth < 0 || a.Depth > search.MaxPly:
		return fmt.Errorf("the depth %d is not from 0 to %d", a.Depth, search.MaxPly)
	case a.RootMoves < 0 || a.RootMoves > movegen.MaxMoves:
		return fmt.Errorf("the number of root moves, %d, is not from 0 to %d", a.RootMoves, movegen.MaxMoves)
	case a.Nodes > math.MaxInt64 || a.Elapsed < 0:
		return fmt.Errorf("the search cannot have %d nodes in %v", a.Nodes, a.Elapsed)
	case a.TBHits > 0 || len(a.Lines) > 0:
		return errors.New("a search with endgame tables or several lines cannot be stored")
	case len(a.Line) > 0 && a.Line[0] != a.Move:
		return fmt.Errorf("the line begins with %s, not with %s", a.Line[0], a.Move)
	}
	return errors.Join(f.checkLine(), f.checkIterations())
}

func (f *Fact) checkLine() error {
	p := f.Position
	if len(f.Proposal.Line) > 2*search.MaxPly {
		return fmt.Errorf("the line has more than %d moves", 2*search.MaxPly)
	}
	for i, m := range f.Proposal.Line {
		if !p.IsLegal(m) {
			return fmt.Errorf("move %d of the line, %s, is illegal", i+1, m)
		}
		p.Make(m)
	}
	return nil
}

func (f *Fact) checkIterations() error {
	if len(f.Proposal.Iterations) > search.MaxPly {
		return fmt.Errorf("there are more than %d iterations", search.MaxPly)
	}
	for i, iteration := range f.Proposal.Iterations {
		if iteration.Move != movegen.NoMove && !f.Position.IsLegal(iteration.Move) {
			return fmt.Errorf("the move of iteration %d, %s, is illegal", i+1, iteration.Move)
		}
		if iteration.Score < -search.Infinity || iteration.Score > search.Infinity {
			return fmt.Errorf("the value of iteration %d, %d, is out of range", i+1, iteration.Score)
		}
	}
	return nil
}

// Suite is a list of test positions with moves to find or to avoid.
type Suite struct {
	Name  string // of the file, without the folder and from the first full stop on
	Tests []search.TestPosition
}

// ReadSuite reads an EPD file. Each line must have best moves (bm) or moves to avoid (am). The counters of
// the positions are dropped. An error names file and line, and then no part of the suite is returned,
// since results for a part would mean nothing.
func ReadSuite(path string) (*Suite, error) {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	s := &Suite{Name: name}
	file, err := datafile.Open(path)
	if err != nil {
		return s, err
	}
	defer file.Close()
	err = notation.EachEPD(file, path, movegen.Rules{}, func(e notation.EPD) error {
		best, avoid, err := e.Test()
		if err == nil && !e.Position.HasLegalMove() {
			err = errors.New("the position has no legal move")
		}
		if err != nil {
			return err
		}
		e.Position.SetCounters(0, 1)
		s.Tests = append(s.Tests, search.TestPosition{Position: e.Position, Best: best, Avoid: avoid})
		return nil
	})
	if err == nil && len(s.Tests) == 0 {
		err = fmt.Errorf("%s: the file contains no position", path)
	}
	return s, err
}

// Positions returns the positions in the order of the suite.
func (s *Suite) Positions() []movegen.Position {
	positions := make([]movegen.Position, len(s.Tests))
	for i := range s.Tests {
		positions[i] = s.Tests[i].Position
	}
	return positions
}
