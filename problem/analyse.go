// Package problem analyses directed mates: "mate in N against every defence". It finds the keys, short solutions, tries
// with their refutations, set play, threats and variations of a composed position. If asked, it judges them too: block
// kind, changes between phases, flaws of keys, economy, pure and model mates, and oddities of the diagram.
//
// The search of the stipulation is exhaustive, and cut-offs lose nothing, so every statement of a Report is proven. The
// fifty-move rule and repetitions do not apply, and stalemate refutes. The side to move is the side that mates.
//
// The package imports only movegen. It writes no text: renderers such as problem/text read the Report.
package problem

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"alfiere/internal/work"
	"alfiere/movegen"
)

// Analyse solves the problem p. It examines every first move; if ctx ends or the node limit is reached it returns what
// is proven by then, with Complete false. The error is ErrMoves or ErrPosition.
func Analyse(ctx context.Context, p movegen.Position, o Options) (*Report, error) {
	start := time.Now()
	report, err := analysePlay(ctx, p, o)
	if err != nil {
		return nil, err
	}
	report.Warnings = warnings(&p)
	report.Elapsed = time.Since(start)
	return report, nil
}

// analysePlay is Analyse but for what is odd about the diagram: who solves a problem again and
// again without a man or two need not know that each time.
func analysePlay(ctx context.Context, p movegen.Position, o Options) (*Report, error) {
	if o.Moves < 1 || o.Moves > MaxMoves {
		return nil, ErrMoves
	}
	if !isSolvable(&p) {
		return nil, ErrPosition
	}
	o.Tries = max(o.Tries, 0)
	if o.Judge {
		o.SetPlay = true // the judgement compares with it
	}
	a := analysis{options: o, watch: o.Watch}
	if a.watch == nil {
		a.watch = new(Watch)
	}
	a.report = Report{Position: p, Moves: o.Moves, Intended: o.Intended, Complete: true}
	if o.PostKey {
		a.postKey(newSolver(ctx, p, o))
		return &a.report, nil
	}
	a.solve(newSolver(ctx, p, o))
	a.report.Verdict = a.report.judge()
	if o.Judge {
		a.report.appraise(ctx, o)
	}
	return &a.report, nil
}

// isSolvable reports whether p has what the solver relies on: two kings, of which the one not to move is not in check.
// How many other men there are is the composer's business.
func isSolvable(p *movegen.Position) bool {
	for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
		if kings := p.Pieces(c, movegen.King); kings == 0 || kings.MoreThanOne() {
			return false
		}
	}
	return !p.IsAttacked(p.King(p.Side().Other()), p.Side())
}

// analysis fills a Report. Its threads take the first moves in turn, and each writes
// only the result of the move it took.
type analysis struct {
	options Options
	report  Report
	moves   []movegen.Move
	next    atomic.Int64 // index of the next move to take
	results []firstMove  // by index of the move
	watch   *Watch
}

// firstMove is what has been found out about a first move.
type firstMove struct {
	short int // mates in so many moves, fewer than stipulated; 0 if not
	isKey bool
	isTry bool
	phase *Phase // of a key or try
}

// solve examines the set play and all first moves, with as many threads as asked for and as the moves can use.
func (a *analysis) solve(first *solver) {
	a.moves = first.frames[0].position.Moves()
	a.results = make([]firstMove, len(a.moves))
	a.watch.moves.Store(int32(len(a.moves)))

	solvers := []*solver{first}
	for len(solvers) < min(a.options.Threads, len(a.moves)) {
		solvers = append(solvers, first.another())
	}
	for n := 1; n <= a.options.Moves && a.report.Complete; n++ {
		a.watch.begin(n, !a.isMated())
		a.length(solvers, n)
		for _, s := range solvers {
			a.report.Complete = a.report.Complete && !s.stopped
		}
	}
	if a.report.Complete && !a.isMated() {
		a.watch.without.Store(int32(a.options.Moves))
	}
	a.report.Progress = a.watch.Progress()
	a.collect()
	a.shortPlay(first)
	a.nest(solvers)

	for _, s := range solvers {
		a.report.Nodes += s.nodes
		a.report.Complete = a.report.Complete && !s.stopped
	}
}

// postKey follows a key that has been made: it solves if every defence, of which there is one unless it mates, is
// answered in time.
func (a *analysis) postKey(s *solver) {
	r := &a.report
	s.frames[1].position = s.frames[0].position
	w := playing{s, &a.options}
	phase := w.follow(0, movegen.NoMove, r.Moves-1, max(a.options.Play-2, 0))
	switch {
	case phase.IsTry():
		r.Verdict = NoSolution
	case !s.stopped:
		r.Verdict = Sound
	}
	r.PostKey, r.Complete, r.Nodes = &phase, !s.stopped, s.nodes
}

// isMated reports whether a first move is known to mate in time.
func (a *analysis) isMated() bool {
	return slices.ContainsFunc(a.results, func(m firstMove) bool { return m.short > 0 || m.isKey })
}

// length looks for mates in n moves. The set play is left to the last length, so that it
// does not delay the result that there is no shorter mate.
func (a *analysis) length(solvers []*solver, n int) {
	if n == 1 && a.options.Moves > 1 {
		a.matesAtOnce(solvers[0])
		return
	}
	a.next.Store(0)
	together(solvers, func(s *solver) {
		if s == solvers[0] && a.options.SetPlay && n == a.options.Moves {
			a.report.Set = a.setPlay(s)
		}
		a.firstMoves(s, n)
	})
}

// together lets all solvers work at the same time and waits for them.
func together(solvers []*solver, act func(*solver)) {
	var others work.Group
	defer others.Wait()
	for _, s := range solvers[1:] {
		others.Go(func() { act(s) })
	}
	act(solvers[0])
}

// matesAtOnce notes the first moves that mate sooner than stipulated in that they mate at
// once. Only checks need be looked at.
func (a *analysis) matesAtOnce(s *solver) {
	f := &s.frames[0]
	f.position.CheckingMoves(&f.list)
	free := unguarded(&f.position)
	for i, m := range a.moves {
		switch {
		case s.stopped:
			return
		case !f.list.Has(m):
			s.count()
		case s.isMate(0, m, free):
			a.results[i].short = 1
		}
		if !s.stopped && a.results[i].short == 0 {
			a.watch.refuted.Add(1)
		}
	}
}

// collect puts the results into the report in the order of the moves.
func (a *analysis) collect() {
	r := &a.report
	for i := range a.results {
		switch result := &a.results[i]; {
		case result.short > 0:
			r.Short = append(r.Short, Short{Move: a.moves[i], In: result.short})
		case result.isKey:
			r.Keys = append(r.Keys, *result.phase)
		case result.isTry:
			r.Tries = append(r.Tries, *result.phase)
		}
	}
}

// setPlay lets the defender move first. It is nil if the attacker is in check, who
// cannot wait then, or if the search was stopped.
func (a *analysis) setPlay(s *solver) *Phase {
	if s.frames[0].position.InCheck() {
		return nil
	}
	s.pass(0)
	set := Phase{}
	w := playing{s, &a.options}
	w.variations(1, &set, a.options.Moves-1, 0)
	if s.stopped {
		return nil
	}
	return &set
}

// firstMoves examines first moves until there are no more: whether they mate in n moves,
// or if that is the stipulation for everything.
func (a *analysis) firstMoves(s *solver, n int) {
	for !s.stopped {
		i := int(a.next.Add(1)) - 1
		if i >= len(a.moves) {
			return
		}
		result := &a.results[i]
		if result.short > 0 {
			continue
		}
		if n == 1 {
			s.count() // a first move counts once, however often it is played
		}
		s.begin(a.moves[i])
		switch {
		case n == a.options.Moves:
			a.examine(s, a.moves[i], result)
		case s.defenceless(1, n-1):
			result.short = n
		}
		if !s.stopped && result.short == 0 && !result.isKey {
			a.watch.refuted.Add(1)
		}
	}
}

// begin plays a first move without counting it.
func (s *solver) begin(m movegen.Move) {
	next := &s.frames[1].position
	*next = s.frames[0].position
	next.Make(m)
}

// examine finds out whether m, which has been played and is no short solution, is a key, a try or none of these.
func (a *analysis) examine(s *solver, m movegen.Move, result *firstMove) {
	refutations := s.countRefutations(a.options.Moves-1, a.options.Tries, a.options.ByMan)
	if s.stopped || refutations > a.options.Tries {
		return
	}
	isCheck := s.frames[1].position.InCheck()
	if refutations > 0 && a.options.QuietTries && isCheck {
		return
	}
	w := playing{s, &a.options}
	phase := w.follow(0, m, a.options.Moves-1, 0)
	result.phase = &phase
	// What was found of a key before the search was stopped holds; of a try some refutation may be missing.
	result.isKey = refutations == 0
	result.isTry = refutations > 0 && !s.stopped
}

// countRefutations counts the defences to the first move after which there is no mate in n moves, until there are more
// than enough. Stalemate is one, and so are all by one man if byMan is set.
func (s *solver) countRefutations(n, enough int, byMan bool) (refutations int) {
	f := &s.frames[1]
	var men movegen.Bitboard // that have refuted
	ends := func(m movegen.Move) bool {
		if byMan && men.Has(m.From()) {
			return false
		}
		if s.play(1, m); !s.attack(2, n) {
			f.remember(m)
			men |= m.From().Bitboard()
			refutations++
		}
		return refutations > enough
	}
	tried := f.killers // they are enough for most first moves, before any move is generated
	for _, m := range tried {
		if f.position.IsLegal(m) && ends(m) {
			return refutations
		}
	}
	f.position.LegalMoves(&f.list)
	if f.list.Len() == 0 && !f.position.InCheck() {
		return 1
	}
	for _, m := range f.list.Moves() {
		if m != tried[0] && m != tried[1] && ends(m) {
			break
		}
	}
	return refutations
}
