// Package neighbour finds the sound problems that are one or two changes away from a diagram, or the same diagram
// elsewhere on the board, and says of each what it
// gains and what it loses: themes, the tries that show them, quality of the key, changed mates, defences, duals.
//
// It solves with package problem and knows themes from problem/theme. It writes no text: problem/text does.
package neighbour

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// DefaultNodes is a limit for each neighbour that decides nearly all two-movers.
const DefaultNodes = 200_000

// themeNodes is how many times the limit the analysis of a sound problem with set play and tries may take.
const themeNodes = 10

// themeMoves is the longest stipulation whose themes are compared: longer ones take too long.
const themeMoves = 2

// Query asks for the neighbours of a diagram.
type Query struct {
	Position movegen.Position
	Moves    int    // the stipulation
	Nodes    uint64 // limit for each neighbour; 0 is DefaultNodes
	Threads  int    // 0 is 1; the result does not depend on it
	Goal     Goal

	// Progress is called after each candidate and Found with each neighbour, one call at a time. They may be nil.
	Progress func(done, of, found int)
	Found    func(*Neighbour)
}

// Neighbour is a sound problem near a diagram.
type Neighbour struct {
	Changes  []Change // none if the whole diagram is placed elsewhere
	Placing  Placing
	Position movegen.Position
	Report   *problem.Report
	NewKey   bool // the key is not that of the sound diagram, or none of the unsound one's

	// What it has more and less of than the diagram, whose play is that after the same key. Without such a key
	// everything is gained if the diagram is unsound.
	Gains, Losses []Difference

	Stops []Stop // why the other keys and shorter mates of an unsound diagram fail

	Base *problem.Report // of the diagram
	turn int
}

// Stop is why a first move that solves the diagram fails in a neighbour.
type Stop struct {
	Move        movegen.Move   // in the neighbour; in the diagram if it is impossible
	Impossible  bool           // in the neighbour
	Refutations []movegen.Move // none if it is impossible, or stalemates
}

// men returns how many men the neighbour has more than the diagram.
func (n *Neighbour) men() (more int) {
	for _, c := range n.Changes {
		more += one(c.Kind == Added) - one(c.Kind == Removed)
	}
	return more
}

// IsEconomy reports whether the neighbour shows the same with fewer men: a sound diagram's key, and nothing lost.
func (n *Neighbour) IsEconomy() bool {
	return n.Base.Verdict == problem.Sound && n.men() < 0 && !n.NewKey && len(n.Losses) == 0
}

// Worth orders neighbours, the greatest first: those that lose nothing, then those that gain most for what they
// lose. If the diagram has keys, those with another key follow.
func (n *Neighbour) Worth() int {
	worth := economyWorth*one(n.IsEconomy()) - class*(2*one(n.NewKey && len(n.Base.Keys) > 0)+one(len(n.Losses) > 0))
	for _, list := range [...][]Difference{n.Gains, n.Losses} {
		for i := range list {
			worth += list[i].worth()
		}
	}
	return worth
}

// compare orders neighbours by Worth, and by when they are tried.
func compare(a, b *Neighbour) int {
	return cmp.Or(cmp.Compare(b.Worth(), a.Worth()), cmp.Compare(a.turn, b.turn))
}

const class = 10_000 // more than all differences are worth

// economyWorth is what a man less is worth, as a theme.
const economyWorth = 6

// Result is what was found, and how far the neighbours were examined.
type Result struct {
	Base     *problem.Report
	Of, Done int          // candidates, and those examined
	GivenUp  int          // that took too many nodes
	Found    []*Neighbour // that meet the goal, the best first
	Nodes    uint64       // in all
	Unbroken bool         // the diagram is to be repaired but is sound
}

// search is the work on a query.
type search struct {
	Query
	goal       *Goal
	board      board
	candidates []candidate
	next       atomic.Int64
	keys       map[movegen.Move]memory // of the diagram, by key

	mu     sync.Mutex // of what follows
	result Result
	err    error
}

// Search solves a diagram and then its neighbours. When the context ends it returns what it has so far. If the diagram
// itself could not be solved, it has no candidates. The errors are those of problem.Analyse and *LineError.
func Search(ctx context.Context, q Query) (*Result, error) {
	q.Nodes = cmp.Or(q.Nodes, DefaultNodes)
	s := &search{Query: q, goal: &q.Goal, keys: map[movegen.Move]memory{}}
	base, err := problem.Analyse(ctx, q.Position, s.options())
	if err != nil {
		return nil, err
	}
	s.result = Result{Base: base, Nodes: base.Nodes}
	if err = s.goal.check(base); err != nil || !base.Complete {
		return &s.result, err
	}
	for i := range base.Keys {
		s.keys[base.Keys[i].Move] = remember(base, &base.Keys[i], func(m movegen.Move) movegen.Move { return m })
	}
	if s.board, err = newBoard(&q.Position); err != nil {
		return nil, err
	}
	switch s.result.Unbroken = s.goal.Aim == Repair && base.Verdict == problem.Sound; {
	case s.result.Unbroken:
	case s.goal.Whole:
		s.candidates = s.board.placings(s.goal.Locked)
	default:
		s.candidates = s.board.candidates(s.goal.Locked, s.goal.Two)
	}
	s.result.Of = len(s.candidates)
	var threads work.Group
	for range max(q.Threads, 1) {
		threads.Go(func() { s.work(ctx) })
	}
	threads.Wait()
	slices.SortFunc(s.result.Found, compare)
	return &s.result, s.err
}

// options are those for the analysis of a sound problem.
func (s *search) options() problem.Options {
	o := problem.Options{Moves: s.Moves, SetPlay: true, Judge: true}
	if s.Moves <= themeMoves {
		o = theme.Options(s.Moves)
	}
	o.Nodes = themeNodes * s.Nodes
	return o
}

// work examines candidates until there are no more.
func (s *search) work(ctx context.Context) {
	for ctx.Err() == nil {
		i := int(s.next.Add(1)) - 1
		if i >= len(s.candidates) {
			return
		}
		n, nodes, complete, err := s.examine(ctx, i)
		s.mu.Lock()
		s.result.Nodes += nodes
		switch {
		case err != nil:
			s.err = err
		case !complete && ctx.Err() != nil:
			s.mu.Unlock()
			return
		case !complete:
			s.result.GivenUp++
		case n != nil:
			s.result.Found = append(s.result.Found, n)
			if s.Found != nil {
				s.Found(n)
			}
		}
		s.result.Done++
		if s.Progress != nil {
			s.Progress(s.result.Done, s.result.Of, len(s.result.Found))
		}
		s.mu.Unlock()
	}
}

// examine returns the neighbour of a candidate, nil if it does not meet the goal.
func (s *search) examine(ctx context.Context, i int) (n *Neighbour, nodes uint64, complete bool, err error) {
	c := &s.candidates[i]
	p, ok := s.board.after(c)
	if !ok {
		return nil, 0, true, nil
	}
	r, err := problem.Analyse(ctx, p, problem.Options{Moves: s.Moves, Nodes: s.Nodes})
	if err != nil || !r.Complete || r.Verdict != problem.Sound || !s.wantsKey(c.home(r.Keys[0].Move)) {
		return nil, r.Nodes, r.Complete, err
	}
	nodes = r.Nodes
	if r, err = problem.Analyse(ctx, p, s.options()); err != nil || !r.Complete {
		return nil, nodes + r.Nodes, false, err
	}
	key := c.home(r.Keys[0].Move)
	before, known := s.keys[key]
	n = &Neighbour{Changes: c.changes, Placing: c.placing, Position: p, Report: r,
		NewKey: !known, Base: s.result.Base, turn: i}
	if !known && n.Base.Verdict == problem.Sound {
		before = s.keys[n.Base.Keys[0].Move]
	}
	now := remember(r, &r.Keys[0], c.home)
	n.Gains, n.Losses = differences(before, now, c.away)
	nodes += r.Nodes
	if !s.wants(n, before, now) {
		return nil, nodes, true, nil
	}
	if n.Base.Verdict == problem.Sound {
		return n, nodes, true, nil
	}
	more, err := s.stop(ctx, n, c, key)
	return n, nodes + more, err == nil, err
}

// stop finds out why the first moves that solve the diagram, but for the key, fail in the neighbour.
func (s *search) stop(ctx context.Context, n *Neighbour, c *candidate, key movegen.Move) (nodes uint64, err error) {
	var moves []movegen.Move
	for i := range n.Base.Keys {
		moves = append(moves, n.Base.Keys[i].Move)
	}
	for _, short := range n.Base.Short {
		moves = append(moves, short.Move)
	}
	for _, m := range moves {
		away := c.away(m)
		if m == key {
			continue
		}
		if !n.Position.IsLegal(away) {
			n.Stops = append(n.Stops, Stop{Move: m, Impossible: true})
			continue
		}
		o := problem.Options{Moves: s.Moves, PostKey: true, Nodes: s.Nodes}
		r, err := problem.Analyse(ctx, n.Position.After(away), o)
		if err != nil {
			return nodes, err
		}
		nodes += r.Nodes
		n.Stops = append(n.Stops, Stop{Move: away, Refutations: r.PostKey.Refutations})
	}
	return nodes, nil
}

// home names a move of the neighbour by where its man stood in the diagram.
func (c *candidate) home(m movegen.Move) movegen.Move {
	if c.changes == nil {
		return c.placing.home(m)
	}
	return c.rename(m, false)
}

// away names a move of the diagram by where its man stands in the neighbour.
func (c *candidate) away(m movegen.Move) movegen.Move {
	if c.changes == nil {
		return c.placing.away(m)
	}
	return c.rename(m, true)
}

func (c *candidate) rename(m movegen.Move, away bool) movegen.Move {
	for _, change := range c.changes {
		from, to := change.To, change.From
		if away {
			from, to = to, from
		}
		if change.Kind == Moved && m.From() == from {
			return m&^63 | movegen.Move(to)
		}
	}
	return m
}
