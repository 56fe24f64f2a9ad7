package gametree

import (
	"bytes"
	"strings"
	"testing"

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
		rows, err := Table(tree)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fromTable(rows, lenient); err != nil {
			t.Fatal(err)
		}
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
