package analysis

import (
	"context"
	"slices"
	"time"

	"alfiere/movegen"
	"alfiere/search"
	"alfiere/tt/syzygy"
)

// Line is a way in which a position may go on.
type Line struct {
	Score search.Score // White's
	Depth int          // plies
	Moves []movegen.Move
}

// State is what a search knows of a position so far.
type State struct {
	Position movegen.Position
	Lines    []Line       // the best for the side to move first; none if the game is over
	Final    search.Score // White's, if the game is over
	Depth    int          // of the iteration, in plies
	Nodes    uint64
	Elapsed  time.Duration
}

// Analyst searches positions and games.
type Analyst struct {
	Engine engine
	Limits search.Limits // of each position
	Lines  int           // that are shown of a position; 0 is 1

	Tables *syzygy.Tables // are asked by the searches, and judge the moves of endings; may be nil

	// Heard is told each move of a game as soon as it is judged; may be nil. The move stays
	// the same one.
	Heard func(*Move)
}

// Position searches a position until a limit is reached or ctx ends, and returns what is
// known then. report, which may be nil, is called whenever more is known; the state stays
// the same one.
func (a *Analyst) Position(ctx context.Context, p movegen.Position, report func(*State)) State {
	if p.HasLegalMove() {
		a.Engine.NewGame()
	}
	s, _ := a.Search(ctx, search.Request{Position: p}, report)
	return s
}

// Search is Position for whoever has more to say of the request than its position, as the
// game before it, and wants to know the result; limits, lines and tables are the analyst's.
// What the engine remembers counts.
func (a *Analyst) Search(ctx context.Context, request search.Request, report func(*State)) (State, search.Result) {
	p := request.Position
	s := State{Position: p}
	if !p.HasLegalMove() {
		if p.InCheck() {
			s.Final = forWhite(-search.MateScore, p.Side())
		}
		return s, search.Result{Score: forWhite(s.Final, p.Side())}
	}
	count := max(a.Lines, 1)
	request.Limits, request.MultiPV, request.Endgames = a.Limits, count, endgames(a.Tables)
	result := a.Engine.Search(ctx, request, func(i search.Info) {
		s.Depth, s.Nodes, s.Elapsed = max(s.Depth, i.Depth), i.Nodes, i.Elapsed
		if i.Bound == search.Exact && len(i.Line) > 0 {
			s.insert(max(i.MultiPV, 1)-1, count, Line{forWhite(i.Score, p.Side()), i.Depth, slices.Clone(i.Line)})
		}
		if report != nil {
			report(&s)
		}
	})
	s.Nodes, s.Elapsed, s.Depth = result.Nodes, result.Elapsed, max(result.Depth, 1)
	// The last iteration, though it was cut off, may have found a better move.
	if len(result.Line) > 0 && (len(s.Lines) == 0 || s.Lines[0].Moves[0] != result.Best) {
		s.insert(0, count, Line{forWhite(result.Score, p.Side()), s.Depth, result.Line})
	}
	return s, result
}

// insert puts a line into its place, and takes away the older one with the same first move
// and those that are too many.
func (s *State) insert(at, count int, l Line) {
	s.Lines = slices.DeleteFunc(s.Lines, func(old Line) bool { return old.Moves[0] == l.Moves[0] })
	s.Lines = slices.Insert(s.Lines, min(at, len(s.Lines)), l)
	s.Lines = s.Lines[:min(len(s.Lines), count)]
}

// Score returns White's score of the position.
func (s *State) Score() search.Score {
	if len(s.Lines) == 0 {
		return s.Final
	}
	return s.Lines[0].Score
}

// forWhite returns White's score from that of a side.
func forWhite(score search.Score, side movegen.Color) search.Score {
	if side == movegen.Black {
		return -score
	}
	return score
}
