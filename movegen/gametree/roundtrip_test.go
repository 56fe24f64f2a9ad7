package gametree

import (
	"bytes"
	"testing"

	"alfiere/movegen"
)

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
