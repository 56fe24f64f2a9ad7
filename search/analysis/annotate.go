package analysis

import (
	"context"

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
	Heard    func(*judgement)     // receives the judgement of each move in turn; may be nil

	// Tables, if not nil, judge the moves between positions that they hold; the searches also use them.
	Tables *syzygy.Tables
}

// Verdict is the result of a search of a position.
type Verdict struct {
	Score search.Score // for the side to move
	Depth int          // plies
	Line  []movegen.Move
	Over  bool // there is no move: the score follows from the rules

	Outcome outcome // by endgame tables
}

// judgement is the result of the searches for a move of a game.
type judgement struct {
	Node          gametree.Node
	Side          movegen.Color // that has moved
	Before, After Verdict       // on the positions before and after the move
	Mistake       gametree.NAG  // the glyph of ??, ? or ?!; 0 if the move is no mistake
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
	judgements, err := a.Judge(ctx, t)
	if err != nil {
		return err
	}
	for i := range judgements {
		j := &judgements[i]
		if !j.After.Over {
			t.SetEvaluation(j.Node, evaluation(j.After.Score, j.After.Depth, j.Side.Other()))
		}
		a.mark(t, j)
		if a.Tables != nil {
			a.tell(t, j, i == 0)
		}
	}
	return nil
}

// Judge judges every position of the main line and leaves the game as it is. On an error,
// which is that of ctx, the moves judged so far are returned.
func (a *Annotator) Judge(ctx context.Context, t *gametree.Tree) (judgements []judgement, err error) {
	plies := 0
	for range t.Line(gametree.Root) {
		plies++
	}
	a.Engine.NewGame()
	p := t.Start()
	var history []movegen.Key
	before := a.judge(ctx, &p, history)
	for n := range t.Line(gametree.Root) {
		if a.Progress != nil {
			a.Progress(len(judgements), plies)
		}
		m, side := t.Move(n), p.Side()
		if history = append(history, p.Key()); m == movegen.NoMove {
			history = nil
		}
		p.MakeOrPass(m)
		after := a.judge(ctx, &p, history)
		if err := ctx.Err(); err != nil {
			return judgements, err
		}
		j := judgement{Node: n, Side: side, Before: before, After: after}
		switch {
		case m == movegen.NoMove:
		case before.Outcome != unknown && after.Outcome != unknown:
			if after.Outcome.reversed() < before.Outcome {
				j.Mistake, j.Before.Line = mistakes[0].glyph, a.bestLine(t.Position(t.Parent(n)), before.Outcome)
			}
		case len(before.Line) > 0 && before.Line[0] != m:
			j.Mistake = isMistake(before.Score, -after.Score)
		}
		if a.Heard != nil {
			a.Heard(&j)
		}
		judgements, before = append(judgements, j), after
	}
	return judgements, ctx.Err()
}

// judge searches a position. If there is no move, the score follows from the rules.
func (a *Annotator) judge(ctx context.Context, p *movegen.Position, history []movegen.Key) Verdict {
	if score, over := finalScore(p); over {
		return Verdict{Score: score, Over: true, Outcome: a.outcome(p, true)}
	}
	r := a.Engine.Search(ctx, search.Request{Position: *p, History: history, Limits: a.Limits,
		Endgames: endgames(a.Tables)}, nil)
	return Verdict{Score: r.Score, Depth: r.Depth, Line: r.Line, Outcome: a.outcome(p, false)}
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

// mistakes are the glyphs of mistakes with their least loss: expected points of a game in thousandths, by the score.
// From an even position these are some 190, 100 and 55 centipawns; in a decided game it takes more.
var mistakes = [...]struct {
	loss  int
	glyph gametree.NAG
}{{300, 4}, {150, 2}, {75, 6}}

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
func (a *Annotator) mark(t *gametree.Tree, j *judgement) {
	if j.Mistake == 0 {
		return
	}
	if !hasMark(t, j.Node) {
		t.AddNAG(j.Node, j.Mistake)
	}
	a.addBetter(t, t.Parent(j.Node), j.Side, &j.Before)
}

// hasMark reports whether the move already has one of the glyphs from ! to ?!.
func hasMark(t *gametree.Tree, n gametree.Node) bool {
	for _, glyph := range t.NAGs(n) {
		if glyph >= 1 && glyph <= 6 {
			return true
		}
	}
	return false
}

// addBetter adds the line of a verdict after a move, if the tree lacks it, with the score at its first move.
func (a *Annotator) addBetter(t *gametree.Tree, at gametree.Node, side movegen.Color, best *Verdict) {
	for i, better := range best.Line[:min(len(best.Line), a.Line)] {
		next := t.Find(at, better)
		if next == gametree.Root {
			next = t.Add(at, better)
		}
		if i == 0 {
			t.SetEvaluation(next, evaluation(best.Score, best.Depth, side))
		}
		at = next
	}
}
