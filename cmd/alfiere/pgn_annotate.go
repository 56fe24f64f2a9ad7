package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/protocol"
	"alfiere/search"
	"alfiere/search/annotate"
)

// annotator looks for mistakes in games.
type annotator struct {
	files  *pgnFiles
	engine *search.Engine
	limits search.Limits
	line   int  // half-moves of what was better
	fresh  bool // games that have evaluations stay as they are
	done   int  // games annotated
}

// definePGNAnnotate adds what the engine thinks to the games.
func definePGNAnnotate(flags *flag.FlagSet) cli.Run {
	a := annotator{}
	flags.Uint64Var(&a.limits.Nodes, "nodes", 0, "`nodes` for each position; 100000 if no limit is set")
	flags.IntVar(&a.limits.Depth, "depth", 0, "`plies` for each position")
	flags.IntVar(&a.line, "line", 8, "`half-moves` of what was better; 0 shows none")
	flags.BoolVar(&a.fresh, "new", false, "leave games that have evaluations as they are")
	cli.SecondsVar(flags, &a.limits.MoveTime, "time", "`seconds` for each position, or a time as in 500ms")
	threads := flags.Int("threads", 1, "`number` of threads; with one and no time the result is the same every time")
	hash := flags.Int("hash", 64, "size of the engine's table in `megabytes`")
	to := flags.String("to", "english", "`name`, code or letters of the language of the moves that are written")
	f := newPGNOutput(flags)
	return func(args []string, std cli.Streams) error {
		if err := f.begin(args, std); err != nil {
			return err
		}
		a.files = f
		if a.limits.Depth == 0 && a.limits.MoveTime == 0 && a.limits.Nodes == 0 {
			a.limits.Nodes = 100_000
		}
		if a.limits.Depth < 0 || a.line < 0 || *threads < 1 || *threads > search.MaxThreads {
			return cli.Usagef("--depth and --line must not be negative, and --threads be from 1 to %d", search.MaxThreads)
		}
		writer := pgn.NewWriter(f.out)
		var err error
		if writer.Language, err = notation.ParseLanguage(*to); err != nil {
			return cli.Usagef("--to %q: %w", *to, err)
		}
		if a.engine, err = search.New(*hash); err != nil {
			return cli.Usagef("--hash: %w", err)
		}
		defer a.engine.Close()
		a.engine.SetThreads(*threads)
		f.toEnd = f.output != "" // the file shall be whole
		err = f.each(func(ctx context.Context, r *pgn.Reader) error {
			g := f.game(r)
			if done := a.annotate(ctx, g); !done && !f.toEnd {
				return cli.ErrInterrupted
			}
			if err := writer.Write(g); err != nil {
				return err
			}
			return f.out.Flush() // a game may take long: whoever reads shall have it
		})
		if errors.Is(err, cli.ErrInterrupted) && f.toEnd && f.games > 0 {
			return fmt.Errorf("%w; %d of %d games are annotated, the others are in %s as they were", cli.ErrInterrupted, a.done, f.games, f.output)
		}
		return err
	}
}

// verdict is what a search says of a position.
type verdict struct {
	score search.Score // for the side to move
	depth int
	line  []movegen.Move
}

// annotate judges every position of the main line. What was said of the moves before
// stays, but for older evaluations. After an interrupt done is false and the game is as
// it was.
func (a *annotator) annotate(ctx context.Context, g *pgn.Game) (done bool) {
	var moves []gametree.Node
	for n := range g.Tree.Line(gametree.Root) {
		moves = append(moves, n)
		if _, judged := g.Tree.Evaluation(n); judged && a.fresh {
			return true
		}
	}
	verdicts, done := a.verdicts(ctx, g.Tree, moves)
	if !done {
		return false
	}
	p := g.Tree.Start()
	for i, n := range moves {
		m, parent, before, after := g.Tree.Move(n), p, &verdicts[i], &verdicts[i+1]
		makeOrPass(&p, m)
		if p.HasLegalMove() {
			g.Tree.SetEvaluation(n, annotate.Evaluation(after.score, after.depth, p.Side()))
		}
		if m != movegen.NoMove && len(before.line) > 0 && before.line[0] != m {
			a.mark(g.Tree, n, &parent, before, -after.score)
		}
	}
	if g.Tags.Get("Annotator") == "" && len(moves) > 0 {
		g.Tags.Set("Annotator", protocol.Name)
	}
	a.done++
	return true
}

// verdicts judges the start and the position behind each of the moves; ok is false after
// an interrupt.
func (a *annotator) verdicts(ctx context.Context, t *gametree.Tree, moves []gametree.Node) (v []verdict, ok bool) {
	a.engine.NewGame() // so that games do not depend on each other
	p := t.Start()
	var history []movegen.Key
	v = append(v, a.judge(ctx, &p, history))
	for i, n := range moves {
		a.progress(i, len(moves))
		m := t.Move(n)
		if history = append(history, p.Key()); m == movegen.NoMove {
			history = nil
		}
		makeOrPass(&p, m)
		v = append(v, a.judge(ctx, &p, history))
		if ctx.Err() != nil {
			return nil, false
		}
	}
	return v, ctx.Err() == nil
}

// makeOrPass makes a move or, for NoMove, passes.
func makeOrPass(p *movegen.Position, m movegen.Move) {
	if m == movegen.NoMove {
		p.MakeNull()
		return
	}
	p.Make(m)
}

// judge searches a position. Where there is no move the rules judge.
func (a *annotator) judge(ctx context.Context, p *movegen.Position, history []movegen.Key) verdict {
	switch {
	case p.HasLegalMove():
		r := a.engine.Search(ctx, search.Request{Position: *p, History: history, Limits: a.limits}, nil)
		return verdict{r.Score, r.Depth, r.Line}
	case p.InCheck():
		return verdict{score: -search.MateScore}
	}
	return verdict{}
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

// mark gives a move that has lost something its glyph, unless somebody has judged it
// before, and shows what was better as a variation.
func (a *annotator) mark(t *gametree.Tree, n gametree.Node, p *movegen.Position, best *verdict, played search.Score) {
	loss := expectation(best.score) - expectation(played)
	for _, m := range mistakes {
		if loss < m.loss {
			continue
		}
		judged := false
		for _, glyph := range t.NAGs(n) {
			judged = judged || glyph >= 1 && glyph <= 6
		}
		if !judged {
			t.AddNAG(n, m.glyph)
		}
		at := t.Parent(n)
		for i, better := range best.line[:min(len(best.line), a.line)] {
			next := t.Find(at, better)
			if next == gametree.Root {
				next = t.Add(at, better)
			}
			if i == 0 {
				t.SetEvaluation(next, annotate.Evaluation(best.score, best.depth, p.Side()))
			}
			at = next
		}
		return
	}
}

// progress shows a person who waits how far the games are.
func (a *annotator) progress(ply, plies int) {
	a.files.progress.Show("game %d, move %d: %s", a.files.games, ply/2+1, cli.Bar(int64(ply), int64(plies)))
}
