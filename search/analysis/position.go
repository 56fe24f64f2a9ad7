package analysis

import (
	"context"
	"slices"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/search"
	"alfiere/tt/syzygy"
)

// Line is a possible continuation of a position.
type Line struct {
	Score search.Score // White's
	Depth int          // plies
	Moves []movegen.Move
}

// State holds the results of a search so far.
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
	Lines  int           // shown of a position; 0 is 1

	Tables *syzygy.Tables // used by the searches, and to judge the moves of endings; may be nil

	// Heard receives each move of a game as soon as it is judged; may be nil. Each call gets a Move of its own.
	Heard func(*Move)
}

// Position searches a position until a limit is reached or ctx ends, and returns the final state. report, which may be
// nil, is called with every new result; all calls share one state.
func (a *Analyst) Position(ctx context.Context, p movegen.Position, report func(*State)) State {
	if p.HasLegalMove() {
		a.Engine.NewGame()
	}
	s, _ := a.Search(ctx, search.Request{Position: p}, report)
	return s
}

// Search is Position for callers that set more of the request than its position, such as the previous game, and need
// the result; limits, lines and tables are the analyst's. The engine's memory is used.
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
	// The last iteration may have found a better move even if it was cut off.
	if len(result.Line) > 0 && (len(s.Lines) == 0 || s.Lines[0].Moves[0] != result.Best) {
		s.insert(0, count, Line{forWhite(result.Score, p.Side()), s.Depth, result.Line})
	}
	return s, result
}

// insert puts a line into its place, and removes the older line with the same first move and those beyond count.
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

// forWhite returns White's score from that of a side, and the other way round.
func forWhite(score search.Score, side movegen.Color) search.Score {
	if side == movegen.Black {
		return -score
	}
	return score
}

// Game is the main line of a game with the judgements of its moves.
type Game struct {
	Title string // the players, in one line
	Plies int    // of the whole game
	Moves []Move // the judged moves: all unless the analysis was interrupted
}

// lineOfTables is the length in half-moves of a better line from tables.
const lineOfTables = 8

// Game judges the moves of a game. progress, which may be nil, receives the progress.
// On an error, which is that of ctx, the moves judged so far are returned.
func (a *Analyst) Game(ctx context.Context, t *gametree.Tree, progress func(ply, plies int)) (Game, error) {
	judge := Annotator{Engine: a.Engine, Limits: a.Limits, Progress: progress, Heard: a.Heard, Line: lineOfTables,
		Tables: a.Tables}
	moves, err := judge.judge(ctx, t)
	return Game{Plies: t.Depth(t.Last()), Moves: moves}, err
}

// tally counts the mistakes of a side.
type tally struct {
	Moves, Blunders, Mistakes, Inaccuracies int
}

// Tally counts the mistakes of a side.
func (g *Game) Tally(side movegen.Color) (t tally) {
	for i := range g.Moves {
		m := &g.Moves[i]
		if m.Position.Side() != side {
			continue
		}
		t.Moves++
		switch m.Mistake {
		case blunder:
			t.Blunders++
		case mistake:
			t.Mistakes++
		case inaccuracy:
			t.Inaccuracies++
		}
	}
	return t
}
