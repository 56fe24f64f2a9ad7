package syzygy

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMaterialsAreThoseOfTheFormat(t *testing.T) {
	for men, want := range map[int]int{3: 5, 4: 30, 5: 110, 6: 365, 7: 1001} {
		if got := len(materials(men)); got != want {
			t.Errorf("%d materials of %d men, want %d", got, men, want)
		}
	}
	if all := materials(4); !slices.Contains(all, "KQvKR") || slices.Contains(all, "KRvKQ") || !slices.Contains(all, "KPPvK") {
		t.Error(all)
	}
}

// The format's own figures for pieces; pawns are counted one by one.
func TestLeadingGroupsHaveTheSizesOfTheFormat(t *testing.T) {
	for name, want := range map[string]uint64{"KQvK": 31332, "KQQvKQQ": 462} {
		men, order := shuffled(name, rand.New(rand.NewPCG(1, 2)))
		if got := newNumbering(men, order, 0).leadSize(); got != want {
			t.Errorf("%s: %d arrangements of the leading group, want %d", name, got, want)
		}
	}
	for pawns, name := range []string{"", "KPvK", "KPPvK", "KPPPvK", "KPPPPvK"} {
		if pawns == 0 {
			continue
		}
		var want [4]uint64
		for set := range choose(48, pawns) {
			numbers := subset(set, pawns)
			if file := pawnSquare(numbers[pawns-1]) % 8; file < 4 {
				want[file]++
			}
		}
		men, order := shuffled(name, rand.New(rand.NewPCG(1, 2)))
		for file := range want {
			if got := newNumbering(men, order, file).leadSize(); got != want[file] {
				t.Errorf("%s on file %d: %d arrangements, want %d", name, file, got, want[file])
			}
		}
	}
}

func TestSubsetsAreCountedInOrder(t *testing.T) {
	number := uint64(0)
	for a := range 20 {
		for b := range a {
			for c := range b {
				if got := subsetNumber([]int{b, c, a}); got != number {
					t.Fatalf("%d %d %d is number %d, want %d", c, b, a, got, number)
				}
				if got := subset(number, 3); !slices.Equal(got, []int{c, b, a}) {
					t.Fatalf("number %d is %v, want %d %d %d", number, got, c, b, a)
				}
				number++
			}
		}
	}
}

// Squares that number makes of a number must give it back: then no two numbers are of the
// same arrangement, and all below size are used.
func TestNumbersAreABijection(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for men := 3; men <= 7; men++ {
		for _, name := range materials(men) {
			for file := range 4 {
				men, order := shuffled(name, rng)
				n := newNumbering(men, order, file)
				if !n.pawns() && file > 0 {
					break
				}
				for range 8 {
					checkNumber(t, name, n, rng.Uint64N(n.size()))
				}
				checkNumber(t, name, n, 0)
				checkNumber(t, name, n, n.size()-1)
			}
		}
	}
	for _, name := range []string{"KQvK", "KPvK"} {
		men, order := shuffled(name, rng)
		for number := range newNumbering(men, order, 0).size() {
			checkNumber(t, name, newNumbering(men, order, 0), number)
		}
	}
}

func checkNumber(t *testing.T, name string, n *numbering, number uint64) {
	t.Helper()
	squares := n.squares(number)
	occupied := map[int]bool{}
	for i, s := range squares {
		if occupied[s] || n.men[i]&7 == codePawn && (s < 8 || s >= 56) {
			t.Fatalf("%s: number %d is impossible: %v", name, number, squares)
		}
		occupied[s] = true
	}
	if got, ok := n.number(squares); !ok || got != number {
		t.Fatalf("%s, groups %v, rising %v: number %d is %v, which is number %d", name, n.groups, n.rising, number, squares, got)
	}
}

// Every legal position has a number, and it belongs to an image of the position.
func TestEveryPositionHasANumber(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for men := 3; men <= 7; men++ {
		for _, name := range materials(men) {
			p := randomPosition(t, name, rng)
			men, order := shuffled(name, rng)
			found := 0
			squares, _ := placed(&p, name, men)
			for file := range 4 {
				n := newNumbering(men, order, file)
				if !n.pawns() && file > 0 {
					break
				}
				number, ok := n.number(squares)
				if !ok {
					continue
				}
				found++
				if number >= n.size() || !sameImage(men, squares, n.squares(number)) {
					t.Fatalf("%s, %v: number %d of %d is %v", name, squares, number, n.size(), n.squares(number))
				}
			}
			if found != 1 {
				t.Fatalf("%s, %v: %d numbers", name, squares, found)
			}
		}
	}
}

// sameImage reports whether a turn of the board brings the men on a to b.
func sameImage(men []byte, a, b []int) bool {
	for turn := range 8 {
		board, other := map[int]byte{}, map[int]byte{}
		same := turn < 2 || men[0]&7 != codePawn
		for i := range men {
			board[turnSquare(a[i], turn)] = men[i]
			other[b[i]] = men[i]
		}
		for s, man := range board {
			same = same && other[s] == man
		}
		if same {
			return true
		}
	}
	return false
}
