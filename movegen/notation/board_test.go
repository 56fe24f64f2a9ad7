package notation

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/golden"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

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

// immortal is the Immortal Game before Black's 22nd move, in Italian letters.
var immortal = []string{
	"t.ar..ct",
	"p..p.pCp",
	"c..A.D..",
	".p.CP..P",
	"......P.",
	"...P....",
	"P.P.R...",
	"d.....a.",
}

func TestTheImmortalGameIsReadFromRowsAndPlayedToItsEnd(t *testing.T) {
	b := must.Get(ParseRows(immortal, Italian))(t)
	if _, _, err := b.Build(movegen.Rules{}); !errors.As(err, new(*movegen.FENError)) {
		t.Errorf("with the opponent in check the error is %v", err)
	}
	b.Side = movegen.Black
	p, warnings, err := b.Build(movegen.Rules{})
	if err != nil || len(warnings) != 0 {
		t.Fatal(err, warnings)
	}
	if want := "r1bk2nr/p2p1pNp/n2B1Q2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 0 1"; p.FEN() != want || b.FEN() != want {
		t.Errorf("the position is %s, the builder's %s, not %s", p.FEN(), b.FEN(), want)
	}
	g := movegen.Referee{}.Start(p)
	for _, text := range []string{"Cf6", "Ae7"} {
		p := g.Position()
		m := must.Get(ParseSAN(&p, text, Italian))(t)
		must.Do(t, g.Play(m))
	}
	if got := g.Outcome(); got != (movegen.Outcome{Result: movegen.WhiteWins, Ending: movegen.Checkmate}) {
		t.Errorf("the outcome is %v", got)
	}
}

// TestRowsMayCastleWithWhatIsAtHome: rows say nothing of castling rights.
func TestRowsMayCastleWithWhatIsAtHome(t *testing.T) {
	for fen, want := range map[string]string{
		"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1": "KQkq",
		"r3k3/8/8/8/8/8/8/4K2R w - - 0 1":   "Kq",
		"r2k3r/8/8/8/8/8/8/RK5R w - - 0 1":  "-",
		"n3k2n/8/8/8/8/8/8/B3K2B w - - 0 1": "-",
	} {
		rows := Rows(new(position(t, fen)), English)
		b := must.Get(ParseRows(rows[:], English))(t)
		if rights := strings.Fields(b.FEN())[2]; rights != want {
			t.Errorf("%s: the rights are %s, not %s", fen, rights, want)
		}
	}
}

// TestRowsAreDrawnOfWhatIsNoPositionYet: a board editor shows boards without kings.
func TestRowsAreDrawnOfWhatIsNoPositionYet(t *testing.T) {
	b := movegen.Builder{EnPassant: movegen.NoSquare, CastlingRooks: ^movegen.Bitboard(0)}
	b.Board[movegen.E1] = movegen.MakePiece(movegen.Black, movegen.Pawn)
	rows := Rows(&b, Italian)
	if want := strings.Repeat("........\n", 7) + "....p..."; strings.Join(rows[:], "\n") != want {
		t.Errorf("got %q", rows)
	}
	if want := "8/8/8/8/8/8/8/4p3 w - - 0 1"; b.FEN() != want {
		t.Errorf("got %s, want %s", b.FEN(), want)
	}
}

func FuzzRows(f *testing.F) {
	f.Add(strings.Join(immortal, "\n"), string(Italian))
	f.Add("rnbqkbnr\npppppppp\n........\n........\n........\n........\nPPPPPPPP\nRNBQKBNR", "KQRBNP")
	f.Add("♜♞♝♛♚♝♞♜\n♟♟♟♟♟♟♟♟\n........\n........\n........\n........\n♙♙♙♙♙♙♙♙\n♖♘♗♕♔♗♘♖", string(Figurine))
	f.Fuzz(func(t *testing.T, text, letters string) {
		rows := strings.Split(text, "\n")
		b, err := ParseRows(rows, PieceLetters(letters))
		if err != nil {
			return
		}
		if again := Rows(&b, PieceLetters(letters)); !slices.Equal(again[:], rows) {
			t.Errorf("%q is written as %q", rows, again)
		}
		if _, _, err := b.Build(movegen.Rules{Composed: true}); err == nil {
			again, err := movegen.ParseFEN(b.FEN())
			if err == nil && again.Builder().Board != b.Board {
				t.Errorf("%q is %s as a FEN", rows, b.FEN())
			}
		}
	})
}

func TestLanguages(t *testing.T) {
	for _, row := range languages {
		for _, text := range []string{row.code, strings.ToUpper(row.code), row.name, strings.ToUpper(row.name[:1]) + row.name[1:], string(row.letters)} {
			if l, err := ParseLanguage(text); l != row.letters || err != nil {
				t.Errorf("%q is %q, %v; want %q", text, l, err, row.letters)
			}
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
	english := [2]string{"White to move", "Black to move"}
	var text strings.Builder
	for _, fen := range []string{movegen.StartFEN, "r1bk2nr/p2p1pNp/n2B1Q2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 0 22"} {
		p := position(t, fen)
		for _, d := range []Diagram{
			{Coords: true, ToMove: english},
			{Coords: true, ToMove: english, Flip: true},
			{Coords: true, ToMove: [2]string{"muove il Bianco", "muove il Nero"}, Letters: Italian},
			{Coords: true, ToMove: english, Letters: Figurine},
			{Coords: true, ToMove: english, Letters: Figurine, Flip: true},
		} {
			below := movegen.White
			if d.Flip {
				below = movegen.Black
			}
			fmt.Fprintf(&text, "%s %q from %v's side (%s)\n----\n%s\n", p.FEN(), d.Letters, below, PieceCount(&p), d.Draw(&p))
		}
	}
	golden.File(t, "testdata/diagrams.txt", text.String())
}

func ExampleDiagram() {
	p, err := movegen.ParseFEN("8/8/8/8/8/k2K4/7Q/8 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(Diagram{Letters: Italian, Coords: true, ToMove: [2]string{"muove il Bianco", "muove il Nero"}}.Draw(&p))
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

// randomRows returns rows of random sets, which may be empty.
func randomRows(random *rand.Rand) PatternRows {
	rows := make(PatternRows, 1+random.IntN(8))
	width := 1 + random.IntN(8)
	for i := range rows {
		for range width {
			set := PatternSet(random.IntN(int(Anything) + 1))
			if random.IntN(2) == 0 {
				set = []PatternSet{Empty, Anything, WhiteMen, BlackMen, 2, Anything &^ 2}[random.IntN(6)]
			}
			rows[i] = append(rows[i], set)
		}
	}
	return rows
}

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		rows := randomRows(random)
		read, err := ParsePattern(rows.String())
		if err != nil || !reflect.DeepEqual(rows, read) {
			t.Fatalf("%s: %v, %v", rows, read, err)
		}
	}
}

func TestFaultsSayWhere(t *testing.T) {
	for _, test := range []struct {
		text   string
		offset int
		says   string
	}{
		{"K/", 2, `row 2, "": there is no square`},
		{"K?/KP?", 3, "3 squares, but 2 in the first row"},
		{"K/x", 2, `row 2, "x": letter 1: expected a man`},
		{"KR[NB", 2, "letter 3: the bracket is not closed"},
		{"KR[]", 2, "nothing is in the brackets"},
		{"*K", 1, "more than eight"},
	} {
		_, err := ParsePattern(test.text)
		var fault *PatternError
		if !errors.As(err, &fault) || fault.Offset != test.offset || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v", test.text, err)
		}
	}
	if _, err := ParsePattern("1/1/1/1/1/1/1/1/1"); err == nil {
		t.Error("nine rows are read")
	}
	must.Get(ParseBoardPattern("*/*/*/*/*/*/*/*"))(t)
}

func TestColoursAreSwappedTwiceIntoTheSame(t *testing.T) {
	for set := range Anything + 1 {
		if set.Swapped().Swapped() != set || set&WhiteMen<<6 != set.Swapped()&BlackMen {
			t.Errorf("%s becomes %s", set, set.Swapped())
		}
	}
}

func TestThePageListsTheLanguages(t *testing.T) {
	page := must.Get(os.ReadFile("../../docs/notations.md"))(t)
	for _, l := range languages {
		if row := fmt.Sprintf("`%s` %s `%s`", l.code, l.name, l.letters); !strings.Contains(string(page), row) {
			t.Errorf("docs/notations.md lacks %s", row)
		}
	}
}

func TestRowFaults(t *testing.T) {
	golden.Cases(t, "testdata/rows.txt", func(args ...string) string {
		_, err := ParseRows(strings.Split(args[0], "\n"), PieceLetters(args[1]))
		return fmt.Sprint(err)
	})
}
