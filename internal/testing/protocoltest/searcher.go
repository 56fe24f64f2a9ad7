// Package protocoltest is what the tests of protocol and its adapters share: a searcher that does not search, so that
// what is printed depends on the protocol alone, and golden transcripts of sessions.
//
// It is a package of its own because all adapters need it and only in tests.
package protocoltest

import (
	"context"
	"sync/atomic"
	"time"

	"alfiere/movegen"
	"alfiere/search"
)

// Patience is the time for a move above which Searcher thinks until it is stopped.
const Patience = 10 * time.Second

// Searcher is a protocol.Searcher with fixed, known behaviour. It reports three iterations, or as many as Limits.Depth
// says up to ten, and then ends, unless only time limits it and that is more than Patience. It mates if it can in one;
// else the first legal moves are its best ones, and without a queen it is lost if there is one against it. Nodes and
// times are made up, and as many hits as plies if the endgame tables know the position.
type Searcher struct {
	Megabytes, Threads, NewGames int
	Fault                        error // what Resize returns
	Closed                       bool
	Council                      *Council // nil: it asks nobody

	running atomic.Bool
	last    atomic.Pointer[search.Request]
	count   atomic.Int32
}

// Open makes a Searcher, as protocol.NewController wants it.
func Open(megabytes int) *Searcher { return &Searcher{Megabytes: megabytes} }

// Last returns the newest request; there must have been one.
func (s *Searcher) Last() search.Request { return *s.last.Load() }

// Searches returns how many searches have begun.
func (s *Searcher) Searches() int { return int(s.count.Load()) }

// NewGame counts the call. Like the other methods it panics during a search.
func (s *Searcher) NewGame() { s.mustRest(); s.NewGames++ }

// Resize notes the size, or returns Fault.
func (s *Searcher) Resize(megabytes int) error {
	s.mustRest()
	if s.Fault == nil {
		s.Megabytes = megabytes
	}
	return s.Fault
}

// SetThreads notes the count.
func (s *Searcher) SetThreads(count int) { s.mustRest(); s.Threads = count }

// Close notes the call.
func (s *Searcher) Close() { s.mustRest(); s.Closed = true }

func (s *Searcher) mustRest() {
	if s.running.Load() {
		panic("protocoltest: the searcher was disturbed while searching")
	}
}

// Search acts as the type says.
func (s *Searcher) Search(ctx context.Context, request search.Request, report func(search.Info)) search.Result {
	if !s.running.CompareAndSwap(false, true) {
		panic("protocoltest: two searches at a time")
	}
	defer s.running.Store(false)
	s.last.Store(&request)
	s.count.Add(1)
	moves := rootMoves(&request)
	if len(moves) == 0 {
		return search.Result{}
	}
	depths := 3
	if request.Limits.Depth > 0 {
		depths = min(request.Limits.Depth, 10)
	}
	result := search.Result{Best: moves[0]}
	second := search.Info{}
	if len(moves) > 1 {
		second = search.Info{Score: scoreOf(&request.Position, moves[1], depths, 1),
			Line: line(request.Position, moves[1], depths)}
	}
	hits := uint64(0)
	if _, ok := request.Endgames.Tables.WDL(&request.Position); ok {
		hits = 1
	}
	for depth := 1; depth <= depths; depth++ {
		for i, m := range moves[:min(max(request.MultiPV, 1), len(moves))] {
			info := search.Info{Depth: depth, SelDepth: depth + 1, MultiPV: i + 1,
				Score: scoreOf(&request.Position, m, depth, i), Bound: search.Exact,
				Line: line(request.Position, m, depth), Nodes: uint64(100 * depth), TBHits: hits * uint64(depth),
				Elapsed: time.Duration(depth) * 10 * time.Millisecond}
			report(info)
			if i == 0 {
				result.Score, result.Line, result.Depth, result.Nodes, result.TBHits, result.Elapsed = info.Score, info.Line,
					depth, info.Nodes, info.TBHits, info.Elapsed
			}
		}
	}
	if len(result.Line) > 1 {
		result.Ponder = result.Line[1]
	}
	if s.Council != nil && len(s.Council.Members) > 0 {
		result.Vote = s.Council.vote(&request.Position, &result, second)
	}
	l := &request.Limits
	if l.Depth == 0 && (l.MoveTime > Patience || l.MoveTime == 0 && l.Clock.Budget().Base > Patience) {
		<-ctx.Done()
	}
	return result
}

// rootMoves returns the moves to choose from, mating ones first.
func rootMoves(request *search.Request) (moves []movegen.Move) {
	wanted := request.Position.Moves()
	if len(request.Limits.Moves) > 0 {
		wanted = request.Limits.Moves
	}
	for _, m := range wanted {
		if mates(&request.Position, m) {
			moves = append([]movegen.Move{m}, moves...)
		} else {
			moves = append(moves, m)
		}
	}
	return moves
}

func mates(p *movegen.Position, m movegen.Move) bool {
	next := p.After(m)
	return next.InCheck() && !next.HasLegalMove()
}

func scoreOf(p *movegen.Position, m movegen.Move, depth, rank int) search.Score {
	if mates(p, m) {
		return search.MateScore - 1
	}
	return search.Score(10*depth-5*rank) - queenless(p)
}

// queenless returns a queen's worth if the side to move has none and the other side has: then it is lost.
func queenless(p *movegen.Position) search.Score {
	us := p.Side()
	if p.Pieces(us, movegen.Queen) != 0 || p.Pieces(us.Other(), movegen.Queen) == 0 {
		return 0
	}
	return 900
}

// line returns m and the first legal moves after it.
func line(p movegen.Position, m movegen.Move, length int) []movegen.Move {
	moves := []movegen.Move{m}
	for p.Make(m); len(moves) < length; p.Make(m) {
		replies := p.Moves()
		if len(replies) == 0 {
			break
		}
		m = replies[0]
		moves = append(moves, m)
	}
	return moves
}
