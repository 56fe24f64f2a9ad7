package problem

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

const hardThreeMover = "r6k/ppbn2pp/2prBp2/2q1p3/3pP3/2PP1PR1/P2QKP1P/6R1 w - - 0 1"

// long reports whether the long suites are to run.
func long() bool { return effort.Of(1, 0, 0) == 1 }

func analyse(t testing.TB, p movegen.Position, o Options) *Report {
	t.Helper()
	report := must.Get(Analyse(context.Background(), p, o))(t)
	return report
}

func composed(t testing.TB, fen string) movegen.Position {
	t.Helper()
	p, _, err := movegen.Rules{Composed: true}.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// TestAnalyseAgreesWithTheReference compares everything a report says, over
// random positions, with definitions written down without any cleverness.
func TestAnalyseAgreesWithTheReference(t *testing.T) {
	suites := []struct {
		moves, positions, wanted int // wanted: at least this many must have a key or short solution
	}{{1, 500, 50}, {2, 200, 40}, {3, 12, 1}}
	for _, suite := range suites {
		if long() {
			suite.positions *= 40
		}
		r := rand.New(rand.NewPCG(2004, uint64(suite.moves)))
		solved := 0
		for i := range suite.positions {
			p := randomProblem(r)
			o := Options{Moves: suite.moves, Tries: 1 + i%3, QuietTries: i%5 == 0, SetPlay: true, AllDefences: i%2 == 0}
			report := analyse(t, p, o)
			if !report.Complete {
				t.Fatalf("%s: incomplete without a limit", p.FEN())
			}
			if report.Verdict != NoSolution {
				solved++
			}
			if got, want := canonical(report), referenceReport(&p, o); got != want {
				t.Fatalf("%s mate in %d:\n%s\nthe reference says:\n%s", p.FEN(), suite.moves, got, want)
			}
		}
		if solved < suite.wanted {
			t.Errorf("only %d of the random mates in %d have a solution: a poor test", solved, suite.moves)
		}
	}
}

func FuzzAnalyse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s.fen, 1)
	}
	f.Add("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 2)
	f.Add("8/8/8/1pP5/k1K5/8/8/1Q6 w - b6 0 1", 3)
	f.Fuzz(func(t *testing.T, fen string, tries int) {
		p, _, err := movegen.Rules{Composed: true}.ParseFEN(fen)
		if err != nil || p.Occupied().Count() > 8 {
			return
		}
		o := Options{Moves: 2, Tries: tries, SetPlay: true}
		if got, want := canonical(analyse(t, p, o)), referenceReport(&p, o); got != want {
			t.Fatalf("%s:\n%s\nthe reference says:\n%s", fen, got, want)
		}
	})
}

func TestAMirroredProblemHasTheMirroredSolution(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	o := Options{Moves: 2, Tries: 1, SetPlay: true}
	for range 300 {
		p := randomProblem(r)
		mirror := p.Mirror()
		got, want := analyse(t, mirror, o), analyse(t, p, o)
		if got.Verdict != want.Verdict || len(got.Keys) != len(want.Keys) || len(got.Tries) != len(want.Tries) || len(got.Short) != len(want.Short) {
			t.Fatalf("%s: %v with %d keys, mirrored %v with %d", p.FEN(), want.Verdict, len(want.Keys), got.Verdict, len(got.Keys))
		}
		for _, key := range want.Keys {
			if !hasPhase(got.Keys, key.Move^0xe38) { // both ranks turned over
				t.Fatalf("%s: key %v is missing from the mirrored problem", p.FEN(), key.Move)
			}
		}
	}
}

func hasPhase(phases []Phase, m movegen.Move) bool {
	for i := range phases {
		if phases[i].Move == m {
			return true
		}
	}
	return false
}

// TestALimitLeavesOnlyWhatIsProven cuts analyses short at many node counts and compares them with the whole ones.
func TestALimitLeavesOnlyWhatIsProven(t *testing.T) {
	for _, s := range seeds {
		cutShort(t, s.fen, 2, 1)
	}
	cutShort(t, "8/5p2/3N4/1BPp1P2/1Bpk1Pp1/2p2pP1/2p2K2/2N5 w - - 0 1", 3, uint64(effort.Of(7, 29, 29)))
}

func cutShort(t *testing.T, fen string, moves int, step uint64) {
	t.Helper()
	p := composed(t, fen)
	o := Options{Moves: moves, Tries: 1, SetPlay: true}
	whole := analyse(t, p, o)
	for limit := uint64(1); limit <= whole.Nodes+step; limit += step {
		o.Nodes = limit
		part := analyse(t, p, o)
		if part.Complete != (limit > whole.Nodes) {
			t.Fatalf("%s: %d of %d nodes, complete %t", fen, limit, whole.Nodes, part.Complete)
		}
		requirePart(t, fen, part, whole)
	}
}

func requirePart(t *testing.T, name string, part, whole *Report) {
	t.Helper()
	if part.Verdict != whole.Verdict && part.Verdict != Undecided {
		t.Fatalf("%s: %v, but %v in the end", name, part.Verdict, whole.Verdict)
	}
	text := canonical(whole)
	for _, key := range part.Keys {
		if !hasPhase(whole.Keys, key.Move) {
			t.Fatalf("%s: %v is no key", name, key.Move)
		}
		if head := fmt.Sprintf("%v %v %s in", key.Move, key.Kind, moveNames(key.Threats.Moves)); key.Kind != NoKind && !strings.Contains(text, head) {
			t.Fatalf("%s: false start %s", name, head)
		}
		for _, v := range key.Variations {
			if line := v.Defence.String() + " " + moveNames(v.Mates.Moves); !strings.Contains(text, line) {
				t.Fatalf("%s: false variation %s", name, line)
			}
		}
	}
	if part.Set != nil && canonicalPhase(part.Set) != canonicalPhase(whole.Set) {
		t.Fatalf("%s: false set play %s", name, canonicalPhase(part.Set))
	}
	for i := range part.Tries {
		if try := canonicalPhase(&part.Tries[i]); !strings.Contains(text, try) {
			t.Fatalf("%s: false try %s", name, try)
		}
	}
}

// TestALimitEndsTheSearchAtOnce uses a problem that takes a hundred times longer.
func TestALimitEndsTheSearchAtOnce(t *testing.T) {
	p := composed(t, hardThreeMover)
	const limit = 2000
	if part := analyse(t, p, Options{Moves: 4, Nodes: limit}); part.Complete || part.Nodes > 2*limit {
		t.Errorf("%d nodes with a limit of %d, complete %t", part.Nodes, limit, part.Complete)
	}
}

func TestACancelledAnalysisSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	report, err := Analyse(ctx, composed(t, seeds[0].fen), Options{Moves: 2})
	if err != nil || report.Complete || report.Verdict != Undecided {
		t.Errorf("%v, %+v; want an undecided, incomplete report", err, report)
	}
}

func TestAnalyseRefusesWhatItCannotSolve(t *testing.T) {
	start := movegen.StartPosition()
	for _, moves := range []int{-1, 0, MaxMoves + 1} {
		if _, err := Analyse(context.Background(), start, Options{Moves: moves}); !errors.Is(err, ErrMoves) {
			t.Errorf("%d moves: %v, want ErrMoves", moves, err)
		}
	}
	var none movegen.Position
	if _, err := Analyse(context.Background(), none, Options{Moves: 2}); !errors.Is(err, ErrPosition) {
		t.Errorf("a board without kings: %v, want ErrPosition", err)
	}
}

// TestSolvingAllocatesNothing counts allocations of whole searches below the root.
func TestSolvingAllocatesNothing(t *testing.T) {
	p := composed(t, hardThreeMover)
	s := newSolver(context.Background(), p, Options{Moves: 3})
	if allocations := testing.AllocsPerRun(3, func() {
		clear(s.table)
		s.attack(0, 3)
	}); allocations != 0 {
		t.Errorf("%v allocations in a search, want none", allocations)
	}
	if s.nodes < 4000 {
		t.Errorf("%d nodes: the search was cut short", s.nodes)
	}
}

func BenchmarkTwoMover(b *testing.B) {
	p := composed(b, "3N1b1q/kBB1p1rb/6p1/rP4K1/8/8/8/7R w - - 0 1")
	for b.Loop() {
		analyse(b, p, Options{Moves: 2, Tries: 1, SetPlay: true})
	}
}

// TestAnInterruptedAnalysisKnowsThatThereIsNoShorterMate: what a limit leaves undecided is
// the stipulation, not what is shorter.
func TestAnInterruptedAnalysisKnowsThatThereIsNoShorterMate(t *testing.T) {
	p := composed(t, "rb6/4Q3/p1Pp4/3k1p2/K1R1pppp/1P6/3PPPPP/4nn1q w - - 0 1")
	for _, threads := range []int{1, 3} {
		r, err := Analyse(context.Background(), p, Options{Moves: 10, Nodes: 300_000, Threads: threads, SetPlay: true})
		must.Do(t, err)
		got := r.Progress
		if r.Complete || got.Without < 2 || got.In != got.Without+1 || got.Refuted >= got.FirstMoves || got.FirstMoves != len(p.Moves()) {
			t.Errorf("%d threads: %+v", threads, got)
		}
		shorter, err := Analyse(context.Background(), p, Options{Moves: got.Without})
		if err != nil || shorter.Verdict != NoSolution {
			t.Errorf("%d threads: in %d moves: %v, %v", threads, got.Without, shorter.Verdict, err)
		}
	}
}

func TestTheProgressOfAWholeAnalysisIsWhatItFound(t *testing.T) {
	for _, c := range []struct {
		fen   string
		moves int
		want  Progress
	}{
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", 2, Progress{Without: 1, In: 2, Refuted: 24, FirstMoves: 25}},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", 1, Progress{Without: 1, In: 1, Refuted: 25, FirstMoves: 25}},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", 3, Progress{Without: 1, In: 3, Refuted: 23, FirstMoves: 25}},
	} {
		watch := new(Watch)
		r, err := Analyse(context.Background(), composed(t, c.fen), Options{Moves: c.moves, Watch: watch})
		if left := len(r.Keys) + len(r.Short); err != nil || left+c.want.Refuted != c.want.FirstMoves || r.Progress != c.want || watch.Progress() != c.want {
			t.Errorf("#%d: %+v, %+v, want %+v, %v", c.moves, r.Progress, watch.Progress(), c.want, err)
		}
	}
}

func TestThePlayAfterAKeyThatHasBeenMadeIsThatOfThePhase(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 7))
	keys, tries := 0, 0
	for range 400 {
		p := randomProblem(r)
		o := Options{Moves: 2, Tries: 1, AllDefences: true}
		report := must.Get(Analyse(context.Background(), p, o))(t)
		for i, phase := range append(report.Keys, report.Tries...) {
			o.PostKey = true
			after, err := Analyse(context.Background(), p.After(phase.Move), o)
			if err != nil || after.Mover() != p.Side() {
				t.Fatalf("%s: %v", p.FEN(), err)
			}
			want := NoSolution
			if keys++; i < len(report.Keys) {
				want = Sound
			} else {
				tries++
			}
			phase.Move = movegen.NoMove
			if after.Verdict != want || !after.Complete || !reflect.DeepEqual(*after.PostKey, phase) {
				t.Errorf("%s: %v, %+v, want %+v", p.FEN(), after.Verdict, *after.PostKey, phase)
			}
		}
	}
	if keys < 20 || tries < 20 {
		t.Errorf("only %d phases, %d tries", keys, tries)
	}
}
