package notation

import (
	"regexp"
	"strings"
	"testing"

	"alfiere/movegen"
)

var ansi = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestEveryDiagramShowsTheSameBoard takes the decoration away again.
func TestEveryDiagramShowsTheSameBoard(t *testing.T) {
	p, err := movegen.ParseFEN("r1bqkb1r/pp3ppp/2n2n2/2pp4/3PP3/2N2N2/PP3PPP/R1BQKB1R w KQkq - 0 7")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join(func() []string { r := Rows(&p, English); return r[:] }(), "")
	letter := strings.NewReplacer("♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "P",
		"♚", "k", "♛", "q", "♜", "r", "♝", "b", "♞", "n", "♟", "p")
	for i := range 32 {
		d := Diagram{Coords: i&1 != 0, Flip: i&2 != 0, Stars: i&4 != 0, Color: i&8 != 0}
		figurines := i&16 != 0
		if figurines {
			d.Letters = Figurine
		}
		text := d.Draw(&p)
		if d.Color {
			text = regexp.MustCompile("\x1b\\[48;5;\\d+m   \x1b\\[0m").ReplaceAllString(text, " . ")
			if figurines { // filled for both sides: the foreground tells them apart
				text = regexp.MustCompile("\x1b\\[1;38;5;231m(.)(.)").ReplaceAllStringFunc(text, func(s string) string {
					r := []rune(s)
					r[len(r)-1] -= '♚' - '♔'
					return string(r)
				})
			}
			text = ansi.ReplaceAllString(text, "")
		}
		text = letter.Replace(text)
		lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
		if d.Coords {
			files := strings.ReplaceAll(lines[8], " ", "")
			if want := map[bool]string{false: "abcdefgh", true: "hgfedcba"}[d.Flip]; files != want {
				t.Errorf("%+v: files %q", d, files)
			}
			lines = lines[:8]
		}
		var board string
		for n, line := range lines {
			if d.Coords {
				if rank := map[bool]byte{false: byte('8' - n), true: byte('1' + n)}[d.Flip]; line[0] != rank {
					t.Errorf("%+v: the line of rank %c begins %q", d, rank, line)
				}
				line = line[1:]
			}
			board += strings.NewReplacer(" ", "", "*", "").Replace(line)
		}
		if d.Flip {
			turned := []byte(board)
			for a, b := 0, len(turned)-1; a < b; a, b = a+1, b-1 {
				turned[a], turned[b] = turned[b], turned[a]
			}
			board = string(turned)
		}
		if board != want {
			t.Errorf("%+v: %s", d, board)
		}
		if stars := strings.Count(text, "*"); stars != map[bool]int{false: 0, true: p.ByColor(movegen.Black).Count()}[d.Stars] {
			t.Errorf("%+v: %d stars", d, stars)
		}
	}
}
