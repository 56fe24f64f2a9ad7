package main

import (
	"alfiere/cmd/internal/cli"
	"alfiere/cmd/internal/laboratory"
)

// experimentParts are the experiments, one a question of docs/laboratory.md.
func experimentParts() []cli.Command {
	return append(laboratory.Experiments(), []cli.Command{
		{Name: "tournament", Args: "--player WORDS --player WORDS [flags]", Define: defineTournament,
			Summary: "Let two players, as councils, threads or single searches, play games; with --moves in the manner of the thesis.",
			Example: "--player 'consult=noise2 criterion=optimistic nodes=200' --player nodes=200 --games 2 --moves 6 --judge-nodes 2000"},
	}...)
}
