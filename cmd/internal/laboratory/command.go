// Package laboratory is what subcommands of alfiere-lab do with the store of proposals, and
// its tournaments: they ask experiments what is in the store, have searched what is missing
// and games played, and print tables, JSON and pictures.
//
// Experiments are rows of a subcommand's parts; the figures are those of
// council/experiment.
package laboratory

import (
	"flag"

	"alfiere/cmd/internal/selfplay"
	"alfiere/internal/cli"
)

// TableMegabytes is the largest table of a task that is done in this process.
const TableMegabytes = 64

// Experiments returns the rows of the experiments, one a question of docs/laboratory.md. Their
// tasks are done by the crew of defineCrew. If they are asked for over a net, players are
// guests, with tables of so many megabytes at most: they begin no programs and name no files;
// 0 is for players of a command line.
func Experiments(defineCrew DefineCrew, guestMegabytes int) []cli.Command {
	read := selfplay.ParsePlayer
	if guestMegabytes > 0 {
		read = func(words string) (*selfplay.Player, error) { return selfplay.ParseGuest(words, guestMegabytes) }
	}
	return []cli.Command{
		{Name: "order", Args: "--store FILE [--from LETTERS] [flags] SUITE [OTHER…]", Define: by(defineCrew, defineOrder),
			Summary: "Add the kinds of knowledge one by one, always that with which most positions are solved.",
			Example: "--store lab.db --nodes 1000 suite.epd"},
		{Name: "union", Args: "--store FILE [--council MEMBERS]… [flags] SUITE [OTHER…]", Define: by(defineCrew, defineUnion),
			Summary: "Count the positions that at least one member of a council solves, and those that all solve.",
			Example: "--store lab.db --nodes 1000 --council \"mpar mbxp\" suite.epd"},
		{Name: "criteria", Args: "--store FILE [--council MEMBERS]… [--criteria NAMES] [flags] SUITE [OTHER…]",
			Define:  by(defineCrew, defineCriteria),
			Summary: "Count what councils solve by each criterion, against the player with all knowledge.",
			Example: "--store lab.db --nodes 1000 --council \"mpar mbxp\" --criteria majority,optimistic suite.epd"},
		{Name: "search-sets", Args: "--store FILE [--criteria NAMES] [--sizes N-M] [flags] SUITE [OTHER…]",
			Define:  by(defineCrew, defineSets),
			Summary: "Find the sets of knowledge whose councils solve most of one half of a suite, and judge them on the rest.",
			Example: "--store lab.db --nodes 1000 --among \"mpar mbxp mbkc mcar\" --sizes 2-3 suite.epd"},
		{Name: "genetic", Args: "--store FILE [--council MEMBERS] [--generations N] [--runs N] [--state FILE] [flags] " +
			"SUITE [OTHER…]", Define: by(defineCrew, defineGenetic),
			Summary: "Breed weights for the letters of a council, and judge them on positions that they were not bred on.",
			Example: "--store lab.db --nodes 1000 --council \"mpar mbxp mbkc\" --generations 20 --runs 2 suite.epd"},
		{Name: "tournament", Args: "--player WORDS --player WORDS [flags]",
			Define: func(flags *flag.FlagSet) cli.Run { return defineTournament(flags, read, defineCrew(flags)) },
			Summary: "Let two players, as councils, threads or single searches, play games; with --moves in the manner of " +
				"the thesis.",
			Example: "--player 'consult=noise2 criterion=optimistic nodes=200' --player nodes=200 --games 2 --moves 6 " +
				"--judge-nodes 2000"},
		{Name: "divide", Args: "[--nodes N] [--sizes N,…] [--games N] [flags]",
			Define:  func(flags *flag.FlagSet) cli.Run { return defineDivide(flags, read, defineCrew(flags)) },
			Summary: "Is it better to divide knowledge, by councils, or the tree, by threads? Games against one search.",
			Example: "--nodes 100 --sizes 2 --games 2"},
	}
}

// onlyFlags refuses words that no flag takes. A file next to --json is the name that --figures wants.
func onlyFlags(args []string, json bool) error {
	switch {
	case len(args) == 0:
		return nil
	case json:
		return cli.Usagef("%q: --json writes to standard output; --figures FILE writes to a file", args[0])
	}
	return cli.Usagef("%q: there are only flags", args[0])
}

// readPlayer makes a player of words.
type readPlayer func(words string) (*selfplay.Player, error)

// by joins the flags of a crew to those of an experiment.
func by(defineCrew DefineCrew, define func(*flag.FlagSet, OpenCrew) cli.Run) cli.Define {
	return func(flags *flag.FlagSet) cli.Run { return define(flags, defineCrew(flags)) }
}
