package problem

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
)

// namedPlay is the actual play with plainly named moves: a defence as in nb1-c3, and the mates that answer it.
func namedPlay(r *Report) map[string][]string {
	key := &r.Keys[0]
	name := func(at, to movegen.Square, m movegen.Move) string {
		return fmt.Sprintf("%c%v-%v=%d", r.Position.PieceAt(at).Letter(), at, to, m.PromotionType())
	}
	play := map[string][]string{}
	for i := range key.Variations {
		v := &key.Variations[i]
		if !v.Effective {
			continue
		}
		mates := []string{}
		for _, m := range v.Mates.Moves {
			at := m.From()
			if at == key.Move.To() {
				at = key.Move.From()
			}
			mates = append(mates, name(at, m.To(), m))
		}
		play[name(v.Defence.From(), v.Defence.To(), v.Defence)] = mates
	}
	return play
}

// namedChanges compares two plays by their names. A transferred mate has a line for each defence that loses or gains it.
func namedChanges(a, b map[string][]string) (lines []string) {
	for d, mates := range a {
		answers, both := b[d]
		switch {
		case !both:
			lines = append(lines, "removed "+d)
		case !slices.ContainsFunc(mates, func(m string) bool { return slices.Contains(answers, m) }):
			lines = append(lines, "changed "+d)
		}
	}
	gains := func(a, b map[string][]string, m string) (lines []string) {
		for d, mates := range a {
			if slices.Contains(mates, m) && !slices.Contains(b[d], m) {
				lines = append(lines, "transferred "+m+" after "+d)
			}
		}
		return lines
	}
	seen := map[string]bool{}
	for d, mates := range b {
		if _, both := a[d]; !both {
			lines = append(lines, "added "+d)
		}
		for _, m := range mates {
			lost, gained := gains(a, b, m), gains(b, a, m)
			if !seen[m] && lost != nil && gained != nil {
				lines = append(append(lines, lost...), gained...)
			}
			seen[m] = true
		}
	}
	slices.Sort(lines)
	return lines
}

// linesOf names the changes in the same way.
func linesOf(a, b *Report, changes []Change) (lines []string) {
	for _, c := range changes {
		before, after := namedMove(a, c.Defence), namedMove(b, c.Other)
		switch c.Kind {
		case Removed, Changed:
			lines = append(lines, c.Kind.String()+" "+before)
		case Added:
			lines = append(lines, "added "+after)
		default:
			at := a.Keys[0].Identity(c.Before[0]).From()
			m := fmt.Sprintf("%c%v-%v=%d", a.Position.PieceAt(at).Letter(), at, c.Before[0].To(), c.Before[0].PromotionType())
			lines = append(lines, "transferred "+m+" after "+before, "transferred "+m+" after "+after)
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// namedMove names a defence.
func namedMove(r *Report, m movegen.Move) string {
	return fmt.Sprintf("%c%v-%v=%d", r.Position.PieceAt(m.From()).Letter(), m.From(), m.To(), m.PromotionType())
}

// TestChangesBetweenTwinsAreThoseOfTheirNames adds a man to two-movers, removes one, or exchanges one for another, until
// the twin is sound.
func TestChangesBetweenTwinsAreThoseOfTheirNames(t *testing.T) {
	text, err := os.ReadFile("testdata/two_movers.txt")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 33))
	kinds := map[ChangeKind]int{}
	for i, fen := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if i%4 != 0 {
			continue
		}
		p, _, err := movegen.Rules{Composed: true}.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		a := analysed(t, p)
		for range 40 {
			q, ok := randomTwin(r, p)
			if !ok {
				continue
			}
			b := analysed(t, q)
			if a.Verdict != Sound || b.Verdict != Sound {
				continue
			}
			changes := CompareTwins(a, b)
			for _, c := range changes {
				kinds[c.Kind]++
			}
			if got, want := linesOf(a, b, changes), namedChanges(namedPlay(a), namedPlay(b)); !slices.Equal(got, want) {
				t.Errorf("%s and %s: %q, want %q", fen, q.FEN(), got, want)
			}
		}
	}
	for _, kind := range []ChangeKind{Changed, Transferred, Added, Removed} {
		if kinds[kind] < 10 {
			t.Errorf("%v: %d: a poor test", kind, kinds[kind])
		}
	}
}

func analysed(t *testing.T, p movegen.Position) *Report {
	t.Helper()
	r, err := Analyse(t.Context(), p, Options{Moves: 2})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// randomTwin puts a man on a square, or takes one off: no man moves.
func randomTwin(r *rand.Rand, p movegen.Position) (movegen.Position, bool) {
	b := p.Builder()
	s := r.IntN(64)
	if b.Board[s].Type() == movegen.King && b.Board[s] != movegen.NoPiece {
		return p, false
	}
	b.Board[s] = movegen.NoPiece
	if r.IntN(2) == 0 && s >= 8 && s < 56 {
		b.Board[s] = movegen.MakePiece(movegen.Color(r.IntN(2)), movegen.Pawn+movegen.PieceType(r.IntN(5)))
	}
	q, _, err := b.Build(movegen.Rules{Composed: true})
	return q, err == nil
}

// TestAManThatATwinMovesStaysTheSame: a bishop goes from h2 to g1; of two, nobody knows which.
func TestAManThatATwinMovesStaysTheSame(t *testing.T) {
	squares := func(from, to string) [64]movegen.Square {
		var men [2]movegen.Position
		for i, board := range []string{from, to} {
			p, _, err := movegen.Rules{Composed: true}.ParseFEN(board + " w - - 0 1")
			if err != nil {
				t.Fatal(err)
			}
			men[i] = p
		}
		return twinSquares(&men[0], &men[1])
	}
	got := squares("k7/8/8/8/8/8/7B/K7", "k7/8/8/8/8/8/8/K5B1")
	if got[movegen.MakeSquare(6, 0)] != movegen.MakeSquare(7, 1) || got[0] != 0 {
		t.Errorf("g1 is %v", got[movegen.MakeSquare(6, 0)])
	}
	got = squares("2k5/8/8/8/8/8/6BB/K7", "2k5/8/8/8/8/8/8/K4BB1")
	if got[movegen.MakeSquare(6, 0)] != movegen.MakeSquare(6, 0) {
		t.Error("one of two bishops is known")
	}
}
