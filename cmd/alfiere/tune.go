package main

import "alfiere/cmd/internal/cli"

// tuneParts is the table of what the tuner does.
func tuneParts() []cli.Command {
	return []cli.Command{
		{Name: "generate", Args: "--out FILE --games N [flags]", Define: defineTuneGenerate,
			Summary: "Play games at fixed nodes and keep their quiet positions.",
			Example: "--out games.tune --games 40 --nodes 50"},
		{Name: "fit", Args: "--data FILE [flags]", Define: defineTuneFit,
			Summary: "Fit the weights to the positions of archives and write the table of weights.",
			Example: "--data games.tune --epochs 2"},
	}
}
