// Package tuning is the subcommand tune: it plays games, fits the weights of the evaluation, and
// trains and measures its network. Package eval/tune does the work; what it needs of a search is here.
package tuning

import "alfiere/internal/cli"

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
