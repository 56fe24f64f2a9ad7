package neighbour

import (
	"cmp"
	"slices"

	"alfiere/movegen"
)

// kind is what is done to a man.
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

// change is one change of a diagram.
type change struct {
	Kind kind
	From movegen.Square // where the man stood; NoSquare if it is added
	To   movegen.Square // where it stands; NoSquare if it is removed
	Was  movegen.Piece  // what stood on From
	Is   movegen.Piece  // what stands on To
}

// Neighbour is a position one change away from a diagram.
type Neighbour struct {
	change
	Position movegen.Position
}

// all returns the neighbours of a diagram that are legal, and no odder than it: a surplus of
// men, a check that no last move can have given or a right to capture en passant that goes
// are not brought in. Those come first that composers try first: men removed, then moved to
// the next square or exchanged, pawns added, men moved farther, pieces added.
func all(p *movegen.Position) []Neighbour {
	base := p.Builder()
	_, odd, err := base.Build(movegen.Rules{Composed: true})
	if err != nil {
		return nil
	}
	var all []Neighbour
	for _, c := range changes(&base) {
		b := base
		if c.From != movegen.NoSquare {
			b.Board[c.From] = movegen.NoPiece
		}
		if c.To != movegen.NoSquare {
			b.Board[c.To] = c.Is
		}
		if c.Is.Type() == movegen.Pawn && c.To.Bitboard()&(movegen.Rank1|movegen.Rank8) != 0 {
			continue
		}
		next, warnings, err := b.Build(movegen.Rules{Composed: true})
		if err == nil && !odder(warnings, odd) {
			all = append(all, Neighbour{c, next})
		}
	}
	slices.SortStableFunc(all, func(a, b Neighbour) int { return cmp.Compare(a.turn(), b.turn()) })
	return all
}

// changes are all changes of a board, legal or not.
func changes(b *movegen.Builder) (all []change) {
	for s := movegen.A1; s <= movegen.H8; s++ {
		was := b.PieceAt(s)
		if was == movegen.NoPiece {
			for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
				for t := movegen.Pawn; t < movegen.King; t++ {
					all = append(all, change{Added, movegen.NoSquare, s, movegen.NoPiece, movegen.MakePiece(c, t)})
				}
			}
			continue
		}
		for to := movegen.A1; to <= movegen.H8; to++ {
			if b.PieceAt(to) == movegen.NoPiece {
				all = append(all, change{Moved, s, to, was, was})
			}
		}
		if was.Type() == movegen.King {
			continue
		}
		all = append(all, change{Removed, s, movegen.NoSquare, was, movegen.NoPiece})
		for t := movegen.Pawn; t < movegen.King; t++ {
			if t != was.Type() {
				all = append(all, change{Exchanged, s, s, was, movegen.MakePiece(was.Color(), t)})
			}
		}
	}
	return all
}

// odder reports whether a warning is among new that is none of the diagram's.
func odder(now, before []movegen.Fault) bool {
	return slices.ContainsFunc(now, func(f movegen.Fault) bool {
		return f.Code != movegen.CastlingDropped && !slices.ContainsFunc(before, func(b movegen.Fault) bool { return b.Code == f.Code })
	})
}

// turn is when the change is tried, the smaller the sooner.
func (c *change) turn() int {
	const far = 8 // more than any distance
	switch c.Kind {
	case Removed:
		return 0
	case Moved:
		if d := distance(c.From, c.To); d > 1 {
			return 3*far + d
		}
		return 1
	case Exchanged:
		return far
	}
	if c.Is.Type() == movegen.Pawn {
		return 2 * far
	}
	return 4*far + int(c.Is.Type())
}

// distance is how many steps a king takes from one square to another.
func distance(a, b movegen.Square) int {
	file, rank := a.File()-b.File(), a.Rank()-b.Rank()
	return max(file, -file, rank, -rank)
}
