package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"alfiere/internal/testing/golden"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
)

// movesOf returns the moves of a game as they are written after its tags.
func movesOf(t testing.TB, g *Game) string {
	t.Helper()
	text := gameText(t, g)
	_, moves, _ := strings.Cut(text, "\n\n")
	return strings.TrimSpace(strings.ReplaceAll(moves, "\n", " "))
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
	f.Add([]byte("1. e4 {one} e5 ({two} 1... e5) *"))
	f.Add([]byte("{one} 1. e4 ({[%eval 0.5] two} 1. e4 {three} e5 ({four [%eval 0.5]} 1... c5)) c5 *"))
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

// TestWhatFilesHoldIsRead reads texts as a whole and byte by byte.
func TestWhatFilesHoldIsRead(t *testing.T) {
	golden.Cases(t, "testdata/games.txt", func(args ...string) string {
		reported := tellGames(t, strings.NewReader(args[0]))
		if slowly := tellGames(t, iotest.OneByteReader(strings.NewReader(args[0]))); slowly != reported {
			t.Errorf("byte by byte it is\n%s\nas a whole\n%s", slowly, reported)
		}
		return reported
	})
}

// tellGames tells the moves and the faults of all games, or why there is none.
func tellGames(t *testing.T, source io.Reader) string {
	var text strings.Builder
	r := NewReader(source, Reading{})
	for r.Next() {
		g, _ := r.Game()
		fmt.Fprintf(&text, "White %q: %s\n", r.Tag("White"), movesOf(t, g))
		for _, fault := range g.Faults {
			fmt.Fprintf(&text, "%v\n", fault)
		}
		for _, stray := range r.Stray() {
			fmt.Fprintf(&text, "outside: %v\n", stray)
		}
	}
	fmt.Fprintf(&text, "in the end %v, %v", r.Err(), r.NoGame())
	return text.String()
}
