package problem

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"alfiere/movegen"
)

// Analyse solves the problem p. It examines every first move; if ctx ends or the
// node limit is reached it returns what is proven by then, with Complete false. The
// error is ErrMoves or ErrPosition.
func Analyse(ctx context.Context, p movegen.Position, o Options) (*Report, error) {
	if o.Moves < 1 || o.Moves > MaxMoves {
		return nil, ErrMoves
	}
	if !isSolvable(&p) {
		return nil, ErrPosition
	}
	o.Tries = max(o.Tries, 0)
	start := time.Now()
	if o.Judge {
		o.SetPlay = true // the judgement compares with it
	}
	a := analysis{options: o}
	a.report = Report{Position: p, Moves: o.Moves, Complete: true}
	a.solve(newSolver(ctx, p, o))
	a.report.Verdict = a.report.judge()
	a.report.Warnings = warnings(&a.report.Position)
	if o.Judge {
		a.report.appraise(ctx, o)
	}
	a.report.Elapsed = time.Since(start)
	return &a.report, nil
}

// isSolvable reports whether p has what the solver relies on: two kings, of which
// the one not to move is not in check. How many other men there are is the
// composer's business.
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
}

// firstMove is what has been found out about a first move.
type firstMove struct {
	short int // mates in so many moves, fewer than stipulated; 0 if not
	isKey bool
	isTry bool
	phase Phase // of a key or try
}

// solve examines the set play and all first moves, with as many threads as asked
// for and as the moves can use.
func (a *analysis) solve(first *solver) {
	a.moves = first.frames[0].position.Moves()
	a.results = make([]firstMove, len(a.moves))

	solvers := []*solver{first}
	for len(solvers) < min(a.options.Threads, len(a.moves)) {
		solvers = append(solvers, first.another())
	}
	var others sync.WaitGroup
	for _, s := range solvers[1:] {
		others.Go(func() { a.firstMoves(s) })
	}
	if a.options.SetPlay {
		a.report.Set = a.setPlay(first)
	}
	a.firstMoves(first)
	others.Wait()
	a.collect()
	a.nest(solvers)

	for _, s := range solvers {
		a.report.Nodes += s.nodes
		a.report.Complete = a.report.Complete && !s.stopped
	}
}

// collect puts the results into the report in the order of the moves.
func (a *analysis) collect() {
	r := &a.report
	for i := range a.results {
		switch result := &a.results[i]; {
		case result.short > 0:
			r.Short = append(r.Short, Short{a.moves[i], result.short})
		case result.isKey:
			r.Keys = append(r.Keys, result.phase)
		case result.isTry:
			r.Tries = append(r.Tries, result.phase)
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

// firstMoves examines first moves until there are no more.
func (a *analysis) firstMoves(s *solver) {
	for !s.stopped {
		i := int(a.next.Add(1)) - 1
		if i >= len(a.moves) {
			return
		}
		s.play(0, a.moves[i])
		a.examine(s, a.moves[i], &a.results[i])
	}
}

// examine finds out whether m, which has been played, is a short solution, a key, a
// try or none of these.
func (a *analysis) examine(s *solver, m movegen.Move, result *firstMove) {
	if result.short = s.shortMate(a.options.Moves); result.short > 0 {
		return
	}
	refutations, stalemate := s.countRefutations(a.options.Moves-1, a.options.Tries)
	if s.stopped || stalemate || refutations > a.options.Tries {
		return
	}
	isCheck := s.frames[1].position.InCheck()
	if refutations > 0 && a.options.QuietTries && isCheck {
		return
	}
	w := playing{s, &a.options}
	result.phase = w.follow(0, m, a.options.Moves-1, 0)
	// What was found of a key before the search was stopped holds; of a try some
	// refutation may be missing.
	result.isKey = refutations == 0
	result.isTry = refutations > 0 && !s.stopped
}

// shortMate returns in how many moves the first move mates if that is fewer than
// the stipulated moves, else 0.
func (s *solver) shortMate(moves int) int {
	for n := 1; n < moves; n++ {
		if s.defenceless(1, n-1) {
			return n
		}
	}
	return 0
}

// countRefutations counts the defences to the first move after which there is no
// mate in n moves, until there are more than enough. stalemate says that the first
// move leaves no defence and is no mate.
func (s *solver) countRefutations(n, enough int) (refutations int, stalemate bool) {
	f := &s.frames[1]
	f.position.LegalMoves(&f.list)
	if f.list.Len() == 0 {
		return 0, !f.position.InCheck()
	}
	f.killersFirst()
	for _, m := range f.list.Moves() {
		s.play(1, m)
		if s.attack(2, n) {
			continue
		}
		f.remember(m)
		if refutations++; refutations > enough {
			break
		}
	}
	return refutations, false
}
