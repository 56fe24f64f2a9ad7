package neighbour

import (
	"cmp"
	"slices"

	"alfiere/movegen"
	"alfiere/problem"
)

// kind says what is done to a man.
type kind uint8

// The kinds of changes.
const (
	Removed kind = iota
	Moved
	Exchanged
	Added
)

var kindNames = [...]string{"removed", "moved", "exchanged", "added"}

// String returns the kind in English.
func (k kind) String() string { return kindNames[k] }

// Change is what is done to one man.
type Change struct {
	Kind     kind
	From, To movegen.Square // where the man stood and stands; NoSquare before it is added and after it is removed
	Was, Is  movegen.Piece  // what stood on From, and what stands on To
}

// candidate is one change or two to try, or another place of the whole diagram.
type candidate struct {
	first, second Change
	two           bool
	placing       Placing
	whole         bool
}

// changes returns the changes of a candidate.
func (c *candidate) changes() []Change {
	if c.whole {
		return nil
	}
	return []Change{c.first, c.second}[:1+one(c.two)]
}

// turn is when the candidate is tried, the smaller the sooner.
func (c *candidate) turn() int {
	if !c.two {
		return c.first.turn()
	}
	return 1<<10 + c.first.turn() + c.second.turn()
}

// board is a diagram whose men are changed.
type board struct {
	men movegen.Builder
	odd []movegen.Fault // of the diagram
}

func newBoard(p *movegen.Position) (b board, err error) {
	b.men = p.Builder()
	_, b.odd, err = b.men.Build(problem.Composed)
	return b, err
}

// candidates returns the changes that leave the locked squares alone, and with two the pairs of a moved man and
// another change. Those come first that composers try first: men removed, then moved to the next square or exchanged,
// pawns added, men moved farther, pieces added.
func (b *board) candidates(locked movegen.Bitboard, two bool) (all []candidate) {
	single := slices.DeleteFunc(b.changes(), func(c Change) bool {
		return (c.From.Bitboard()|c.To.Bitboard())&locked != 0
	})
	for _, c := range single {
		all = append(all, candidate{first: c})
	}
	for _, a := range single {
		for _, c := range single {
			if two && a.Kind == Moved && c.Kind != Moved && a.From != c.From && a.To != c.To {
				all = append(all, candidate{first: a, second: c, two: true})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.turn(), b.turn()) })
	return all
}

// after returns the diagram after a candidate's changes. ok is false unless it is legal and no odder than before: a
// surplus of men, a check that no last move can have given or a right to capture en passant that goes are not
// brought in.
func (b *board) after(c *candidate) (p movegen.Position, ok bool) {
	next := b.men
	if c.whole {
		next, _ = b.placed(c.placing)
	}
	for _, n := range c.changes() {
		if n.From != movegen.NoSquare {
			next.Board[n.From] = movegen.NoPiece
		}
	}
	for _, n := range c.changes() {
		if n.To != movegen.NoSquare {
			next.Board[n.To] = n.Is
		}
	}
	p, warnings, err := next.Build(problem.Composed)
	return p, err == nil && !odder(warnings, b.odd)
}

// changes returns all changes by one man that bring no pawn to a first or last rank.
func (b *board) changes() (all []Change) {
	add := func(what kind, from, to movegen.Square, was, is movegen.Piece) {
		if is.Type() != movegen.Pawn || to.Bitboard()&(movegen.Rank1|movegen.Rank8) == 0 {
			all = append(all, Change{what, from, to, was, is})
		}
	}
	for s := movegen.A1; s <= movegen.H8; s++ {
		was := b.men.PieceAt(s)
		if was == movegen.NoPiece {
			for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
				for t := movegen.Pawn; t < movegen.King; t++ {
					add(Added, movegen.NoSquare, s, movegen.NoPiece, movegen.MakePiece(c, t))
				}
			}
			continue
		}
		for to := movegen.A1; to <= movegen.H8; to++ {
			if b.men.PieceAt(to) == movegen.NoPiece {
				add(Moved, s, to, was, was)
			}
		}
		if was.Type() == movegen.King {
			continue
		}
		add(Removed, s, movegen.NoSquare, was, movegen.NoPiece)
		for t := movegen.Pawn; t < movegen.King; t++ {
			if t != was.Type() {
				add(Exchanged, s, s, was, movegen.MakePiece(was.Color(), t))
			}
		}
	}
	return all
}

// odder reports whether a warning is among new that is none of the diagram's.
func odder(now, before []movegen.Fault) bool {
	return slices.ContainsFunc(now, func(f movegen.Fault) bool {
		return f.Code != movegen.CastlingDropped &&
			!slices.ContainsFunc(before, func(b movegen.Fault) bool { return b.Code == f.Code })
	})
}

// turn is when the change is tried, the smaller the sooner.
func (n *Change) turn() int {
	const far = 8 // more than any distance
	switch n.Kind {
	case Removed:
		return 0
	case Moved:
		if d := distance(n.From, n.To); d > 1 {
			return 3*far + d
		}
		return 1
	case Exchanged:
		return far
	}
	if n.Is.Type() == movegen.Pawn {
		return 2 * far
	}
	return 4*far + int(n.Is.Type())
}

// distance is how many steps a king takes from one square to another.
func distance(a, b movegen.Square) int {
	file, rank := a.File()-b.File(), a.Rank()-b.Rank()
	return max(file, -file, rank, -rank)
}
