package format

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
)

// TestComposersWriteForsyth reads a position as composers, their books and databases
// write it: the board alone, the knight's letter S, the stipulation after it.
func TestComposersWriteForsyth(t *testing.T) {
	const board = "8/8/8/3K4/8/5nP1/5Q1b/5N1k"
	const knightS = "8/8/8/3K4/8/5sP1/5Q1b/5S1k"
	for _, c := range []struct {
		line    string
		letters notation.PieceLetters
		moves   int
	}{
		{board, "", 0},
		{knightS, "", 0},
		{knightS + " w - - 0 1", "", 0},
		{"  " + board + " #2", "", 2},
		{board + " # 2", "", 2},
		{board + " 2#", "", 2},
		{board + ";#2;", "", 2},
		{board + " mate in 2", "", 2},
		{board + " Mate in 2.", "", 2},
		{board + " matto in 2", "", 2},
		{board + " Matt in 2", "", 2},
		{board + " mat en 2", "", 2},
		{board + " mate 2", "", 2},
		{board + " w #2", "", 2},
		{board + " w - #2", "", 2},
		{board + " w - - #2", "", 2},
		{board + " w - - 0 1 #2", "", 2},
		{board + " w - - 0 1; #2; id \"Cumpe\";", "", 2},
		{board + " w - - 0 1 dm 2;", "", 2},
		{board + " dm 2;", "", 2},
		{board + " id \"#9\";", "", 0},
		{board + " w - - 0 1 #2 dm 3;", "", 3},
		{"8/8/8/3R4/8/5cP1/5D1a/5C1r", notation.Italian, 0},
		{"8/8/8/3R4/8/5cP1/5D1a/5C1r w - - 0 1 #2", notation.Italian, 2},
		{"8/8/8/3K4/8/5sB1/5D1l/5S1k", notation.German, 0},
		{board, notation.Italian, 0},
		{knightS, notation.German, 0},
		{knightS, notation.Figurine, 0},
	} {
		p, err := parse(c.line, forsyth.Conventions{Letters: c.letters})
		if err != nil || p.Position.EPD() != board+" w - -" || p.Moves != c.moves {
			t.Errorf("%q: %s #%d, %v", c.line, p.Position.EPD(), p.Moves, err)
		}
	}
}

// TestLettersOfALanguageTellKings reads a board whose letters could all be English: as such it had no kings.
func TestLettersOfALanguageTellKings(t *testing.T) {
	p, err := parse("8/8/8/8/8/3r4/3P4/3R4 #2", forsyth.Conventions{Letters: notation.Italian})
	if err != nil || p.Position.EPD() != "8/8/8/8/8/3k4/3P4/3K4 w - -" {
		t.Error(p.Position.EPD(), err)
	}
}

func TestKingAndRookAtHomeMayCastleByTheComposersConvention(t *testing.T) {
	const board = "r3k3/8/8/8/8/8/8/4K2R"
	for _, c := range []struct {
		line           string
		home           bool
		fields, barred string
	}{
		{board, false, "w Kq -", "-"},
		{board + " #2", false, "w Kq -", "-"},
		{board + " w", false, "w Kq -", "-"},
		{board + " b", false, "b Kq -", "-"},
		{board + " w - -", false, "w - -", "h1 a8"},
		{board + " w K -", false, "w K -", "a8"},
		{board + " w Kq - 0 1", false, "w Kq -", "-"},
		{board + " w - - 0 1", true, "w Kq -", "-"},
		{board + " w K - 0 1 dm 2;", true, "w Kq -", "-"},
		{board, true, "w Kq -", "-"},
		{"4k2r/8/8/8/8/8/8/3K3R", true, "w k -", "-"},
	} {
		p, err := parse(c.line, forsyth.Conventions{Home: c.home})
		barred := "-"
		if p.Barred != 0 {
			barred = squaresOf(p.Barred)
		}
		if _, fields, _ := strings.Cut(p.Position.EPD(), " "); err != nil || fields != c.fields || barred != c.barred {
			t.Errorf("%q, home %t: %s, barred %s, %v", c.line, c.home, fields, barred, err)
		}
	}
}

// TestAForsythAtFaultIsReportedWhereItIs counts columns of the line as it was written.
func TestAForsythAtFaultIsReportedWhereItIs(t *testing.T) {
	for _, c := range []struct {
		line   string
		column int
		reason error
	}{
		{"8/8/8/3K4/8/5nP1/5X1b/5N1k #2", 19, nil},
		{"8/8/8/3K4/8/5sP1/5Q1b/5N1k #2", 24, forsyth.ErrKnight},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - x3", 32, nil},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k x - -", 28, nil},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k KQkq -", 34, nil},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k #33", 28, problem.ErrMoves},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k #0", 28, problem.ErrMoves},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k s#2", 28, problem.ErrUnsupported},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1 h#2.5", 38, problem.ErrUnsupported},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k #2 id \"x", 34, notation.ErrOpenString},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k #2 dm x;", 31, problem.ErrMoves},
	} {
		_, err := parse(c.line, forsyth.Conventions{})
		var fault *forsyth.Error
		if !errors.As(err, &fault) || fault.Column != c.column || c.reason != nil && !errors.Is(err, c.reason) {
			t.Errorf("%q: %v", c.line, err)
		}
	}
}

func TestWhatIsAFENIsNoFile(t *testing.T) {
	for text, want := range map[string]bool{
		"8/8/8/3K4/8/5nP1/5Q1b/5N1k":      true,
		"8/8/8/3K4/8/5nP1/5Q1b/5N1k #2":   true,
		"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - ": true,
		"rnbqkbnr/ppp/8 w":                true,
		"8/8/8/8/8/8/8/8/K7 b - - 0 1":    true,
		"a/b/c/d/e/f/g/h":                 false,
		"games/kN w":                      false,
		"/KN/8 w":                         false,
		"8/8/8/3K4/8/5nP1/5Q1b/5N1k.epd":  false,
		"/8/8/8/8/8/8/8":                  false,
		"problems/2024":                   false,
		"":                                false,
	} {
		if IsFEN(text) != want {
			t.Errorf("%q is taken for the wrong thing", text)
		}
	}
}

// squaresOf names the squares with a blank between them.
func squaresOf(squares movegen.Bitboard) string {
	var names []string
	for squares != 0 {
		names = append(names, squares.Pop().String())
	}
	return strings.Join(names, " ")
}

// parse reads a problem in a single line.
func parse(line string, meant forsyth.Conventions) (Problem, error) {
	return stated(meant.Parse(line, 1))
}

// FuzzRead reads any text. What is read as a problem must be the same after it was written in any format.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"8/8/8/8/8/k2K4/7Q/8 w - - #2\n",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - #1\n",
		"BeginProblem Stipulation #2 Pieces White Kd3 Qh2 Black Ka3 Twin Move h2 h1 EndProblem",
		"---\nstipulation: '#2'\nalgebraic: {white: [Kd3, Qh2], black: [Ka3]}\ntwins: {b: Polish}\nsource: {name: a, date: {year: 7}}\n",
		"[White \"A\"]\n[Black \"#2\"]\n[FEN \"8/8/8/8/8/k2K4/7Q/8 w - - 0 1\"]\n\n*\n",
		`{"problem":1,"id":3,"fen":"8/8/8/8/8/k2K4/7Q/8 w - -","stipulation":"#2","twin":{"of":3},"report":{"text":{"version":1}}}`,
		`{"version":1,"fen":"8/8/8/8/8/k2K4/7Q/8 w - -","stipulation":"#2","verdict":"sound","twin":"b"}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := NewReader(strings.NewReader(text), forsyth.Conventions{})
		for range len(text) + 2 {
			p, err := r.Read()
			if line, _ := place(err); line > 0 {
				continue
			}
			if err != nil {
				return
			}
			fields := p.Fields()
			at, err := fields.Position()
			if err != nil || fields.Moves() == 0 || fields.Moves() > problem.MaxMoves {
				continue
			}
			alone := problem.Record{FEN: at.EPD(), Stipulation: problem.Stipulation(fields.Moves())}
			for _, format := range Formats() {
				var out bytes.Buffer
				out.WriteString(format.Head)
				err := format.Write(&out, []*problem.Record{&alone}, Solutions{})
				out.WriteString(format.Foot)
				again := NewReader(&out, forsyth.Conventions{})
				written := out.String()
				first, failed := again.Read()
				read := first.Fields()
				_, end := again.Read()
				if at, _ := read.Position(); errors.Join(err, failed) != nil || at.EPD() != alone.FEN ||
					read.Stipulation != alone.Stipulation || end != io.EOF {
					t.Fatalf("%s is written as\n%s%v, %v, %v", alone.FEN, written, err, failed, end)
				}
			}
		}
		t.Fatal("there is no end")
	})
}

// TestImagesOfABoardAreNamed in the words that are read.
func TestImagesOfABoardAreNamed(t *testing.T) {
	for _, words := range []string{"Rotate 90", "Rotate 180", "Rotate 270", "Mirror a1<-->h1", "Mirror a1<-->a8",
		"Mirror a1<-->h8", "Mirror a8<-->h1", "PolishType"} {
		r := NewReader(strings.NewReader("BeginProblem\nStipulation #2\nPieces White Kc2 Qd1 Rf3 Black Kg7 Sb5 Bc7\nTwin "+
			words+"\nEndProblem\n"), forsyth.Conventions{})
		var boards [2][64]byte
		for i := range boards {
			p, err := r.Read()
			fields := p.Fields()
			if boards[i] = fields.Board(); err != nil {
				t.Fatal(words, err)
			}
		}
		if got := boardChange(&boards[0], &boards[1]); got != words {
			t.Errorf("%s, want %s", got, words)
		}
	}
}
