package problem

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// TestAManIsTheSameWhereverTheFirstMoveTookIt: castling takes two, to either side.
func TestAManIsTheSameWhereverTheFirstMoveTookIt(t *testing.T) {
	p := composed(t, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	short, long := Phase{Move: moveOf(t, &p, "e1g1")}, Phase{Move: moveOf(t, &p, "e1c1")}
	king, other, set := Phase{Move: moveOf(t, &p, "e1e2")}, Phase{Move: moveOf(t, &p, "a1a2")}, Phase{}
	for _, c := range []struct {
		name         string
		phase        *Phase
		move         string
		against      *Phase
		same, differ string
	}{
		{"the rook of short castling", &short, "f1f8", &set, "h1f8", "f1f8"},
		{"the king of short castling", &short, "g1g2", &set, "e1g2", "g1g2"},
		{"the rook of long castling", &long, "d1d8", &set, "a1d8", "d1d8"},
		{"the king of long castling", &long, "c1c2", &set, "e1c2", "c1c2"},
		{"the rook of the other side", &short, "a1a8", &long, "d1a8", "f1a8"},
		{"a king that has stepped", &king, "e2d2", &short, "g1d2", "f1d2"},
		{"a rook that has stepped", &other, "a2b2", &long, "d1b2", "h1b2"},
		{"a rook that has not", &other, "h1h5", &set, "h1h5", "a1h5"},
		{"the squares that castling leaves", &set, "e1d1", &king, "e2d1", "h1d1"},
	} {
		m := coordinates(c.move)
		if !sameMate(c.phase, m, c.against, coordinates(c.same)) || !sameMate(c.against, coordinates(c.same), c.phase, m) {
			t.Errorf("%s: %s is not %s", c.name, c.move, c.same)
		}
		if sameMate(c.phase, m, c.against, coordinates(c.differ)) {
			t.Errorf("%s: %s is %s", c.name, c.move, c.differ)
		}
	}
	from, to := movegen.MakeSquare(0, 6), movegen.MakeSquare(0, 7)
	queen, rook := movegen.MakePromotion(from, to, movegen.Queen), movegen.MakePromotion(from, to, movegen.Rook)
	if sameMate(&set, queen, &set, rook) || !sameMate(&set, queen, &set, queen) {
		t.Error("promotions are not distinguished")
	}
}

// referenceChanges is Compare without the pairs of transferred mates: the definitions, one defence after another.
func referenceChanges(p *movegen.Position, from, to *Phase) (lines []string) {
	mates := func(ph *Phase, defence movegen.Move) (names []string) {
		for _, v := range ph.Variations {
			if v.Effective && v.Defence == defence {
				for _, m := range v.Mates.Moves {
					names = append(names, wayOf(p, ph, m))
				}
			}
		}
		return names
	}
	var defences []movegen.Move
	for _, ph := range []*Phase{from, to} {
		for _, v := range ph.Variations {
			if v.Effective && !slices.Contains(defences, v.Defence) {
				defences = append(defences, v.Defence)
			}
		}
	}
	for _, d := range defences {
		before, now := mates(from, d), mates(to, d)
		kept := slices.ContainsFunc(before, func(m string) bool { return slices.Contains(now, m) })
		switch {
		case now == nil:
			lines = append(lines, fmt.Sprintf("removed %v", d))
		case before == nil:
			lines = append(lines, fmt.Sprintf("added %v", d))
		case !kept:
			lines = append(lines, fmt.Sprintf("changed %v", d))
		}
		for _, m := range before {
			if slices.Contains(now, m) {
				continue
			}
			for _, other := range defences {
				if slices.Contains(mates(to, other), m) && !slices.Contains(mates(from, other), m) {
					lines = append(lines, fmt.Sprintf("transferred from %v: %s", d, m), fmt.Sprintf("transferred to %v: %s", other, m))
				}
			}
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// wayOf names the mate by the man's square in the diagram, found by playing the first move
// and looking which man of the diagram is gone.
func wayOf(p *movegen.Position, ph *Phase, m movegen.Move) string {
	origin := m.From()
	if ph.Move != movegen.NoMove {
		after := p.After(ph.Move)
		man := after.PieceAt(origin)
		if p.PieceAt(origin) != man {
			for men := p.ByColor(p.Side()); men != 0; {
				s := men.Pop()
				moved := p.PieceAt(s)
				if after.PieceAt(s) != moved && (moved == man || ph.Move.PromotionType() != movegen.NoPieceType) {
					origin = s
				}
			}
		}
	}
	return fmt.Sprintf("%v%v %d %d", origin, m.To(), m.Kind(), m.PromotionType())
}

func sameMate(p *Phase, m movegen.Move, q *Phase, n movegen.Move) bool {
	return p.Identity(m) == q.Identity(n)
}

// compared writes what Compare says in the same words.
func compared(p *movegen.Position, from, to *Phase) (lines []string) {
	for _, c := range Compare(from, to) {
		if c.Kind != Transferred {
			lines = append(lines, fmt.Sprintf("%v %v", c.Kind, c.Defence))
			continue
		}
		lines = append(lines, fmt.Sprintf("transferred from %v: %s", c.Defence, wayOf(p, from, c.Before[0])),
			fmt.Sprintf("transferred to %v: %s", c.Other, wayOf(p, to, c.New[0])))
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// TestChangesAgreeWithTheReference compares set play, tries and keys of random positions
// with each other, in both directions.
func TestChangesAgreeWithTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 13))
	kinds := map[ChangeKind]int{}
	for i := range 150 {
		p := randomProblem(r)
		report := analyse(t, p, Options{Moves: 2, SetPlay: true, Tries: 2, AllDefences: i%2 == 0})
		phases := []*Phase{}
		if report.Set != nil {
			phases = append(phases, report.Set)
		}
		for i := range report.Tries[:min(len(report.Tries), 4)] {
			phases = append(phases, &report.Tries[i])
		}
		for i := range report.Keys[:min(len(report.Keys), 2)] {
			phases = append(phases, &report.Keys[i])
		}
		for _, from := range phases {
			for _, to := range phases {
				if got, want := compared(&p, from, to), referenceChanges(&p, from, to); !slices.Equal(got, want) {
					t.Fatalf("%s, %v to %v:\n%q\nwant\n%q", p.FEN(), from.Move, to.Move, got, want)
				}
				for _, c := range Compare(from, to) {
					kinds[c.Kind]++
					if c.From != from.Move || c.To != to.Move {
						t.Errorf("%s: a change from %v to %v", p.FEN(), c.From, c.To)
					}
				}
			}
		}
	}
	for kind := Changed; kind <= Removed; kind++ {
		if kinds[kind] < 20 {
			t.Errorf("%v occurs %d times: a poor test", kind, kinds[kind])
		}
	}
}

// TestWhatIsHiddenChangesNoJudgement: men are superfluous, pictures and blocks what they
// are, whatever defences the report leaves out or adds.
func TestWhatIsHiddenChangesNoJudgement(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 13))
	sound := 0
	for range 250 {
		p := randomProblem(r)
		plain := analyse(t, p, Options{Moves: 2, Judge: true})
		for _, o := range []Options{{AllDefences: true}, {Tries: 1}, {Threads: 2}} {
			o.Moves, o.Judge = 2, true
			other := analyse(t, p, o)
			if plain.BlockKind != other.BlockKind || len(plain.Warnings) != len(other.Warnings) ||
				(plain.Economy == nil) != (other.Economy == nil) {
				t.Fatalf("%s, %+v: %+v, want %+v", p.FEN(), o, other.Judgement, plain.Judgement)
			}
			if plain.Economy != nil && (plain.Economy.Superfluous != other.Economy.Superfluous || plain.Economy.Tested != other.Economy.Tested) {
				t.Errorf("%s, %+v: superfluous %v, want %v", p.FEN(), o, other.Economy.Superfluous, plain.Economy.Superfluous)
			}
			a, b := plain.Statistics(), other.Statistics()
			a.Tries, b.Tries = 0, 0
			if a != b {
				t.Errorf("%s, %+v: %+v, want %+v", p.FEN(), o, b, a)
			}
		}
		if plain.Economy != nil {
			sound++
		}
	}
	if sound < 10 {
		t.Errorf("%d sound problems: a poor test", sound)
	}
}

func TestStatisticsCountEffectiveVariations(t *testing.T) {
	r := &Report{Position: composed(t, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1")}
	r.Keys = []Phase{{Move: 1, Variations: []Variation{
		{Effective: true, Mates: Mates{In: 1, Moves: []movegen.Move{10, 11}}}, {Mates: Mates{In: 1, Moves: []movegen.Move{12, 13}}}}},
		{Move: 2, Variations: []Variation{{Effective: true, Mates: Mates{In: 1, Moves: []movegen.Move{11}}}}}}
	r.Tries = make([]Phase, 3)
	want := statistics{Keys: 2, Tries: 3, Defences: 2, Mates: 2, Duals: 1}
	if got := r.Statistics(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

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
	text := must.Get(os.ReadFile("testdata/two_movers.txt"))(t)
	r := rand.New(rand.NewPCG(3, 33))
	kinds := map[ChangeKind]int{}
	for i, fen := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if i%effort.Of(4, 8, 8) != 0 {
			continue
		}
		p := must.First(movegen.Rules{Composed: true}.ParseFEN(fen))(t)
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
	r := must.Get(Analyse(t.Context(), p, Options{Moves: 2}))(t)
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
			p := must.First(movegen.Rules{Composed: true}.ParseFEN(board + " w - - 0 1"))(t)
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
