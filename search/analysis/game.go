package analysis

import (
	"context"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/search"
)

// Move is a move of a game with its judgement.
type Move struct {
	Position movegen.Position // before the move
	Move     movegen.Move     // NoMove is a pass
	Score    search.Score     // White's, after the move
	Depth    int              // plies searched; 0 if the game is over
	Over     bool             // there is no move after it
	Mistake  gametree.NAG     // the glyph of ??, ? or ?!; 0 if it is no mistake
	Better   []movegen.Move   // the line that was better than a mistake
	Missed   search.Score     // White's, of Better
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
	judge := Annotator{Engine: a.Engine, Limits: a.Limits, Progress: progress, Line: lineOfTables, Tables: a.Tables}
	var g Game
	for range t.Line(gametree.Root) {
		g.Plies++
	}
	p := t.Start()
	judge.Heard = func(j *judgement) {
		m := Move{Position: p, Move: t.Move(j.Node), Score: forWhite(-j.After.Score, j.Side),
			Depth: j.After.Depth, Over: j.After.Over, Mistake: j.Mistake}
		if j.Mistake != 0 {
			m.Better, m.Missed = j.Before.Line, forWhite(j.Before.Score, j.Side)
		}
		g.Moves = append(g.Moves, m)
		p.MakeOrPass(m.Move)
		if a.Heard != nil {
			a.Heard(&m)
		}
	}
	_, err := judge.Judge(ctx, t)
	return g, err
}

// glyphs of mistakes, the worst first.
const (
	blunder    gametree.NAG = 4
	mistake    gametree.NAG = 2
	inaccuracy gametree.NAG = 6
)

// sign returns the sign of a mistake.
func sign(glyph gametree.NAG) string {
	switch glyph {
	case blunder:
		return "??"
	case mistake:
		return "?"
	case inaccuracy:
		return "?!"
	}
	return ""
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
