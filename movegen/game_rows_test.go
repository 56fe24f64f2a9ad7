package movegen_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
)

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
	g, warnings, err := movegen.Referee{}.StartRows(immortal, movegen.ItalianLetters, movegen.Black)
	if err != nil || len(warnings) != 0 {
		t.Fatal(err, warnings)
	}
	p := g.Position()
	if want := "r1bk2nr/p2p1pNp/n2B1Q2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 0 1"; p.FEN() != want {
		t.Errorf("the position is %s, not %s", p.FEN(), want)
	}
	if !g.InCheck() {
		t.Error("Black is not in check")
	}
	playAll(t, g, "g8f6", "d6e7")
	if got := g.Outcome(); got != (movegen.Outcome{Result: movegen.WhiteWins, Ending: movegen.Checkmate}) {
		t.Errorf("the outcome is %v", got)
	}
	if winner, ok := g.Outcome().Winner(); !ok || winner != movegen.White {
		t.Errorf("the winner is %v, %v", winner, ok)
	}
}

func TestTheInitialPositionFromRowsIsTheInitialPosition(t *testing.T) {
	start := movegen.StartPosition()
	for _, letters := range []movegen.Letters{movegen.EnglishLetters, movegen.ItalianLetters, "KDTLSB"} {
		rows, err := start.Rows(letters)
		if err != nil {
			t.Fatal(err)
		}
		got, warnings, err := movegen.Rules{}.ParseRows(rows, letters, movegen.White)
		if err != nil || len(warnings) != 0 || got != start {
			t.Errorf("%s: %s, %v, %v", letters, got.FEN(), warnings, err)
		}
	}
}

func TestRowsMayCastleWithWhatIsAtHome(t *testing.T) {
	for fen, want := range map[string]string{
		"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1": "KQkq",
		"r3k3/8/8/8/8/8/8/4K2R w - - 0 1":   "Kq",
		"r2k3r/8/8/8/8/8/8/RK5R w - - 0 1":  "-",
		"n3k2n/8/8/8/8/8/8/B3K2B w - - 0 1": "-",
	} {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := p.Rows(movegen.EnglishLetters)
		got, _, err := movegen.Rules{}.ParseRows(rows, movegen.EnglishLetters, p.Side())
		if err != nil {
			t.Fatal(err)
		}
		if rights := strings.Fields(got.FEN())[2]; rights != want {
			t.Errorf("%s: the rights are %s, not %s", fen, rights, want)
		}
	}
}

func TestRowsThatAreNoBoardAreRefused(t *testing.T) {
	change := func(row int, text string) []string {
		rows := slices.Clone(immortal)
		rows[row] = text
		return rows
	}
	tests := []struct {
		name string
		rows []string
		want movegen.RowError
	}{
		{"no rows", nil, movegen.RowError{Square: movegen.NoSquare}},
		{"seven rows", immortal[:7], movegen.RowError{Square: movegen.NoSquare}},
		{"nine rows", append(slices.Clone(immortal), "........"), movegen.RowError{Square: movegen.NoSquare}},
		{"an empty row", change(3, ""), movegen.RowError{Row: 4, Square: movegen.NoSquare}},
		{"a row of nine", change(7, "d.....a.."), movegen.RowError{Row: 8, Square: movegen.NoSquare, Text: "d.....a.."}},
		{"a long row", change(7, strings.Repeat(".", 1000)), movegen.RowError{Row: 8, Square: movegen.NoSquare, Text: "............"}},
		{"an English letter", change(0, "t.ak..ct"), movegen.RowError{Row: 1, Square: 59, Text: "k"}},
		{"a digit", change(2, "c..A1D.."), movegen.RowError{Row: 3, Square: 44, Text: "1"}},
		{"a zero byte", change(2, "c..A\x00D.."), movegen.RowError{Row: 3, Square: 44, Text: "\x00"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g, _, err := movegen.Referee{}.StartRows(test.rows, movegen.ItalianLetters, movegen.Black)
			test.want.Known = movegen.ItalianLetters
			var rowError *movegen.RowError
			if g != nil || !errors.As(err, &rowError) || *rowError != test.want || err.Error() == "" {
				t.Errorf("the error is %#v, not %#v", err, test.want)
			}
		})
	}
	if _, _, err := (movegen.Referee{}).StartRows(immortal, movegen.ItalianLetters, movegen.White); !errors.As(err, new(*movegen.FENError)) {
		t.Errorf("with the opponent in check the error is %v", err)
	}
	p := movegen.StartPosition()
	for _, letters := range []movegen.Letters{"", "KQRBN", "KQRBNPX", "KQRBNK", "kqrbnp", "KQRBN.", "♔♕♖♗♘♙"} {
		if _, err := p.Rows(letters); !errors.Is(err, movegen.ErrLetters) {
			t.Errorf("the letters %q give %v", letters, err)
		}
		if _, _, err := (movegen.Rules{}).ParseRows(immortal, letters, movegen.White); !errors.Is(err, movegen.ErrLetters) {
			t.Errorf("the letters %q give %v", letters, err)
		}
	}
}

func FuzzRows(f *testing.F) {
	f.Add(strings.Join(immortal, "\n"), string(movegen.ItalianLetters), true)
	f.Add("rnbqkbnr\npppppppp\n........\n........\n........\n........\nPPPPPPPP\nRNBQKBNR", "KQRBNP", false)
	f.Fuzz(func(t *testing.T, text, letters string, black bool) {
		side := movegen.White
		if black {
			side = movegen.Black
		}
		rows := strings.Split(text, "\n")
		p, _, err := movegen.Rules{Composed: true}.ParseRows(rows, movegen.Letters(letters), side)
		if err != nil {
			return
		}
		if again, err := p.Rows(movegen.Letters(letters)); err != nil || !slices.Equal(again, rows) {
			t.Errorf("%q is written as %q: %v", rows, again, err)
		}
	})
}

// FuzzGame reads three bytes a move: from, to and promotion piece.
func FuzzGame(f *testing.F) {
	f.Add([]byte{12, 28, 0, 52, 36, 0, 5, 26, 0, 57, 42, 0, 3, 39, 0, 62, 45, 0, 39, 53, 0}, uint8(0)) // fool's mate
	f.Add([]byte{6, 21, 0, 62, 45, 0, 21, 6, 0, 45, 62, 0}, uint8(1))
	f.Add([]byte{255, 64, 7}, uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, rule uint8) {
		g := movegen.Referee{Draws: movegen.DrawRule(rule % 3)}.Start(movegen.StartPosition())
		for data = data[:min(len(data), 600)]; len(data) >= 3; data = data[3:] {
			before, outcome, moves := g.Position(), g.Outcome(), g.Len()
			if data[0] >= 128 && data[1] >= 128 {
				if g.TakeBack(int(data[2]%4)) != nil && (g.Position() != before || g.Len() != moves) {
					t.Fatal("a refused take-back changed the game")
				}
				continue
			}
			err := g.Move(movegen.Square(data[0]), movegen.Square(data[1]), movegen.PieceType(data[2]))
			switch {
			case err != nil && !errors.As(err, new(*movegen.RefusalError)):
				t.Fatalf("the move is refused with %T", err)
			case err != nil && (g.Position() != before || g.Outcome() != outcome || g.Len() != moves):
				t.Fatalf("the move refused with %v changed the game", err)
			case err == nil && (g.Len() != moves+1 || outcome.Result != movegen.Ongoing):
				t.Fatalf("a move was played in a game with %v", outcome)
			}
			p := g.Position()
			again, err := movegen.ParseFEN(p.FEN())
			if err != nil || again != p {
				t.Fatalf("%s is no position of a game: %v", p.FEN(), err)
			}
		}
	})
}
