package protocol

import (
	"regexp"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

var ansi = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestEveryLookShowsTheSameBoard takes the decoration away again.
func TestEveryLookShowsTheSameBoard(t *testing.T) {
	p, err := movegen.ParseFEN("r1bqkb1r/pp3ppp/2n2n2/2pp4/3PP3/2N2N2/PP3PPP/R1BQKB1R w KQkq - 0 7")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join(func() []string { r := notation.Rows(&p, notation.English); return r[:] }(), "")
	letter := strings.NewReplacer("♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "P",
		"♚", "k", "♛", "q", "♜", "r", "♝", "b", "♞", "n", "♟", "p")
	for i := range 32 {
		l := Look{Coords: i&1 != 0, Reverse: i&2 != 0, Stars: i&4 != 0, Color: i&8 != 0, Unicode: i&16 != 0}
		text := l.Draw(&p)
		if l.Color {
			text = regexp.MustCompile("\x1b\\[48;5;\\d+m   \x1b\\[0m").ReplaceAllString(text, " . ")
			if l.Unicode { // filled for both sides: the foreground tells them apart
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
		if l.Coords {
			files := strings.ReplaceAll(lines[8], " ", "")
			if want := map[bool]string{false: "abcdefgh", true: "hgfedcba"}[l.Reverse]; files != want {
				t.Errorf("%+v: files %q", l, files)
			}
			lines = lines[:8]
		}
		var board string
		for n, line := range lines {
			if l.Coords {
				if rank := map[bool]byte{false: byte('8' - n), true: byte('1' + n)}[l.Reverse]; line[0] != rank {
					t.Errorf("%+v: the line of rank %c begins %q", l, rank, line)
				}
				line = line[1:]
			}
			board += strings.NewReplacer(" ", "", "*", "").Replace(line)
		}
		if l.Reverse {
			turned := []byte(board)
			for a, b := 0, len(turned)-1; a < b; a, b = a+1, b-1 {
				turned[a], turned[b] = turned[b], turned[a]
			}
			board = string(turned)
		}
		if board != want {
			t.Errorf("%+v: %s", l, board)
		}
		if stars := strings.Count(text, "*"); stars != map[bool]int{false: 0, true: p.ByColor(movegen.Black).Count()}[l.Stars] {
			t.Errorf("%+v: %d stars", l, stars)
		}
	}
}
