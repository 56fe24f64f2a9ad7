// Package laboratory holds the subcommands of alfiere-lab for experiments, the store of proposals
// and tournaments: they run experiments on the store, let a crew do missing searches and games, and
// print tables, JSON and pictures.
//
// Experiments are rows of a subcommand's parts; council/experiment computes the figures. The files
// game_*.go hold self-play: players described by words, and their games as tasks that any crew can
// play. At fixed nodes a game depends on its task alone.
package laboratory

import (
	"flag"

	"alfiere/internal/cli"
)

// TableMegabytes is the largest table of a task done in this process.
const TableMegabytes = 64

// Experiments returns the rows of the experiments, one per question of docs/laboratory.md. The crew
// of defineCrew does their tasks.
func Experiments(defineCrew DefineCrew) []cli.Command {
	return []cli.Command{
		{Name: "order", Args: "--store FILE [--from LETTERS] [flags] SUITE [OTHER…]", Define: by(defineCrew, defineOrder),
			Summary: "Add evaluation terms one at a time, always the term that solves most positions.",
			Example: "--store lab.db --nodes 1000 suite.epd"},
		{Name: "union", Args: "--store FILE [--council MEMBERS]… [flags] SUITE [OTHER…]", Define: by(defineCrew, defineUnion),
			Summary: "Count the positions that at least one member of a council solves, and those that all solve.",
			Example: "--store lab.db --nodes 1000 --council \"mpar mbxp\" suite.epd"},
		{Name: "criteria", Args: "--store FILE [--council MEMBERS]… [--criteria NAMES] [flags] SUITE [OTHER…]",
			Define:  by(defineCrew, defineCriteria),
			Summary: "Count the positions that councils solve by each criterion, compared with the all-letters player.",
			Example: "--store lab.db --nodes 1000 --council \"mpar mbxp\" --criteria majority,optimistic suite.epd"},
		{Name: "search-sets", Args: "--store FILE [--criteria NAMES] [--sizes N-M] [flags] SUITE [OTHER…]",
			Define:  by(defineCrew, defineSets),
			Summary: "Find the term sets whose councils solve most of one half of a suite, and test them on the rest.",
			Example: "--store lab.db --nodes 1000 --among \"mpar mbxp mbkc mcar\" --sizes 2-3 suite.epd"},
		{Name: "genetic", Args: "--store FILE [--council MEMBERS] [--generations N] [--runs N] [--state FILE] [flags] " +
			"SUITE [OTHER…]", Define: by(defineCrew, defineGenetic),
			Summary: "Breed weights for the letters of a council, and test them on other positions.",
			Example: "--store lab.db --nodes 1000 --council \"mpar mbxp mbkc\" --generations 20 --runs 2 suite.epd"},
		{Name: "tournament", Args: "--player WORDS --player WORDS [flags]",
			Define: by(defineCrew, defineTournament),
			Summary: "Play games between two players: councils, threads or single searches; can be cut short and " +
				"judged as in the thesis.",
			Example: "--player 'consult=noise2 criterion=optimistic nodes=200' --player nodes=200 --games 2 --moves 6 " +
				"--judge-nodes 2000"},
		{Name: "divide", Args: "[--nodes N] [--sizes N,…] [--games N] [flags]",
			Define:  by(defineCrew, defineDivide),
			Summary: "Compare councils, which divide the evaluation terms, with threads, which divide the tree, in games.",
			Example: "--nodes 100 --sizes 2 --games 2"},
		{Name: "reproduce", Args: "--folder FOLDER [--small] [flags]",
			Define:  by(defineCrew, defineReproduce),
			Summary: "Make the tables and pictures of docs/consultation-results.md from an empty folder.",
			Example: "--folder lab --small --positions 4 --nodes 500 --games 2"},
		{Name: "spsa", Args: "--param NAME=START,MIN,MAX,C[,R]… [--engine WORDS] [flags]",
			Define:  by(defineCrew, defineSPSA),
			Summary: "Tune numeric options of an engine by games of its values against their neighbours.",
			Example: "--param Contempt=50,-100,100,20 --pairs 4 --nodes 100"},
	}
}

// onlyFlags refuses arguments that are not flags. With --json the error suggests --figures for a file.
func onlyFlags(args []string, json bool) error {
	switch {
	case len(args) == 0:
		return nil
	case json:
		return cli.Usagef("%q: --json writes to standard output; --figures FILE writes to a file", args[0])
	}
	return cli.Usagef("%q: there are only flags", args[0])
}

// by adds the flags of a crew to those of an experiment.
func by(defineCrew DefineCrew, define func(*flag.FlagSet, OpenCrew) cli.Run) cli.Define {
	return func(flags *flag.FlagSet) cli.Run { return define(flags, defineCrew(flags)) }
}
