package pgn

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"alfiere/internal/testing/golden"
	"alfiere/internal/testing/must"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
)

// immortal is a game with a variation and a comment, evergreen one with castling; both end with mate.
const (
	immortal = `[Event "Casual"]
[Site "London"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 {the Bryan counter-gambit} 5. Bxb5 Nf6
6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6
13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 (18...
Qxa1+ 19. Ke2 Qb2) 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7#
1-0

`
	evergreen = `[Event "Casual"]
[Site "Berlin"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3 8. Qb3
Qf6 9. e5 Qg6 10. Re1 Nge7 11. Ba3 b5 12. Qxb5 Rb8 13. Qa4 Bb6 14. Nbd2 Bb7 15.
Ne4 Qf5 16. Bxd3 Qh5 17. Nf6+ gxf6 18. exf6 Rg8 19. Rad1 Qxf3 20. Rxe7+ Nxe7 21.
Qxd7+ Kxd7 22. Bf5+ Ke8 23. Bd7+ Kf8 24. Bxe7# 1-0

`
)

// convert turns a text into another form.
func convert(t *testing.T, c Conversion, text string) string {
	t.Helper()
	var out strings.Builder
	if err := c.Convert(&out, strings.NewReader(text)); err != nil {
		t.Fatalf("%s to %s: %v\n%s", c.From, c.To, err, text)
	}
	return out.String()
}

func TestATreeGoesThroughAllFormsAndComesBack(t *testing.T) {
	for number := range 2 {
		text := convert(t, Conversion{From: PGN, To: Text, Game: number + 1}, immortal+evergreen)
		german := convert(t, Conversion{From: Text, To: Text, Letters: ".KDTLSBIFM"}, text)
		if german == text {
			t.Error("German letters look like Italian ones")
		}
		numeric := convert(t, Conversion{From: Text, To: Numeric}, german)
		table := convert(t, Conversion{From: Numeric, To: Table}, numeric)
		back := convert(t, Conversion{From: Table, To: Text}, table)
		if back != text {
			t.Errorf("game %d: %s\ncame back as\n%s", number+1, text, back)
		}
		if played := convert(t, Conversion{From: Text, To: PGN}, back); !strings.HasSuffix(strings.TrimSpace(played), "# 1-0") {
			t.Errorf("game %d came back as %s", number+1, played)
		}
	}
}

func TestPGNKeepsWhatIsSaid(t *testing.T) {
	italian := convert(t, Conversion{From: PGN, To: PGN}, immortal)
	for _, part := range []string{`[Site "London"]`, "{the Bryan counter-gambit}", "(18... Qxa1+"} {
		if !strings.Contains(strings.ReplaceAll(italian, "\n", " "), part) {
			t.Errorf("%s is not in\n%s", part, italian)
		}
	}
	german := convert(t, Conversion{From: Text, To: PGN, Moves: notation.German}, convert(t, Conversion{From: PGN, To: Text}, immortal))
	if !strings.Contains(german, "3. Lc4 Dh4+") {
		t.Errorf("the moves are not German:\n%s", german)
	}
}

func TestLettersThatAreReadAreWrittenAgain(t *testing.T) {
	const german = ".KDTLSBIFM tslkdlst bbbbbbbb ........ ........ ........ ........ BBBBBBBB TSLKDLST\n"
	board := convert(t, Conversion{From: Board, To: Board}, german)
	if board != german {
		t.Errorf("got %s", board)
	}
	if text := convert(t, Conversion{From: Board, To: Text}, german); !strings.HasPrefix(text, ".KDTLSBIFM ") {
		t.Errorf("got %s", text)
	}
	if text := convert(t, Conversion{From: Board, To: FEN, Black: true}, german); !strings.Contains(text, " b ") {
		t.Errorf("got %s", text)
	}
}

func TestPositionsAreConvertedLineByLine(t *testing.T) {
	const positions = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n# between\n4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n"
	const boards = ".RDTACPIFM fcadiacf pppppppp ........ ........ ........ ........ PPPPPPPP FCADIACF\n" +
		".RDTACPIFM ....r... ........ ........ ........ ........ ........ ........ ....R...\n"
	if got := convert(t, Conversion{From: FEN, To: Board}, positions); got != boards {
		t.Error(got)
	}
	const want = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"
	if got := convert(t, Conversion{From: FEN, To: FEN}, positions); got != want {
		t.Error(got)
	}
	var out strings.Builder
	c := Conversion{From: FEN, To: FEN}
	err := c.Convert(&out, strings.NewReader("4k3/8/8/8/8/8/8/4K3 w - -\nnonsense\n"))
	if err == nil || out.String() != "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n" {
		t.Errorf("error %v behind %q", err, &out)
	}
}

func TestAReaderThatBreaksIsReported(t *testing.T) {
	for _, form := range []Form{PGN, Text, Numeric, Table, Board, FEN} {
		c := Conversion{From: form, To: Text}
		if err := c.Convert(io.Discard, iotest.ErrReader(io.ErrUnexpectedEOF)); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: error %v", form, err)
		}
	}
}

func TestShowIsAnOutline(t *testing.T) {
	c := Conversion{From: PGN, To: Show, Moves: notation.Italian}
	got := convert(t, c, "1. e4 e5 (1... c5) 2. Cf3 *")
	if !strings.HasSuffix(got, "\n1. e4\n  1... e5 2. Cf3\n  1... c5\n") {
		t.Errorf("got\n%s", got)
	}
	c.Diagrams = true
	if got := convert(t, c, "1. e4 *"); strings.Count(got, "a b c d e f g h") != 2 {
		t.Errorf("one move has not two diagrams:\n%s", got)
	}
}

func TestNamesTellTheForm(t *testing.T) {
	for name, want := range map[string]Form{
		"games.PGN": PGN, "tree.json": Table, "a.fen": FEN, "b.epd": FEN, "tree.txt": Text, "": Text,
	} {
		if got := FormOf(name, Text); got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
}

func TestAFormIsReadableWritableOrNeither(t *testing.T) {
	for _, test := range []struct {
		form               Form
		readable, writable bool
	}{
		{PGN, true, true}, {Text, true, true}, {Numeric, true, true}, {Table, true, true}, {Board, true, true}, {FEN, true, true},
		{Show, false, true}, {"", false, false}, {"xml", false, false},
	} {
		if got := test.form.Readable() == nil; got != test.readable {
			t.Errorf("%s is read: %v", test.form, got)
		}
		if got := test.form.Writable() == nil; got != test.writable {
			t.Errorf("%s is written: %v", test.form, got)
		}
	}
}

func TestTheWriterOfADocumentIsChosenByItsForm(t *testing.T) {
	read := Conversion{From: FEN}
	d := must.Get(read.Read(strings.NewReader("k7/8/8/8/8/8/8/7K w - - 0 1")))(t)
	d.Letters = gametree.Italian
	for form, want := range map[Form]string{
		FEN:   "k7/8/8/8/8/8/8/7K w - - 0 1\n",
		Board: ".RDTACPIFM r....... ........ ........ ........ ........ ........ ........ .......R\n",
	} {
		var out strings.Builder
		if err := (&Conversion{To: form}).Write(&out, d); err != nil || out.String() != want {
			t.Errorf("%s: error %v, %s", form, err, &out)
		}
	}
	if err := (&Conversion{To: "xml"}).Write(io.Discard, d); err == nil {
		t.Error("nobody writes XML")
	}
}

// retagged returns the text of the first game with changed tags.
func retagged(t *testing.T, text string, set Tags, remove ...string) string {
	t.Helper()
	r := NewReader(strings.NewReader(text), Reading{Keep: true})
	r.Next()
	r.Moves()
	return string(must.Get(r.Retag(set, remove))(t))
}

// TestRetaggedGamesKeepAllElse writes tags in many ways.
func TestRetaggedGamesKeepAllElse(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	names := []string{"ECO", "Opening", "Variation", "White", "Site", "X_1"}
	values := []string{"", "a", "?", `\"`, `\\`, "Réti", "R\xe9ti", "]", "[", "{"}
	breaks := []string{"\n", "\r\n", "\n\n", " ", "", "\n  "}
	moves := []string{"1. e4 e5 *", "{[ECO \"x\"]} 1. e4 1-0", "1. e4 {;} ; [x \"y\"]\n*", "*", "1. e4 (1. d4 {\n}) 1/2-1/2", "1. Ke4 rest"}
	done := 0
	for range 800 {
		var text strings.Builder
		for range random.IntN(6) {
			text.WriteString("[" + names[random.IntN(len(names))] + strings.Repeat(" ", 1+random.IntN(2)) + `"` + values[random.IntN(len(values))] + `"]`)
			text.WriteString(breaks[random.IntN(len(breaks))])
		}
		game := moves[random.IntN(len(moves))]
		text.WriteString("\n" + game)
		set := Tags{{"ECO", "C33"}, {"Opening", "O"}}[:1+random.IntN(2)]
		var remove []string
		if random.IntN(2) == 0 {
			remove = []string{"Variation"}
		}
		before := text.String()
		r := NewReader(strings.NewReader(before), Reading{})
		if !r.Next() || len(r.Faults()) > 0 {
			continue
		}
		done++
		after := retagged(t, before, set, remove...)
		s := NewReader(strings.NewReader(after), Reading{})
		if !s.Next() {
			t.Fatalf("%q has become %q", before, after)
		}
		others := func(tag Tag) bool { return set.index(tag.Name) >= 0 || slices.Contains(remove, tag.Name) }
		if !slices.Equal(slices.DeleteFunc(r.Tags(), others), slices.DeleteFunc(s.Tags(), others)) {
			t.Fatalf("%q has become %q", before, after)
		}
		for _, tag := range set {
			if s.Tag(tag.Name) != tag.Value {
				t.Fatalf("%q has become %q", before, after)
			}
		}
		if !strings.HasSuffix(after, game) {
			t.Fatalf("%q has become %q", before, after)
		}
		if again := retagged(t, after, set, remove...); again != strings.TrimLeft(after, " \r\n") {
			t.Fatalf("%q is changed again to %q", after, again)
		}
	}
	if done < 560 {
		t.Errorf("%d of 800 are done", done)
	}
}

func FuzzRetag(f *testing.F) {
	f.Add("[White \"a\"]\n[ECO \"A\"]\n\n1. e4 *")
	f.Fuzz(func(t *testing.T, text string) {
		r := NewReader(strings.NewReader(text), Reading{})
		if !r.Next() {
			return
		}
		if _, err := r.Moves(); err != nil {
			return
		}
		changed := retagged(t, text, Tags{{"ECO", "C33"}}, "Variation")
		s := NewReader(strings.NewReader(changed), Reading{})
		if !s.Next() || s.Tag("ECO") != "C33" || s.Tag("Variation") != "" || s.Tag("White") != r.Tag("White") {
			t.Errorf("%q has become %q", text, changed)
		}
	})
}

func TestTagsAreChangedAndNothingElse(t *testing.T) {
	golden.Cases(t, "testdata/tags.txt", func(args ...string) string {
		set := Tags{{"ECO", "C33"}, {"Opening", `King's "Gambit" \`}}
		return fmt.Sprintf("%q", retagged(t, args[0], set, "Variation"))
	})
}

func TestFaultsOfWhatIsReadAreReported(t *testing.T) {
	golden.Cases(t, "testdata/conversions.txt", func(args ...string) string {
		var out strings.Builder
		c := Conversion{From: Form(args[0]), To: Form(args[1]), Game: len(args[2])}
		err := c.Convert(&out, strings.NewReader(args[3]))
		return fmt.Sprintf("%v, output %q", err, &out)
	})
}
