package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// numberStyles write the number of a move in front of White's and of Black's move; Black's is
// empty if only White's moves are numbered.
var numberStyles = []struct{ name, white, black string }{
	{"a stop", "%d. ", ""}, {"a stop without a blank", "%d.", ""}, {"no stop", "%d ", ""},
	{"a blank before the stop", "%d . ", ""}, {"three stops for Black", "%d. ", "%d... "},
	{"three stops without blanks", "%d.", "%d..."}, {"three stops for White", "%d...", ""},
	{"an ellipsis for Black", "%d. ", "%d… "}, {"no numbers", "", ""}, {"brackets", "(%d) ", ""},
	{"a bracket", "%d) ", "%d) ... "}, {"glued to the move", "%d", ""}, {"the number for both", "%d ", "%d "},
	{"a colon", "%d: ", ""}, {"a hyphen", "%d- ", ""}, {"a stop and a hyphen", "%d.- ", ""},
}

// styled writes a game without tags, with its numbers in a style and random line ends.
func styled(rng *rand.Rand, moves []movegen.Move, number int, style struct{ name, white, black string }, result string) string {
	var text strings.Builder
	p := movegen.StartPosition()
	for i, m := range moves {
		form := style.white
		if i%2 == 1 {
			form = style.black
		}
		if form != "" {
			fmt.Fprintf(&text, form, number+i/2)
		}
		text.WriteString(notation.SAN(&p, m, notation.English))
		text.WriteByte(" \n"[min(1, rng.IntN(12)/11)])
		p.Make(m)
	}
	return text.String() + result + "\n"
}

// randomMoves returns a random game from the initial position.
func randomMoves(rng *rand.Rand, plies int) (moves []movegen.Move) {
	for p := movegen.StartPosition(); len(moves) < plies; p.Make(moves[len(moves)-1]) {
		m := randomMove(rng, &p)
		if m == movegen.NoMove {
			return moves
		}
		moves = append(moves, m)
	}
	return moves
}

func TestGamesWithoutTagsAreTheSameInEveryStyleOfNumbers(t *testing.T) {
	rng := newRand(45)
	for _, style := range numberStyles {
		t.Run(style.name, func(t *testing.T) {
			for round := range scaled(30) {
				var text string
				var want [][]movegen.Move
				results := []string{"1-0", "0-1", "1/2-1/2", "*", "½–½", "1–0"}
				for range 1 + rng.IntN(6) {
					moves := randomMoves(rng, 1+rng.IntN(60))
					want = append(want, moves)
					text += styled(rng, moves, 1, style, results[rng.IntN(len(results))])
					text += []string{"", "\n", "; a comment\n", "{another\none}\n", "% an escape\n"}[rng.IntN(5)]
				}
				r := NewReader(iotest.HalfReader(strings.NewReader(text)), Reading{})
				for i, moves := range want {
					if !r.Next() {
						t.Fatalf("round %d: %d games, not %d:\n%s", round, i, len(want), text)
					}
					got, err := r.Moves()
					if err != nil || !slices.Equal(got, moves) || len(r.Stray()) > 0 {
						t.Fatalf("round %d: game %d: %v, not %v: %v, %v\n%s", round, i+1, got, moves, err, r.Stray(), text)
					}
				}
				if r.Next() || len(r.Stray()) > 0 {
					t.Fatalf("round %d: more than %d games: %v\n%s", round, len(want), r.Stray(), text)
				}
			}
		})
	}
}

// A numbered game without a result ends where move 1 follows an empty line.
func TestGamesWithoutTagsAndResultsAreSeparate(t *testing.T) {
	rng := newRand(46)
	for _, style := range numberStyles {
		if style.white == "" || style.name == "three stops for White" {
			continue
		}
		moves := [][]movegen.Move{randomMoves(rng, 1), randomMoves(rng, 30), randomMoves(rng, 2), randomMoves(rng, 41)}
		text := ""
		for _, m := range moves {
			text += styled(rng, m, 1, style, "") + "\n"
		}
		r := NewReader(strings.NewReader(text), Reading{})
		for i, want := range moves {
			if !r.Next() {
				t.Fatalf("%s: game %d is not found in\n%s", style.name, i+1, text)
			}
			if i == 1 {
				continue // skipped without being read
			}
			if got, err := r.Moves(); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: game %d: %v, not %v: %v\n%s", style.name, i+1, got, want, err, text)
			}
		}
		if r.Next() {
			t.Errorf("%s: a game too many", style.name)
		}
	}
}

func TestNumbersBeyond999NeedNoStop(t *testing.T) {
	rng := newRand(47)
	for _, style := range numberStyles {
		for _, number := range []int{990, 1230, 5254, 9990} {
			moves := randomMoves(rng, 50)
			text := fmt.Sprintf("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 %d\"]\n\n", number) +
				styled(rng, moves, number, style, "*")
			r := NewReader(strings.NewReader(text), Reading{})
			if !r.Next() {
				t.Fatal("no game")
			}
			if got, err := r.Moves(); err != nil || !slices.Equal(got, moves) {
				t.Errorf("%s from %d: %v, not %v: %v\n%s", style.name, number, got, moves, err, text)
			}
		}
	}
	for _, text := range []string{"1. 5254 5755 *", "5254 5755 *", "0000 5755 *"} {
		r := NewReader(strings.NewReader(text), Reading{})
		if !r.Next() {
			t.Fatalf("%q: no game", text)
		}
		if moves, err := r.Moves(); len(moves) != 2 || err != nil {
			t.Errorf("%q: moves in numbers are read as %v, %v", text, moves, err)
		}
	}
}

func TestResultsBehindMovesAreRead(t *testing.T) {
	const start = "[FEN \"r3k3/P6P/8/4pP2/8/8/8/R3K2R w KQ e6 0 1\"]\n\n1. "
	for _, result := range []struct {
		text string
		want movegen.Result
	}{{"1–0", movegen.WhiteWins}, {"0—1", movegen.BlackWins}, {"0:1", movegen.BlackWins}, {"½–½", movegen.Drawn}, {"½:½", movegen.Drawn},
		{"½", movegen.Drawn}, {"1/2–1/2", movegen.Drawn}, {"\xbd\x96\xbd", movegen.Drawn}, {"1−0", movegen.WhiteWins}} {
		for _, before := range []string{"h8=Q+ ", "O-O ", "bad move ", "O-O-O+"} {
			g, err := onlyGameOf(start + before + result.text + "\n\n[White \"b\"]\n\n1. e4 *")
			if g.Result != result.want {
				t.Errorf("%q ends with %v, %v", before+result.text, g.Result, err)
			}
		}
	}
	for _, text := range []string{"Qxf7#1-0", "Qxf7+0-1", "Qxf71/2-1/2"} {
		g, err := onlyGameOf("1. e4 e5 2. Qh5 a6 3. " + text + "\n")
		if err != nil || g.Tree.Len() != 5 || g.Result == movegen.Ongoing {
			t.Errorf("%q: %v, %v", text, g.Result, err)
		}
	}
}

// onlyGameOf reads the first game of a text.
func onlyGameOf(text string) (*Game, error) {
	r := NewReader(strings.NewReader(text), Reading{})
	r.Next()
	return r.Game()
}

func TestTextOutsideOfGamesIsReportedWithItsPlace(t *testing.T) {
	const text = "\ufeffFrom: me\nSubject: a game\n\n; a comment\n% an escape\n  { and\nanother } 1. e4 e5 1-0 well played\n\n\ufeff" +
		"[White \"a\"]\n\n1. d4 *\n\nGame 3\n\nGame 4: 1. c4 *\n"
	r := NewReader(strings.NewReader(text), Reading{})
	var found []string
	for more := true; more; {
		more = r.Next()
		for _, e := range r.Stray() {
			if !errors.Is(e, ErrStray) {
				t.Error(e)
			}
			found = append(found, fmt.Sprintf("%d:%d %s", e.Line, e.Column, e.Text))
		}
	}
	want := []string{"1:1 From: me", "7:24 well played", "13:1 Game 3", "15:1 Game 4: 1. c4 *"}
	if !slices.Equal(found, want) || r.game != 2 {
		t.Errorf("%d games, %q", r.game, found)
	}
}

func TestACommentBeforeAGameWithoutTagsStaysWithIt(t *testing.T) {
	for _, text := range []string{"; one\n1. e4 *", "{one} 1. e4 *", "{one}\n\n1. e4 *"} {
		g, err := onlyGameOf(text)
		if err != nil || movesOf(t, g) != "{one} 1. e4 *" {
			t.Errorf("%q: %q, %v", text, movesOf(t, g), err)
		}
	}
}

// visible returns text without blanks, comments, escaped lines and marks that begin a file.
func visible(text []byte) []byte {
	l := newLexer(bytes.NewReader(text))
	var left []byte
	for {
		b := l.blanks()
		switch {
		case b == 0 && l.at == l.end:
			return left
		case bytes.HasPrefix(l.buffer[l.at:l.end], []byte(byteOrderMark)):
			l.at += len(byteOrderMark)
			continue
		case b == ';':
			l.semicolon()
			continue
		case b == '{':
			if _, ok := l.braces(); ok {
				continue
			}
		}
		left = append(left, b)
		l.at++
	}
}

// Every text that is no comment is in a game or has an error.
func FuzzAllTextIsAccountedFor(f *testing.F) {
	rng := newRand(48)
	for _, style := range numberStyles {
		f.Add([]byte(styled(rng, randomMoves(rng, 12), 1, style, "1-0")))
	}
	for _, text := range []string{"1. c4 c5 1-0\n\n1 d4 d5 2 c4 e6 0-1\n", "From: me\n\n1. e4 *\nthe end", "(1) e4", "1. Qxz9\n\n1. e4 e5",
		"; x\n1. e4", "{x} y {z\n1. e4", "\ufeffx\ufeff",
		"-- \nAnn", "1-0\n1-0 *", "2024.01.05\n1.5\n3) x", "foo ; 1. e4\nd4 d5",
		"\ufeff%", "\ufeff\ufeff%"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<12 || isBinary(text) {
			return
		}
		r := NewReader(bytes.NewReader(text), Reading{Keep: true})
		for more := true; more; {
			more = r.Next()
			before := must.Get(r.Before())(t)
			begin := bytes.TrimPrefix(text[:r.last], []byte(byteOrderMark)) // behind it a line begins
			edge := byte('\n')
			if len(begin) > 0 && begin[len(begin)-1] != '\n' {
				edge = ' ' // a % here does not begin a line
			}
			// Behind the edge a mark is no longer the begin of the file.
			if left := visible(append([]byte{edge}, before...)); len(left) > 0 != (len(r.Stray()) > 0) {
				t.Fatalf("%q: %q is in no game, with the errors %v", text, left, r.Stray())
			}
			if !more {
				return
			}
			if _, err := r.Game(); err == nil && r.behind == r.first {
				t.Fatalf("%q: an empty game", text)
			}
		}
	})
}

func TestMutatedGamesWithoutTagsAreTheSameAtEveryDepthOfReading(t *testing.T) {
	rng := newRand(49)
	pieces := []string{"1.", "1 ", "(1) ", "(", ")", "{", "}", ";", "\n\n", "1-0", "½–½", " -- ", "…", "1000 ", "5254", "e.p.", "%", "[", "x ", "O-O", "e8=q", "\xbd", "$3"}
	for range effort.Of(60_000, 600, 600) {
		text := ""
		for range 1 + rng.IntN(3) {
			text += styled(rng, randomMoves(rng, 1+rng.IntN(12)), 1, numberStyles[rng.IntN(len(numberStyles))], []string{"1-0", "", "*"}[rng.IntN(3)]) + "\n"
		}
		for range rng.IntN(5) {
			at := rng.IntN(len(text))
			text = text[:at] + pieces[rng.IntN(len(pieces))] + text[min(len(text), at+rng.IntN(3)):]
		}
		var found [3][]int
		for depth := range found {
			r := NewReader(strings.NewReader(text), Reading{})
			for r.Next() {
				found[depth] = append(found[depth], r.Line())
				switch depth {
				case 1:
					_, _ = r.Moves()
				case 2:
					_, _ = r.Game()
				}
			}
		}
		if !slices.Equal(found[0], found[1]) || !slices.Equal(found[1], found[2]) {
			t.Fatalf("%q: games in lines %v", text, found)
		}
	}
}
