package analysis

import (
	"context"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
)

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
