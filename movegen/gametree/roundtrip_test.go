package gametree

import (
	"bytes"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// checkTree holds a tree that was read against the rules and writes it in all notations.
func checkTree(t *testing.T, tree *Tree, l Letters) {
	t.Helper()
	for n, p := range tree.Walk() {
		if !p.IsLegal(tree.Move(n)) {
			t.Fatalf("%v is not legal in %s", tree.Move(n), p.FEN())
		}
	}
	missing := 0
	for n := Node(0); int(n) <= tree.Len(); n++ {
		missing += tree.Missing(n)
	}
	if tree.Len() > 200 || missing > 20000 {
		return // many place-holders in many generations
	}
	text, _, _ := written(t, tree, l)
	back, _, err := ReadText(strings.NewReader(text), Reading{Rules: lenient})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if again, _, _ := written(t, back, l); again != text && tree.Len() > 0 {
		t.Fatalf("%s\nis written again as\n%s", text, again)
	}
}

func FuzzReadText(f *testing.F) {
	rng := newRand(3)
	for range 8 {
		text, _, _ := written(f, randomTree(f, rng, 12), Italian)
		f.Add(text)
	}
	f.Add("P z 99 52 54")
	f.Add("2 P z 1 52 54 -1 0")
	f.Add("-ZYXWVUTSR FCADIACF 0 -1 00")
	f.Fuzz(func(t *testing.T, text string) {
		if tree, l, err := ReadText(strings.NewReader(text), Reading{Rules: lenient}); err == nil {
			checkTree(t, tree, l)
		}
	})
}

func FuzzReadNumeric(f *testing.F) {
	rng := newRand(4)
	for range 8 {
		_, numeric, _ := written(f, randomTree(f, rng, 12), Italian)
		f.Add(numeric)
	}
	f.Add("20546520 10556571 -10000001")
	f.Fuzz(func(t *testing.T, text string) {
		if tree, err := ReadNumeric(strings.NewReader(text), lenient); err == nil {
			checkTree(t, tree, English)
		}
	})
}

func FuzzReadTable(f *testing.F) {
	rng := newRand(5)
	for range 8 {
		_, _, table := written(f, randomTree(f, rng, 12), Italian)
		f.Add(table)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := ReadTable(strings.NewReader(text), lenient)
		if err != nil {
			return
		}
		checkTree(t, tree, German)
		rows := must.Get(Table(tree))(t)
		must.Get(fromTable(rows, lenient))(t)
	})
}

func FuzzParseBoard(f *testing.F) {
	start := movegen.StartPosition()
	for _, l := range []Letters{Italian, English, German, "zRDTACPIFM"} {
		f.Add(strings.Join(BoardStrings(&start, l), " "), true)
	}
	f.Add(".RDTACPIFM r....... ........ ........ ...mP... ........ ........ ........ R.......", false)
	f.Fuzz(func(t *testing.T, text string, black bool) {
		side := movegen.White
		if black {
			side = movegen.Black
		}
		b, err := ParseBoard(text, lenient, side)
		if err != nil {
			return
		}
		lines := BoardStrings(&b.Position, b.Letters)
		back, err := ParseBoard(strings.Join(lines, "\n"), lenient, b.Position.Side())
		if err != nil || back.Position != b.Position {
			t.Fatalf("%q: %v", lines, err)
		}
		fen := b.Position.FEN()
		if p, _, err := lenient.ParseFEN(fen); err != nil || p != b.Position {
			t.Fatalf("%s: %v", fen, err)
		}
		if !bytes.ContainsAny([]byte(fen), "Kk") {
			t.Fatal(fen)
		}
	})
}

// scaled returns n, or 20 n for a long run.
func scaled(n int) int { return effort.Of(20*n, n, n) }

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x74726565)) }

// lenient takes every position that a test may want.
var lenient = movegen.Rules{Chess960: true, Composed: true}

// startFENs are positions from which random trees soon meet castling, promotion to every
// piece, en passant, mates and stalemates.
var startFENs = []string{
	movegen.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"r3k2r/8/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1",
	"7k/5Q2/8/8/8/8/8/K6R b - - 0 1",
	"k7/2Q5/8/8/8/8/8/K7 w - - 0 1",
	"1rk3r1/p6p/8/8/8/8/P6P/1RK3R1 w KQkq - 0 1",
	"5rkr/p6p/8/8/8/8/P6P/5RKR w KQkq - 0 1",
	"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 1",
}

func position(t testing.TB, fen string) movegen.Position {
	t.Helper()
	return must.First(lenient.ParseFEN(fen))(t)
}

// randomTree returns a tree of some moves with ends and announced replies.
func randomTree(t testing.TB, rng *rand.Rand, moves int) *Tree {
	tree := New(position(t, startFENs[rng.IntN(len(startFENs))]))
	n := Root
	for range moves {
		p := tree.Position(n)
		legal := p.Moves()
		if len(legal) == 0 {
			tree.SetEnded(n, rng.IntN(2) == 0)
			n = Node(rng.IntN(tree.Len() + 1))
			continue
		}
		m := legal[rng.IntN(len(legal))]
		child := tree.Find(n, m)
		if child == Root {
			child = tree.Add(n, m)
			tree.Announce(child, 1+rng.IntN(2)*rng.IntN(3))
		}
		if n = child; rng.IntN(25) == 0 {
			tree.SetEnded(n, true) // somebody resigns
		}
		if rng.IntN(4) == 0 {
			n = Node(rng.IntN(tree.Len() + 1))
		}
	}
	return tree
}

// markEnds marks the leaves without legal moves as ended.
func markEnds(t *Tree) {
	for n := Node(1); int(n) <= t.Len(); n++ {
		if p := t.Position(n); !p.HasLegalMove() {
			t.SetEnded(n, true)
			t.Announce(n, 1)
		}
	}
}

// generations yields the generations of moves, the first moves first. Within one, the children of a parent are
// consecutive and in their parents' order. The slice is overwritten by the step after the next.
func generations(t *Tree) iter.Seq[[]Node] {
	return func(yield func([]Node) bool) {
		current, spare := []Node{Root}, []Node(nil)
		for {
			spare = spare[:0]
			for _, parent := range current {
				for n := range t.Children(parent) {
					spare = append(spare, n)
				}
			}
			if len(spare) == 0 || !yield(spare) {
				return
			}
			current, spare = spare, current
		}
	}
}

// shape describes a tree in all that the notations of this package keep of it.
func shape(t *Tree) string {
	var b strings.Builder
	for generation := range generations(t) {
		for _, n := range generation {
			b.WriteString(t.Move(n).String())
			b.WriteByte(" :/"[max(btoi(t.Ended(n)), 2*btoi(t.Missing(n) > 0))])
			b.WriteString(strings.Repeat("+", t.Announced(n)))
		}
		b.WriteByte('\n')
	}
	if t.Ended(Root) {
		b.WriteString("ended")
	}
	return b.String() + strings.Repeat("-", t.Missing(Root))
}

// sameStart reports whether two positions are the same but for their counters.
func sameStart(a, b movegen.Position) bool {
	a.SetCounters(0, 1)
	b.SetCounters(0, 1)
	return a == b
}

// written returns the tree in each notation.
func written(t testing.TB, tree *Tree, l Letters) (text, numeric, table string) {
	t.Helper()
	var b [3]bytes.Buffer
	for i, err := range []error{WriteText(&b[0], tree, l), WriteNumeric(&b[1], tree), WriteTable(&b[2], tree)} {
		if err != nil {
			t.Fatal(i, err)
		}
	}
	return b[0].String(), b[1].String(), b[2].String()
}

// reread reads each notation back and compares it with the tree.
func reread(t testing.TB, tree *Tree, l Letters) {
	t.Helper()
	text, numeric, table := written(t, tree, l)
	start := tree.Start()
	fromText, letters, err := ReadText(bytes.NewBufferString(text), Reading{Rules: lenient})
	if err != nil || letters != l {
		t.Fatalf("%s: %q, %v\n%s", start.FEN(), letters, err, text)
	}
	fromNumeric, err := ReadNumeric(bytes.NewBufferString(numeric), lenient)
	if err != nil {
		t.Fatalf("%s: %v\n%s", start.FEN(), err, numeric)
	}
	fromTable, err := ReadTable(bytes.NewBufferString(table), lenient)
	if err != nil {
		t.Fatalf("%s: %v\n%s", start.FEN(), err, table)
	}
	markEnds(tree)
	want := shape(tree)
	for i, back := range []*Tree{fromText, fromNumeric, fromTable} {
		text2, numeric2, table2 := written(t, back, l)
		markEnds(back)
		if got := shape(back); got != want {
			t.Fatalf("notation %d of %s:\n%s\nnot\n%s\n%s", i, start.FEN(), got, want, text)
		}
		backStart := back.Start()
		if i == 0 && tree.Len() > 0 && !sameStart(start, backStart) {
			t.Fatalf("%s, not %s\n%s", backStart.FEN(), start.FEN(), text)
		}
		if i == 0 && tree.Len() > 0 && text2 != text || numeric2 != numeric || table2 != table {
			t.Fatalf("notation %d is written again as\n%s\nnot\n%s", i, text2, text)
		}
	}
}

func TestTextNumbersAndTableGiveTheTreeBack(t *testing.T) {
	rng := newRand(1)
	letters := []Letters{Italian, English, German, "-ZYXWVUTSR"}
	for i := range scaled(150) {
		tree := randomTree(t, rng, rng.IntN(80))
		reread(t, tree, letters[i%len(letters)])
	}
}

func TestBoardStringsAndFENsGiveEachOtherBack(t *testing.T) {
	rng := newRand(2)
	for range scaled(40) {
		tree := randomTree(t, rng, 60)
		for n := Node(0); int(n) <= tree.Len(); n++ {
			p := tree.Position(n)
			for _, l := range []Letters{Italian, English, German} {
				lines := BoardStrings(&p, l)
				text := ""
				for _, line := range lines {
					text += line + " "
				}
				b, err := ParseBoard(text, lenient, p.Side())
				if err != nil || !sameStart(p, b.Position) || b.Letters != l || b.SideKnown != (p.EnPassant() != movegen.NoSquare) {
					t.Fatalf("%q gives %s, %v; want %s", lines, b.Position.FEN(), err, p.FEN())
				}
			}
		}
	}
}

func TestRandomTreesMeetEveryKindOfMove(t *testing.T) {
	rng := newRand(1)
	kinds := map[movegen.MoveKind]int{}
	promotions := map[movegen.PieceType]int{}
	mates, stalemates := 0, 0
	for range 150 {
		tree := randomTree(t, rng, 120)
		for n, p := range tree.Walk() {
			m := tree.Move(n)
			kinds[m.Kind()]++
			promotions[m.PromotionType()]++
			if after := p.After(m); !after.HasLegalMove() {
				if after.InCheck() {
					mates++
				} else {
					stalemates++
				}
			}
		}
	}
	if len(kinds) != 4 || len(promotions) != 5 || mates == 0 || stalemates == 0 {
		t.Errorf("kinds %v, promotions %v, %d mates, %d stalemates", kinds, promotions, mates, stalemates)
	}
}
