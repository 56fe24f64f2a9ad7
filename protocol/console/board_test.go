package console

import (
	"regexp"
	"strings"
	"testing"

	"alfiere/eval"
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
		l := look{coords: i&1 != 0, reverse: i&2 != 0, stars: i&4 != 0, color: i&8 != 0, unicode: i&16 != 0}
		text := l.draw(&p)
		if l.color {
			text = regexp.MustCompile("\x1b\\[48;5;\\d+m   \x1b\\[0m").ReplaceAllString(text, " . ")
			if l.unicode { // filled for both sides: the foreground tells them apart
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
		if l.coords {
			files := strings.ReplaceAll(lines[8], " ", "")
			if want := map[bool]string{false: "abcdefgh", true: "hgfedcba"}[l.reverse]; files != want {
				t.Errorf("%+v: files %q", l, files)
			}
			lines = lines[:8]
		}
		var board string
		for n, line := range lines {
			if l.coords {
				if rank := map[bool]byte{false: byte('8' - n), true: byte('1' + n)}[l.reverse]; line[0] != rank {
					t.Errorf("%+v: the line of rank %c begins %q", l, rank, line)
				}
				line = line[1:]
			}
			board += strings.NewReplacer(" ", "", "*", "").Replace(line)
		}
		if l.reverse {
			turned := []byte(board)
			for a, b := 0, len(turned)-1; a < b; a, b = a+1, b-1 {
				turned[a], turned[b] = turned[b], turned[a]
			}
			board = string(turned)
		}
		if board != want {
			t.Errorf("%+v: %s", l, board)
		}
		if stars := strings.Count(text, "*"); stars != map[bool]int{false: 0, true: p.ByColor(movegen.Black).Count()}[l.stars] {
			t.Errorf("%+v: %d stars", l, stars)
		}
	}
}

func TestSquareTablesAreThoseOfTheEvaluation(t *testing.T) {
	for _, c := range inspectionCommands() {
		if !strings.HasPrefix(c.name, "M") {
			continue
		}
		var out strings.Builder
		a := &adapter{out: newOutput(&out)}
		c.run(a, "")
		if numbers := regexp.MustCompile(`-?\d+`).FindAllString(out.String(), -1); len(numbers) != 8*17 {
			t.Errorf("%s shows %d numbers:\n%s", c.name, len(numbers), out.String())
		}
	}
	// The board of one colour is that of the other, upside down.
	white := strings.Split(squareTable("knightSquare", movegen.White), "\n")
	black := strings.Split(squareTable("knightSquare", movegen.Black), "\n")
	for rank := range 8 {
		if white[2+rank][1:] != black[9-rank][1:] {
			t.Errorf("rank %d: %q and %q", 8-rank, white[2+rank], black[9-rank])
		}
	}
	if squareTable("bishop", movegen.White) != "" {
		t.Error("there is a table of no family")
	}
}

// TestDebugAgreesWithP: where a piece stands, both tell the same.
func TestDebugAgreesWithP(t *testing.T) {
	p, err := movegen.ParseFEN("r1bq1rk1/pp3ppp/2n2n2/2pp4/3PP3/2N2N2/PP3PPP/R1BQ1RK1 w - - 0 9")
	if err != nil {
		t.Fatal(err)
	}
	x := eval.Explain(&p, eval.All)
	for i := range x.Rows {
		row := &x.Rows[i]
		if row.Square == movegen.NoSquare {
			continue
		}
		builder := p.Builder()
		builder.Board[row.Square] = movegen.NoPiece
		if got, ok := worthOn(builder, row.Piece, row.Square, eval.All); !ok || got != row.Total().Centipawns {
			t.Errorf("%c on %v: %d, %v; p says %d", row.Piece.Letter(), row.Square, got, ok, row.Total().Centipawns)
		}
	}
	builder := p.Builder()
	if _, ok := worthOn(builder, movegen.MakePiece(movegen.White, movegen.Pawn), movegen.E1, eval.All); ok {
		t.Error("a pawn is worth something on the first rank")
	}
}
