package analysis

import (
	"context"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/search"
)

// Move is a move of a game and what is thought of it.
type Move struct {
	Position movegen.Position // before the move
	Move     movegen.Move     // NoMove is a pass
	Score    search.Score     // White's, behind the move
	Depth    int              // plies that were searched; 0 if the game is over
	Over     bool             // there is no move behind it
	Mistake  gametree.NAG     // the glyph of ??, ? or ?!; 0 if it is none
	Better   []movegen.Move   // than a mistake
	Missed   search.Score     // White's, of Better
}

// Game is the main line of a game with what is thought of its moves.
type Game struct {
	Title string // who played; a line
	Plies int    // of the whole game
	Moves []Move // that are judged: all unless something has ended it
}

// lineOfTables is how many half-moves are known of what tables hold for better.
const lineOfTables = 8

// Game judges the moves of a game. progress, which may be nil, hears how far it is. The
// error is that of ctx; then the moves that were judged before are returned.
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

// sign returns how a mistake is written.
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

// tally counts what a side has done.
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
