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
	changes []Change // none for another place
	placing Placing
}

// turn is when the candidate is tried, the smaller the sooner.
func (c *candidate) turn() (turn int) {
	for i, change := range c.changes {
		turn += i<<10 + change.turn()
	}
	return turn
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
		all = append(all, candidate{changes: []Change{c}})
	}
	for _, a := range single {
		for _, c := range single {
			if two && a.Kind == Moved && c.Kind != Moved && a.From != c.From && a.To != c.To {
				all = append(all, candidate{changes: []Change{a, c}})
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
	if c.changes == nil {
		next, _ = b.placed(c.placing)
	}
	for _, n := range c.changes {
		if n.From != movegen.NoSquare {
			next.Board[n.From] = movegen.NoPiece
		}
	}
	for _, n := range c.changes {
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

// turn is a symmetry of the board.
type turn uint8

// The turns: bit 2 exchanges files and ranks, then bit 0 reverses the files and bit 1 the ranks.
const (
	Unturned turn = iota
	Mirrored
	Flipped
	HalfTurned
	ReflectedA1H8
	Counterclockwise
	Clockwise
	ReflectedA8H1

	exchanges = ReflectedA1H8
)

var turnNames = [...]string{"", "mirror", "flip", "half turn", "a1-h8", "counterclockwise", "clockwise", "a8-h1"}

// String returns the turn's name in JSON, "" if nothing is turned.
func (t turn) String() string { return turnNames[t] }

// Placing is a place of the whole diagram: turned, and then shifted.
type Placing struct {
	Turn         turn
	Files, Ranks int // to the right and up
}

// goes returns where a square goes. One that leaves the board comes in on the other side, and wraps is true.
func (p Placing) goes(s movegen.Square) (to movegen.Square, wraps bool) {
	file, rank := p.reversed(p.exchanged(s.File(), s.Rank()))
	return onBoard(file+p.Files, rank+p.Ranks)
}

// comes is the inverse of goes.
func (p Placing) comes(s movegen.Square) (from movegen.Square, wraps bool) {
	turned, wraps := onBoard(s.File()-p.Files, s.Rank()-p.Ranks)
	file, rank := p.exchanged(p.reversed(turned.File(), turned.Rank()))
	return movegen.MakeSquare(file, rank), wraps
}

func (p Placing) exchanged(file, rank int) (int, int) {
	if p.Turn&exchanges != 0 {
		return rank, file
	}
	return file, rank
}

func (p Placing) reversed(file, rank int) (int, int) {
	if p.Turn&Mirrored != 0 {
		file = 7 - file
	}
	if p.Turn&Flipped != 0 {
		rank = 7 - rank
	}
	return file, rank
}

func onBoard(file, rank int) (s movegen.Square, wraps bool) {
	return movegen.MakeSquare(file&7, rank&7), (file|rank)&^7 != 0
}

// offBoard marks a plain move whose target is not on the board of the diagram: no other move has this bit.
const offBoard movegen.Move = 1 << 12

// home returns the move of the diagram that corresponds to one of the placed diagram.
func (p Placing) home(m movegen.Move) movegen.Move {
	from, _ := p.comes(m.From())
	to, wraps := p.comes(m.To())
	home := between(m, from, to)
	if wraps && m.Kind() == movegen.Normal {
		home |= offBoard
	}
	return home
}

// away is the inverse of home.
func (p Placing) away(m movegen.Move) movegen.Move {
	from, _ := p.goes(m.From())
	to, _ := p.goes(m.To())
	if m.Kind() == movegen.Normal {
		m &^= offBoard
	}
	return between(m, from, to)
}

// between returns the move with other squares.
func between(m movegen.Move, from, to movegen.Square) movegen.Move {
	return m&^(1<<12-1) | movegen.MakeMove(from, to, movegen.Normal)
}

// placings returns the other places of the diagram that change no locked square, the nearest first.
func (b *board) placings(locked movegen.Bitboard) (all []candidate) {
	seen := map[[64]movegen.Piece]bool{b.men.Board: true}
	for t := Unturned; t <= ReflectedA8H1; t++ {
		for files := -7; files <= 7; files++ {
			for ranks := -7; ranks <= 7; ranks++ {
				c := candidate{placing: Placing{t, files, ranks}}
				men, ok := b.placed(c.placing)
				if !ok || seen[men.Board] || differ(&men, &b.men, locked) {
					continue
				}
				seen[men.Board] = true
				all = append(all, c)
			}
		}
	}
	return all
}

// placed returns the men of the diagram in another place; rights to castle and to capture en passant are lost. ok is
// false if a man would leave the board.
func (b *board) placed(p Placing) (men movegen.Builder, ok bool) {
	men = b.men
	men.Board, men.CastlingRooks, men.EnPassant = [64]movegen.Piece{}, 0, movegen.NoSquare
	for s, man := range b.men.Board {
		if man == movegen.NoPiece {
			continue
		}
		to, leaves := p.goes(movegen.Square(s))
		if leaves {
			return men, false
		}
		men.Board[to] = man
	}
	return men, true
}

// differ reports whether two boards differ on one of the squares.
func differ(a, b *movegen.Builder, squares movegen.Bitboard) bool {
	for squares != 0 {
		if s := squares.Pop(); a.Board[s] != b.Board[s] {
			return true
		}
	}
	return false
}
