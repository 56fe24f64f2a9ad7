package eval

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// randomPositions returns n positions from random games; the same seed gives the same ones.
func randomPositions(n int, seed uint64) []movegen.Position {
	random := rand.New(rand.NewPCG(seed, 1))
	var positions []movegen.Position
	for len(positions) < n {
		p := movegen.StartPosition()
		for ply := 0; ply < 160 && len(positions) < n; ply++ {
			var moves movegen.MoveList
			p.LegalMoves(&moves)
			if moves.Len() == 0 {
				break
			}
			p.Make(moves.At(random.IntN(moves.Len())))
			if random.IntN(4) == 0 {
				positions = append(positions, p)
			}
		}
	}
	return positions
}

func mustParse(t testing.TB, fen string) *movegen.Position {
	t.Helper()
	p := must.Get(movegen.ParseFEN(fen))(t)
	return &p
}

func TestEvaluationIsTheSameFromEitherSide(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	evaluators := []*Evaluator{New(All)}
	for range 16 {
		evaluators = append(evaluators, New(Knowledge(random.UintN(256))))
	}
	for _, p := range randomPositions(4000, 2) {
		mirror := p.Mirror()
		for _, e := range evaluators {
			if got, want := e.Evaluate(&mirror), e.Evaluate(&p); got != want {
				t.Fatalf("%s with %q: %d, mirrored %d", p.FEN(), e.Knowledge(), want, got)
			}
		}
	}
}

func TestTraceAddsUpToTheScoreForEverySet(t *testing.T) {
	positions := randomPositions(60, 3)
	for _, fen := range endings {
		positions = append(positions, *mustParse(t, fen))
	}
	var trace Trace
	for k := range 256 {
		e := New(Knowledge(k))
		for i := range positions {
			p := &positions[i]
			want := e.Evaluate(p)
			if got := e.Trace(p, &trace); got != want {
				t.Fatalf("%s with %q: %d, traced %d", p.FEN(), Knowledge(k), want, got)
			}
			if got := sumOf(t, p, &trace, Knowledge(k)); got != want {
				t.Fatalf("%s with %q: score %d, terms add up to %d", p.FEN(), Knowledge(k), want, got)
			}
		}
	}
}

// sumOf is the reference implementation: it knows nothing but the terms and the taper.
func sumOf(t *testing.T, p *movegen.Position, trace *Trace, k Knowledge) int {
	t.Helper()
	middlegame, endgame := 0, 0
	for _, term := range trace.Terms {
		w := WeightAt(term.Weight)
		if w.Kind != term.Kind {
			t.Fatalf("%s: weight %s is of %q, counted under %q", p.FEN(), w.Name, w.Kind, term.Kind)
		}
		free := isCheck(term) || w.Kind == Material
		if k&w.Kind == 0 && !free {
			t.Fatalf("%s: %s counted with %q", p.FEN(), w.Name, k)
		}
		sign := 1
		if term.Color != p.Side() {
			sign = -1
		}
		middlegame += sign * term.Count * w.Middlegame
		endgame += sign * term.Count * w.Endgame
	}
	sum := middlegame*trace.Phase*64 + endgame*(24-trace.Phase)*trace.Scale
	return max(-MaxScore, min(MaxScore, sum/(24*64)))
}

func TestKnowledgeSetsAddUp(t *testing.T) {
	var full, part Trace
	everything := New(All)
	positions := randomPositions(effort.Of(40, 15, 15), 9)
	for k := range 256 { // one after the other, as evaluators are large
		e := New(Knowledge(k))
		for _, p := range positions {
			everything.Trace(&p, &full)
			e.Trace(&p, &part)
			want := slices.DeleteFunc(slices.Clone(full.Terms), func(term term) bool {
				return term.Kind&(e.knowledge|Material) == 0 && !isCheck(term)
			})
			if e.knowledge&Material == 0 {
				for i := range want {
					if want[i].Kind == Material {
						want[i].Weight += weightTable.index(&weightTable.PieceFifth[0]) - weightTable.index(&weightTable.PieceValue[0])
					}
				}
			}
			if !slices.Equal(part.Terms, want) {
				t.Fatalf("%s with %q:\n%v\nwant\n%v", p.FEN(), e.knowledge, part.Terms, want)
			}
		}
	}
}

func isCheck(term term) bool { return fieldOf(term.Weight).Name == "KingInCheck" }

func TestCachesChangeNothing(t *testing.T) {
	positions := randomPositions(effort.Of(1500, 300, 300), 5)
	for _, k := range []Knowledge{All, Pawns, KingSafety | Attack, Attack} {
		warm, cold := New(k), make([]int, len(positions))
		for i := range positions {
			cold[i] = New(k).Evaluate(&positions[i])
		}
		for pass := range 2 {
			for i := range positions {
				if got := warm.Evaluate(&positions[i]); got != cold[i] {
					t.Fatalf("pass %d, %s with %q: %d from the cache, %d without", pass, positions[i].FEN(), k, got, cold[i])
				}
			}
		}
	}
}

func TestEvaluateAllocatesNothing(t *testing.T) {
	e := New(All)
	positions := randomPositions(50, 6)
	i := 0
	if n := testing.AllocsPerRun(500, func() { e.Evaluate(&positions[i%len(positions)]); i++ }); n != 0 {
		t.Errorf("%v allocations per evaluation", n)
	}
}

// benchmarkFENs are openings, middlegames and endings as games have them.
var benchmarkFENs = []string{
	movegen.StartFEN,
	"r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4",
	"r2q1rk1/pp2bppp/2n1bn2/2pp4/8/1P2PN2/PBPNBPPP/R2Q1RK1 w - - 4 10",
	"2rq1rk1/pb1nbppp/1p2pn2/3p4/2PP4/1P1BPN2/PB1N1PPP/2RQ1RK1 w - - 2 12",
	"r1b2rk1/2q1bppp/p2ppn2/1p4P1/3NPP2/2N1B3/PPP4P/R2QKB1R b KQ - 0 12",
	"3r2k1/1p3ppp/p1n2n2/2q1p3/4P3/P1N2P2/1P1QN1PP/3R2K1 w - - 0 21",
	"4r1k1/5ppp/1p1r4/p1pP4/P1P2R2/1P4P1/5K1P/4R3 b - - 1 30",
	"8/5pk1/4p1p1/1b1pP2p/3P1P1P/2B3P1/5K2/8 w - - 10 40",
	"8/8/1p1k4/1P1p1p2/3K1P2/6P1/8/8 w - - 0 50",
}

// BenchmarkEvaluate walks in disorder over positions two moves from those above, so that the pawn caches miss and
// branches are mispredicted about as often as in a search. The evaluation cache is left out: it would know them all.
func BenchmarkEvaluate(b *testing.B) {
	positions := benchmarkPositions(b)
	for _, k := range []Knowledge{All, All &^ Centre, Material | Pawns} {
		b.Run(k.String(), func(b *testing.B) {
			e := New(k)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				e.Uncached(&positions[i%len(positions)])
			}
		})
	}
}

// benchmarkPositions returns some thousand positions, every fourth that two moves from the FENs above lead to.
func benchmarkPositions(b *testing.B) (positions []movegen.Position) {
	for _, fen := range benchmarkFENs {
		var moves, replies movegen.MoveList
		start := mustParse(b, fen)
		start.LegalMoves(&moves)
		for i, m := range moves.Moves() {
			p := start.After(m)
			p.LegalMoves(&replies)
			for j, reply := range replies.Moves() {
				if (i+j)%4 == 0 {
					positions = append(positions, p.After(reply))
				}
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	random.Shuffle(len(positions), func(i, j int) { positions[i], positions[j] = positions[j], positions[i] })
	return positions
}

func TestACacheEntryGivesItsScoreForItsKeyAlone(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	for range 10000 {
		key := movegen.Key(random.Uint64())
		want := random.IntN(2*MaxScore+1) - MaxScore
		entry := makeCacheEntry(key, want)
		if got, found := entry.value(key); !found || got != want {
			t.Fatalf("key %x: %d, found %t, want %d", key, got, found, want)
		}
		other := key ^ 1<<(16+random.IntN(48))
		if got, found := entry.value(other); found {
			t.Fatalf("the entry of key %x gives %d for key %x", key, got, other)
		}
	}
}

func TestAnEmptyCacheEntryBelongsToNoKey(t *testing.T) {
	for _, key := range []movegen.Key{0, 1, 1<<16 - 1, 1 << 16} {
		if got, found := cacheEntry(0).value(key); found {
			t.Errorf("key %x: found %d", key, got)
		}
	}
}

// The counters of moves are no part of a position's key, so the cache would keep a
// score that depended on them for the wrong positions.
func TestTheCountersOfMovesDoNotChangeTheScore(t *testing.T) {
	e := New(All)
	for _, p := range randomPositions(500, 13) {
		fields := strings.Fields(p.FEN())
		later := mustParse(t, strings.Join(append(fields[:4:4], "98", "150"), " "))
		if later.Key() != p.Key() {
			t.Fatalf("%s and %s have different keys", p.FEN(), later.FEN())
		}
		if got, want := e.Uncached(later), e.Uncached(&p); got != want {
			t.Fatalf("%s: %d, as %s %d", p.FEN(), want, later.FEN(), got)
		}
	}
}

func TestAPassedMoveTurnsTheScoreRound(t *testing.T) {
	for _, test := range []struct {
		knowledge   Knowledge
		most, worst int // error of 19 positions in 20, and of all
	}{
		{All, 0, 0},           // with the network the position is evaluated
		{Thesis, 2, MaxScore}, // the race of a passed pawn against the king turns on the move
		{Thesis &^ Attack, 2, 10},
		{Thesis &^ Mobility &^ Attack, 1, 10},
		{Mobility | Pawns, 2, 2},
		{Material, 0, 0},
	} {
		e := New(test.knowledge)
		var errors []int
		for _, p := range randomPositions(3000, 9) {
			if p.InCheck() {
				continue
			}
			before := e.Evaluate(&p)
			p.MakeNull()
			off := e.EvaluateAfterNull(&p, 0, before) - e.Evaluate(&p)
			errors = append(errors, max(off, -off))
		}
		slices.Sort(errors)
		if got := errors[len(errors)*95/100]; got > test.most {
			t.Errorf("%q: 19 of 20 differ by up to %d, not %d", test.knowledge, got, test.most)
		}
		if got := errors[len(errors)-1]; got > test.worst {
			t.Errorf("%q: one differs by %d, more than %d", test.knowledge, got, test.worst)
		}
	}
}

func TestAPassedMoveStaysWithinTheBounds(t *testing.T) {
	p := mustParse(t, movegen.StartFEN)
	if got := New(Thesis).EvaluateAfterNull(p, 0, -MaxScore); got != MaxScore {
		t.Errorf("%d, not %d", got, MaxScore)
	}
}

// TestEachPlyOfALineIsJudgedAsByItself follows lines as a search does, forwards and back, and
// compares with an evaluator that is asked for nothing but letter n of one position.
func TestEachPlyOfALineIsJudgedAsByItself(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	searching, alone := New(Learned), New(Learned)
	var line [12]movegen.Position
	for game := range 200 {
		line[0] = movegen.Chess960Start(game)
		for ply := 0; ply >= 0; {
			p := &line[ply]
			if got, want := searching.EvaluateAt(p, ply), alone.Uncached(p); got != want {
				t.Fatalf("%s at ply %d: %d, by itself %d", p.FEN(), ply, got, want)
			}
			moves := p.Moves()
			if ply == len(line)-1 || len(moves) == 0 || random.IntN(4) == 0 {
				ply -= 1 + random.IntN(3)
				continue
			}
			line[ply+1] = p.After(moves[random.IntN(len(moves))])
			ply++
		}
	}
}

// TestTheNetworkSaysNothingAgainstABareKing: there the other letters know the way to the mate.
func TestTheNetworkSaysNothingAgainstABareKing(t *testing.T) {
	for _, fen := range []string{"8/8/8/4k3/8/8/8/2B1KN2 w - - 0 1", "8/8/8/4K3/4p3/8/8/4k3 b - - 0 1"} {
		p := mustParse(t, fen)
		if with, without := New(All).Evaluate(p), New(Thesis).Evaluate(p); with != without {
			t.Errorf("%s: %d, without the network %d", fen, with, without)
		}
	}
}

// TestLeavingAManOutIsTheDifferenceThatIsShown compares a cell of letter n with the boards themselves.
func TestLeavingAManOutIsTheDifferenceThatIsShown(t *testing.T) {
	p := mustParse(t, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP1B2/2N1PN2/PP3PPP/R2QKB1R w KQ - 0 1")
	x := Explain(p, All, nil)
	for i := range x.Rows {
		row := &x.Rows[i]
		if row.Square == movegen.NoSquare || row.Piece.Type() == movegen.King {
			if row.Cells[Kinds-1] != (Cell{}) {
				t.Errorf("%v has a cell of letter n", row.Square)
			}
			continue
		}
		b := p.Builder()
		b.Board[row.Square], b.CastlingRooks = movegen.NoPiece, 0
		b.Side = p.Side()
		without, _, err := b.Build(movegen.Rules{})
		if err != nil {
			continue // the other side is in check
		}
		var whole, rest Trace
		New(Learned).Trace(p, &whole)
		New(Learned).Trace(&without, &rest)
		if got, want := signOf(row.Piece.Color())*row.Cells[Kinds-1].Endgame, whole.Learned-rest.Learned; got != want {
			t.Errorf("%c on %v: %d, the boards differ by %d", row.Piece.Letter(), row.Square, got, want)
		}
	}
}

// With all weights turned into their opposites the other side stands better, and the
// scale is the one that the trace foretold for it.
func TestTheTraceForetellsTheScaleOfTheOtherSide(t *testing.T) {
	positions := randomPositions(500, 11)
	for _, fen := range endings {
		positions = append(positions, *mustParse(t, fen))
	}
	var before, after Trace
	evaluator, turned := New(Thesis), New(Thesis)
	turned.weights = Weights[score]{}
	for i, w := range evaluator.weights.List() {
		turned.weights.List()[i] = -w
	}
	turned.pieceSquares = pieceSquareTable{}
	turned.pieceSquares.build(&turned.weights)
	different := 0
	for i := range positions {
		p := &positions[i]
		evaluator.Trace(p, &before)
		turned.Trace(p, &after)
		favoured := 0
		if endgameOf(&before) < 0 {
			favoured = 1
		}
		if before.Scales != after.Scales {
			t.Errorf("%s: scales %v, with other weights %v", p.FEN(), before.Scales, after.Scales)
		}
		if endgameOf(&before) != 0 && (before.Scale != before.Scales[favoured] || after.Scale != before.Scales[1-favoured]) {
			t.Errorf("%s: scale %d and turned %d, scales %v", p.FEN(), before.Scale, after.Scale, before.Scales)
		}
		if before.Scales[0] != before.Scales[1] {
			different++
		}
	}
	if different == 0 {
		t.Error("no position has two scales")
	}
}

// endgameOf adds up the endgame values of a trace, positive for White.
func endgameOf(trace *Trace) (sum int) {
	for _, term := range trace.Terms {
		sum += signOf(term.Color) * term.Count * WeightAt(term.Weight).Endgame
	}
	return sum
}
