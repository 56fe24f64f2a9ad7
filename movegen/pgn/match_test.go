package pgn

import (
	"fmt"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
)

// matchGame is a game as programs that play matches record it: tags of their own in
// their own order, a comment on every move and why the game ended.
func matchGame(t *testing.T) *Game {
	t.Helper()
	r := NewReader(strings.NewReader("[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n\n"+
		"2. Bc4 {+0.24/7 0.123s} Nc6 {-0.31/8 0.246s} 3. Qh5 {0.00/9 0.369s} Nf6 {-M1/10 0.492s} 4. Qxf7# {+M1/11 0.615s} 1-0\n"), Reading{})
	if !r.Next() {
		t.Fatal("there is no game")
	}
	g := must.Get(r.Game())(t)
	g.Closing = "checkmate"
	g.Tags = Tags{{"Event", "A match"}, {"Site", "?"}, {"Date", "2024.02.29"}, {"Round", "1.1"}, {"White", `The "First"`}, {"Black", `C:\second`},
		{"FEN", ""}, {"PlyCount", "5"}, {"Termination", "normal"}}
	return g
}

const matchText = `[Event "A match"]
[Site "?"]
[Date "2024.02.29"]
[Round "1.1"]
[White "The \"First\""]
[Black "C:\\second"]
[Result "1-0"]
[SetUp "1"]
[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]
[PlyCount "5"]
[Termination "normal"]

2. Bc4 {+0.24/7 0.123s} Nc6 {-0.31/8 0.246s} 3. Qh5 {0.00/9 0.369s} Nf6
{-M1/10 0.492s} 4. Qxf7# {+M1/11 0.615s} {checkmate} 1-0

`

func TestGamesOfMatchesKeepTheirCommentsWholeAndTheirTagsInOrder(t *testing.T) {
	text, err := Layout{MatchComments: true}.Append(nil, matchGame(t))
	if err != nil || string(text) != matchText {
		t.Errorf("got %v\n%s\nwant\n%s", err, text, matchText)
	}
	r := NewReader(strings.NewReader(string(text)), Reading{})
	r.Next()
	g := must.Get(r.Game())(t)
	last := gametree.Root
	for n := range g.Tree.Line(gametree.Root) {
		last = n
	}
	if got := g.Tree.Comment(last); got != "+M1/11 0.615s checkmate" {
		t.Errorf("the comment of the last move is %q", got)
	}
}

func TestTheClosingCommentStandsBeforeTheResultInEveryLayout(t *testing.T) {
	g := matchGame(t)
	g.Closing = "a } brace"
	text, err := Append(nil, g)
	if err != nil || !strings.HasSuffix(string(text), "{+M1/11 0.615s} ; a } brace\n1-0\n\n") {
		t.Errorf("%v:\n%s", err, text)
	}
}

func TestChess960WritesEvenTheStandardPosition(t *testing.T) {
	g := NewGame(gametree.New(movegen.StartPosition()))
	for _, c := range []struct {
		variant string
		want    bool
	}{{"", false}, {"Standard", false}, {"fischerandom", true}, {"Chess960", true}} {
		g.Tags = Tags{{"Variant", c.variant}}
		text, err := Append(nil, g)
		if err != nil || strings.Contains(string(text), "[FEN \""+movegen.StartFEN+"\"]") != c.want {
			t.Errorf("%s: %v\n%s", c.variant, err, text)
		}
	}
}

// TestAGameIsCompleteOnceItsLastByteIsThere: wherever a file is cut off, End tells which
// games are whole, and how long the file is up to there.
func TestAGameIsCompleteOnceItsLastByteIsThere(t *testing.T) {
	one := matchText
	for _, both := range []string{
		one + strings.Replace(one, "1.1", "1.2", 1),
		strings.ReplaceAll(one+one, "\n", "\r\n"),
		"\xef\xbb\xbf" + one + one,
		one + "1. e4 e5 *\n\n" + one, // the one between has no tags, so it is never complete
	} {
		var ends []int64
		r := NewReader(strings.NewReader(both), Reading{})
		offset := int64(-1)
		for r.Next() {
			if r.Offset() <= offset || !strings.HasPrefix(both[r.Offset():], "[Event") && !strings.HasPrefix(both[r.Offset():], "1. e4") {
				t.Fatalf("a game begins at byte %d: %q", r.Offset(), both[r.Offset():])
			}
			offset = r.Offset()
			if end, complete := r.End(); complete {
				ends = append(ends, end)
			}
		}
		if len(ends) != 2 || ends[1] != int64(len(both)) {
			t.Fatalf("the games end at %v of %d bytes", ends, len(both))
		}
		for length := range len(both) + 1 {
			want := []int64{}
			for _, end := range ends {
				if int64(length) >= end {
					want = append(want, end)
				}
			}
			r := NewReader(strings.NewReader(both[:length]), Reading{})
			got := []int64{}
			for r.Next() {
				if length%2 == 0 {
					r.Moves()
				}
				if end, complete := r.End(); complete {
					got = append(got, end)
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%d bytes: complete games end at %v, not %v", length, got, want)
			}
		}
	}
}

func TestAGameWhoseTagAndMovesDisagreeOnTheResultIsNotComplete(t *testing.T) {
	for _, text := range []string{
		"[Result \"1-0\"]\n\n1. e4 0-1\n\n", "[Result \"1-0\"]\n\n1. e4\n\n", "[Event \"x\"]\n\n1. e4 1-0\n\n",
		"[Result \"1-0\"]\n\n1. e4 (1. d4 1-0\n\n", "[Result \"1-0\"]\n\n1. e4 1-0\n[Result \"1-0\"]\n\n", "[Result \"1-0\"]\n\n1. e4 {1-0\n\n",
	} {
		r := NewReader(strings.NewReader(text), Reading{})
		for r.Next() {
			if end, complete := r.End(); complete {
				t.Errorf("%q is complete at byte %d", text, end)
			}
		}
	}
}

// FuzzEnd checks that games follow each other in a stream, and that what comes
// after a complete game changes nothing about it.
func FuzzEnd(f *testing.F) {
	f.Add(matchText+matchText, 300)
	f.Add("[Result \"1-0\"]\n\n1. e4 1-0\n\n[Result \"*\"]\n\n*\n \r\n[", 40)
	f.Add("1. e4 {x} e5 1/2-1/2 \n\n", 12)
	f.Fuzz(func(t *testing.T, text string, length int) {
		type game struct{ begin, end int64 }
		complete := func(text string) (games []game) {
			last := int64(0)
			for r := NewReader(strings.NewReader(text), Reading{}); r.Next(); {
				end, whole := r.End()
				if r.Offset() < last || end < r.Offset() || end > int64(len(text)) {
					t.Fatalf("a game from byte %d to %d behind byte %d of %d", r.Offset(), end, last, len(text))
				}
				if last = end; whole {
					games = append(games, game{r.Offset(), end})
				}
			}
			return games
		}
		length = min(max(length, 0), len(text))
		all, some := complete(text), complete(text[:length])
		for i, g := range some {
			if i >= len(all) || all[i] != g {
				t.Fatalf("of %d bytes the games are %v, of all %v", length, some, all)
			}
		}
	})
}
