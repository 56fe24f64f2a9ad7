package pgn

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
)

// movesOf returns the moves of a game as they are written after its tags.
func movesOf(t testing.TB, g *Game) string {
	t.Helper()
	text := gameText(t, g)
	_, moves, _ := strings.Cut(text, "\n\n")
	return strings.TrimSpace(strings.ReplaceAll(moves, "\n", " "))
}

func TestWhatFilesHoldIsRead(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"no tags at all", "1. e4 e5 *", "1. e4 e5 *"},
		{"no numbers", "e4 e5 Nf3 1-0", "1. e4 e5 2. Nf3 1-0"},
		{"no tags, and coordinates", "1. g1f3 e7e5  *", "1. Nf3 e5 *"},
		{"numbers without blanks", "[White \"a\"]\n1.e4 e5 2.Nf3 2...Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"},
		{"numbers without a full stop", "[White \"a\"]\n1 e4 e5 2Nf3 *", "1. e4 e5 2. Nf3 *"},
		{"a byte order mark", "\ufeff[White \"a\"]\n\n1. d4 *", "1. d4 *"},
		{"no blank line behind the tags", "[White \"a\"]\n1. d4 *", "1. d4 *"},
		{"no result", "[White \"a\"]\n\n1. d4", "1. d4 *"},
		{"the result in the tag only", "[Result \"0-1\"]\n\n1. d4\n", "1. d4 0-1"},
		{"carriage returns", "[White \"a\"]\r\n\r\n1. d4\r\nd5 1/2-1/2\r\n", "1. d4 d5 1/2-1/2"},
		{"castling in other letters", "[White \"a\"]\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 o-o *", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O *"},
		{"castling in mixed letters", "[White \"a\"]\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-0+ 0-O *", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O *"},
		{"long algebraic and coordinates", "[White \"a\"]\n1. e2-e4 e7e5 2. Ng1-f3 b8c6 *", "1. e4 e5 2. Nf3 Nc6 *"},
		{"an escaped line", "[White \"a\"]\n1. e4\n% not this )({\ne5 *", "1. e4 e5 *"},
		{"comments of both kinds", "[White \"a\"]\n1. e4 ; to the end\ne5 {two\nlines} *", "1. e4 {to the end} 1... e5 {two lines} *"},
		{"a comment before the moves", "[White \"a\"]\n{hello} 1. e4 *", "{hello} 1. e4 *"},
		{"a comment before a variation's moves", "[White \"a\"]\n1. e4 ({why not} 1. d4) e5 *", "1. e4 ({why not} 1. d4) 1... e5 *"},
		{"variations in variations", "[White \"a\"]\n1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 *", "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 *"},
		{"a variation that repeats the move", "[White \"a\"]\n1. e4 (1. e4 c5) e5 *", "1. e4 e5 (1... c5) *"},
		{"a result in a variation", "[White \"a\"]\n1. e4 (1. d4 1-0) e5 0-1", "1. e4 (1. d4) 1... e5 0-1"},
		{"glyphs and signs", "[White \"a\"]\n1. e4! $14 e5?! 2. Nf3 +- Nc6 N *", "1. e4 $1 $14 e5 $6 2. Nf3 $18 Nc6 $146 *"},
		{"a sign glued to the move", "[White \"a\"]\n1. e4+= e5± *", "1. e4 $14 e5 $16 *"},
		{"clocks and evaluations", "[White \"a\"]\n1. e4 {[%clk 0:01:00] [%eval 0.17,20]} e5 {[%eval #-3]} *", "1. e4 {[%eval 0.17,20] [%clk 0:01:00]} 1... e5 {[%eval #-3]} *"},
		{"passes", "[White \"a\"]\n1. e4 -- 2. d4 Z0 *", "1. e4 -- 2. d4 -- *"},
		{"en passant said aloud", "[White \"a\"]\n1. e4 a6 2. e5 d5 3. exd6 e.p. *", "1. e4 a6 2. e5 d5 3. exd6 *"},
		{"reserved brackets", "[White \"a\"]\n1. e4 <later> e5 *", "1. e4 e5 *"},
		{"a half point in one character", "[White \"a\"]\n1. e4 ½-½", "1. e4 1/2-1/2"},
		{"a start of its own", "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 30\"]\n30. a8=Q+ *", "30. a8=Q+ *"},
		{"Black first", "[FEN \"4k3/8/8/8/8/8/p7/4K3 b - - 0 30\"]\n30... a1Q+ *", "30... a1=Q+ *"},
		{"Chess960", "[Variant \"Chess960\"]\n[FEN \"1rk3r1/6pp/8/8/8/8/6PP/1RK3R1 w KQkq - 0 1\"]\n1. O-O O-O-O *", "1. O-O O-O-O *"},
		{"Chess960 told by its FEN", "[FEN \"1rk3r1/6pp/8/8/8/8/6PP/1RK3R1 w GBgb - 0 1\"]\n1. O-O O-O-O *", "1. O-O O-O-O *"},
		{"junk before the game", "From: me\nSubject: a game (2. e4)\n\n[White \"a\"]\n\n1. e4 *", "1. e4 *"},
	} {
		for _, source := range []io.Reader{strings.NewReader(test.text), iotest.OneByteReader(strings.NewReader(test.text))} {
			r := NewReader(source, Reading{})
			if !r.Next() {
				t.Errorf("%s: no game", test.name)
				continue
			}
			g, err := r.Game()
			if got := movesOf(t, g); got != test.want || err != nil {
				t.Errorf("%s: %q, not %q; %v", test.name, got, test.want, err)
			}
			if r.Next() || r.Err() != nil {
				t.Errorf("%s: another game, or %v", test.name, r.Err())
			}
		}
	}
}

func TestTagsAreRead(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"escapes", `[White "a \"b\" \\ c"]`, `a "b" \ c`},
		{"quotation marks that are not escaped", `[White "John "Jack" Doe"]`, `John "Jack" Doe`},
		{"no quotation marks", `[White John Doe ]`, "John Doe"},
		{"blanks", `[ White   "x" ]`, "x"},
		{"two on a line", `[Black "y"] [White "x"]`, "x"},
		{"Latin-1", "[White \"Schr\xf6der\"]", "Schröder"},
		{"Windows quotation marks", "[White \"\x93x\x94\"]", "“x”"},
		{"UTF-8", "[White \"Schröder 王\"]", "Schröder 王"},
		{"an empty value", `[White ""]`, ""},
		{"control bytes", "[White \"a\x00b\x1fc\"]", "a b c"},
	} {
		r := NewReader(strings.NewReader(test.text+"\n\n1. e4 *\n"), Reading{})
		if !r.Next() || r.Tag("White") != test.want || r.Tags().Get("White") != test.want {
			t.Errorf("%s: %q, not %q", test.name, r.Tag("White"), test.want)
		}
		if g, err := r.Game(); err != nil || g.Tree.Len() != 1 {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestFaultsNameTheirPlaceAndSpareTheOtherGames(t *testing.T) {
	for _, test := range []struct {
		name, text   string
		err          error
		line, column int
		moves        string
	}{
		{"an illegal move", "1. e4 e5 2. Ke3 Ke7 *", notation.ErrNotLegal, 3, 13, "1. e4 e5 *"},
		{"an ambiguous move", "1. Nf3 d5 2. d4 a6 3. Nd2 *", notation.ErrAmbiguous, 3, 23, "1. Nf3 d5 2. d4 a6 *"},
		{"no move", "1. e4 hello *", notation.ErrSyntax, 3, 7, "1. e4 *"},
		{"an illegal move in a variation", "1. e4 (1. Qh5) e5 *", notation.ErrNotLegal, 3, 11, "1. e4 e5 *"},
		{"a variation of nothing", "(1. e4) 1. d4 *", errVariation, 3, 1, "1. d4 *"},
		{"a variation that does not end", "1. e4 (1. d4 d5\n", errVariation, 5, 1, "1. e4 (1. d4 d5) *"},
		{"a variation that ends twice", "1. e4 (1. d4)) e5 *", errVariation, 3, 14, "1. e4 (1. d4) 1... e5 *"},
		{"a glyph beyond 255", "1. e4 $256 e5 *", errGlyph, 3, 7, "1. e4 e5 *"},
		{"a comment that does not end", "1. e4 {oh 1... e5 *\n", ErrComment, 3, 7, "1. e4 *"},
		{"a pass out of check", "1. e4 e5 2. Qh5 a6 3. Qxf7+ -- *", ErrMove, 3, 29, "1. e4 e5 2. Qh5 a6 3. Qxf7+ *"},
		{"a stray byte", "1. e4 \" e5 *", ErrMove, 3, 7, "1. e4 e5 *"},
		{"nesting", "1. e4 " + strings.Repeat("(1. e4 ", 70) + strings.Repeat(")", 70) + " e5 *", ErrNesting, 3, 455, "1. e4 e5 *"},
	} {
		text := "[White \"a\"]\n\n" + test.text + "\n[White \"b\"]\n\n1. c4 *\n"
		r := NewReader(strings.NewReader(text), Reading{})
		if !r.Next() {
			t.Fatal(test.name)
		}
		g, err := r.Game()
		var fault *Error
		if !errors.As(err, &fault) || !errors.Is(err, test.err) || fault.Line != test.line || fault.Column != test.column || fault.Game != 1 {
			t.Errorf("%s: %v", test.name, err)
		}
		if got := movesOf(t, g); got != test.moves {
			t.Errorf("%s: read %q", test.name, got)
		}
		if !r.Next() || r.Tag("White") != "b" {
			t.Errorf("%s: the next game is lost", test.name)
		} else if g, err := r.Game(); err != nil || movesOf(t, g) != "1. c4 *" {
			t.Errorf("%s: the next game: %v", test.name, err)
		}
	}
}

func TestFaultsOfTagsAndStartsAreTold(t *testing.T) {
	for _, test := range []struct {
		tag string
		err error
	}{
		{`[Event "x]`, ErrTag},
		{`[Event "` + strings.Repeat("x", MaxTag) + `"]`, errTagLength},
		{`[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]`, ErrStart},
		{`[Variant "Crazyhouse"]`, errVariant},
	} {
		r := NewReader(strings.NewReader("[White \"a\"]\n"+test.tag+"\n\n1. e4 *\n\n[White \"b\"]\n\n1. e4 *\n"), Reading{})
		r.Next()
		if _, err := r.Moves(); !errors.Is(err, test.err) {
			t.Errorf("%.20s: %v", test.tag, err)
		}
		if !r.Next() {
			t.Errorf("%.20s: the next game is lost", test.tag)
		} else if moves, err := r.Moves(); err != nil || len(moves) != 1 {
			t.Errorf("%.20s: %v, %v", test.tag, moves, err)
		}
	}
}

func TestEveryDepthOfReadingFindsTheSameGames(t *testing.T) {
	rng := newRand(6)
	var text []byte
	var want []*Game
	for range 40 {
		g := randomGame(rng, 50)
		want = append(want, g)
		text = append(text, gameText(t, g)...)
	}
	r := NewReader(iotest.HalfReader(strings.NewReader(string(text))), Reading{})
	for i, g := range want {
		if !r.Next() {
			t.Fatalf("game %d is not found", i)
		}
		switch i % 3 {
		case 0:
			back, err := r.Game()
			if err != nil || back.Tree.Len() != g.Tree.Len() {
				t.Fatal(i, err)
			}
		case 1:
			moves, err := r.Moves()
			var line []movegen.Move
			for n := range g.Tree.Line(gametree.Root) {
				line = append(line, g.Tree.Move(n))
			}
			if err != nil || !slices.Equal(moves, line) || r.Result() != g.Result {
				t.Fatal(i, err, moves, line)
			}
		}
	}
	if r.Next() || r.Err() != nil {
		t.Error("a game too many", r.Err())
	}
}

func TestCommandsInComments(t *testing.T) {
	if _, value, _, ok := findCommand("[%clk 0:01:02] well [%emt 3]", "emt"); value != "3" || !ok {
		t.Error(value, ok)
	}
	if _, _, _, ok := findCommand("[%clk 0:01:02", "clk"); ok {
		t.Error("a command without end")
	}
}

func TestCommandsAreNotDivided(t *testing.T) {
	tree := gametree.New(movegen.StartPosition())
	n := tree.Add(gametree.Root, movegen.MakeMove(12, 28, movegen.Normal))
	tree.SetComment(n, strings.Repeat("word ", 13)+"[%clk 0:01:02] and "+strings.Repeat("word ", 11)+"[%open one")
	for line := range strings.Lines(gameText(t, NewGame(tree))) {
		if strings.Contains(line, "[%clk") != strings.Contains(line, "0:01:02]") || len(line) > lineWidth+1 {
			t.Errorf("%q", line)
		}
	}
}

func FuzzReader(f *testing.F) {
	rng := newRand(7)
	for range 8 {
		f.Add([]byte(gameText(f, randomGame(rng, 20))))
	}
	f.Add([]byte("1. e4 ({[%eval 0.5]}) *"))
	f.Add([]byte("1. e4 {so [%eval} {0.5] much} *"))
	f.Add([]byte("1. e4 {[%eval 0.5]} {\u00a0} *"))
	f.Add([]byte("junk\n1. e4 {x} (1. d4 $5 ; y\n) e5!? 2. 0-0 *\n[White \"\xf6\"]\n% x\n--"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<16 {
			return
		}
		var results []movegen.Result
		for r := NewReader(strings.NewReader(string(text)), Reading{}); r.Next(); {
			g, err := r.Game()
			results = append(results, g.Result)
			for n, p := range g.Tree.Walk() {
				if m := g.Tree.Move(n); m != movegen.NoMove && !p.IsLegal(m) {
					t.Fatalf("%v is not legal in %s", m, p.FEN())
				}
			}
			if (err == nil) != (len(g.Faults) == 0) {
				t.Fatal(err, g.Faults)
			}
			if slices.ContainsFunc(g.Faults, func(e *Error) bool { return errors.Is(e, errVariant) }) {
				continue // written with its tag, it is refused again
			}
			written := gameText(t, g)
			if again := gameText(t, onlyGame(t, written, Reading{})); again != written {
				t.Fatalf("%q is written again as %q", written, again)
			}
		}
		r := NewReader(iotest.OneByteReader(strings.NewReader(string(text))), Reading{})
		for i := 0; r.Next(); i++ {
			if i >= len(results) {
				t.Fatal("the main line alone finds more games")
			}
			_, _ = r.Moves()
			if r.Result() != results[i] {
				t.Fatalf("game %d: %v, not %v", i, r.Result(), results[i])
			}
		}
	})
}

func BenchmarkReader(b *testing.B) {
	text := madeUp(1, 8<<20)
	for _, bench := range []struct {
		name string
		read func(r *Reader) error
	}{
		{"tags", func(*Reader) error { return nil }},
		{"line", func(r *Reader) error { _, err := r.Moves(); return err }},
		{"tree", func(r *Reader) error { _, err := r.Game(); return err }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				for r := NewReader(bytes.NewReader(text), Reading{}); r.Next(); {
					must.Do(b, bench.read(r))
				}
			}
		})
	}
}

func TestWhatIsNoGameIsTold(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte("1. e4 *")); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "", "it is empty"},
		{"blanks", " \n\n", "only blanks"},
		{"notes", "Dear Ann,\nyour move was good.\n", "text without moves or tags"},
		{"Italian notes", "La città è più bella così, perché no?\n", "text without moves or tags"},
		{"positions", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n", "positions"},
		{"gzip", packed.String(), "gzip"},
		{"a program", "\x7fELF\x02\x01\x01\x00\x00", "a program"},
		{"a program with games in it", "\x7fELF\x02\x01\x01\x00\x00\n[Event \"x\"]\n\n1. e4 e5 *\n", "a program"},
		{"an archive", "PK\x03\x04abc", "zip"},
		{"UTF-16", "\xff\xfe[\x00E\x00", "UTF-16"},
		{"bytes", strings.Repeat("\x01\x02\xfe\xdc", 200), "not text"},
		{"high bytes", strings.Repeat("\xe1\xd2\xfe\xdc", 200), "not text"},
	} {
		r := NewReader(strings.NewReader(test.text), Reading{})
		if r.Next() {
			t.Errorf("%s is a game", test.name)
			continue
		}
		if err := r.NoGame(); !errors.Is(err, ErrNoGame) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	for _, text := range []string{"MZ asked me:\n1. e4 *\n", "\x00\x00\n[Event \"x\"]\n\n1. e4 *\n"} {
		if r := NewReader(strings.NewReader(text), Reading{}); !r.Next() {
			t.Errorf("%q: the game is not found", text)
		}
	}
	r := NewReader(strings.NewReader("1. e5 *\n"), Reading{})
	if !r.Next() || r.NoGame() != nil {
		t.Error("an illegal first move is no game")
	}
	if r.Next() || r.NoGame() != nil {
		t.Error("a stream with a game has none")
	}
}

// repeated reads the same text again and again.
type repeated struct {
	text      []byte
	at, times int
}

func (r *repeated) Read(into []byte) (int, error) {
	if r.at == len(r.text) {
		r.at = 0
		r.times--
	}
	if r.times == 0 {
		return 0, io.EOF
	}
	n := copy(into, r.text[r.at:])
	r.at += n
	return n, nil
}

func TestMemoryDoesNotGrowWithTheStream(t *testing.T) {
	text := madeUp(2, 1<<20)
	games := bytes.Count(text, []byte("[Event "))
	times := scaled(5)
	r := NewReader(&repeated{text: text, times: times}, Reading{})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	count, plies := 0, 0
	for r.Next() {
		moves := must.Get(r.Moves())(t)
		count++
		plies += len(moves)
	}
	runtime.ReadMemStats(&after)
	if count != games*times || r.Err() != nil {
		t.Errorf("%d games, not %d; %v", count, games*times, r.Err())
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > uint64(times)<<17 {
		t.Errorf("%d bytes were allocated for %d moves", grown, plies)
	}
}

func TestAGameThatIsSkippedAllocatesNothing(t *testing.T) {
	text := []byte("[Event \"x\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 1/2-1/2\n\n1. d4 1-0\n\n")
	r := NewReader(&repeated{text: text, times: 1000}, Reading{})
	if n := testing.AllocsPerRun(500, func() { r.Next() }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
