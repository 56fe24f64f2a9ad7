package forsyth

import (
	"errors"
	"testing"

	"alfiere/movegen/notation"
)

// Cumpe's problem, as a board.
const cumpe = "8/8/8/3K4/8/5nP1/5Q1b/5N1k"

// TestComposersWriteListsAndLinks reads the forms of a position that are not eight ranks.
func TestComposersWriteListsAndLinks(t *testing.T) {
	for _, c := range []struct {
		text    string
		letters notation.PieceLetters
		moves   int
	}{
		{"White Kd5 Qf2 Nf1 Pg3 Black Kh1 Bh2 Nf3", "", 0},
		{"White Kd5 Qf2 Nf1 Pg3 Black Kh1 Bh2 Nf3 #2", "", 2},
		{"White: Kd5, Qf2, Nf1, g3. Black: Kh1, Bh2, Nf3. Mate in 2", "", 2},
		{"W: Kd5 Qf2 Nf1 Pg3\nB: Kh1 Bh2 Nf3\n#2", "", 2},
		{"white (4) Kd5 Qf2 Sf1 Pg3 black (3) Kh1 Bh2 Sf3", "", 0},
		{"wKd5 Qf2 Sf1 Pg3 / bKh1 Bh2 Sf3", "", 0},
		{"wKd5 wQf2 wSf1 wPg3 bKh1 bBh2 bSf3 2#", "", 2},
		{"Kd5 Qf2 Sf1 g3 / Kh1 Bh2 Sf3", "", 0},
		{"kd5 qf2 sf1 pg3 / kh1 bh2 sf3", "", 0},
		{"Bianco: Rd5 Df2 Cf1 Pg3 Nero: Rh1 Ah2 Cf3", "", 0},
		{"Weiß Kd5 Df2 Sf1 Bg3 Schwarz Kh1 Lh2 Sf3", "", 0},
		{"Rd5 Df2 Cf1 g3 / Rh1 Ah2 Cf3", notation.Italian, 0},
		{"♔d5 ♕f2 ♘f1 ♙g3 / ♚h1 ♝h2 ♞f3 #2", "", 2},
		{"♔d5 ♕f2 ♘f1 ♙g3 / ♔h1 ♗h2 ♘f3", "", 0},
		{"♔d5 ♕f2 ♘f1 ♙g3 ♚h1 ♝h2 ♞f3", "", 0},
		{"♚h1 ♝h2 ♞f3 ♔d5 ♕f2 ♘f1 ♙\ufe0eg3", "", 0},
		{"Kd5 Qf2 Sf1 Pg3 + Kh1 Bh2 Sf3 2#", "", 2},
		{"Kd5,Qf2,Sf1,Pg3+Kh1,Bh2,Sf3 (4+3)", "", 0},
		{"Kd5 Df2 Sf1 Bg3 – Kh1 Lh2 Sf3 #2", "", 2},
		{"Крd5 Фf2 Кf1 пg3 - Крh1 Сh2 Кf3", "", 0},
		{"Белые: Крd5, Фf2, Кf1, пg3. Чёрные: Крh1, Сh2, Кf3. #2", "", 2},
		{"Крd5 Фf2 Кf1 g3\n+ Крh1 Сh2 Кf3\n#2", "", 2},
		{"Forsyth " + cumpe + " #2", "", 2},
		{"FEN: " + cumpe + " w - - 0 1", "", 0},
		{"https://lichess.org/editor/" + cumpe + "_w_-_-_0_1?color=white", "", 0},
		{"https://lichess.org/analysis/standard/" + cumpe + "_w_-_-_0_1", "", 0},
		{"lichess.org/analysis/" + cumpe + "_w_-_-_0_1#0", "", 0},
		{"https://lichess.org/editor?fen=" + cumpe + "+w+-+-+0+1&x=y #2", "", 2},
		{"https://www.chess.com/analysis?fen=8%2F8%2F8%2F3K4%2F8%2F5nP1%2F5Q1b%2F5N1k%20w%20-%20-%200%201&tab=analysis", "", 0},
	} {
		s, err := Conventions{Letters: c.letters}.Parse(c.text, 1)
		if err != nil || s.Position.EPD() != cumpe+" w - -" || s.Moves != c.moves {
			t.Errorf("%q: %s #%d, %v", c.text, s.Position.EPD(), s.Moves, err)
		}
	}
}

// TestErrorsOfListsNameLineColumnAndSquare: the place counts in the text that was given.
func TestErrorsOfListsNameLineColumnAndSquare(t *testing.T) {
	for text, want := range map[string]string{
		"White Kd5 Qf2\nBlack Kh1 Nd5":           "line 7, column 11: the square is occupied (d5)",
		"White Kd5 Qi9 Black Kh1":                `line 6, column 11: expected a man and its squares, as in Kd6 or Pa2b3, not "Qi9"`,
		"White Kd5 Gf2 Black Kh1":                `line 6, column 11: expected a man and its squares, as in Kd6 or Pa2b3, not "Gf2"`,
		"White Kd5 Sf2 Nf3 Black Kh1":            `line 6, column 15: the letter N is the nightrider; Popeye's letter for the knight is S, not "Nf3"`,
		"White Kd5 Qf2 Black Kh1 h#2":            `line 6, column 25: only direct mates of orthodox chess are solved, not "h#2"`,
		"White Kd5 Qf2 Black Kh1\nmate in 77":    `line 7, column 1: the number of moves must be from 1 to 32, not "mate in 77"`,
		"https://lichess.org/study/x":            `line 6, column 1: the link contains no position (eight ranks separated by /), not "https://lichess.org/…"`,
		"White Kd5 Kd6 Qf2\nBlack Kh1":           "line 6: board: White has 2 kings instead of one (d5 d6)",
		"lichess.org/editor/8/8/8/8/8/8/8/7K_w_": "line 6: board: Black has no king",
		"https://x.org/%2":                       `line 6, column 1: the link contains no position (eight ranks separated by /), not "https://x.org/%2"`,
	} {
		_, err := Conventions{}.Parse(text, 6)
		if err == nil || err.Error() != want {
			t.Errorf("%q:\n%v, want\n%s", text, err, want)
		}
	}
	var fault *Error
	if _, err := (Conventions{}).Parse("White Kd5 Qd5 Black Kh1", 1); !errors.As(err, &fault) || fault.Squares.String() != "d5" {
		t.Errorf("%+v", fault)
	}
}

// TestOtherTextsAreNoLists: names of files and faulty boards stay what they are.
func TestOtherTextsAreNoLists(t *testing.T) {
	for _, text := range []string{"", "white.epd", "Kd5", "b", "w", "8/8/8/3K4", "black box", "e4 e5", "problems.olv", "kb2/8/8/8/8/8/8/K7 w", "white: papers"} {
		if IsList(text) || IsLink(text) {
			t.Errorf("%q is read as a list or a link", text)
		}
	}
}

func TestWhiteMayMateWhateverTheFieldsSay(t *testing.T) {
	for line, want := range map[string]string{
		"8/8/8/8/8/8/8/8 b - - 0 1":     "8/8/8/8/8/8/8/8 w - - 0 1",
		"8/8/8/8/8/8/8/8 b KQ e3 dm 2;": "8/8/8/8/8/8/8/8 w KQ -  dm 2;",
		"8/8/8/8/8/8/8/8 b - -":         "8/8/8/8/8/8/8/8 w - -",
		"8/8/8/8/8/8/8/8 b - e3":        "8/8/8/8/8/8/8/8 w - - ",
		"8/8/8/8/8/8/8/8 b -":           "8/8/8/8/8/8/8/8 b -",
		"8/8/8/8/8/8/8/8 w - e6 0 1":    "8/8/8/8/8/8/8/8 w - e6 0 1",
		"# b comes b d":                 "# b comes b d",
		"b b":                           "b b",
		"":                              "",
	} {
		got := []byte(line)
		if letMove(got, 'w'); string(got) != want {
			t.Errorf("%q became %q, want %q", line, got, want)
		}
	}
}
