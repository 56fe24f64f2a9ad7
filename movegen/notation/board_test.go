package notation

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestRowsReadBackInEveryLanguage(t *testing.T) {
	eachPosition(t, 7, scaled(500), append(chess960FENs, standardFENs...), func(p *movegen.Position) {
		for _, l := range allLanguages() {
			rows := Rows(p, l)
			b, err := ParseRows(rows[:], l)
			if err != nil || b.Board != p.Builder().Board {
				t.Fatalf("%s in %q: %q, %v", p.FEN(), l, rows, err)
			}
		}
	})
}

func TestRowsAreThoseOfTheReferee(t *testing.T) {
	eachPosition(t, 8, scaled(500), standardFENs, func(p *movegen.Position) {
		rows := Rows(p, Italian)
		slow, err := p.Rows(movegen.ItalianLetters)
		if err != nil || !slices.Equal(rows[:], slow) {
			t.Fatalf("%q, not %q, %v", rows, slow, err)
		}
		b, err := ParseRows(rows[:], Italian)
		if err != nil {
			t.Fatal(err)
		}
		b.Side = p.Side()
		got, _, err := b.Build(movegen.Rules{Composed: true})
		want, _, wantErr := movegen.Rules{Composed: true}.ParseRows(slow, movegen.ItalianLetters, p.Side())
		if got != want || err != nil || wantErr != nil {
			t.Fatalf("%q gives %s, %v; want %s, %v", rows, got.FEN(), err, want.FEN(), wantErr)
		}
	})
}

func TestTheInitialPositionMayCastle(t *testing.T) {
	b, err := ParseRows([]string{"tcadract", "pppppppp", "........", "........", "........", "........", "PPPPPPPP", "TCADRACT"}, Italian)
	if err != nil {
		t.Fatal(err)
	}
	p, warnings, err := b.Build(movegen.Rules{})
	if p != movegen.StartPosition() || warnings != nil || err != nil {
		t.Errorf("got %s, %v, %v", p.FEN(), warnings, err)
	}
}

func TestRowFaults(t *testing.T) {
	good := Rows(new(movegen.StartPosition()), English)
	with := func(i int, row string) []string {
		rows := slices.Clone(good[:])
		rows[i] = row
		return rows
	}
	for _, c := range []struct {
		name    string
		rows    []string
		l       PieceLetters
		message string
	}{
		{"seven rows", good[:7], English, "board: there must be eight rows"},
		{"a short row", with(2, "......."), "", `board: row 3 must have eight letters, not "......."`},
		{"a letter of another language", with(2, "..D....."), English, `board: row 3: no piece has the letter "D" (KQRBNP, kqrbnp, '.' for an empty square)`},
		{"a figurine", with(7, "RNB♕KBNR"), "", `board: row 8: no piece has the letter "♕" (KQRBNP, kqrbnp, '.' for an empty square)`},
		{"broken UTF-8", with(0, "rnbqkb\xffr"), English, `board: row 1: no piece has the letter "�" (KQRBNP, kqrbnp, '.' for an empty square)`},
		{"no language", good[:], "KKRBNP", ErrLanguage.Error()},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := ParseRows(c.rows, c.l); err == nil || err.Error() != c.message {
				t.Errorf("got %v, want %s", err, c.message)
			}
		})
	}
}

func TestLanguages(t *testing.T) {
	for _, row := range languages {
		for _, text := range []string{row.code, strings.ToUpper(row.code), row.name, strings.ToUpper(row.name[:1]) + row.name[1:], string(row.letters)} {
			if l, err := ParseLanguage(text); l != row.letters || err != nil {
				t.Errorf("%q is %q, %v; want %q", text, l, err, row.letters)
			}
		}
		if !slices.Contains(LanguageNames(), row.name) {
			t.Errorf("%q is not among the names", row.name)
		}
		for _, piece := range pieceOrder {
			if got := row.letters.pieceType(row.letters.Letter(piece)); got != piece {
				t.Errorf("%s: %v has the letter of %v", row.name, piece, got)
			}
		}
	}
	for _, text := range []string{"", "klingon", "KQRBN", "KQRBNPX", "KQRBNN", "kqrbnp", "KQRBN1", "KQRBN.", "♚♛♜♝♞♟", "KQRBN\xff", "KQRBNß", "KQRBNÏ\x00"} {
		if l, err := ParseLanguage(text); !errors.Is(err, ErrLanguage) {
			t.Errorf("%q is taken as %q", text, l)
		}
	}
	if letter := PieceLetters("KQ").Letter(movegen.Pawn); letter != '?' {
		t.Errorf("a missing letter is %q", letter)
	}
}

func TestDiagrams(t *testing.T) {
	var text strings.Builder
	for _, fen := range []string{movegen.StartFEN, "r1bk2nr/p2p1pNp/n2B1Q2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 0 22"} {
		p := position(t, fen)
		for _, d := range []Diagram{
			{},
			{Below: movegen.Black},
			{Letters: Italian, ToMove: [2]string{"muove il Bianco", "muove il Nero"}},
			{Letters: Figurine},
			{Letters: Figurine, Below: movegen.Black},
		} {
			fmt.Fprintf(&text, "%s %q from %v's side (%s)\n----\n%s\n", p.FEN(), d.Letters, d.Below, PieceCount(&p), d.Draw(&p))
		}
	}
	const golden = "testdata/diagrams.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if text.String() != string(want) {
		t.Errorf("the diagrams differ from %s; they are now\n%s", golden, text.String())
	}
}

func ExampleDiagram() {
	p, err := movegen.ParseFEN("8/8/8/8/8/k2K4/7Q/8 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(Diagram{Letters: Italian, ToMove: [2]string{"muove il Bianco", "muove il Nero"}}.Draw(&p))
	// Output:
	// 8  . . . . . . . .
	// 7  . . . . . . . .
	// 6  . . . . . . . .
	// 5  . . . . . . . .
	// 4  . . . . . . . .
	// 3  r . . R . . . .
	// 2  . . . . . . . D
	// 1  . . . . . . . .
	//
	//    a b c d e f g h
	//
	// muove il Bianco
}
