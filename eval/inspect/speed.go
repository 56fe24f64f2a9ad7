package inspect

import (
	"fmt"
	"time"

	"alfiere/eval"
	"alfiere/movegen"
)

// testTime is how long each part of speeds measures; a signal has to wait that long.
const testTime = 100 * time.Millisecond

// speeds measures the speed of move generation and of evaluation, in the position on the
// board and those that come after it.
func speeds(k eval.Knowledge, position movegen.Position, _ string) (text string, ok bool) {
	positions := []movegen.Position{position}
	for _, m := range position.Moves() {
		positions = append(positions, position.After(m))
	}
	var list movegen.MoveList
	moves := 0
	lists, elapsed := repeat(positions, func(p *movegen.Position) {
		p.LegalMoves(&list)
		moves += list.Len()
	})
	text = fmt.Sprintf("moves:       %11.0f positions/s, %11.0f moves/s\n", perSecond(lists, elapsed), perSecond(moves, elapsed))
	evaluator := eval.New(k)
	count, elapsed := repeat(positions, func(p *movegen.Position) { evaluator.Evaluate(p) })
	return text + fmt.Sprintf("evaluation:  %11.0f positions/s\n", perSecond(count, elapsed)), true
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
