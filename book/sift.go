package book

import (
	"slices"

	"alfiere/movegen"
)

// siftReport counts what a sifting has done.
type siftReport struct {
	Positions   int // searched
	Moves, Kept int
}

// SiftByScore leaves moves out of the book that are worse by more than margin centipawns than the best move of their
// position, in the book or not, and the moves that follow them. score returns the value of a position for the side to
// move, in centipawns; it is called for each position that is reached from start, and for those after its moves. The
// first error of score ends it; the Builder is then as it was.
func (b *Builder) SiftByScore(start movegen.Position, margin int,
	score func(*movegen.Position) (int, error)) (siftReport, error) {
	var report siftReport
	err := b.Sift(start, func(p *movegen.Position, moves []movegen.Move) ([]movegen.Move, error) {
		best, err := score(p)
		if err != nil {
			return nil, err
		}
		scores := make([]int, len(moves))
		for i, m := range moves {
			next := p.After(m)
			theirs, err := score(&next)
			if err != nil {
				return nil, err
			}
			scores[i] = -theirs
		}
		best = max(best, slices.Max(scores))
		var good []movegen.Move
		for i, m := range moves {
			if scores[i] >= best-margin {
				good = append(good, m)
			}
		}
		report.Positions++
		report.Moves += len(moves)
		report.Kept += len(good)
		return good, nil
	})
	return report, err
}
