package main

import (
	"context"

	"alfiere/eval/tune"
	"alfiere/movegen"
	"alfiere/search"
)

// tunePlayerMegabytes is the size of a player's transposition table, enough for searches of some thousand nodes.
const tunePlayerMegabytes = 8

// tunePlayer adapts the engine to the interface of package tune, which does not import search.
type tunePlayer struct {
	*search.Engine
	limits search.Limits
}

// newTunePlayer returns a player with the given nodes per move.
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
