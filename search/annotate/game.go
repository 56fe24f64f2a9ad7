package annotate

import (
	"context"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/search"
)

// Engine is a Searcher that can forget what it has searched.
type Engine interface {
	Searcher
	NewGame()
}

// Annotator judges the moves of games: each gets the score of the position behind it,
// and one that loses something a glyph and what was better.
type Annotator struct {
	Engine   Engine
	Limits   search.Limits        // of the search of each position
	Line     int                  // half-moves that are shown of what was better
	Progress func(ply, plies int) // hears how far a game is judged; may be nil
	verdicts []verdict            // of the positions of the main line; reused
	moves    []gametree.Node      // likewise
}

// verdict is what a search says of a position.
type verdict struct {
	score search.Score // for the side to move
	depth int
	line  []movegen.Move
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
	a.moves = a.moves[:0]
	for n := range t.Line(gametree.Root) {
		a.moves = append(a.moves, n)
	}
	if err := a.judgeAll(ctx, t); err != nil {
		return err
	}
	p := t.Start()
	for i, n := range a.moves {
		m, side, before, after := t.Move(n), p.Side(), &a.verdicts[i], &a.verdicts[i+1]
		p.MakeOrPass(m)
		if p.HasLegalMove() {
			t.SetEvaluation(n, Evaluation(after.score, after.depth, p.Side()))
		}
		if m != movegen.NoMove && len(before.line) > 0 && before.line[0] != m {
			a.mark(t, n, side, before, -after.score)
		}
	}
	return nil
}

// judgeAll judges the start and the position behind each of the moves.
func (a *Annotator) judgeAll(ctx context.Context, t *gametree.Tree) error {
	a.Engine.NewGame()
	p := t.Start()
	var history []movegen.Key
	a.verdicts = append(a.verdicts[:0], a.judge(ctx, &p, history))
	for i, n := range a.moves {
		if a.Progress != nil {
			a.Progress(i, len(a.moves))
		}
		m := t.Move(n)
		if history = append(history, p.Key()); m == movegen.NoMove {
			history = nil
		}
		p.MakeOrPass(m)
		a.verdicts = append(a.verdicts, a.judge(ctx, &p, history))
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// judge searches a position. Where there is no move the rules judge.
func (a *Annotator) judge(ctx context.Context, p *movegen.Position, history []movegen.Key) verdict {
	if score, over := finalScore(p); over {
		return verdict{score: score}
	}
	r := a.Engine.Search(ctx, search.Request{Position: *p, History: history, Limits: a.Limits}, nil)
	return verdict{r.Score, r.Depth, r.Line}
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
func Scorer(ctx context.Context, s Searcher, limits search.Limits) func(*movegen.Position) (int, error) {
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

// expectation returns the points that a score promises, in thousandths.
func expectation(score search.Score) int {
	win, draw, _ := score.WDL()
	return win + draw/2
}

// mark gives a move of the side that has lost something its glyph, unless somebody has
// judged it before, and shows what was better as a variation. best is the verdict on the
// position before the move, played the score after it for the same side.
func (a *Annotator) mark(t *gametree.Tree, n gametree.Node, side movegen.Color, best *verdict, played search.Score) {
	loss := expectation(best.score) - expectation(played)
	for _, m := range mistakes {
		if loss < m.loss {
			continue
		}
		if !hasMark(t, n) {
			t.AddNAG(n, m.glyph)
		}
		a.addBetter(t, t.Parent(n), side, best)
		return
	}
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
func (a *Annotator) addBetter(t *gametree.Tree, at gametree.Node, side movegen.Color, best *verdict) {
	for i, better := range best.line[:min(len(best.line), a.Line)] {
		next := t.Find(at, better)
		if next == gametree.Root {
			next = t.Add(at, better)
		}
		if i == 0 {
			t.SetEvaluation(next, Evaluation(best.score, best.depth, side))
		}
		at = next
	}
}
