package syzygy_test

import (
	"cmp"
	"slices"

	"alfiere/movegen"
)

// material counts the men of each kind, four bits a kind.
type material uint64

// material returns what the men are.
func (d *diagram) material() (m material) {
	for _, man := range d.all() {
		m += 1 << (4 * (man.piece - 1))
	}
	return m
}

// ending is all positions of a material, in slices.
type ending struct {
	order  []movegen.Piece // kings, pieces, pawns
	free   int             // how many of them are no pawns
	slices [64 * 64]*slice // by the placement of the pawns
}

// slice is the positions of an ending with the same placement of the pawns.
type slice struct {
	ending *ending
	values []value
}

// orientation is how a position is turned into one of an ending: as it stands, or, with
// flip, with the colours exchanged.
type orientation struct {
	ending *ending
	flip   bool
}

// add enters the ending of d.
func (a *analysis) add(d *diagram) orientation {
	e := new(ending)
	for _, m := range d.all() {
		e.order = append(e.order, m.piece)
		if m.piece.Type() != movegen.Pawn {
			e.free++
		}
	}
	slices.SortFunc(e.order, func(p, q movegen.Piece) int {
		return cmp.Or(cmp.Compare(q.Type(), p.Type()), cmp.Compare(p, q))
	})
	flipped := *d
	flipped.flip()
	a.endings[flipped.material()] = orientation{e, true}
	a.endings[d.material()] = orientation{e, false}
	return a.endings[d.material()]
}

// flip exchanges the colours and the sides of the board.
func (d *diagram) flip() {
	d.turn(symmetries[rankMirror])
	d.side = d.side.Other()
	for i := range d.all() {
		d.men[i].piece ^= movegen.MakePiece(movegen.Black, movegen.NoPieceType)
	}
}

// turn puts the men where a symmetry of the board takes them.
func (d *diagram) turn(by *[65]movegen.Square) {
	for i := range d.all() {
		d.men[i].at = by[d.men[i].at]
	}
	d.enPassant = by[d.enPassant]
}

// arrange returns the position as the ending numbers it, with the men in its order, and the
// placement of its pawns: the smaller of two that are mirror images.
func (o orientation) arrange(d *diagram) (diagram, int) {
	from := *d
	if o.flip {
		from.flip()
	}
	here, placement := o.ending.sort(&from)
	if o.ending.free == len(o.ending.order) {
		return here, placement
	}
	mirrored := from
	mirrored.turn(symmetries[fileMirror])
	there, mirroredPlacement := o.ending.sort(&mirrored)
	if mirroredPlacement < placement {
		return there, mirroredPlacement
	}
	return here, placement
}

// sort returns the position with the men in the ending's order, pawns of a colour from
// a1 to h8, and the placement of the pawns.
func (e *ending) sort(d *diagram) (diagram, int) {
	sorted, placement := *d, 0
	var used movegen.Bitboard
	for i, piece := range e.order {
		at := (d.squares(piece) &^ used).LSB()
		used |= at.Bitboard()
		sorted.men[i] = man{piece, at}
		if i >= e.free {
			placement = placement<<6 | int(at)
		}
	}
	return sorted, placement
}

// The symmetries of the board, each as the square that a square goes to.
const (
	fileMirror = 1
	rankMirror = 2
	diagonal   = 4 // a1 to h8 stays
)

var symmetries = func() (all [8]*[65]movegen.Square) {
	for i := range all {
		all[i] = new([65]movegen.Square)
		all[i][movegen.NoSquare] = movegen.NoSquare
		for s := range movegen.NoSquare {
			file, rank := s.File(), s.Rank()
			if i&fileMirror != 0 {
				file = 7 - file
			}
			if i&rankMirror != 0 {
				rank = 7 - rank
			}
			if i&diagonal != 0 {
				file, rank = rank, file
			}
			all[i][s] = movegen.MakeSquare(file, rank)
		}
	}
	return all
}()

// triangle is the ten squares a1, b1, c1, d1, b2, c2, d2, c3, d3, d4, on one of which some
// symmetry brings any square.
var triangle = []movegen.Square{0, 1, 2, 3, 9, 10, 11, 18, 19, 27}

// corner says for each square which symmetry brings it into the triangle, and where there.
var corner = func() (table [64]struct {
	turn     *[65]movegen.Square
	place    int
	diagonal bool
}) {
	for s := range table {
		for _, turn := range symmetries {
			if place := slices.Index(triangle, turn[s]); place >= 0 {
				table[s].turn, table[s].place = turn, place
				table[s].diagonal = turn[s].File() == turn[s].Rank()
			}
		}
	}
	return table
}()

// size returns how many numbers there are for the slice's positions. Without pawns the
// first king's square is one of the triangle.
func (s *slice) size() int {
	if s.pawnless() {
		return 2 * len(triangle) << (6 * (s.ending.free - 1))
	}
	return 2 << (6 * s.ending.free)
}

// pawnless reports whether the eight symmetries hold.
func (s *slice) pawnless() bool { return s.ending.free == len(s.ending.order) }

// index returns the number of a position with men in the ending's order.
func (s *slice) index(d *diagram) int {
	free := d.men[:s.ending.free]
	first := free[0].at
	if !s.pawnless() {
		n := int(first)
		for _, m := range free[1:] {
			n = n<<6 | int(m.at)
		}
		return n<<1 | int(d.side)
	}
	c := &corner[first]
	n, m := c.place, c.place
	other := symmetries[diagonal]
	for _, man := range free[1:] {
		at := c.turn[man.at]
		n = n<<6 | int(at)
		m = m<<6 | int(other[at])
	}
	if c.diagonal { // the reflection is the same position: the smaller number counts
		n = min(n, m)
	}
	return n<<1 | int(d.side)
}

// diagram puts the men where they stand in the position with a number; those that are
// pawns stay. It returns false if the number is not that of a position: two men stand on
// a square, or the position has another number.
func (s *slice) diagram(number int, d *diagram) bool {
	d.side, d.enPassant = movegen.Color(number&1), movegen.NoSquare
	n := number >> 1
	for i := s.ending.free - 1; i > 0; i-- {
		d.men[i].at = movegen.Square(n & 63)
		n >>= 6
	}
	if d.men[0].at = movegen.Square(n); s.pawnless() {
		d.men[0].at = triangle[n]
	}
	both := d.occupied(movegen.White) | d.occupied(movegen.Black)
	return both.Count() == int(d.count) && s.index(d) == number
}
