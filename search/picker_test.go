package search

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/tt"
)

// pickerCase is a position with all that a picker knows about it, at random: much of it is not legal there.
type pickerCase struct {
	ss                  stackEntry
	history             *history
	ttMove, counterMove movegen.Move
}

// pickerCases calls test with positions of random games.
func pickerCases(t *testing.T, test func(c *pickerCase)) {
	t.Helper()
	random := rand.New(rand.NewPCG(41, 42))
	h := new(history)
	for _, c := range [2]movegen.Color{movegen.White, movegen.Black} {
		for from := range movegen.Square(64) {
			for to := range movegen.Square(64) {
				h.quiet[c][0][from][to] = int16(random.IntN(2*quietLimit) - quietLimit) // no square counts as attacked
			}
		}
	}
	for _, fen := range benchPositions {
		randomLine(random, mustPosition(t, fen), 30, func(p movegen.Position) {
			any := func() movegen.Move {
				moves := p.Moves()
				switch {
				case random.IntN(3) == 0:
					return movegen.NoMove
				case random.IntN(3) == 0 || len(moves) == 0:
					return movegen.Move(random.Uint32())
				}
				return moves[random.IntN(len(moves))]
			}
			c := pickerCase{history: h, ttMove: any(), counterMove: any()}
			c.ss.position, c.ss.lastTo = p, movegen.Square(random.IntN(64))
			c.ss.killers = [2]movegen.Move{any(), any()}
			if c.ss.killers[0] == c.ss.killers[1] {
				c.ss.killers[1] = movegen.NoMove // as update keeps them
			}
			test(&c)
		})
	}
}

func (c *pickerCase) next() (next candidate) {
	c.ss.picker.next(&c.ss, c.history, &next)
	return next
}

// yielded returns all that the picker yields.
func (c *pickerCase) yielded() (all []candidate) {
	for {
		next := c.next()
		if next.move == movegen.NoMove {
			return all
		}
		all = append(all, next)
	}
}

func movesOf(all []candidate) (moves []movegen.Move) {
	for _, c := range all {
		moves = append(moves, c.move)
	}
	return moves
}

// sameMoves reports whether two lists have the same moves, each as often.
func sameMoves(a, b []movegen.Move) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}

func TestThePickerYieldsEveryLegalMoveOnce(t *testing.T) {
	pickerCases(t, func(c *pickerCase) {
		p := &c.ss.position
		c.ss.picker.start(&c.ss, c.ttMove, c.counterMove)
		if got := movesOf(c.yielded()); !sameMoves(got, p.Moves()) {
			t.Fatalf("%s with %v, %v, %v: %v\nlegal are %v", p.FEN(), c.ttMove, c.ss.killers, c.counterMove, got, p.Moves())
		}
		if again := c.next(); again != (candidate{}) {
			t.Fatalf("%s: %v after the end", p.FEN(), again)
		}
	})
}

func TestThePickerYieldsOnlyGoodCapturesIfSoAsked(t *testing.T) {
	pickerCases(t, func(c *pickerCase) {
		p := &c.ss.position
		var want []movegen.Move
		for _, m := range p.Moves() {
			if !isQuiet(p, m) && (m == c.ttMove || p.SeeGE(m, 0)) {
				want = append(want, m)
			}
		}
		c.ss.picker.startCaptures(&c.ss, c.ttMove)
		if got := movesOf(c.yielded()); !sameMoves(got, want) {
			t.Fatalf("%s with %v: %v, not %v", p.FEN(), c.ttMove, got, want)
		}
	})
}

// Killers and the counter-move are remembered and cost nothing; quiet moves that would
// have to be generated are left out from the moment on in which they are not wanted.
func TestAPickerThatSkipsQuietsYieldsAllElse(t *testing.T) {
	random := rand.New(rand.NewPCG(43, 44))
	pickerCases(t, func(c *pickerCase) {
		p := &c.ss.position
		after := random.IntN(6)
		c.ss.picker.start(&c.ss, c.ttMove, c.counterMove)
		var got, noisy []movegen.Move
		for range after {
			if next := c.next(); next.move != movegen.NoMove {
				got = append(got, next.move)
			}
		}
		c.ss.picker.skipQuiets = true
		for _, next := range c.yielded() {
			if got = append(got, next.move); next.quiet && next.move != c.ttMove && next.move != c.counterMove && !slices.Contains(c.ss.killers[:], next.move) {
				t.Fatalf("%s: the quiet move %v", p.FEN(), next.move)
			}
		}
		for _, m := range p.Moves() {
			if !isQuiet(p, m) {
				noisy = append(noisy, m)
			}
		}
		rest := slices.DeleteFunc(slices.Clone(got), func(m movegen.Move) bool { return isQuiet(p, m) })
		if !sameMoves(rest, noisy) {
			t.Fatalf("%s: captures and promotions %v, not %v", p.FEN(), rest, noisy)
		}
	})
}

func TestCandidatesSayTheTruthAndComeInOrder(t *testing.T) {
	pickerCases(t, func(c *pickerCase) {
		p := &c.ss.position
		c.ss.picker.start(&c.ss, c.ttMove, c.counterMove)
		last, lastStage := int64(0), -1
		for i, next := range c.yielded() {
			m := next.move
			isTT := m == c.ttMove
			if next.quiet != isQuiet(p, m) || next.seeNonNegative && !p.SeeGE(m, 0) || next.badCapture && p.SeeGE(m, 0) {
				t.Fatalf("%s: %+v", p.FEN(), next)
			}
			if isTT != (i == 0 && p.IsLegal(c.ttMove) && c.ttMove != movegen.NoMove) {
				t.Fatalf("%s: the stored move %v is number %d", p.FEN(), m, i+1)
			}
			// 0 stored move, 1 good captures, 2 killers, 3 counter-move, 4 quiet moves, 5 bad captures
			stage, value := 0, int64(0)
			switch {
			case isTT:
			case next.seeNonNegative:
				stage = 1
			case next.badCapture:
				stage = 5
			case m == c.ss.killers[0] || m == c.ss.killers[1]:
				stage = 2
			case m == c.counterMove:
				stage = 3
			default:
				stage, value = 4, rank(m, c.history.quietScore(&c.ss, m), 0)
			}
			if stage < lastStage || stage == lastStage && stage == 4 && value > last {
				t.Fatalf("%s: %v of stage %d after stage %d", p.FEN(), m, stage, lastStage)
			}
			last, lastStage = value, stage
		}
	})
}

func TestTheGreatestCaptureComesFirstAndARetakeBeforeItsEqual(t *testing.T) {
	for _, test := range []struct {
		fen, last string
		want      []string
	}{
		{"4k3/8/8/2q1r3/3P4/2n5/1P6/7K w - - 0 1", "h8", []string{"d4c5", "d4e5", "b2c3"}},
		{"4k3/8/8/2n1n3/3P4/8/8/7K w - - 0 1", "c5", []string{"d4c5", "d4e5"}},
		{"4k3/8/8/2n1n3/3P4/8/8/7K w - - 0 1", "e5", []string{"d4e5", "d4c5"}},
		{"1r2k3/P7/8/8/8/8/8/7K w - - 0 1", "h8", []string{"a7b8q"}},
	} {
		c := pickerCase{history: new(history)}
		c.ss.position = mustPosition(t, test.fen)
		c.ss.lastTo, _ = movegen.ParseSquare(test.last)
		c.ss.picker.startCaptures(&c.ss, movegen.NoMove)
		var texts []string
		for _, m := range movesOf(c.yielded()) {
			texts = append(texts, m.String())
		}
		if len(texts) < len(test.want) || !slices.Equal(texts[:len(test.want)], test.want) {
			t.Errorf("%s after a move to %s: %v, not %v", test.fen, test.last, texts, test.want)
		}
	}
}

func TestDeferredMovesComeBackAsTheyWere(t *testing.T) {
	var d deferredMoves
	var want []candidate
	for i := range len(d.moves) + 5 {
		c := candidate{move: movegen.Move(i + 1), moveCount: int16(2 * i), quiet: i%2 == 0, givesCheck: i%3 == 0, seeNonNegative: i%5 == 0, badCapture: i%7 == 0}
		if added := d.add(&c); added != (i < len(d.moves)) {
			t.Fatalf("move %d: added %v", i, added)
		} else if added {
			want = append(want, c)
		}
	}
	for i := range want {
		if got := d.take(); got != want[i] {
			t.Errorf("%+v, deferred as %+v", got, want[i])
		}
	}
	if got := d.take(); got != (candidate{}) {
		t.Errorf("%+v when all are taken", got)
	}
	if d.clear(); d.take() != (candidate{}) || !d.add(&candidate{move: 7}) || d.take().move != 7 {
		t.Error("not empty after clear")
	}
}

// rootMovesOf returns root moves numbered from 1 with the given scores and those of the iteration before.
func rootMovesOf(scores ...[2]Score) (moves []rootMove) {
	for i, s := range scores {
		moves = append(moves, rootMove{move: movegen.Move(i + 1), score: s[0], previous: s[1]})
	}
	return moves
}

// order returns the numbers of the root moves.
func (w *worker) order() (numbers []int) {
	for _, m := range w.rootMoves {
		numbers = append(numbers, int(m.move))
	}
	return numbers
}

func TestRootMovesThatWereNotRaisedKeepTheirOrder(t *testing.T) {
	const low = -Infinity
	w := &worker{rootMoves: rootMovesOf([2]Score{10, 5}, [2]Score{low, 7}, [2]Score{30, 1}, [2]Score{low, 7}, [2]Score{low, 9})}
	if w.sortRootMoves(0, 5); !slices.Equal(w.order(), []int{3, 1, 5, 2, 4}) {
		t.Errorf("%v", w.order())
	}
	w.rootMoves = rootMovesOf([2]Score{10, 5}, [2]Score{20, 7}, [2]Score{30, 1})
	if w.sortRootMoves(1, 3); !slices.Equal(w.order(), []int{1, 3, 2}) {
		t.Errorf("from the second move on: %v", w.order())
	}
}

// Of an interrupted iteration only what has risen above the others counts, not a bound from above.
func TestAnInterruptedIterationLeavesItsBestMoveFirst(t *testing.T) {
	const low = -Infinity
	for _, c := range []struct {
		name   string
		scores []Score
		bounds []Bound
		want   []int
	}{
		{"nothing was searched", []Score{low, low, low}, []Bound{Exact, Exact, Exact}, []int{1, 2, 3}},
		{"the first move alone", []Score{15, low, low}, []Bound{Exact, Exact, Exact}, []int{1, 2, 3}},
		{"a later one rose", []Score{15, low, 40}, []Bound{Exact, Exact, Exact}, []int{3, 1, 2}},
		{"a later one rose beyond the window", []Score{15, low, 40}, []Bound{Exact, Exact, Lower}, []int{3, 1, 2}},
		{"all failed low", []Score{15, low, low}, []Bound{Upper, Exact, Exact}, []int{1, 2, 3}},
		{"the first failed low", []Score{15, 12, low}, []Bound{Upper, Exact, Exact}, []int{2, 1, 3}},
	} {
		w := new(worker)
		for i, s := range c.scores {
			w.rootMoves = append(w.rootMoves, rootMove{move: movegen.Move(i + 1), score: s, bound: c.bounds[i]})
		}
		if w.keepPartialPV(0); !slices.Equal(w.order(), c.want) {
			t.Errorf("%s: %v, not %v", c.name, w.order(), c.want)
		}
	}
}

func TestAFailLowLeavesTheRootMovesLine(t *testing.T) {
	for _, c := range []struct {
		score   Score
		bound   Bound
		changed bool
	}{{-30, Upper, false}, {-20, Upper, false}, {-19, Exact, true}, {19, Exact, true}, {20, Lower, true}, {90, Lower, true}} {
		w := &worker{selDepth: 9}
		old, reply := quietly(t, "e2e4"), quietly(t, "e7e5")
		w.stack[1].pvLength = copy(w.stack[1].pv[:], []movegen.Move{reply})
		move := rootMove{move: old, pv: []movegen.Move{old}}
		w.updateRootMove(&move, &node{alpha: -20, beta: 20}, c.score)
		if move.score != c.score || move.lastScore != c.score || move.bound != c.bound || move.selDepth != 9 {
			t.Errorf("score %d: %+v", c.score, move)
		}
		if changed := len(move.pv) == 2 && move.pv[1] == reply; changed != c.changed || move.pv[0] != old {
			t.Errorf("score %d: line %v", c.score, move.pv)
		}
	}
}

func TestTheRootsMovesAreThoseAskedForTheStoredOneFirst(t *testing.T) {
	p := movegen.StartPosition()
	stored := quietly(t, "a2a3")
	for _, c := range []struct {
		name  string
		asked []movegen.Move
		first movegen.Move // NoMove is any
		count int
	}{
		{"all", nil, stored, 20},
		{"two, the stored one among them", []movegen.Move{quietly(t, "h2h3"), stored}, stored, 2},
		{"one, not the stored one", []movegen.Move{quietly(t, "h2h3")}, quietly(t, "h2h3"), 1},
		{"none that is legal", []movegen.Move{quietly(t, "a1a8")}, movegen.NoMove, 0},
	} {
		w := newWorker(t, p, Request{Limits: Limits{Moves: c.asked}})
		w.tt.save(&node{key: p.Key(), bestMove: stored}, 4, tt.Exact, 0)
		w.listRootMoves()
		if len(w.rootMoves) != c.count {
			t.Fatalf("%s: %d moves", c.name, len(w.rootMoves))
		}
		if c.first != movegen.NoMove && w.rootMoves[0].move != c.first {
			t.Errorf("%s: %v comes first", c.name, w.rootMoves[0].move)
		}
		for _, m := range w.rootMoves {
			next := p.After(m.move)
			if m.replies != len(next.Moves()) || len(m.pv) != 1 || m.pv[0] != m.move {
				t.Errorf("%s: %+v", c.name, m)
			}
		}
	}
}

// Without a stored move captures and promotions that lose nothing come first, the largest gain and then the cheapest
// piece before the others. Quiet moves and losing captures follow, those that leave more replies first.
func TestRootMovesBeginWithCapturesThatLoseNothing(t *testing.T) {
	for _, c := range []struct{ fen, first string }{
		{freeQueen, "e3d5 d1d5"},
		{"6k1/P4ppp/8/3r4/2P1R3/2N5/5PPP/6K1 w - - 0 1", "a7a8q c4d5 a7a8r c3d5 a7a8b a7a8n"},
		{"6k1/5ppp/8/3r4/4R3/2N5/1r3PPP/R5K1 w - - 0 1", "c3d5"},
		{"4k3/1p6/2p5/3p4/2B1P3/5K2/8/3R4 w - - 0 1", "e4d5"},
	} {
		p := mustPosition(t, c.fen)
		w := newWorker(t, p, Request{})
		w.listRootMoves()
		first := strings.Fields(c.first)
		for i, move := range first {
			if w.rootMoves[i].move.String() != move {
				t.Errorf("%s: move %d is %v and not %s", c.fen, i+1, w.rootMoves[i].move, move)
			}
		}
		others := w.rootMoves[len(first):]
		if !slices.IsSortedFunc(others, func(a, b rootMove) int { return b.replies - a.replies }) {
			t.Errorf("%s: moves that leave fewer replies come first: %+v", c.fen, others)
		}
	}
}
