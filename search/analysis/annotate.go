package analysis

import (
	"context"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/search"
	"alfiere/tt/syzygy"
)

// engine is a Searcher that can forget what it has searched.
type engine interface {
	searcher
	NewGame()
}

// Annotator judges the moves of games: each gets the score of the position behind it,
// and one that loses something a glyph and what was better.
type Annotator struct {
	Engine   engine
	Limits   search.Limits        // of the search of each position
	Line     int                  // half-moves that are shown of what was better
	Progress func(ply, plies int) // hears how far a game is judged; may be nil
	Heard    func(*judgement)     // hears what is said of each move in turn; may be nil

	// Tables, if not nil, judge the moves between positions that they hold, and the searches
	// ask them, too.
	Tables *syzygy.Tables
}

// Verdict is what a search says of a position.
type Verdict struct {
	Score search.Score // for the side to move
	Depth int          // plies
	Line  []movegen.Move
	Over  bool // there is no move: the rules have judged

	Outcome outcome // by endgame tables
}

// judgement is what searches say of a move of a game.
type judgement struct {
	Node          gametree.Node
	Side          movegen.Color // that has moved
	Before, After Verdict       // on the positions before the move and behind it
	Mistake       gametree.NAG  // the glyph of ??, ? or ?!; 0 if the move is none
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

// Annotate judges every position of the main line. What was said of the moves before
// stays, but for older evaluations. Games do not depend on each other. The error is that
// of ctx; then the game is as it was.
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

// Judge judges every position of the main line and leaves the game as it is. The error is
// that of ctx; then the moves that were judged before are returned.
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

// judge searches a position. Where there is no move the rules judge.
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

// Scorer returns a function that searches a position, with what it remembers of the ones
// before, and tells in centipawns what it is worth to the side to move. Its error is that
// of ctx.
func Scorer(ctx context.Context, s searcher, limits search.Limits) func(*movegen.Position) (int, error) {
	return func(p *movegen.Position) (int, error) {
		if score, over := finalScore(p); over {
			return int(score), nil
		}
		r := s.Search(ctx, search.Request{Position: *p, Limits: limits}, nil)
		return int(r.Score), ctx.Err()
	}
}

// mistakes are the glyphs of mistakes by what they lose at least: points of a game in
// thousandths, as the score lets expect them. From an even position these are some 190,
// 100 and 55 centipawns; where a game is decided anyway it takes more.
var mistakes = [...]struct {
	loss  int
	glyph gametree.NAG
}{{300, 4}, {150, 2}, {75, 6}}

// Expectation returns the points that a score promises, in thousandths.
func Expectation(score search.Score) int {
	win, draw, _ := score.WDL()
	return win + draw/2
}

// isMistake returns the glyph of a move with which a side has fallen from one score to
// another, 0 if it is no mistake.
func isMistake(best, played search.Score) gametree.NAG {
	loss := Expectation(best) - Expectation(played)
	for _, m := range mistakes {
		if loss >= m.loss {
			return m.glyph
		}
	}
	return 0
}

// mark gives a mistake its glyph, unless somebody has judged the move before, and shows
// what was better as a variation.
func (a *Annotator) mark(t *gametree.Tree, j *judgement) {
	if j.Mistake == 0 {
		return
	}
	if !hasMark(t, j.Node) {
		t.AddNAG(j.Node, j.Mistake)
	}
	a.addBetter(t, t.Parent(j.Node), j.Side, &j.Before)
}

// hasMark reports whether somebody has given the move one of the glyphs from ! to ?!.
func hasMark(t *gametree.Tree, n gametree.Node) bool {
	for _, glyph := range t.NAGs(n) {
		if glyph >= 1 && glyph <= 6 {
			return true
		}
	}
	return false
}

// addBetter adds the line of a verdict behind a move, where it is not there yet, with the
// score at its first move.
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
