package problem

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// referenceSuperfluous applies the definition of isSuperfluous to what the reference implementation
// says of a sound problem with and without a man.
func referenceSuperfluous(whole *movegen.Position, man movegen.Square, moves int) bool {
	b := whole.Builder()
	b.Board[man] = movegen.NoPiece
	p, _, err := b.Build(movegen.Rules{Composed: true})
	if err != nil {
		return false
	}
	o := Options{Moves: moves, SetPlay: true}
	before, after := referenceReport(whole, o), referenceReport(&p, o)
	if !strings.Contains(after, "\nsound") && !strings.HasPrefix(after, "sound") {
		return false
	}
	// The set play counts if no move of it is unprovided.
	set := referenceLines(before, "set ")
	counts := len(set) > 1 && !slices.ContainsFunc(set, func(line string) bool { return strings.HasSuffix(line, "!") })
	if !referenceSame(referenceLines(before, "key "), referenceLines(after, "key "), man) {
		return false
	}
	return !counts || referenceSame(set, referenceLines(after, "set "), man)
}

// referenceLines returns the lines of the phase in a report of the reference: the first
// tells move, kind and threats, each other one a defence.
func referenceLines(report, phase string) []string {
	var found []string
	o := report
	// The reference sorts all lines of a report, but keeps those of a phase together.
	for _, start := range []string{"\n" + phase, phase} {
		i := strings.Index("\n"+o, start)
		if i < 0 {
			continue
		}
		text := strings.TrimPrefix(("\n" + o)[i:], "\n")
		for k, line := range strings.Split(text, "\n") {
			head, first, colon := strings.Cut(line, ": ")
			if k == 0 && colon {
				found = append(found, head, first)
				continue
			}
			if strings.HasPrefix(line, "key ") || strings.HasPrefix(line, "set ") || strings.HasPrefix(line, "short ") || !strings.ContainsAny(line, "!]") {
				break
			}
			found = append(found, line)
		}
		break
	}
	return slices.DeleteFunc(found, func(line string) bool { return line == "" })
}

// referenceSame compares two phases by their lines; those of the man are dropped if their mates are found in others.
func referenceSame(whole, reduced []string, man movegen.Square) bool {
	var rest, own []string
	for i, line := range whole {
		if i > 0 && strings.HasPrefix(line, man.String()) {
			own = append(own, line)
		} else {
			rest = append(rest, line)
		}
	}
	all := strings.Join(reduced, " ")
	for _, line := range own {
		for _, mate := range strings.Fields(strings.Trim(line[strings.Index(line, "[")+1:strings.Index(line, "]")], " ")) {
			if !slices.Contains(strings.FieldsFunc(all, func(c rune) bool { return strings.ContainsRune(" []", c) }), mate) {
				return false
			}
		}
	}
	slices.Sort(rest)
	reduced = slices.Clone(reduced)
	slices.Sort(reduced)
	return slices.Equal(rest, reduced)
}

func TestEconomyAgreesWithTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 8))
	sound, superfluous := 0, 0
	wanted := effort.Of(40, 15, 15)
	for sound < wanted {
		p := randomProblem(r)
		checkEconomy(t, p, &sound, &superfluous)
	}
	if superfluous < wanted/4 {
		t.Errorf("only %d men were superfluous", superfluous)
	}
}

func TestEconomyOfSolvedProblems(t *testing.T) {
	n, sound, superfluous := 0, 0, 0
	eachSolved(t, "open.jsonl", func(row *solvedProblem) {
		if n++; n%150 == 0 || long() && n%5 == 0 {
			checkEconomy(t, composed(t, row.FEN), &sound, &superfluous)
		}
	})
	if sound == 0 {
		t.Error("no problem was sound")
	}
}

func checkEconomy(t *testing.T, p movegen.Position, sound, superfluous *int) {
	t.Helper()
	report := analyse(t, p, Options{Moves: 2, Judge: true})
	if (report.Economy != nil) != (report.Verdict == Sound) {
		t.Fatalf("%s: %v, economy %v", p.FEN(), report.Verdict, report.Economy)
	}
	if report.Economy == nil {
		return
	}
	*sound++
	men := p.Occupied() &^ p.ByType(movegen.King)
	if report.Economy.Tested != men {
		t.Fatalf("%s: only %v were tested", p.FEN(), report.Economy.Tested)
	}
	for men != 0 {
		man := men.Pop()
		want := referenceSuperfluous(&p, man, 2)
		if want {
			*superfluous++
		}
		if got := report.Economy.Superfluous.Has(man); got != want {
			t.Errorf("%s: %v is superfluous: %t, want %t", p.FEN(), man, got, want)
		}
	}
}

func TestEconomyByHand(t *testing.T) {
	for _, c := range []struct{ name, fen, want string }{
		{"Cumpe's problem needs all its men", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", ""},
		{"each of two blocked pawns is needed in a block: the other could move", "8/8/1p6/1P1K4/8/5nP1/5Q1b/5N1k w - - 0 1", ""},
		{"white correction needs all its men", "8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1", ""},
		{"not so two blocked pawns beside a threat", "8/3r4/8/3P3p/1p1Q3P/2N5/1N6/kBK5 w - - 0 1", "h4 h5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			report := analyse(t, composed(t, c.fen), Options{Moves: 2, Judge: true})
			if report.Verdict != Sound {
				t.Fatal(report.Verdict)
			}
			if got := report.Economy.Superfluous.String(); got != c.want {
				t.Errorf("%s: %q, want %q", c.fen, got, c.want)
			}
		})
	}
}

func TestEconomyKeepsToTheLimits(t *testing.T) {
	p := composed(t, "8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1")
	plain := analyse(t, p, Options{Moves: 2, SetPlay: true})
	whole := analyse(t, p, Options{Moves: 2, Judge: true})
	seen := map[int]bool{}
	for limit := plain.Nodes + 1; limit < whole.Nodes; limit += 1 + (whole.Nodes-plain.Nodes)/25 {
		report := analyse(t, p, Options{Moves: 2, Judge: true, Nodes: limit})
		if report.Verdict != Sound || report.Nodes > limit+50 { // a node's mates are tested to the end
			t.Fatalf("limit %d: %v after %d nodes", limit, report.Verdict, report.Nodes)
		}
		seen[report.Economy.Tested.Count()] = true
		if wrong := (report.Economy.Superfluous ^ whole.Economy.Superfluous) & report.Economy.Tested; wrong != 0 {
			t.Errorf("limit %d: wrong about %v", limit, wrong)
		}
	}
	if len(seen) < 4 {
		t.Errorf("numbers of men tested: %v", seen)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if report, err := Analyse(ctx, p, Options{Moves: 2, Judge: true}); err != nil || report.Complete {
		t.Errorf("cancelled: %v, complete %t", err, report.Complete)
	}
}

// keepsTry says the same as lostTries by solving the problem without the man.
func keepsTry(t *testing.T, whole movegen.Position, try *Phase, man movegen.Square) bool {
	b := whole.Builder()
	b.Board[man] = movegen.NoPiece
	p := must.First(b.Build(movegen.Rules{Composed: true}))(t)
	reduced := analyse(t, p, Options{Moves: 2, Tries: 1})
	i := slices.IndexFunc(reduced.Tries, func(other Phase) bool { return other.Move == try.Move })
	if i < 0 {
		return false
	}
	other := &reduced.Tries[i]
	if other.Kind != try.Kind || !other.Threats.equal(&try.Threats) || !slices.Equal(other.Refutations, try.Refutations) {
		return false
	}
	left := 0
	for _, v := range try.Variations {
		if v.Defence.From() == man {
			for _, m := range v.Mates.Moves {
				if !slices.Contains(other.Threats.Moves, m) && !slices.ContainsFunc(other.Variations, func(w Variation) bool { return slices.Contains(w.Mates.Moves, m) }) {
					return false
				}
			}
			continue
		}
		left++
		if w := other.answer(v.Defence); w == nil || !w.Mates.equal(&v.Mates) {
			return false
		}
	}
	return left == len(other.Variations)
}

// TestLostTriesAreThoseOfTheProblemWithoutTheMan, of random problems and of composed ones.
func TestLostTriesAreThoseOfTheProblemWithoutTheMan(t *testing.T) {
	lost, kept := 0, 0
	check := func(p movegen.Position) {
		r := analyse(t, p, Options{Moves: 2, Judge: true, Tries: 1})
		if r.Economy == nil {
			return
		}
		for men := r.Economy.Superfluous; men != 0; {
			man := men.Pop()
			var got []movegen.Move
			if i := slices.IndexFunc(r.Economy.Lost, func(l Loss) bool { return l.Man == man }); i >= 0 {
				got = r.Economy.Lost[i].Tries
			}
			for i := range r.Tries {
				try := &r.Tries[i]
				if r.Triviality(try) == CapturedTry {
					if slices.Contains(got, try.Move) {
						t.Errorf("%s: %v is trivial", p.FEN(), try.Move)
					}
					continue
				}
				want := try.Move.From() == man || !keepsTry(t, p, try, man)
				if slices.Contains(got, try.Move) != want {
					t.Errorf("%s: without %v the try %v is lost: %t", p.FEN(), man, try.Move, want)
				}
				if want {
					lost++
				} else {
					kept++
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(5, 8))
	for range 150 {
		check(randomProblem(r))
	}
	n := 0
	eachSolved(t, "open.jsonl", func(row *solvedProblem) {
		if n++; n%40 == 0 || long() {
			check(composed(t, row.FEN))
		}
	})
	check(composed(t, "1Q4n1/1K5B/1B2Pp2/1N3r2/2P1kN1p/1P1pPn2/3bpPP1/3Rq3 w - - 0 1"))
	check(composed(t, "5QKB/2P5/8/3k4/8/1R4N1/8/8 w - - 0 1"))
	if lost < 5 || kept < 5 {
		t.Errorf("%d lost, %d kept: a poor test", lost, kept)
	}
}

// TestAMateIsKnownWithoutMakingTheMove compares isMate with the moves that are left
// after every check, in games of random moves from random problems.
func TestAMateIsKnownWithoutMakingTheMove(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 1))
	checks, mates, parried := 0, 0, 0
	for range 4000 {
		p := randomProblem(r)
		for range 12 {
			s := newSolver(context.Background(), p, Options{Moves: 1})
			free := unguarded(&p)
			var list movegen.MoveList
			p.CheckingMoves(&list)
			for _, m := range list.Moves() {
				next := p.After(m)
				want := !next.HasLegalMove()
				if got := s.isMate(0, m, free); got != want {
					t.Fatalf("%s %v: mate %t, want %t", p.FEN(), m, got, want)
				}
				checks++
				if want {
					mates++
				} else if isPlain(&p, m) {
					if c := newChecking(&p, m, placed(&p, m)); !c.kingEscapes(free) {
						parried++
					}
				}
			}
			p.LegalMoves(&list)
			if list.Len() == 0 {
				break
			}
			p.Make(list.At(r.IntN(list.Len())))
		}
	}
	if checks < 20_000 || mates < 1000 || parried < 200 {
		t.Errorf("%d checks, %d mates, %d checks parried by other men: a poor test", checks, mates, parried)
	}
}

// TestChecksThatAreHardToJudge holds cases where one thing decides.
func TestChecksThatAreHardToJudge(t *testing.T) {
	cases := []struct {
		name, fen, move string
		mate            bool
	}{
		{"on the back rank nothing helps", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", true},
		{"a rook steps in between", "7k/6rp/8/8/8/8/8/R1B1K3 w - - 0 1", "a1a8", false},
		{"a pinned rook may not", "7k/6rp/8/8/8/8/1B6/R3K3 w - - 0 1", "a1a8", true},
		{"a pawn steps two squares in between", "8/3p4/7p/7k/7p/8/8/R5RK w - - 0 1", "a1a5", false},
		{"a pawn does not jump", "8/3p4/3P3p/7k/7p/8/8/R5RK w - - 0 1", "a1a5", true},
		{"a pawn that has passed steps nowhere", "8/8/7p/7k/3p3p/8/8/R5RK w - - 0 1", "a1a5", true},
		{"the checking pawn is captured en passant", "2B1B3/8/8/k1K5/2p5/8/1P6/8 w - - 0 1", "b2b4", false},
		{"it is not if it stepped once", "2B1B3/8/8/k1K5/2p5/1P6/8/8 w - - 0 1", "b3b4", true},
		{"in double check no pawn captures", "3qkb2/3p1pp1/8/8/4N3/8/8/4RK2 w - - 0 1", "e4f6", true},
		{"in single check it does", "3qkb2/3pppp1/8/8/4N3/8/8/4RK2 w - - 0 1", "e4f6", false},
		{"the king takes an unguarded checker", "7k/6pp/8/8/8/8/8/Q3K3 w - - 0 1", "a1g7", false},
		{"a guarded checker it does not take", "7k/6pp/8/8/8/8/1Q6/B3K3 w - - 0 1", "b2g7", true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := composed(t, c.fen)
			var list movegen.MoveList
			p.CheckingMoves(&list)
			for _, m := range list.Moves() {
				if m.String() == c.move {
					s := newSolver(context.Background(), p, Options{Moves: 1})
					if got := s.isMate(0, m, unguarded(&p)); got != c.mate {
						t.Errorf("%v: mate %t, want %t", m, got, c.mate)
					}
					return
				}
			}
			t.Errorf("%s is not among the checks %v", c.move, list.Moves())
		})
	}
}
