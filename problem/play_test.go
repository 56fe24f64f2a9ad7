package problem

import (
	"context"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"alfiere/movegen"
)

// requirePlay compares the play that is nested in a phase, which begins with the
// position p, with the reference's. It returns the number of phases below.
func requirePlay(t *testing.T, p movegen.Position, phase *Phase, o Options) (phases int) {
	t.Helper()
	visit := func(after movegen.Position, mates *Mates) {
		if want := mates.In > 1 && o.Play > 2; (mates.Play != nil) != want {
			t.Fatalf("%s: play after %s nested %t, want %t", after.FEN(), moveNames(mates.Moves), !want, want)
		}
		for i := range mates.Play {
			below, inner := &mates.Play[i], o
			inner.Moves, inner.Play = mates.In, o.Play-1
			next := after.After(mates.Moves[i])
			if got, want := canonicalPhase(below), referencePhase(next, mates.Moves[i], inner); got != want {
				t.Fatalf("%s:\n%s\nthe reference says:\n%s", next.FEN(), got, want)
			}
			phases += 1 + requirePlay(t, next, below, inner)
		}
	}
	if phase.Threats.In > 0 {
		passed := p
		passed.MakeNull()
		visit(passed, &phase.Threats)
	}
	for i := range phase.Variations {
		v := &phase.Variations[i]
		visit(p.After(v.Defence), &v.Mates)
	}
	return phases
}

func requireWholePlay(t *testing.T, p movegen.Position, o Options) (phases int) {
	t.Helper()
	report := analyse(t, p, o)
	whole := o
	if len(report.Keys) > 1 {
		if len(report.Keys)%2 == 0 { // one of them is the composer's
			o.Named = []movegen.Move{report.Keys[1].Move}
			report = analyse(t, p, o)
		}
		o.Play = o.CookedPlay
	}
	for _, list := range [][]Phase{report.Keys, report.Tries} {
		for i := range list {
			if slices.Contains(o.Named, list[i].Move) {
				phases += requirePlay(t, p.After(list[i].Move), &list[i], whole)
				continue
			}
			phases += requirePlay(t, p.After(list[i].Move), &list[i], o)
		}
	}
	if report.Set != nil {
		waiting := p
		waiting.MakeNull()
		phases += requirePlay(t, waiting, report.Set, o)
	}
	return phases
}

// TestNestedPlayAgreesWithTheReference looks at every phase down to the mates.
func TestNestedPlayAgreesWithTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	phases, positions := 0, 40
	if long() {
		positions *= 10
	}
	for i := range positions {
		o := Options{Moves: 3, Tries: i % 2, SetPlay: i%3 == 0, Play: 2 + i%3, CookedPlay: 2 + i%2, AllDefences: i%4 == 0}
		phases += requireWholePlay(t, randomProblem(r), o)
	}
	phases += requireWholePlay(t, composed(t, "8/8/8/8/8/2k5/4Q3/K7 w - - 0 1"), Options{Moves: 4, Play: 4})
	if phases < 100 {
		t.Errorf("only %d phases below the first: a poor test", phases)
	}
}

// TestPlayIsNestedAsDeepAsAsked counts the levels of a mate in four.
func TestPlayIsNestedAsDeepAsAsked(t *testing.T) {
	p := composed(t, "1R6/3p4/2pP4/2k1P3/7p/3RN3/2PP3K/8 w - - 0 1")
	for play, want := range []int{2, 2, 2, 3, 4, 4} {
		report := analyse(t, p, Options{Moves: 4, Play: play})
		if got := 1 + levels(report.Keys); got != want {
			t.Errorf("play down to move %d, want %d with Play %d", got, want, play)
		}
	}
}

// levels returns how deep phases lie in one another.
func levels(phases []Phase) (deepest int) {
	for i := range phases {
		deepest = max(deepest, 1)
		for j := range phases[i].Variations {
			deepest = max(deepest, 1+levels(phases[i].Variations[j].Mates.Play))
		}
	}
	return deepest
}

// TestStoppedThreatsAreCounted compares them with the threats that do not mate after the defence.
func TestStoppedThreatsAreCounted(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	partial := 0
	for range 500 {
		report := analyse(t, randomProblem(r), Options{Moves: 2, Tries: 1})
		for _, phase := range slices.Concat(report.Keys, report.Tries) {
			for _, v := range phase.Variations {
				left := 0
				for _, threat := range phase.Threats.Moves {
					if slices.Contains(v.Mates.Moves, threat) {
						left++
					}
				}
				if want := len(phase.Threats.Moves) - left; v.Stopped != want {
					t.Fatalf("%v stops %d threats, want %d", v.Defence, v.Stopped, want)
				}
				partial += min(left, 1)
			}
		}
	}
	if partial < 50 {
		t.Errorf("only %d partial defences: a poor test", partial)
	}
}

// TestTheReportIsTheSameWithAnyNumberOfThreads compares whole reports.
func TestTheReportIsTheSameWithAnyNumberOfThreads(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for i := range 60 {
		p, o := randomProblem(r), Options{Moves: 2 + i%2, Tries: 2, SetPlay: true, Play: 3}
		want := analyse(t, p, o)
		for _, o.Threads = range []int{2, 3, 200} {
			got := analyse(t, p, o)
			got.Nodes, got.Elapsed = want.Nodes, want.Elapsed
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s with %d threads:\n%s\nwant\n%s", p.FEN(), o.Threads, canonical(got), canonical(want))
			}
		}
	}
}

// TestALimitHoldsForAllThreadsTogether cuts analyses on several threads short: what
// is left is proven, and no thread outlives the analysis.
func TestALimitHoldsForAllThreadsTogether(t *testing.T) {
	p := composed(t, "8/5p2/3N4/1BPp1P2/1Bpk1Pp1/2p2pP1/2p2K2/2N5 w - - 0 1")
	o := Options{Moves: 3, Tries: 1, SetPlay: true, Threads: 3}
	whole := analyse(t, p, o)
	before := runtime.NumGoroutine()
	for limit := uint64(1); limit < whole.Nodes; limit += 1 + whole.Nodes/50 {
		o.Nodes = limit
		part := analyse(t, p, o)
		if slack := uint64(3 * leaseSize); part.Nodes > limit+slack {
			t.Errorf("%d nodes with a limit of %d", part.Nodes, limit)
		}
		if part.Complete && limit+3*leaseSize < whole.Nodes/2 {
			t.Errorf("complete with %d of %d nodes", limit, whole.Nodes)
		}
		requirePart(t, p.FEN(), part, whole)
	}
	for range 1000 { // one that has finished may be counted for a moment yet
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before the analyses", runtime.NumGoroutine(), before)
}

func TestATimeLimitEndsAllThreads(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	p := composed(t, hardThreeMover)
	report, err := Analyse(ctx, p, Options{Moves: 7, Threads: 2, SetPlay: true, Tries: 3, Play: 7})
	if err != nil || report.Complete {
		t.Fatalf("%v, complete %t; want a report cut short", err, report.Complete)
	}
	if report.Elapsed > 2*time.Second {
		t.Errorf("%v with a limit of 30 ms", report.Elapsed)
	}
}

func TestAnEndlessStreamOfProblemsKeepsMemoryFlat(t *testing.T) {
	positions := 3000
	if long() {
		positions = 100_000
	}
	r := rand.New(rand.NewPCG(100, 2))
	o := Options{Moves: 2, Tries: 1, SetPlay: true, AllDefences: true, Judge: true}
	var early uint64
	for i := range positions {
		p := randomGamePosition(r)
		if report := analyse(t, p, o); !report.Complete {
			t.Fatalf("%s: incomplete without a limit", p.FEN())
		}
		if i == positions/10 {
			early = liveMemory()
		}
	}
	if late := liveMemory(); late > early+1<<20 {
		t.Errorf("%d bytes live after %d problems, %d after a tenth of them", late, positions, early)
	}
}

func liveMemory() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// randomGamePosition returns a composer's position or one from a game of random moves.
func randomGamePosition(r *rand.Rand) movegen.Position {
	if r.IntN(2) == 0 {
		return randomProblem(r)
	}
	p := movegen.StartPosition()
	for range 10 + r.IntN(150) {
		var list movegen.MoveList
		if p.LegalMoves(&list); list.Len() == 0 {
			break
		}
		p.Make(list.At(r.IntN(list.Len())))
	}
	return p
}

// TestTheTableNeverContradictsTheTruth lets a small table, where positions push
// each other out, answer for positions whose mates have known lengths.
func TestTheTableNeverContradictsTheTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var length [64]int // of the mate of the position with this key; 9 is beyond all questions
	for key := range length {
		length[key] = 1 + r.IntN(9)
	}
	small := make(table, 1<<10)
	answers := 0
	for range 100_000 {
		position := r.IntN(len(length))
		key := movegen.Key(position<<32 | position%16) // four positions want each place
		n := 1 + r.IntN(8)
		truth := length[position] <= n
		if mates, known := small.probe(key, n); known {
			answers++
			if mates != truth {
				t.Fatalf("position %d mates in %d; asked for %d the table says %t", position, length[position], n, mates)
			}
		}
		small.store(key, n, truth)
	}
	if answers < 10_000 {
		t.Errorf("only %d answers", answers)
	}
}

func TestWithoutATableNothingIsKnown(t *testing.T) {
	none := newTable(2)
	none.store(1, 1, true)
	if _, known := none.probe(1, 1); known {
		t.Error("a two-mover's table remembers")
	}
}

// TestOneTableServesManyThreads lets threads write and read the same places; the
// race detector watches, and no answer may contradict the truth.
func TestOneTableServesManyThreads(t *testing.T) {
	shared := newTable(3)
	var threads sync.WaitGroup
	for seed := range uint64(4) {
		threads.Go(func() {
			r := rand.New(rand.NewPCG(seed, 3))
			for range 20_000 {
				position := r.IntN(1 << 16)
				key := movegen.Key(position<<32 | position%64)
				n, length := 1+r.IntN(8), 1+position%9
				if mates, known := shared.probe(key, n); known && mates != (length <= n) {
					t.Errorf("position %d mates in %d; asked for %d the table says %t", position, length, n, mates)
				}
				shared.store(key, n, length <= n)
			}
		})
	}
	threads.Wait()
}

// randomProblem returns a legal position in the manner of composers: a bare or nearly bare king against a few pieces,
// now and then with castling rights and an en-passant square. Either colour may be to move.
func randomProblem(r *rand.Rand) movegen.Position {
	for {
		b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1, CastlingRooks: ^movegen.Bitboard(0)}
		place := func(c movegen.Color, t movegen.PieceType, s int) {
			if b.Board[s] == movegen.NoPiece {
				b.Board[s] = movegen.MakePiece(c, t)
			}
		}
		attacker := movegen.Color(r.IntN(2))
		edge := []int{0, 7, 56, 63, 3, 60, 24, 31}
		place(attacker.Other(), movegen.King, edge[r.IntN(len(edge))])
		if r.IntN(3) == 0 { // at home with rooks: castling
			home := 56 * int(attacker)
			place(attacker, movegen.King, home+4)
			place(attacker, movegen.Rook, home)
			place(attacker, movegen.Rook, home+7)
		}
		place(attacker, movegen.King, r.IntN(64))
		strong := []movegen.PieceType{movegen.Queen, movegen.Rook, movegen.Bishop, movegen.Knight, movegen.Pawn}
		for range 2 + r.IntN(3) {
			place(attacker, strong[r.IntN(len(strong))], r.IntN(64))
		}
		weak := []movegen.PieceType{movegen.Pawn, movegen.Pawn, movegen.Knight, movegen.Bishop, movegen.Rook}
		for range r.IntN(4) {
			place(attacker.Other(), weak[r.IntN(len(weak))], r.IntN(64))
		}
		b.Side = attacker
		if r.IntN(2) == 0 {
			b.EnPassant = movegen.MakeSquare(r.IntN(8), 5-3*int(attacker))
		}
		if p, _, err := b.Build(movegen.Rules{Composed: true}); err == nil {
			return p
		}
	}
}
