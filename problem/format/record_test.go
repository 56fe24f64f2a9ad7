package format

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"alfiere/problem"
	"alfiere/problem/format/forsyth"
)

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
				err := format.Write(&out, []*problem.Record{&alone}, nil)
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
