package main

import (
	"alfiere/cmd/internal/cli"
	"alfiere/cmd/internal/laboratory"
)

// experimentParts are the experiments, one a question of docs/laboratory.md.
func experimentParts() []cli.Command {
	return append(laboratory.Experiments(defineCrew), []cli.Command{
		{Name: "tournament", Args: "--player WORDS --player WORDS [flags]", Define: defineTournament,
			Summary: "Let two players, as councils, threads or single searches, play games; with --moves in the manner of the thesis.",
			Example: "--player 'consult=noise2 criterion=optimistic nodes=200' --player nodes=200 --games 2 --moves 6 --judge-nodes 2000"},
		{Name: "divide", Args: "[--nodes N] [--sizes N,…] [--games N] [flags]", Define: defineDivide,
			Summary: "Is it better to divide knowledge, by councils, or the tree, by threads? Games against one search.",
			Example: "--nodes 100 --sizes 2 --games 2"},
	}...)
}
