package tuning

import (
	"context"

	"alfiere/eval"
	"alfiere/eval/tune"
	"alfiere/movegen"
	"alfiere/search"
)

// playerMegabytes is the size of a player's transposition table, enough for searches of some thousand nodes.
const playerMegabytes = 8

// player adapts the engine to the interface of package tune, which does not import search.
type player struct {
	*search.Engine
	knowledge eval.Knowledge
	limits    search.Limits
}

// newPlayer returns a player with the given knowledge and nodes per move.
func newPlayer(k eval.Knowledge, nodes uint64) (tune.Player, error) {
	engine, err := search.New(playerMegabytes)
	return player{engine, k, search.Limits{Nodes: nodes}}, err
}

// Think implements tune.Player.
func (t player) Think(ctx context.Context, p movegen.Position, history []movegen.Key) tune.Thought {
	request := search.Request{Position: p, History: history, Knowledge: t.knowledge, Limits: t.limits}
	result := t.Search(ctx, request, nil)
	_, mate := result.Score.Mate()
	return tune.Thought{Best: result.Best, Score: int(result.Score), Mate: mate}
}
