package analysis

import (
	"fmt"
	"time"

	"alfiere/eval"
	"alfiere/movegen"
)

// testTime is how long each part of speeds measures; a signal has to wait that long.
const testTime = 100 * time.Millisecond

// speeds measures the speed of move generation and of evaluation, in the position on the board and those that come one
// or two half-moves after it. The cache of scores has no part in it: it would know them all.
func speeds(k eval.Knowledge, position movegen.Position, _ string) (text string, ok bool) {
	positions := family(position)
	var list movegen.MoveList
	moves := 0
	lists, elapsed := repeat(positions, func(p *movegen.Position) {
		p.LegalMoves(&list)
		moves += list.Len()
	})
	text = fmt.Sprintf("moves:       %11.0f positions/s, %11.0f moves/s\n", perSecond(lists, elapsed),
		perSecond(moves, elapsed))
	evaluator := eval.New(k)
	count, elapsed := repeat(positions, func(p *movegen.Position) { evaluator.Uncached(p) })
	return text + fmt.Sprintf("evaluation:  %11.0f positions/s\n", perSecond(count, elapsed)), true
}

// family returns p and the positions after one and two half-moves.
func family(p movegen.Position) []movegen.Position {
	positions := []movegen.Position{p}
	for _, m := range p.Moves() {
		next := p.After(m)
		positions = append(positions, next)
		for _, reply := range next.Moves() {
			positions = append(positions, next.After(reply))
		}
	}
	return positions
}

// repeat works on the positions in turn until testTime is over.
func repeat(positions []movegen.Position, work func(*movegen.Position)) (count int, elapsed time.Duration) {
	for start := time.Now(); elapsed < testTime; elapsed = time.Since(start) {
		for i := range positions {
			work(&positions[i])
		}
		count += len(positions)
	}
	return count, elapsed
}

func perSecond(count int, elapsed time.Duration) float64 { return float64(count) / elapsed.Seconds() }
