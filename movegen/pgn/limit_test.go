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

	"alfiere/internal/testing/broken"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
)

// first reads the first game of a text, whatever is wrong with it.
func first(t *testing.T, source io.Reader) (*Game, error) {
	t.Helper()
	r := NewReader(source, Reading{})
	if !r.Next() {
		t.Fatal("there is no game")
	}
	return r.Game()
}

func TestWhatIsAsLongAsItMayBeIsTakenAndNotAByteMore(t *testing.T) {
	nested := func(depth int) string {
		return "1. e4 (1. d4 d5 2. c4 (2. Nf3) " + strings.Repeat("(2. c3 ", depth-1) + strings.Repeat(")", depth) + " *"
	}
	for _, c := range []struct {
		name     string
		text     func(length int) string
		limit    int
		err      error
		comments int // characters of all comments when it is taken
	}{
		{"a comment in braces", func(n int) string { return "1. e4 {" + strings.Repeat("x", n) + "} *" }, maxComment, ErrComment, maxComment},
		{"a tag", func(n int) string { return "[A \"" + strings.Repeat("x", n-len("[A \"\"]")) + "\"]\n\n1. e4 *" }, MaxTag, errTagLength, 0},
		{"many tags", func(n int) string { return strings.Repeat("[A \"x\"]\n", n) + "\n1. e4 *" }, maxTags, errTags, 0},
		{"variations within variations", nested, maxNesting, ErrNesting, 0},
	} {
		for _, length := range []int{c.limit - 1, c.limit, c.limit + 1, c.limit + 2, 2 * c.limit} {
			for _, source := range []io.Reader{strings.NewReader(c.text(length)), iotest.HalfReader(strings.NewReader(c.text(length)))} {
				g, err := first(t, source)
				taken := length <= c.limit
				if (err == nil) != taken || err != nil && !errors.Is(err, c.err) {
					t.Errorf("%s of %d: %v", c.name, length, err)
				}
				if !taken && c.err == ErrNesting && len(g.Faults) != 1 {
					t.Errorf("%s of %d: %d faults", c.name, length, len(g.Faults))
				}
				if taken && c.comments > 0 && len(g.Tree.Comment(1)) != length {
					t.Errorf("%s of %d: %d characters are kept", c.name, length, len(g.Tree.Comment(1)))
				}
			}
		}
	}
}

// TestVariationsThatAreNestedTooDeepAreSkippedWithAllThatIsInThem: what they hold is not
// taken for the line that they stand in.
func TestVariationsThatAreNestedTooDeepAreSkippedWithAllThatIsInThem(t *testing.T) {
	for _, inner := range []string{"1... c5 {x} $3 2. Nf3", "1. d4 d5 (1... Nf6)", "junk $5 {y}", "1-0"} {
		text := "1. e4 " + strings.Repeat("(1. e4 ", maxNesting) + "(" + inner + ") 1... e6 2. d4" + strings.Repeat(")", maxNesting) + " e5 *"
		g, err := first(t, strings.NewReader(text))
		if !errors.Is(err, ErrNesting) || len(g.Faults) != 1 {
			t.Errorf("%s: %v", inner, g.Faults)
		}
		if got := movesOf(t, g); got != "1. e4 e5 (1... e6 2. d4) *" {
			t.Errorf("%s: %s", inner, got)
		}
	}
}

func TestACommentToTheEndOfItsLineIsCutAtItsLimit(t *testing.T) {
	for _, length := range []int{maxComment - 1, maxComment, maxComment + 1, 3 * maxComment, 2 * bufferSize} {
		text := "1. e4 ;" + strings.Repeat("x", length) + "\ne5 2. Nf3 *"
		g, err := first(t, iotest.HalfReader(strings.NewReader(text)))
		if err != nil || g.Tree.Len() != 3 {
			t.Fatalf("%d bytes: %v, %d moves", length, err, g.Tree.Len())
		}
		if got := len(g.Tree.Comment(1)); got != min(length, maxComment) {
			t.Errorf("%d bytes: %d are kept", length, got)
		}
	}
}

// TestTokensMayLieAcrossTheEndOfTheBuffer moves a game byte by byte over the place where the reader's buffer ends.
func TestTokensMayLieAcrossTheEndOfTheBuffer(t *testing.T) {
	game := "[White \"A \\\"B\\\" C\"]\n[Result \"1-0\"]\n\n{before} 1. e4 $1 e5 (1... c5 {Sicilian} 2. Nf3) 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n"
	want := must.Get(first(t, strings.NewReader(game)))(t)
	text := gameText(t, want)
	for shift := range len(game) + 3 {
		filler := strings.Repeat(";"+strings.Repeat("-", 62)+"\n", bufferSize/64)
		filler = filler[:len(filler)-shift-1] + "\n"
		r := NewReader(strings.NewReader(filler+game+game), Reading{})
		for range 2 {
			if !r.Next() {
				t.Fatalf("shifted by %d: a game is lost", shift)
			}
			g, err := r.Game()
			if err != nil || gameText(t, g) != text {
				t.Fatalf("shifted by %d: %v", shift, err)
			}
		}
		if end, complete := r.End(); !complete || end != int64(len(filler)+2*len(game)) {
			t.Fatalf("shifted by %d: the end is byte %d, complete %t", shift, end, complete)
		}
	}
}

func TestSomeFaultsOfAGameAreKept(t *testing.T) {
	text := "1. e4 " + strings.Repeat("$999 ", 3*maxFaults) + "e5 *"
	g, err := first(t, strings.NewReader(text))
	if len(g.Faults) != maxFaults || g.Tree.Len() != 2 || err != error(g.Faults[0]) {
		t.Errorf("%d faults, %d moves, %v", len(g.Faults), g.Tree.Len(), err)
	}
	for i, fault := range g.Faults {
		if fault.Column != 7+5*i || !errors.Is(fault, errGlyph) {
			t.Errorf("fault %d is %v", i, fault)
		}
	}
}

func TestTheStreamsErrorIsReported(t *testing.T) {
	text := "[White \"a\"]\n\n1. e4 e5 *\n\n[White \"b\"]\n\n1. d4 d5 *\n"
	for length := range len(text) {
		r := NewReader(broken.Reader(text[:length]), Reading{})
		games := 0
		for r.Next() {
			games++
			_, _ = r.Moves()
		}
		if !errors.Is(r.Err(), broken.Err) || games > 2 {
			t.Fatalf("%d bytes: %d games, %v", length, games, r.Err())
		}
	}
	if r := NewReader(strings.NewReader(""), Reading{}); r.Next() || r.Err() != nil {
		t.Error("an empty stream has a game, or an error")
	}
	r := NewReader(idleReader{}, Reading{})
	if r.Next() || !errors.Is(r.Err(), io.ErrNoProgress) {
		t.Errorf("a stream that gives nothing: %v", r.Err())
	}
}

type idleReader struct{}

func (idleReader) Read([]byte) (int, error) { return 0, nil }

func TestTheWritersErrorsAreReported(t *testing.T) {
	g := randomGame(newRand(61), 20)
	if err := (Layout{}).Write(&broken.Writer{Room: 10}, g); !errors.Is(err, broken.Err) {
		t.Errorf("a full disk: %v", err)
	}
	p := movegen.StartPosition()
	tree := gametree.New(p)
	moves := p.Moves()
	n := gametree.Root
	for range maxNesting + 1 { // each move is the second of two
		at := tree.Position(n)
		replies := at.Moves()
		tree.Add(n, replies[0])
		n = tree.Add(n, replies[1])
	}
	var text strings.Builder
	if err := (Layout{}).Write(&text, NewGame(tree)); !errors.Is(err, ErrNesting) || text.Len() > 0 {
		t.Errorf("nested %d deep: %v, %d bytes", maxNesting+1, err, text.Len())
	}
	if err := (Layout{}).Write(&text, NewGame(gametree.New(p))); err != nil || len(moves) != 20 {
		t.Errorf("the writer takes no game after one that it refused: %v", err)
	}
}

// TestTagsSurviveWhateverIsInThem: values come back but for control characters, names are made fit.
func TestTagsSurviveWhateverIsInThem(t *testing.T) {
	rng := newRand(62)
	for range scaled(300) {
		g := NewGame(gametree.New(movegen.StartPosition()))
		value := randomText(rng)
		g.Tags = Tags{{"Event", value}, {"Zz", value}, {"Annotator", value}}
		back := onlyGame(t, gameText(t, g), Reading{})
		want := notation.Printable(value)
		if event := want; event == "" {
			want = "?"
		}
		if got := back.Tags.Get("Event"); got != want {
			t.Fatalf("%q comes back as %q, not %q", value, got, want)
		}
		if names := tagNames(back.Tags); !slices.Equal(names, []string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "Zz", "Annotator"}) {
			t.Fatalf("the tags are %v", names)
		}
		if back.Tags.Get("Zz") != back.Tags.Get("Annotator") {
			t.Fatalf("%q and %q", back.Tags.Get("Zz"), back.Tags.Get("Annotator"))
		}
	}
	for name, want := range map[string]string{"White Elo": "White_Elo", "": "X", "1st": "X1st", "Ü": "X_", "a]b\"c": "a_b_c", "_x": "X_x", "ECO": "ECO"} {
		if got := tagName(name); got != want {
			t.Errorf("the name %q becomes %q, not %q", name, got, want)
		}
	}
}

func tagNames(tags Tags) (names []string) {
	for _, tag := range tags {
		names = append(names, tag.Name)
	}
	return names
}

// randomText returns text of what is hard to quote.
func randomText(rng *rand.Rand) string {
	parts := []string{`"`, `\`, `]`, `["x"]`, "a", " ", "é", "王", "\n", "\x00", "\xff", "\u0085", "{", "%", `"]`, `\\"`}
	var b strings.Builder
	for range rng.IntN(12) {
		b.WriteString(parts[rng.IntN(len(parts))])
	}
	return b.String()
}

func TestTagsAreAListWithNames(t *testing.T) {
	tags := Tags{{"A", "1"}, {"B", "2"}, {"A", "3"}}
	tags.Set("A", "4")
	tags.Set("C", "5")
	if got := fmt.Sprint(tags); got != "[{A 4} {B 2} {A 3} {C 5}]" || tags.Get("A") != "4" || tags.Get("D") != "" {
		t.Error(got)
	}
}

// TestTheTagsThatTheGameDecidesAreTheGames: Result, SetUp, FEN and Variant say what the
// tree and the result are, at the place where the tags had them.
func TestTheTagsThatTheGameDecidesAreTheGames(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	elsewhere := must.Get(movegen.ParseFEN(fen))(t)
	chess960 := must.First(movegen.Rules{Chess960: true}.ParseFEN("1rk3r1/p6p/8/8/8/8/P6P/1RK3R1 w KQkq - 0 1"))(t)
	for _, c := range []struct {
		name  string
		start movegen.Position
		tags  Tags
		want  string // the tags after the first seven
	}{
		{"wrong tags of the initial position", movegen.StartPosition(), Tags{{"FEN", fen}, {"SetUp", "1"}, {"X", "y"}}, "[{X y}]"},
		{"another start", elsewhere, Tags{{"X", "y"}}, "[{X y} {SetUp 1} {FEN " + fen + "}]"},
		{"another start whose tag has a place", elsewhere, Tags{{"FEN", "?"}, {"X", "y"}, {"SetUp", "0"}}, "[{SetUp 1} {FEN " + fen + "} {X y}]"},
		{"Chess960", chess960, nil, "[{Variant Chess960} {SetUp 1} {FEN " + chess960.FEN() + "}]"},
		{"Chess960 by another name", chess960, Tags{{"Variant", "fischerandom"}}, "[{Variant fischerandom} {SetUp 1} {FEN " + chess960.FEN() + "}]"},
	} {
		g := &Game{Tree: gametree.New(c.start), Tags: append(Tags{{"Result", "0-1"}}, c.tags...), Result: movegen.Drawn}
		back := onlyGame(t, gameText(t, g), Reading{})
		if got := fmt.Sprint(back.Tags[7:]); got != c.want || back.Tags.Get("Result") != "1/2-1/2" || back.Result != movegen.Drawn || back.Tree.Start() != c.start {
			t.Errorf("%s: the tags are %s, not %s; result %v", c.name, got, c.want, back.Result)
		}
	}
}

func TestNewGamesKnowMatesAndStalemates(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want movegen.Result
	}{
		{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", movegen.WhiteWins},
		{"7K/6q1/6k1/8/8/8/8/8 w - - 0 1", movegen.BlackWins},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", movegen.Drawn},
		{movegen.StartFEN, movegen.Ongoing},
	} {
		p := must.Get(movegen.ParseFEN(c.fen))(t)
		if g := NewGame(gametree.New(p)); g.Result != c.want {
			t.Errorf("%s: %v", c.fen, g.Result)
		}
	}
}

// TestEverySignIsAGlyphWhereverItStands: after a blank, glued to its move, and written as a number again.
func TestEverySignIsAGlyphWhereverItStands(t *testing.T) {
	for _, mark := range marks {
		for _, text := range []string{"1. e4 " + mark.text + " e5 *", "1. e4" + mark.text + " e5 *"} {
			g, err := first(t, strings.NewReader("[White \"a\"]\n\n"+text))
			if err != nil || g.Tree.Len() != 2 || !slices.Equal(g.Tree.NAGs(1), []gametree.NAG{mark.glyph}) {
				t.Errorf("%q: %v, glyphs %v", text, err, g.Tree.NAGs(1))
				continue
			}
			if want := fmt.Sprintf("1. e4 $%d e5 *", mark.glyph); movesOf(t, g) != want {
				t.Errorf("%q is written as %q", text, movesOf(t, g))
			}
		}
	}
	g, err := first(t, strings.NewReader("[White \"a\"]\n\n$6 1. e4 $1 $1 $0 $255 {x} $7 e5 *"))
	if err != nil || movesOf(t, g) != "1. e4 $6 $1 $0 $255 $7 {x} 1... e5 *" {
		t.Errorf("%v: %s", err, movesOf(t, g))
	}
}
