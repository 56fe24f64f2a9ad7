// Package tuning is the subcommand tune: it plays games, fits the weights of the evaluation, and
// trains and measures its network. Package eval/tune does the work; what it needs of a search is here.
package tuning

import (
	"context"

	"alfiere/eval"
	"alfiere/eval/tune"
	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/search"
)

// Command returns the row of the subcommand tune.
func Command() cli.Command {
	return cli.Command{Name: "tune", Args: "generate|fit|network|measure [flags]",
		Summary: "Fit the weights and train the network of the evaluation on self-play games.",
		Parts: []cli.Command{
			{Name: "generate", Args: "--out FILE [flags]", Define: defineGenerate,
				Summary: "Play games with fixed nodes per move and store their quiet positions.",
				Example: "--out games.alf --games 12 --nodes 50"},
			{Name: "fit", Args: "--data FILE [flags]", Define: defineFit,
				Summary: "Fit the weights to stored positions and write the weight table.",
				Example: "--data games.alf --epochs 2"},
			{Name: "network", Args: "--data FILE [flags]", Define: defineNetwork,
				Summary: "Train the network of letter n.",
				Example: "--data games.alf --epochs 1 --out n.net"},
			{Name: "measure", Args: "--games FILE [flags]", Define: defineMeasure,
				Summary: "Measure by games how much the network improves the other terms.",
				Example: "--games games.pgn"},
		}}
}

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
