// Package laboratory holds the subcommands of alfiere-lab for experiments, the store of proposals and tournaments: they
// run experiments on the store, let a queue do missing searches and games, and print tables, JSON and pictures.
//
// Experiments are rows of a subcommand's parts; council/experiment computes the figures. The files
// game_*.go hold self-play: players described by words, and their games as tasks that any queue can
// play. At fixed nodes a game depends on its task alone.
package laboratory

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/cli"
)

// TableMegabytes is the largest table of a task done in this process.
const TableMegabytes = 64

// Experiments returns the rows of the experiments, one per question of docs/laboratory.md. The queue
// of defineQueue does their tasks.
func Experiments(defineQueue DefineQueue) []*cobra.Command {
	return []*cobra.Command{
		cli.With(&cobra.Command{Use: "order --store FILE [--from LETTERS] [flags] SUITE [OTHER…]",
			Short:   "Add evaluation terms one at a time, always the term that solves most positions.",
			Example: "alfiere-lab experiment order --store lab.db --nodes 1000 suite.epd"},
			by(defineQueue, defineOrder)),
		cli.With(&cobra.Command{Use: "union --store FILE [--council MEMBERS]… [flags] SUITE [OTHER…]",
			Short:   "Count the positions that at least one member of a council solves, and those that all solve.",
			Example: "alfiere-lab experiment union --store lab.db --nodes 1000 --council \"mpar mbxp\" suite.epd"},
			by(defineQueue, defineUnion)),
		cli.With(&cobra.Command{Use: "criteria --store FILE [--council MEMBERS]… [--criteria NAMES] " +
			"[flags] SUITE [OTHER…]",
			Short: "Count the positions that councils solve by each criterion, compared with the " +
				"all-letters player.",
			Example: "alfiere-lab experiment criteria --store lab.db --nodes 1000 --council \"mpar " +
				"mbxp\" --criteria majority,optimistic suite.epd"},
			by(defineQueue, defineCriteria)),
		cli.With(&cobra.Command{Use: "search-sets --store FILE [--criteria NAMES] [--sizes N-M] [flags] " +
			"SUITE [OTHER…]",
			Short: "Find the term sets whose councils solve most of one half of a suite, and test them " +
				"on the rest.",
			Example: "alfiere-lab experiment search-sets --store lab.db --nodes 1000 --among \"mpar mbxp " +
				"mbkc mcar\" --sizes 2-3 suite.epd"},
			by(defineQueue, defineSets)),
		cli.With(&cobra.Command{Use: "genetic --store FILE [--council MEMBERS] [--generations N] [--runs " +
			"N] [--state FILE] [flags] " +
			"SUITE [OTHER…]",
			Short: "Breed weights for the letters of a council, and test them on other positions.",
			Example: "alfiere-lab experiment genetic --store lab.db --nodes 1000 --council \"mpar mbxp " +
				"mbkc\" --generations 20 --runs 2 suite.epd"},
			by(defineQueue, defineGenetic)),
		cli.With(&cobra.Command{Use: "tournament --player WORDS --player WORDS [flags]",
			Short: "Play games between two players: councils, threads or single searches; can be cut short and " +
				"judged as in the thesis.",
			Example: "alfiere-lab experiment tournament --player 'consult=noise2 criterion=optimistic " +
				"nodes=200' --player nodes=200 --games 2 --moves 6 " +
				"--judge-nodes 2000"}, by(defineQueue, defineTournament)),
		cli.With(&cobra.Command{Use: "divide [--nodes N] [--sizes N,…] [--games N] [flags]",
			Short: "Compare councils, which divide the evaluation terms, with threads, which divide " +
				"the tree, in games.",
			Example: "alfiere-lab experiment divide --nodes 100 --sizes 2 --games 2"},
			by(defineQueue, defineDivide)),
		cli.With(&cobra.Command{Use: "reproduce --folder FOLDER [--small] [flags]",
			Short:   "Make the tables and pictures of docs/consultation-results.md from an empty folder.",
			Example: "alfiere-lab experiment reproduce --folder lab --small --positions 4 --nodes 500 --games 2"},
			by(defineQueue, defineReproduce)),
		cli.With(&cobra.Command{Use: "spsa --param NAME=START,MIN,MAX,C[,R]… [--engine WORDS] [flags]",
			Short:   "Tune numeric options of an engine by games of its values against their neighbours.",
			Example: "alfiere-lab experiment spsa --param Contempt=50,-100,100,20 --pairs 4 --nodes 100"},
			by(defineQueue, defineSPSA)),
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

// by adds the flags of a queue to those of an experiment.
func by(defineQueue DefineQueue, define func(*pflag.FlagSet, OpenQueue) cli.Run) cli.Define {
	return func(flags *pflag.FlagSet) cli.Run { return define(flags, defineQueue(flags)) }
}
