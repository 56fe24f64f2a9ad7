package laboratory

import (
	"context"

	"alfiere/movegen"
	"alfiere/search"
)

// judgeMegabytes is the table of a judge.
const judgeMegabytes = 16

// Judge says what games that were cut are worth, by a search with full knowledge of the final
// position that begins with an empty table. It is for one goroutine.
type gameJudge struct {
	Nodes uint64 // of the search

	engine *search.Engine // nil before the first one
}

// Points returns the value of a position for White, from 0 to 1. The error is that of ctx, or
// wraps tt.ErrSize.
func (j *gameJudge) Points(ctx context.Context, position *movegen.Position) (float64, error) {
	if j.engine == nil {
		engine, err := search.New(judgeMegabytes)
		if err != nil {
			return 0, err
		}
		j.engine = engine
	}
	j.engine.NewGame()
	result := j.engine.Search(ctx, search.Request{Position: *position, Limits: search.Limits{Nodes: j.Nodes}}, nil)
	points := points(result.Score)
	if position.Side() == movegen.Black {
		points = 1 - points
	}
	return points, ctx.Err()
}

// Close gives the memory back.
func (j *gameJudge) Close() {
	if j.engine != nil {
		j.engine.Close()
		j.engine = nil
	}
}

// Scores, in centipawns, by which the thesis distinguished won games from level ones; in between
// the value is (score + shift) / span.
const (
	wonScore   = 250
	levelScore = 50
	shift      = 150
	span       = 400
)

// points returns the value of a position for the side to move, from 0 to 1, by its score: the rule
// of the thesis for games that were cut.
func points(score search.Score) float64 {
	switch {
	case score < 0:
		return 1 - points(-score)
	case score > wonScore:
		return 1
	case score >= levelScore:
		return float64(score+shift) / span
	}
	return 0.5
}
