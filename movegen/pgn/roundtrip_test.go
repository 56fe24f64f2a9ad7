package pgn

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
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
		must.Do(t, gametree.WriteText(&text, bare, gametree.Italian))
		tree := must.First(gametree.ReadText(&text,
			gametree.Reading{Rules: movegen.Rules{Chess960: true, Composed: true}}))(t)
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
			if l.Validate() != nil {
				continue
			}
			must.Do(t, Layout{Language: l}.Write(&text, g))
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

// scaled returns n, or 20 n for a long run.
func scaled(n int) int { return effort.Of(20*n, n, n) }

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x70676e)) }

// startFENs are positions from which random games soon meet castling, promotion, en passant, mates and stalemates.
var startFENs = []string{
	movegen.StartFEN,
	movegen.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 3 17",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"r3k2r/8/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1",
	"7k/5Q2/8/8/8/8/8/K6R b - - 0 40",
	"1rk3r1/p6p/8/8/8/8/P6P/1RK3R1 w KQkq - 0 1",
	"5rkr/p6p/8/8/8/8/P6P/5RKR w KQkq - 0 1",
}

// randomMove returns a random legal move, or NoMove where there is none.
func randomMove(rng *rand.Rand, p *movegen.Position) movegen.Move {
	moves := p.Moves()
	if len(moves) == 0 {
		return movegen.NoMove
	}
	return moves[rng.IntN(len(moves))]
}

var words = strings.Fields(`a better idea is [%clk 0:01:02] "quoted" Schröder \ back; semi (round) [square] %percent {open bxc3 1-0 1. ½ 王手 end}
	[%csl Gd4,Rd5] x`)

func randomComment(rng *rand.Rand) string {
	var text []string
	for range rng.IntN(30) {
		text = append(text, words[rng.IntN(len(words))])
	}
	return strings.Join(text, " ")
}

// randomGame returns a game with variations and all that is said in them.
func randomGame(rng *rand.Rand, moves int) *Game {
	start, _, err := movegen.Rules{Chess960: true}.ParseFEN(startFENs[rng.IntN(len(startFENs))])
	if err != nil {
		panic(err)
	}
	t := gametree.New(start)
	t.SetComment(gametree.Root, randomComment(rng))
	n := gametree.Root
	for range moves {
		p := t.Position(n)
		m := randomMove(rng, &p)
		if m == movegen.NoMove {
			n = gametree.Node(rng.IntN(t.Len() + 1))
			continue
		}
		if rng.IntN(40) == 0 && !p.InCheck() {
			m = movegen.NoMove // a pass
		}
		if child := t.Find(n, m); child != gametree.Root {
			n = child
			continue
		}
		first := t.Next(n) == gametree.Root
		n = t.Add(n, m)
		decorate(rng, t, n, first)
		if rng.IntN(6) == 0 {
			n = gametree.Node(rng.IntN(t.Len() + 1))
		}
	}
	g := NewGame(t)
	g.Tags = Tags{{"Event", randomComment(rng)}, {"White", `O'Neil "Bob" \ \"`}, {"Annotator", "Ż"}}
	g.Result = movegen.Result(rng.IntN(4))
	return g
}

func decorate(rng *rand.Rand, t *gametree.Tree, n gametree.Node, first bool) {
	if rng.IntN(4) == 0 {
		t.SetComment(n, randomComment(rng))
	}
	if rng.IntN(4) == 0 && !first {
		t.SetForeword(n, randomComment(rng))
	}
	for range rng.IntN(3) {
		t.AddNAG(n, gametree.NAG(rng.IntN(256)))
	}
	switch rng.IntN(6) {
	case 0:
		t.SetEvaluation(n, gametree.Evaluation{Centipawns: int32(rng.IntN(4000) - 2000), Depth: int16(rng.IntN(40))})
	case 1:
		t.SetEvaluation(n, gametree.Evaluation{Mate: int16(1 + rng.IntN(20)), Depth: int16(rng.IntN(40))})
	case 2:
		t.SetEvaluation(n, gametree.Evaluation{Mate: int16(-1 - rng.IntN(20))})
	}
}

// madeUp returns about the given number of bytes of plain games, as files of played
// games look: ten tags and some eighty plies.
func madeUp(seed uint64, size int) []byte {
	rng := newRand(seed)
	var text bytes.Buffer
	for i := 0; text.Len() < size; i++ {
		fmt.Fprintf(&text, "[Event \"Made up\"]\n[Site \"Nowhere\"]\n[Date \"2026.01.%02d\"]\n[Round \"%d\"]\n[White \"Player, A%d\"]\n[Black \"Player, B%d\"]\n"+
			"[Result \"1/2-1/2\"]\n[WhiteElo \"%d\"]\n[BlackElo \"%d\"]\n[ECO \"A00\"]\n\n", 1+i%28, i, i%97, i%89, 1500+i%1000, 1500+i%900)
		p := movegen.StartPosition()
		width := 0
		for ply := range 60 + rng.IntN(60) {
			m := randomMove(rng, &p)
			if m == movegen.NoMove {
				break
			}
			word := notation.SAN(&p, m, notation.English)
			if ply%2 == 0 {
				word = fmt.Sprintf("%d. %s", ply/2+1, word)
			}
			if width += len(word) + 1; width > 80 {
				text.WriteByte('\n')
				width = len(word)
			} else if ply > 0 {
				text.WriteByte(' ')
			}
			text.WriteString(word)
			p.Make(m)
		}
		text.WriteString(" 1/2-1/2\n\n")
	}
	return text.Bytes()
}

// gameText returns a game as a string.
func gameText(t testing.TB, g *Game) string {
	t.Helper()
	return string(must.Get(Append(nil, g))(t))
}
