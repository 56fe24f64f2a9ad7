package syzygy

import (
	"math"
	"slices"
	"sync"

	"alfiere/movegen"
)

// How positions are numbered. The pieces of a table are in groups. The first group has its own table of numbers:
// without pawns it is three different pieces, or the two kings if no other piece is the only one of its kind; with
// pawns it is the pawns of one side. Then come the pawns of the other side, then groups of equal pieces. A group of n
// equal pieces has as many numbers as there are ways to choose n of the remaining squares.
//
// Symmetry saves space: without pawns the first piece is in the triangle a1-d1-d4, and if it is on the diagonal, the
// first of its group off the diagonal is below it; with pawns the leading one is on the files a to d.

// leadingThree is the number of ways to place three different pieces, including touching kings, up to symmetry: 6*63*62
// with the first below the diagonal, 4*28*62 with the first on it, 4*7*28 with two, 4*7*6 with all three.
const leadingThree = 6*63*62 + 4*28*62 + 4*7*28 + 4*7*6

// leadingKings is the same for two kings that do not touch.
const leadingKings = 462

// numbers are the tables of numbers, computed once.
type numbers struct {
	choose   [maxPieces][64]uint64 // number of ways to choose n of m squares
	triangle [64]uint8             // of the squares a1-d1-d4: those below the diagonal, then those on it
	below    [64]uint8             // of the 28 squares below the long diagonal
	kings    [10][64]uint16        // of two kings, the first by its number in the triangle

	pawn     [64]uint8                 // of squares for pawns, those of a leading one highest
	leading  [maxPieces - 1][64]uint32 // by the number of leading pawns and the square of the first: the numbers before it
	leadSize [maxPieces - 1][4]uint32  // how many numbers leading pawns have, by the file of the first
}

// number is made by makeNumbers, which Open calls.
var number *numbers

var makeNumbers = sync.OnceFunc(func() {
	n := new(numbers)
	for of := range 64 {
		n.choose[0][of] = 1
		for count := 1; count < maxPieces && count <= of; count++ {
			n.choose[count][of] = n.choose[count-1][of-1] + n.choose[count][of-1]
		}
	}
	n.numberTriangle()
	n.numberKings()
	n.numberPawns()
	number = n
})

// beside returns 0 on the diagonal a1-h8, a positive number above it, a negative below.
func beside(s movegen.Square) int { return s.Rank() - s.File() }

func (n *numbers) numberTriangle() {
	var below, triangle, diagonal uint8
	diagonal = 6
	for s := movegen.A1; s <= movegen.H8; s++ {
		inside := s.File() < 4 && s.Rank() < 4
		switch {
		case beside(s) < 0:
			n.below[s] = below
			below++
			if inside {
				n.triangle[s] = triangle
				triangle++
			}
		case beside(s) == 0 && inside:
			n.triangle[s] = diagonal
			diagonal++
		}
	}
}

// numberKings numbers the pairs of kings by the first one's number, those with both on the diagonal last.
func (n *numbers) numberKings() {
	var next uint16
	for _, both := range [...]bool{false, true} {
		for first := range uint8(10) {
			a := movegen.Square(slices.Index(n.triangle[:], first))
			if first == 0 {
				a = movegen.B1 // the index of the first zero is that of a square outside
			}
			for b := movegen.A1; b <= movegen.H8; b++ {
				onDiagonal := beside(a) == 0 && beside(b) == 0
				if a == b || movegen.KingAttacks(a).Has(b) || beside(a) == 0 && beside(b) > 0 || onDiagonal != both {
					continue
				}
				n.kings[first][b] = next
				next++
			}
		}
	}
}

// numberPawns numbers the squares for pawns from 47 down, file by file from the edges to the centre and up each file, a
// square and its mirror image together. The leading pawn is the one with the highest number, so that the other pawns
// are chosen from the squares with lower numbers.
func (n *numbers) numberPawns() {
	next := uint8(47)
	for file := range 4 {
		for rank := 1; rank < 7; rank++ {
			n.pawn[movegen.MakeSquare(file, rank)] = next
			n.pawn[movegen.MakeSquare(7-file, rank)] = next - 1
			next -= 2
		}
	}
	for count := 1; count < maxPieces-1; count++ {
		for file := range 4 {
			size := uint64(0)
			for rank := 1; rank < 7; rank++ {
				s := movegen.MakeSquare(file, rank)
				n.leading[count][s] = uint32(size)
				size += n.choose[count-1][n.pawn[s]]
			}
			n.leadSize[count][file] = uint32(size)
		}
	}
}

// arrangement is the numbering of the pieces in one part of a table: for a side to move
// and, with pawns, a file of the leading one.
type arrangement struct {
	pieces [maxPieces]movegen.Piece // in the order of their groups
	groups int
	length [maxPieces]int    // pieces in each group
	factor [maxPieces]uint64 // by which the group's number is multiplied
	size   uint64            // positions numbered
}

// newArrangement joins pieces to groups. order has the turns of the first group and of the other side's pawns; the
// other groups follow one another. ok is false if there is no such order, or there are too many positions to number.
func newArrangement(s *shape, pieces [maxPieces]movegen.Piece, order [2]int, file int) (a arrangement, ok bool) {
	a.pieces = pieces
	a.join(s)
	free, next := 64-a.length[0], 1
	if s.pawns[1] > 0 {
		free, next = free-a.length[1], 2
	}
	a.size = 1
	for turn := 0; next < a.groups || turn <= max(order[0], order[1]); turn++ {
		var ways uint64
		switch {
		case turn == order[0]:
			a.factor[0], ways = a.size, s.leadingWays(a.length[0], file)
		case s.pawns[1] > 0 && turn == order[1]:
			a.factor[1], ways = a.size, number.choose[a.length[1]][48-a.length[0]]
		case next < a.groups:
			a.factor[next], ways = a.size, number.choose[a.length[next]][free]
			free -= a.length[next]
			next++
		default:
			return a, false // a turn without a group
		}
		if a.size > math.MaxInt64/max(ways, 1) {
			return a, false
		}
		a.size *= ways
	}
	return a, a.factor[0] > 0 && (s.pawns[1] == 0 || a.factor[1] > 0)
}

// join counts the pieces of each group.
func (a *arrangement) join(s *shape) {
	leading := 2
	switch {
	case s.hasPawns():
		leading = s.pawns[0]
	case s.unique:
		leading = 3
	}
	a.length[0], a.groups = leading, 1
	for i := leading; i < s.pieces; i++ {
		if i > leading && a.pieces[i] == a.pieces[i-1] {
			a.length[a.groups-1]++
		} else {
			a.length[a.groups] = 1
			a.groups++
		}
	}
}

// leadingWays returns how many numbers the first group has.
func (s *shape) leadingWays(length, file int) uint64 {
	switch {
	case s.hasPawns():
		return uint64(number.leadSize[length][file])
	case s.unique:
		return leadingThree
	}
	return leadingKings
}

// placement holds the squares of the pieces of a position, turned as the table requires.
type placement struct {
	squares [maxPieces]movegen.Square
	pieces  [maxPieces]movegen.Piece
	pawns   int // of the side that leads: they come first, the leading one at the front
	count   int
}

// place takes the pieces of p, with colours exchanged and ranks mirrored if turned is set.
func (s *shape) place(p *movegen.Position, turned bool) (at placement) {
	var flip movegen.Square
	var swap movegen.Color
	if turned {
		flip, swap = 56, 1
	}
	var leading movegen.Bitboard
	if s.hasPawns() {
		leading = p.Pieces(s.leader^swap, movegen.Pawn)
		at.pawns = leading.Count()
		for rest := leading; rest != 0; at.count++ {
			at.squares[at.count] = rest.Pop() ^ flip
			at.pieces[at.count] = movegen.MakePiece(s.leader, movegen.Pawn)
		}
		at.leadPawn()
	}
	for rest := p.Occupied() &^ leading; rest != 0; at.count++ {
		square := rest.Pop()
		piece := p.PieceAt(square)
		at.squares[at.count] = square ^ flip
		at.pieces[at.count] = movegen.MakePiece(piece.Color()^swap, piece.Type())
	}
	return at
}

// leadPawn puts the leading pawn at the front.
func (at *placement) leadPawn() {
	best := 0
	for i := 1; i < at.pawns; i++ {
		if number.pawn[at.squares[i]] > number.pawn[at.squares[best]] {
			best = i
		}
	}
	at.squares[0], at.squares[best] = at.squares[best], at.squares[0]
}

// file returns the file of the leading pawn, seen from the nearer edge; 0 without pawns.
func (at *placement) file() int {
	if at.pawns == 0 {
		return 0
	}
	return min(at.squares[0].File(), 7-at.squares[0].File())
}

// index returns the number of the position, and puts the pieces into the table's order.
func (a *arrangement) index(s *shape, at *placement) uint64 {
	at.arrange(a)
	if at.squares[0].File() > 3 {
		at.turn(7)
	}
	var total uint64
	switch {
	case s.hasPawns():
		total = at.leadingPawnsNumber()
	default:
		if at.squares[0].Rank() > 3 {
			at.turn(56)
		}
		at.reflect(a.length[0])
		if s.unique {
			total = at.threeNumber()
		} else {
			total = uint64(number.kings[number.triangle[at.squares[0]]][at.squares[1]])
		}
	}
	total *= a.factor[0]
	first := a.length[0]
	for group := 1; group < a.groups; group++ {
		last := first + a.length[group]
		skip := 0
		if group == 1 && s.pawns[1] > 0 {
			skip = 8 // pawns cannot be on the first rank
		}
		total += at.groupNumber(first, last, skip) * a.factor[group]
		first = last
	}
	return total
}

// arrange puts the pieces into the order of the table; leading pawns already are.
func (at *placement) arrange(a *arrangement) {
	for i := at.pawns; i < at.count-1; i++ {
		for j := i; j < at.count; j++ {
			if at.pieces[j] == a.pieces[i] {
				at.pieces[i], at.pieces[j] = at.pieces[j], at.pieces[i]
				at.squares[i], at.squares[j] = at.squares[j], at.squares[i]
				break
			}
		}
	}
}

// turn mirrors the board: 7 exchanges the files, 56 the ranks.
func (at *placement) turn(mirror movegen.Square) {
	for i := range at.squares[:at.count] {
		at.squares[i] ^= mirror
	}
}

// reflect exchanges files and ranks if the first piece of the leading group off the diagonal is above it.
func (at *placement) reflect(leading int) {
	for i := range at.squares[:leading] {
		switch side := beside(at.squares[i]); {
		case side < 0:
			return
		case side > 0:
			for j := range at.squares[:at.count] {
				s := at.squares[j]
				at.squares[j] = s>>3 | s&7<<3
			}
			return
		}
	}
}

// leadingPawnsNumber numbers the leading pawns: the first by its square, the rest as a
// choice of the squares with smaller numbers.
func (at *placement) leadingPawnsNumber() uint64 {
	pawns := at.squares[:at.pawns]
	total := uint64(number.leading[at.pawns][pawns[0]])
	for i := 2; i < len(pawns); i++ { // the other pawns by their numbers, smallest first
		for j := i; j > 1 && number.pawn[pawns[j]] < number.pawn[pawns[j-1]]; j-- {
			pawns[j], pawns[j-1] = pawns[j-1], pawns[j]
		}
	}
	for i, s := range pawns[1:] {
		total += number.choose[i+1][number.pawn[s]]
	}
	return total
}

// after returns 1 if b comes after a in the order of squares, because b's number counts only the squares other than a.
func after(b, a movegen.Square) uint64 {
	if b > a {
		return 1
	}
	return 0
}

// threeNumber numbers three different pieces.
func (at *placement) threeNumber() uint64 {
	a, b, c := at.squares[0], at.squares[1], at.squares[2]
	second := uint64(b) - after(b, a)
	third := uint64(c) - after(c, a) - after(c, b)
	switch {
	case beside(a) != 0:
		return (uint64(number.triangle[a])*63+second)*62 + third
	case beside(b) != 0:
		return (6*63+uint64(a.Rank())*28+uint64(number.below[b]))*62 + third
	}
	second = uint64(b.Rank()) - after(b, a)
	if beside(c) != 0 {
		return 6*63*62 + 4*28*62 + (uint64(a.Rank())*7+second)*28 + uint64(number.below[c])
	}
	third = uint64(c.Rank()) - after(c, a) - after(c, b)
	return 6*63*62 + 4*28*62 + 4*7*28 + (uint64(a.Rank())*7+second)*6 + third
}

// groupNumber numbers equal pieces as a choice of the squares that earlier pieces leave free.
func (at *placement) groupNumber(first, last, skip int) (total uint64) {
	group := at.squares[first:last]
	for i := 1; i < len(group); i++ {
		for j := i; j > 0 && group[j] < group[j-1]; j-- {
			group[j], group[j-1] = group[j-1], group[j]
		}
	}
	for i, s := range group {
		left := int(s) - skip
		for _, before := range at.squares[:first] {
			if before < s {
				left--
			}
		}
		total += number.choose[i+1][left&63]
	}
	return total
}
