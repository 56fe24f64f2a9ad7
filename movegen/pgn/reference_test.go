package pgn

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
)

// The reference implementation of the reader: tokens by one regular expression over the
// whole text, lines of moves as a tree of strings. It knows the standard's movetext, and
// neither faults nor what the reader takes besides.

var slowToken = regexp.MustCompile(`(?m)^%[^\n]*$|\{[^}]*\}|;[^\n]*|\$\d+|[()*]|\d+\.*|[^\s(){};$.]+`)

// slowGame is what slowRead makes of movetext.
type slowGame struct {
	tree   *gametree.Tree
	result string
	at     []string // the tokens that are left
}

// slowRead reads the movetext of one game from the given position. Results, the digits of
// castling and moves are told apart from numbers first.
func slowRead(t *testing.T, text string, start movegen.Position) *slowGame {
	t.Helper()
	g := &slowGame{tree: gametree.New(start)}
	number := regexp.MustCompile(`^\d+\.*$`)
	results := regexp.MustCompile(`\{[^}]*\}|;[^\n]*|1/2-1/2|1-0|0-1`)
	text = results.ReplaceAllStringFunc(strings.ReplaceAll(text, "\r\n", "\n"), func(token string) string {
		return cmp.Or(map[string]string{"1/2-1/2": "½", "1-0": "①", "0-1": "②"}[token], token)
	})
	for _, token := range slowToken.FindAllString(text, -1) {
		if token[0] != '%' && !number.MatchString(token) {
			g.at = append(g.at, token)
		}
	}
	g.line(t, gametree.Root, gametree.Root)
	return g
}

// line reads moves that follow parent up to a closing bracket or a result. last is what a
// comment or glyph belongs to.
func (g *slowGame) line(t *testing.T, parent, last gametree.Node) {
	t.Helper()
	foreword, begun := "", last == gametree.Root && parent == gametree.Root && g.tree.Len() == 0
	for len(g.at) > 0 {
		token := g.at[0]
		g.at = g.at[1:]
		switch token[0] {
		case '(':
			g.line(t, g.tree.Parent(last), gametree.Root)
		case ')':
			return
		case '{', ';':
			words := strings.Join(strings.Fields(strings.Trim(token, "{};")), " ")
			if !begun {
				foreword = joined(foreword, words)
			} else {
				g.tree.SetComment(last, joined(g.tree.Comment(last), words))
			}
		case '$':
			glyph, err := strconv.Atoi(token[1:])
			if err != nil {
				t.Fatal(err)
			}
			g.tree.AddNAG(last, gametree.NAG(glyph))
		default:
			if result, ok := map[string]string{"½": "1/2-1/2", "①": "1-0", "②": "0-1", "*": "*"}[token]; ok {
				g.result = result
				continue
			}
			p := g.tree.Position(parent)
			m := movegen.NoMove
			if token != "--" {
				var err error
				if m, err = notation.ParseSAN(&p, token, notation.English); err != nil {
					t.Fatal(err)
				}
			}
			last = g.tree.Add(parent, m)
			parent, begun = last, true
			g.tree.SetForeword(last, foreword)
			foreword = ""
		}
	}
}

// ragged lays movetext out as no program does: other line ends and blanks, escaped lines,
// comments of the other kind.
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

// quietGame is randomGame without what a reader moves to another place: evaluations, and
// results or braces in comments.
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

func TestRaggedTextIsReadAsTheReferenceImplementationReadsIt(t *testing.T) {
	rng := newRand(51)
	for range scaled(80) {
		g := quietGame(rng, rng.IntN(80))
		text := gameText(t, g)
		tags, moves, _ := strings.Cut(text, "\n\n")
		moves = ragged(rng, moves)
		slow := slowRead(t, moves, g.Tree.Start())
		r := NewReader(iotest.HalfReader(strings.NewReader(tags+"\n\n"+moves+"\n")), Reading{})
		if !r.Next() {
			t.Fatalf("no game in %q", moves)
		}
		fast, err := r.Game()
		if err != nil || slow.result != fast.Result.String() || slow.tree.Len() != fast.Tree.Len() {
			t.Fatalf("%v, %v, %d moves; the reference has %s and %d moves in\n%s", err, fast.Result, fast.Tree.Len(), slow.result, slow.tree.Len(), moves)
		}
		sameNotes(t, slow.tree, fast.Tree, gametree.Root, gametree.Root)
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
				if _, err := r.Moves(); err != nil {
					t.Fatal(err)
				}
			case 1:
				if _, err := r.Game(); err != nil {
					t.Fatal(err)
				}
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
