package main

import (
	"context"

	"github.com/spf13/cobra"

	"alfiere/eval"
	"alfiere/eval/tune"
	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/search"
)

// tuneCommand returns the row of the subcommand tune: it plays games, fits the weights of the evaluation, and trains
// and measures its network. Package eval/tune does the work; what it needs of a search is here.
func tuneCommand() *cobra.Command {
	return cli.Group(&cobra.Command{Use: "tune generate|fit|network|measure [flags]",
		Short: "Fit the weights and train the network of the evaluation on self-play games."},
		cli.With(&cobra.Command{Use: "generate --out FILE [flags]",
			Short:   "Play games with fixed nodes per move and store their quiet positions.",
			Example: "alfiere-lab tune generate --out games.alf --games 12 --nodes 50"}, defineGenerate),
		cli.With(&cobra.Command{Use: "fit --data FILE [flags]",
			Short:   "Fit the weights to stored positions and write the weight table.",
			Example: "alfiere-lab tune fit --data games.alf --epochs 2"}, defineFit),
		cli.With(&cobra.Command{Use: "network --data FILE [flags]",
			Short:   "Train the network of letter n.",
			Example: "alfiere-lab tune network --data games.alf --epochs 1 --out n.net"}, defineNetwork),
		cli.With(&cobra.Command{Use: "measure --games FILE [flags]",
			Short:   "Measure by games how much the network improves the other terms.",
			Example: "alfiere-lab tune measure --games games.pgn"}, defineMeasure),
	)
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
