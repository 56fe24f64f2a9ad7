package main

import (
	"context"

	"alfiere/eval/tune"
	"alfiere/movegen"
	"alfiere/search"
)

// tunePlayerMegabytes is the size of the transposition table of a player: a search of
// some thousand nodes fills no more.
const tunePlayerMegabytes = 8

// tunePlayer is the engine as the tuner sees it: package tune knows no search.
type tunePlayer struct {
	*search.Engine
	limits search.Limits
}

func newTunePlayer(nodes uint64) (tune.Player, error) {
	engine, err := search.New(tunePlayerMegabytes)
	return tunePlayer{engine, search.Limits{Nodes: nodes}}, err
}

// Think implements tune.Player.
func (t tunePlayer) Think(ctx context.Context, p movegen.Position, history []movegen.Key) tune.Thought {
	result := t.Search(ctx, search.Request{Position: p, History: history, Limits: t.limits}, nil)
	_, mate := result.Score.Mate()
	return tune.Thought{Best: result.Best, Score: int(result.Score), Mate: mate}
}
