package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"alfiere/movegen"
)

// pickerCase is a position with all that a picker is told about it, at random: much of it
// is not legal there.
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
