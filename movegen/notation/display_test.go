package notation

import (
	"encoding/xml"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
	"unsafe"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

var ansi = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestEveryDiagramShowsTheSameBoard takes the decoration away again.
func TestEveryDiagramShowsTheSameBoard(t *testing.T) {
	p := must.Get(movegen.ParseFEN("r1bqkb1r/pp3ppp/2n2n2/2pp4/3PP3/2N2N2/PP3PPP/R1BQKB1R w KQkq - 0 7"))(t)
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

func TestPicturesShowWhatIsAskedFor(t *testing.T) {
	p := movegen.StartPosition()
	arrows := must.Get(ParseArrows("e2e4, g1f3"))(t)
	var out strings.Builder
	d := Picture{Flip: true, Coords: true, Size: 440, Arrows: arrows, Marks: 1 << movegen.MakeSquare(0, 0), Caption: []string{"<a>"}}
	must.Do(t, d.WriteSVG(&out, &p))
	for decoder := xml.NewDecoder(strings.NewReader(out.String())); ; {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for text, times := range map[string]int{
		`width="440" height="460" viewBox="0 0 880 920"`: 1, `class="arrow"`: 2, "<path class=\"": 34, "&lt;a&gt;": 1, ">h</text>": 1, ">8</text>": 1,
		`<circle class="mark" cx="750" cy="50"`:                       1, // a1, at the upper right corner
		`class="K" transform="translate(300 0)"`:                      1, // e1
		`translate(350 150) rotate(90.00)`:                            1, // e2 to e4, downwards
		`<text x="790" y="868" text-anchor="middle" font-size="26">a`: 1,
	} {
		if strings.Count(out.String(), text) != times {
			t.Errorf("%s is not there %d times", text, times)
		}
	}
	out.Reset()
	if err := (&Picture{}).WriteSVG(&out, &p); err != nil || strings.Contains(out.String(), "<text") || strings.Contains(out.String(), "arrow") ||
		!strings.Contains(out.String(), `class="K" transform="translate(400 700)"`) {
		t.Errorf("%v, %s", err, &out)
	}
}

func TestArrowsAreRead(t *testing.T) {
	if arrows, err := ParseArrows("a1h8"); err != nil || len(arrows) != 1 || arrows[0] != (arrow{movegen.MakeSquare(0, 0), movegen.MakeSquare(7, 7)}) {
		t.Errorf("%v, %v", arrows, err)
	}
	for _, text := range []string{"", ",", "e2", "e2e2", "e2e9", "e2e4e5", "e2e4,x", "é2e"} {
		if arrows, err := ParseArrows(text); err == nil {
			t.Errorf("%q is taken as %v", text, arrows)
		}
	}
}

func TestWordsGoOnTheLineWhileTheyFit(t *testing.T) {
	w := Wrapper{Width: 10}
	for _, word := range strings.Fields("the quick brown fox jumps over the incomprehensible dog ♔♕♖♗ ♘♙♚♛♜♝") {
		w.Word(word)
	}
	w.Stay("(stays)")
	w.NewLine()
	w.Word("end")
	want := "the quick\nbrown fox\njumps over\nthe\nincomprehensible\ndog ♔♕♖♗\n♘♙♚♛♜♝ (stays)\nend"
	if string(w.Text) != want {
		t.Errorf("got\n%s\nwant\n%s", w.Text, want)
	}
	var unlimited Wrapper
	for range 100 {
		unlimited.Word("word")
	}
	if len(unlimited.Text) != 499 || strings.Contains(string(unlimited.Text), "\n") {
		t.Errorf("without a width: %q", unlimited.Text)
	}
}

// TestWrappingLosesNoWordAndBreaksNoLineTooEarly: every line holds as many of the next words as fit.
func TestWrappingLosesNoWordAndBreaksNoLineTooEarly(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	for range 500 {
		w := Wrapper{Width: 1 + rng.IntN(30)}
		var words []string
		for range rng.IntN(40) {
			words = append(words, strings.Repeat("é", 1+rng.IntN(12)))
			w.Word(words[len(words)-1])
		}
		if got := strings.Fields(string(w.Text)); strings.Join(got, " ") != strings.Join(words, " ") {
			t.Fatalf("%q became %q", words, got)
		}
		lines := strings.Split(string(w.Text), "\n")
		for i, line := range lines {
			length := utf8.RuneCountInString(line)
			if length > w.Width && strings.Contains(line, " ") {
				t.Fatalf("width %d: %q is too long", w.Width, line)
			}
			if i > 0 {
				first, _, _ := strings.Cut(line, " ")
				if before := utf8.RuneCountInString(lines[i-1]); before+1+utf8.RuneCountInString(first) <= w.Width {
					t.Fatalf("width %d: %q had room for %q", w.Width, lines[i-1], first)
				}
			}
		}
	}
}

func TestPrintableTakesTheSecretsOfTerminalsAway(t *testing.T) {
	for text, want := range map[string]string{
		"Čeština, 1. e4!": "Čeština, 1. e4!", "\x1b[2Jgone\t\n": " [2Jgone  ", "\x7f\u0085\u009b": "   ",
		"caf\xe9": "caf?", "": "",
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

func TestAQuoteIsShortAndHoldsNoLongTextInMemory(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	if got := Quote(long); len(got) != maxQuote || unsafe.StringData(got) == unsafe.StringData(long) {
		t.Errorf("%d bytes, in the memory of the text: %t", len(got), unsafe.StringData(got) == unsafe.StringData(long))
	}
	if got := Quote("short"); got != "short" {
		t.Errorf("got %q", got)
	}
}
