package syzygy

import (
	"slices"
	"sync"
)

// The plain definition of a position's number, independent of the reader's. A man is a
// half-byte of the format: 1 to 6 for pawn to king of the side that the file's name has
// first, 8 more for the other's. Squares are counted from a1 = 0 to h8 = 63.
const (
	codePawn = 1
	codeKing = 6
	codeSide = 8 // added for the second side
)

// numbering says how a part of a table, which is for a side to move and a file of the
// leading pawn, numbers its positions.
type numbering struct {
	men    []byte   // in the order of the file's head
	file   int      // of the leading pawn, 0 to 3; 0 without pawns
	groups []int    // how many men each group has, in the order of men
	rising []int    // the groups, the one whose arrangements change first in front
	sizes  []uint64 // how many arrangements a group has
}

// newNumbering takes the men in the file's order and the two half-bytes of the order: the
// places of the leading group and of the other side's pawns among the groups.
func newNumbering(men []byte, order [2]int, file int) *numbering {
	n := &numbering{men: men, file: file}
	first := 1
	if !n.pawns() {
		first = 2
		if slices.ContainsFunc(men, func(m byte) bool { return m&7 != codeKing && countMan(men, m) == 1 }) {
			first = 3
		}
	} else {
		first = countMan(men, men[0])
	}
	n.groups = []int{first}
	for i := first; i < len(men); i += n.groups[len(n.groups)-1] {
		n.groups = append(n.groups, countMan(men, men[i]))
	}
	plain := 1
	if n.pawnsOfBoth() {
		plain = 2
	}
	for place := range n.groups {
		switch {
		case place == order[0]:
			n.rising = append(n.rising, 0)
		case place == order[1] && n.pawnsOfBoth():
			n.rising = append(n.rising, 1)
		default:
			n.rising = append(n.rising, plain)
			plain++
		}
	}
	before := 0
	for g, k := range n.groups {
		free := 64 - before
		switch {
		case g == 0:
			n.sizes = append(n.sizes, n.leadSize())
		case n.pawnGroup(g):
			n.sizes = append(n.sizes, choose(free-16, k))
		default:
			n.sizes = append(n.sizes, choose(free, k))
		}
		before += k
	}
	return n
}

func countMan(men []byte, man byte) (n int) {
	for _, m := range men {
		if m == man {
			n++
		}
	}
	return n
}

func (n *numbering) pawns() bool       { return n.men[0]&7 == codePawn }
func (n *numbering) pawnsOfBoth() bool { return n.pawns() && len(n.groups) > 1 && n.pawnGroup(1) }
func (n *numbering) pawnGroup(g int) bool {
	return g == 1 && n.men[n.groups[0]]&7 == codePawn
}

// size returns how many numbers there are.
func (n *numbering) size() uint64 {
	size := uint64(1)
	for _, s := range n.sizes {
		size *= s
	}
	return size
}

// number returns the number of the position with the men on squares, in the order of
// n.men. It is not ok if the leading pawn is on another file.
func (n *numbering) number(squares []int) (number uint64, ok bool) {
	turns := 8
	if n.pawns() {
		turns = 2
	}
	for turn := range turns {
		turned := make([]int, len(squares))
		for i, s := range squares {
			turned[i] = turnSquare(s, turn)
		}
		if lead, ok := n.leadNumber(turned[:n.groups[0]]); ok {
			return n.join(lead, turned), true
		}
	}
	return 0, false
}

// turnSquare mirrors a square: 1 exchanges the a- and h-files, 2 the ranks, 4 then the
// files with the ranks.
func turnSquare(s, turn int) int {
	if turn&1 != 0 {
		s ^= 7
	}
	if turn&2 != 0 {
		s ^= 56
	}
	if turn&4 != 0 {
		s = s%8*8 + s/8
	}
	return s
}

// join makes one number of the leading group's and the other groups' arrangements.
func (n *numbering) join(lead uint64, squares []int) (number uint64) {
	arrangements := []uint64{lead}
	start := n.groups[0]
	for g := 1; g < len(n.groups); g++ {
		free := n.freeSquares(g, squares[:start])
		var places []int
		for _, s := range squares[start : start+n.groups[g]] {
			places = append(places, slices.Index(free, s))
		}
		arrangements = append(arrangements, subsetNumber(places))
		start += n.groups[g]
	}
	weight := uint64(1)
	for _, g := range n.rising {
		number += arrangements[g] * weight
		weight *= n.sizes[g]
	}
	return number
}

// squares returns where the men stand in the position with a number: number's inverse.
func (n *numbering) squares(number uint64) (squares []int) {
	arrangements := make([]uint64, len(n.groups))
	for _, g := range n.rising {
		arrangements[g] = number % n.sizes[g]
		number /= n.sizes[g]
	}
	squares = n.leadSquares(arrangements[0])
	for g := 1; g < len(n.groups); g++ {
		free := n.freeSquares(g, squares)
		for _, place := range subset(arrangements[g], n.groups[g]) {
			squares = append(squares, free[place])
		}
	}
	return squares
}

// freeSquares returns the squares on which group g may stand when taken are occupied.
func (n *numbering) freeSquares(g int, taken []int) (free []int) {
	occupied := uint64(0)
	for _, s := range taken {
		occupied |= 1 << s
	}
	if n.pawnGroup(g) {
		occupied |= 0xff000000000000ff
	}
	free = make([]int, 0, 64)
	for s := range 64 {
		if occupied>>s&1 == 0 {
			free = append(free, s)
		}
	}
	return free
}

// subsetNumber returns the place of a set of numbers among the sets of its size: sets with
// a smaller largest member come first, among equal ones those whose rest comes first.
func subsetNumber(members []int) (number uint64) {
	members = slices.Sorted(slices.Values(members))
	for i, m := range members {
		number += choose(m, i+1)
	}
	return number
}

// subset returns the members of the k-set with a number, rising.
func subset(number uint64, k int) []int {
	if k == 0 {
		return nil
	}
	largest := k - 1
	for choose(largest+1, k) <= number {
		largest++
	}
	return append(subset(number-choose(largest, k), k-1), largest)
}

// choose returns in how many ways k of n can be chosen, by Pascal's triangle.
func choose(n, k int) uint64 { return pascal()[n][k] }

var pascal = sync.OnceValue(func() *[65][8]uint64 {
	triangle := new([65][8]uint64)
	for n := range triangle {
		triangle[n][0] = 1
		for k := 1; k < 8 && n > 0; k++ {
			triangle[n][k] = triangle[n-1][k-1] + triangle[n-1][k]
		}
	}
	return triangle
})

// leadSize returns how many arrangements the leading group has.
func (n *numbering) leadSize() (size uint64) {
	if !n.pawns() {
		return uint64(len(leadingPieces()[n.groups[0]-2].squares))
	}
	for rank := 1; rank <= 6; rank++ {
		size += choose(pawnNumber(rank*8+n.file), n.groups[0]-1)
	}
	return size
}

// leadNumber returns the number of the leading group's arrangement, if it is one that is
// counted and not one's mirror image.
func (n *numbering) leadNumber(squares []int) (number uint64, ok bool) {
	if !n.pawns() {
		number, ok := leadingPieces()[len(squares)-2].numbers[[3]int(append(slices.Clone(squares), 0)[:3])]
		return number, ok
	}
	var numbers []int
	for _, s := range squares {
		numbers = append(numbers, pawnNumber(s))
	}
	slices.Sort(numbers)
	leader, rest := pawnSquare(numbers[len(numbers)-1]), numbers[:len(numbers)-1]
	if leader%8 != n.file {
		return 0, false
	}
	for rank := 1; rank < leader/8; rank++ {
		number += choose(pawnNumber(rank*8+n.file), len(rest))
	}
	return number + subsetNumber(rest), true
}

// leadSquares is the inverse of leadNumber.
func (n *numbering) leadSquares(number uint64) (squares []int) {
	if !n.pawns() {
		return slices.Clone(leadingPieces()[n.groups[0]-2].squares[number])
	}
	rest := n.groups[0] - 1
	leader := 8 + n.file
	for ; number >= choose(pawnNumber(leader), rest); leader += 8 {
		number -= choose(pawnNumber(leader), rest)
	}
	squares = []int{leader}
	for _, m := range subset(number, rest) {
		squares = append(squares, pawnSquare(m))
	}
	return squares
}

// pawnOrder has the squares of pawns from the edges to the middle: a2, h2, a3, h3 … e7.
var pawnOrder = sync.OnceValue(func() (squares []int) {
	for file := range 4 {
		for rank := 1; rank <= 6; rank++ {
			squares = append(squares, rank*8+file, rank*8+7-file)
		}
	}
	return squares
})

// pawnNumber counts a pawn's square down from a2 = 47; it is how many stand behind it in
// pawnOrder. The leading pawn is the one with the largest.
func pawnNumber(s int) int { return 47 - slices.Index(pawnOrder(), s) }
func pawnSquare(n int) int { return pawnOrder()[47-n] }

// arrangements lists the ways to place a leading group, one of each eight images.
type arrangements struct {
	squares [][]int
	numbers map[[3]int]uint64
}

func (a *arrangements) add(squares ...int) {
	a.numbers[[3]int(append(slices.Clone(squares), 0)[:3])] = uint64(len(a.squares))
	a.squares = append(a.squares, squares)
}

// leadingPieces lists the arrangements of two kings, and of three different men.
var leadingPieces = sync.OnceValue(func() [2]*arrangements {
	kings := &arrangements{numbers: map[[3]int]uint64{}}
	three := &arrangements{numbers: map[[3]int]uint64{}}
	side, diagonal := func(s int) int { return s/8 - s%8 }, []int{0, 9, 18, 27, 36, 45, 54, 63}
	var triangle, lower, all []int // below the long diagonal: of the corner, of the board
	for s := range 64 {
		all = append(all, s)
		if side(s) < 0 {
			lower = append(lower, s)
			if s%8 < 4 && s/8 < 4 {
				triangle = append(triangle, s)
			}
		}
	}
	near := func(a, b int) bool { return max(a/8-b/8, b/8-a/8, a%8-b%8, b%8-a%8) <= 1 }
	place := func(firsts, seconds, thirds []int) {
		for _, a := range firsts {
			for _, b := range seconds {
				if thirds == nil && !near(a, b) {
					kings.add(a, b)
				}
				for _, c := range thirds {
					if a != b && a != c && b != c {
						three.add(a, b, c)
					}
				}
			}
		}
	}
	place(triangle, all, nil)
	place(diagonal[:4], lower, nil)
	place(diagonal[:4], diagonal, nil)
	place(triangle, all, all)
	place(diagonal[:4], lower, all)
	place(diagonal[:4], diagonal, lower)
	place(diagonal[:4], diagonal, diagonal)
	return [2]*arrangements{kings, three}
})
