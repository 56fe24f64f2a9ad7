package pgn

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
)

// onlyGame reads the first game of a text, which must be good.
func onlyGame(t testing.TB, text string, how Reading) *Game {
	t.Helper()
	r := NewReader(strings.NewReader(text), how)
	if !r.Next() {
		t.Fatalf("no game in %q", text)
	}
	g, err := r.Game()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return g
}

func TestGamesAreWrittenAsTheyWereRead(t *testing.T) {
	rng := newRand(1)
	for range scaled(150) {
		g := randomGame(rng, rng.IntN(150))
		text := gameText(t, g)
		back := onlyGame(t, text, Reading{})
		if again := gameText(t, back); again != text {
			t.Fatalf("written again as\n%s\nnot\n%s", again, text)
		}
		if back.Result != g.Result || back.Tree.Len() != g.Tree.Len() || back.Tree.Start() != g.Tree.Start() {
			t.Fatalf("%d moves, not %d, in\n%s", back.Tree.Len(), g.Tree.Len(), text)
		}
		if back.Tags.Get("White") != g.Tags.Get("White") || back.Tags.Get("Annotator") != "Ż" {
			t.Fatalf("tags %q", back.Tags)
		}
		sameNotes(t, g.Tree, back.Tree, gametree.Root, gametree.Root)
	}
}

// sameNotes compares the moves below two nodes with all that is said of them.
func sameNotes(t *testing.T, want, got *gametree.Tree, a, b gametree.Node) {
	t.Helper()
	evaluation, judged := want.Evaluation(a)
	back, ok := got.Evaluation(b)
	if plain(want.Comment(a)) != got.Comment(b) && !strings.Contains(want.Comment(a), "}") ||
		plain(want.Foreword(a)) != got.Foreword(b) && !strings.Contains(want.Foreword(a), "}") ||
		!slices.Equal(want.NAGs(a), got.NAGs(b)) || evaluation != back || judged != ok || want.Move(a) != got.Move(b) {
		t.Fatalf("%v: %q %q %v %v %v, not %q %q %v %v %v", want.Path(a), got.Foreword(b), got.Comment(b), got.NAGs(b), back, ok,
			want.Foreword(a), want.Comment(a), want.NAGs(a), evaluation, judged)
	}
	other := got.Next(b)
	for child := range want.Children(a) {
		if other == gametree.Root {
			t.Fatalf("%v: lost", want.Path(child))
		}
		sameNotes(t, want, got, child, other)
		other = got.Sibling(other)
	}
}

func TestLinesKeepToEightyColumns(t *testing.T) {
	rng := newRand(2)
	for range 30 {
		g := randomGame(rng, 100)
		for n := range g.Tree.Walk() {
			g.Tree.SetComment(n, strings.NewReplacer("}", "", "[", "", "%", "").Replace(g.Tree.Comment(n)))
			g.Tree.SetForeword(n, "")
		}
		g.Tree.SetComment(gametree.Root, "")
		_, moves, _ := strings.Cut(gameText(t, g), "\n\n")
		for line := range strings.Lines(moves) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
				t.Errorf("%d columns: %q", n, line)
			}
		}
	}
}

func TestTreeTextTakesGamesThereAndBack(t *testing.T) {
	rng := newRand(3)
	for range scaled(60) {
		g := randomGame(rng, 60)
		bare := gametree.New(g.Tree.Start())
		copyMoves(bare, g.Tree, gametree.Root, gametree.Root)
		var text bytes.Buffer
		if err := gametree.WriteText(&text, bare, gametree.Italian); err != nil {
			t.Fatal(err)
		}
		tree, _, err := gametree.ReadText(&text, gametree.Reading{Rules: movegen.Rules{Chess960: true, Composed: true}})
		if err != nil {
			t.Fatal(err)
		}
		if bare.Len() == 0 {
			continue
		}
		start := bare.Start()
		start.SetCounters(0, 1) // which the tree text does not hold
		counted := gametree.New(start)
		copyMoves(counted, bare, gametree.Root, gametree.Root)
		if want, got := gameText(t, NewGame(counted)), gameText(t, NewGame(tree)); got != want {
			t.Fatalf("%s\nnot\n%s", got, want)
		}
	}
}

// copyMoves copies the moves below a node but for passes and what follows them.
func copyMoves(to, from *gametree.Tree, a, b gametree.Node) {
	for child := range from.Children(b) {
		if m := from.Move(child); m != movegen.NoMove {
			copyMoves(to, from, to.Add(a, m), child)
		}
	}
}

func TestMovesOfEveryLanguageAreRead(t *testing.T) {
	rng := newRand(4)
	for _, l := range []notation.PieceLetters{notation.English, notation.Italian, notation.German, notation.Figurine, "KQRBN♙"} {
		for range 10 {
			g := randomGame(rng, 60)
			var text bytes.Buffer
			w := NewWriter(&text)
			if w.Language = l; l.Validate() != nil {
				continue
			}
			if err := w.Write(g); err != nil {
				t.Fatal(err)
			}
			if back := onlyGame(t, text.String(), Reading{Language: l}); gameText(t, back) != gameText(t, g) {
				t.Fatalf("%q: %s", l, text.String())
			}
		}
	}
}

func TestTheFastReaderOfMovesAgreesWithTheSlowOne(t *testing.T) {
	rng := newRand(5)
	r := NewReader(strings.NewReader(""), Reading{})
	letters := "KQRBNPabcdefgh12345678xx=+#O-"
	for range scaled(40) {
		g := randomGame(rng, 60)
		for n, p := range g.Tree.Walk() {
			text := []byte(notation.SAN(p, g.Tree.Move(n), notation.English))
			for range 20 {
				if m := r.san(p, text); m != movegen.NoMove {
					if slow, err := notation.ParseMove(p, string(text), notation.English); err != nil || slow != m {
						t.Fatalf("%q in %s is %v, not %v, %v", text, p.FEN(), m, slow, err)
					}
				}
				at := rng.IntN(len(text) + 1)
				if letter := letters[rng.IntN(len(letters))]; at == len(text) || rng.IntN(3) == 0 {
					text = slices.Insert(text, at, letter)
				} else if rng.IntN(3) == 0 && len(text) > 1 {
					text = slices.Delete(text, at, at+1)
				} else {
					text[at] = letter
				}
			}
		}
	}
}
