package neighbour

import "alfiere/movegen"

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
				c := candidate{placing: Placing{t, files, ranks}, whole: true}
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
