package pgn

import (
	"bytes"
	"fmt"
	"html"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
)

// ragged lays movetext out as no program does: other line ends and blanks, escaped lines, comments of the other kind.
func ragged(rng *rand.Rand, movetext string) string {
	comment := regexp.MustCompile(`\{[^}]*\}|[^\s{]+`)
	var b strings.Builder
	for _, token := range comment.FindAllString(movetext, -1) {
		if inner, ok := strings.CutPrefix(token, "{"); ok && rng.IntN(3) == 0 {
			token = ";" + strings.TrimSuffix(strings.ReplaceAll(inner, "\n", " "), "}") + "\n"
		}
		b.WriteString(token)
		switch rng.IntN(9) {
		case 0:
			b.WriteString("\r\n")
		case 1:
			b.WriteString("\n% an escaped line: 1. f3 { ( $300\n")
		case 2:
			b.WriteString("\t \f ")
		case 3:
			if !strings.HasSuffix(token, ".") && !strings.HasSuffix(token, "\n") {
				b.WriteString(" ")
			}
		default:
			b.WriteString(" ")
		}
	}
	return b.String()
}

// quietGame is randomGame without what a reader moves to another place: evaluations, and results or braces in comments.
func quietGame(rng *rand.Rand, moves int) *Game {
	g := randomGame(rng, moves)
	quiet := gametree.New(g.Tree.Start())
	clean := strings.NewReplacer("}", "", "{", "", ";", "", "%", "").Replace
	var visit func(to, from gametree.Node)
	visit = func(to, from gametree.Node) {
		quiet.SetComment(to, plain(clean(g.Tree.Comment(from))))
		quiet.SetForeword(to, plain(clean(g.Tree.Foreword(from))))
		for _, glyph := range g.Tree.NAGs(from) {
			quiet.AddNAG(to, glyph)
		}
		for child := range g.Tree.Children(from) {
			visit(quiet.Add(to, g.Tree.Move(child)), child)
		}
	}
	visit(gametree.Root, gametree.Root)
	g.Tree = quiet
	return g
}

func TestRaggedTextIsTheGameItWasWrittenFrom(t *testing.T) {
	rng := newRand(51)
	for range scaled(80) {
		g := quietGame(rng, rng.IntN(80))
		text := gameText(t, g)
		tags, moves, _ := strings.Cut(text, "\n\n")
		moves = ragged(rng, moves)
		r := NewReader(iotest.HalfReader(strings.NewReader(tags+"\n\n"+moves+"\n")), Reading{})
		if !r.Next() {
			t.Fatalf("no game in %q", moves)
		}
		fast, err := r.Game()
		if err != nil || fast.Result != g.Result || fast.Tree.Len() != g.Tree.Len() {
			t.Fatalf("%v, %v, %d moves; written were %v and %d moves in\n%s", err, fast.Result, fast.Tree.Len(), g.Result, g.Tree.Len(), moves)
		}
		sameNotes(t, g.Tree, fast.Tree, gametree.Root, gametree.Root)
	}
}

// TestFaultsArePlacedWhereTheTextHasThem counts lines and columns by the text alone.
func TestFaultsArePlacedWhereTheTextHasThem(t *testing.T) {
	rng := newRand(52)
	for _, junk := range []struct {
		text string
		err  error
	}{{"Qz9", ErrMove}, {"$999", errGlyph}, {")", errVariation}, {"\"", ErrMove}, {"Kxa1?", ErrMove}} {
		for range scaled(25) {
			g := quietGame(rng, 30)
			for n := range g.Tree.Walk() {
				g.Tree.SetComment(n, "")
				g.Tree.SetForeword(n, "")
			}
			g.Tree.SetComment(gametree.Root, "")
			line := gametree.New(g.Tree.Start()) // the main line alone: a fault is at depth 0
			last := gametree.Root
			for n := range g.Tree.Line(gametree.Root) {
				last = line.Add(last, g.Tree.Move(n))
			}
			g.Tree = line
			tags, moves, _ := strings.Cut(gameText(t, g), "\n\n")
			before := strings.Repeat("[Event \"x\"]\n\n*\n\n", rng.IntN(3))
			words := strings.SplitAfter(moves, " ")
			at := rng.IntN(len(words))
			head := before + tags + "\n\n" + strings.Join(words[:at], "")
			r := NewReader(iotest.OneByteReader(strings.NewReader(head+junk.text+" "+strings.Join(words[at:], ""))), Reading{})
			var faults []*Error
			for r.Next() {
				g, _ := r.Game()
				faults = append(faults, g.Faults...)
			}
			if len(faults) == 0 {
				t.Fatalf("%q is no fault in %q", junk.text, moves)
			}
			wantLine := strings.Count(head, "\n") + 1
			wantColumn := len(head) - strings.LastIndexByte(head, '\n')
			if got := faults[0]; got.Line != wantLine || got.Column != wantColumn || got.Game != strings.Count(before, "Event")+1 {
				t.Fatalf("%v; it is in line %d, column %d", got, wantLine, wantColumn)
			}
		}
	}
}

// TestAFaultySpotInOneGameLeavesTheOthersAsTheyWere: whatever bytes are changed in the
// moves of a game, as long as no tag comes to be and no comment is opened.
func TestAFaultySpotInOneGameLeavesTheOthersAsTheyWere(t *testing.T) {
	rng := newRand(53)
	const games = 5
	for range scaled(150) {
		var texts []string
		for range games {
			texts = append(texts, gameText(t, quietGame(rng, 25)))
		}
		hit := rng.IntN(games)
		tags, moves, _ := strings.Cut(texts[hit], "\n\n")
		spoilt := []byte(strings.NewReplacer("{", "", "}", "", ";", "", "[", "").Replace(moves))
		for range 1 + rng.IntN(4) {
			if b := byte(rng.IntN(256)); !bytes.ContainsRune([]byte("[{;%<"), rune(b)) {
				spoilt[rng.IntN(len(spoilt)-2)] = b
			}
		}
		broken := slices.Clone(texts)
		broken[hit] = tags + "\n\n" + string(spoilt) + "\n\n"
		first := strings.Count(strings.Join(broken[:hit], ""), "\n") + 1
		r := NewReader(strings.NewReader(strings.Join(broken, "")), Reading{})
		var read []string
		for r.Next() {
			g, err := r.Game()
			read = append(read, gameText(t, g))
			if err != nil && (g.Faults[0].Line < first || g.Faults[0].Line > first+strings.Count(broken[hit], "\n")) {
				t.Fatalf("%v; the spoilt game begins in line %d", err, first)
			}
		}
		if len(read) < games {
			t.Fatalf("%d games of %d in\n%s", len(read), games, strings.Join(broken, ""))
		}
		for i := range hit {
			if read[i] != texts[i] {
				t.Fatalf("game %d before the spoilt one is read as\n%s", i, read[i])
			}
		}
		for i := 1; i < games-hit; i++ {
			if read[len(read)-i] != texts[games-i] {
				t.Fatalf("game %d behind the spoilt one is read as\n%s\nbehind\n%s", games-i, read[len(read)-i], broken[hit])
			}
		}
	}
}

// TestGamesLieWhereOffsetAndEndSay cuts every game out of a stream and reads it alone.
func TestGamesLieWhereOffsetAndEndSay(t *testing.T) {
	rng := newRand(54)
	for range scaled(20) {
		var text []byte
		var want []string
		for i := range 6 {
			g := randomGame(rng, 40)
			g.Result = movegen.Result(i%3 + 1)
			want = append(want, gameText(t, g))
			text = append(text, want[i]...)
			text = append(text, strings.Repeat("\n", rng.IntN(3))...)
		}
		r := NewReader(iotest.HalfReader(bytes.NewReader(text)), Reading{})
		for i := range want {
			if !r.Next() {
				t.Fatal("a game is lost")
			}
			switch rng.IntN(3) {
			case 0:
				must.Get(r.Moves())(t)
			case 1:
				must.Get(r.Game())(t)
			}
			end, complete := r.End()
			if again, still := r.End(); again != end || still != complete {
				t.Fatalf("End says %d, %t and then %d, %t", end, complete, again, still)
			}
			if got := string(text[r.Offset():end]); !complete || got != want[i] {
				t.Fatalf("game %d, complete %t: %q, not %q", i, complete, got, want[i])
			}
		}
		if r.Next() {
			t.Fatal("a game too many")
		}
	}
}

// TestBytesThatAreNotUTF8AreThoseOfWindows: the standard library knows them as what HTML
// makes of the references 128 to 159.
func TestBytesThatAreNotUTF8AreThoseOfWindows(t *testing.T) {
	for b := 0x80; b <= 0xff; b++ {
		want := html.UnescapeString(fmt.Sprintf("&#%d;", b))
		if want == string(rune(b)) && b < 0xa0 {
			want = "\ufffd" // HTML leaves the five bytes without a character as they are
		}
		if got := decode([]byte{'x', byte(b), 'y'}); got != "x"+want+"y" {
			t.Errorf("byte %#x is %q, not %q", b, got, "x"+want+"y")
		}
	}
}
