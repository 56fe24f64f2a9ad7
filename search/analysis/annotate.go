// Package analysis presents the results of searches of positions and games: as text, JSON and
// graphs for people, and as evaluations and glyphs in trees of games. An Annotator judges the
// moves of a game and marks mistakes; a Grower extends a tree by the moves that the search
// prefers; Endgame reports what endgame tables know; ExplanationText and the commands of evaluation.go
// explain the evaluation. Scores for people are White's. Flags and files belong to the callers.
package analysis

import (
	"context"
	"slices"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/search"
	"alfiere/tt/syzygy"
)

// engine is a searcher that can forget earlier searches.
type engine interface {
	searcher
	NewGame()
}

// Annotator judges the moves of games: each gets the score of the position after it,
// and a move that loses something gets a glyph and the better line.
type Annotator struct {
	Engine   engine
	Limits   search.Limits        // of the search of each position
	Line     int                  // half-moves shown of better lines
	Progress func(ply, plies int) // receives the progress in a game; may be nil
	Heard    func(*Move)          // receives each move when it is judged, in memory of its own; may be nil

	// Tables, if not nil, judge the moves between positions that they hold; the searches also use them.
	Tables *syzygy.Tables
}

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

	node          gametree.Node
	missedDepth   int     // plies searched for Better
	before, after outcome // by endgame tables, for the mover
}

// found is the result of a search of a position.
type found struct {
	score   search.Score // for the side to move
	depth   int          // plies
	line    []movegen.Move
	over    bool // there is no move: the score follows from the rules
	outcome outcome
}

// IsJudged reports whether a move of the main line has an evaluation.
func IsJudged(t *gametree.Tree) bool {
	for n := range t.Line(gametree.Root) {
		if _, judged := t.Evaluation(n); judged {
			return true
		}
	}
	return false
}

// Annotate judges every position of the main line. Existing comments and glyphs stay; older evaluations are replaced.
// Games do not depend on each other. On an error, which is that of ctx, the game is unchanged.
func (a *Annotator) Annotate(ctx context.Context, t *gametree.Tree) error {
	moves, err := a.judge(ctx, t)
	if err != nil {
		return err
	}
	for i := range moves {
		m := &moves[i]
		if other := m.Position.Side().Other(); !m.Over {
			t.SetEvaluation(m.node, evaluation(forWhite(m.Score, other), m.Depth, other))
		}
		a.mark(t, m)
		if a.Tables != nil {
			a.tell(t, m, i == 0)
		}
	}
	return nil
}

// judge judges every position of the main line and leaves the game as it is. On an error,
// which is that of ctx, the moves judged so far are returned.
func (a *Annotator) judge(ctx context.Context, t *gametree.Tree) (moves []Move, err error) {
	plies := t.Depth(t.Last())
	a.Engine.NewGame()
	p := t.Start()
	var history []movegen.Key
	before := a.search(ctx, &p, history)
	for n := range t.Line(gametree.Root) {
		if a.Progress != nil {
			a.Progress(len(moves), plies)
		}
		m := Move{Position: p, Move: t.Move(n), node: n, before: before.outcome}
		if history = append(history, p.Key()); m.Move == movegen.NoMove {
			history = nil
		}
		p.MakeOrPass(m.Move)
		after := a.search(ctx, &p, history)
		if err := ctx.Err(); err != nil {
			return moves, err
		}
		side := m.Position.Side()
		m.Score, m.Depth, m.Over = forWhite(-after.score, side), after.depth, after.over
		m.after = after.outcome.reversed()
		switch {
		case m.Move == movegen.NoMove:
		case m.before != unknown && m.after != unknown:
			if m.after < m.before {
				m.Mistake, before.line = blunder, a.bestLine(m.Position, m.before)
			}
		case len(before.line) > 0 && before.line[0] != m.Move:
			m.Mistake = isMistake(before.score, -after.score)
		}
		if m.Mistake != 0 {
			m.Better, m.Missed, m.missedDepth = before.line, forWhite(before.score, side), before.depth
		}
		if a.Heard != nil {
			a.Heard(&m)
		}
		moves, before = append(moves, m), after
	}
	return moves, ctx.Err()
}

// search judges a position. If there is no move, the score follows from the rules.
func (a *Annotator) search(ctx context.Context, p *movegen.Position, history []movegen.Key) found {
	if score, over := finalScore(p); over {
		return found{score: score, over: true, outcome: a.outcome(p, true)}
	}
	r := a.Engine.Search(ctx, search.Request{Position: *p, History: history, Limits: a.Limits,
		Endgames: endgames(a.Tables)}, nil)
	return found{score: r.Score, depth: r.Depth, line: r.Line, outcome: a.outcome(p, false)}
}

// finalScore returns the score of a position without moves.
func finalScore(p *movegen.Position) (score search.Score, over bool) {
	switch {
	case p.HasLegalMove():
		return 0, false
	case p.InCheck():
		return -search.MateScore, true
	}
	return 0, true
}

// Scorer returns a function that searches a position, keeping its memory of earlier ones,
// and returns its value for the side to move in centipawns. Its error is that of ctx.
func Scorer(ctx context.Context, s searcher, limits search.Limits) func(*movegen.Position) (int, error) {
	return func(p *movegen.Position) (int, error) {
		if score, over := finalScore(p); over {
			return int(score), nil
		}
		r := s.Search(ctx, search.Request{Position: *p, Limits: limits}, nil)
		return int(r.Score), ctx.Err()
	}
}

// Glyphs of mistakes, the worst first.
const (
	blunder    gametree.NAG = 4
	mistake    gametree.NAG = 2
	inaccuracy gametree.NAG = 6
)

// mistakeKind is what is known of a kind of mistakes.
type mistakeKind struct {
	glyph gametree.NAG
	loss  int // the least: expected points of a game in thousandths, by the score
	name  string
	sign  string
	mark  string // in graphs of text
	ansi  int    // colour on a terminal
	color string // in pictures
}

// mistakes are the kinds of mistakes, the worst first. From an even position the least losses are some 190, 100 and 55
// centipawns; in a decided game it takes more.
var mistakes = [...]mistakeKind{
	{blunder, 300, "blunder", "??", "x", 31, "#d00"},
	{mistake, 150, "mistake", "?", "?", 33, "#e80"},
	{inaccuracy, 75, "inaccuracy", "?!", "~", 36, "#08c"},
}

// kindOf returns the kind of a mistake by its glyph, the zero value for 0.
func kindOf(glyph gametree.NAG) (k mistakeKind) {
	for _, k = range mistakes {
		if k.glyph == glyph {
			return k
		}
	}
	return mistakeKind{}
}

// Expectation returns the expected points for a score, in thousandths.
func Expectation(score search.Score) int {
	win, draw, _ := score.WDL()
	return win + draw/2
}

// isMistake returns the glyph of a move with which a side has fallen from one score to another, 0 if it is no mistake.
func isMistake(best, played search.Score) gametree.NAG {
	loss := Expectation(best) - Expectation(played)
	for _, m := range mistakes {
		if loss >= m.loss {
			return m.glyph
		}
	}
	return 0
}

// mark gives a mistake its glyph, unless the move already has one, and adds the better line as a variation.
func (a *Annotator) mark(t *gametree.Tree, m *Move) {
	if m.Mistake == 0 {
		return
	}
	isMark := func(glyph gametree.NAG) bool { return glyph >= 1 && glyph <= 6 } // from ! to ?!
	if !slices.ContainsFunc(t.NAGs(m.node), isMark) {
		t.AddNAG(m.node, m.Mistake)
	}
	a.addBetter(t, m)
}

// addBetter adds the line that was better than a mistake, if the tree lacks it, with the score at its first move.
func (a *Annotator) addBetter(t *gametree.Tree, m *Move) {
	at, side := t.Parent(m.node), m.Position.Side()
	for i, better := range m.Better[:min(len(m.Better), a.Line)] {
		next := t.Find(at, better)
		if next == gametree.Root {
			next = t.Add(at, better)
		}
		if i == 0 {
			t.SetEvaluation(next, evaluation(forWhite(m.Missed, side), m.missedDepth, side))
		}
		at = next
	}
}
