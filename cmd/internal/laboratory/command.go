// Package laboratory is what subcommands of alfiere-lab do with the store of proposals: they
// ask experiments what is in it, have searched what is missing, and print tables, JSON and
// pictures.
//
// Experiments are rows of a subcommand's parts; the figures are those of
// search/consult/experiment.
package laboratory

import (
	"flag"

	"alfiere/cmd/internal/cli"
)

// Experiments returns the rows of the experiments. What is not stored is searched by the crew
// of defineCrew.
func Experiments(defineCrew DefineCrew) []cli.Command {
	return []cli.Command{
		{Name: "order", Args: "--store FILE [--from LETTERS] [flags] SUITE [OTHER…]", Define: by(defineCrew, defineOrder),
			Summary: "Add the kinds of knowledge one by one, always that with which most positions are solved.",
			Example: "--store lab.db --nodes 1000 suite.epd"},
		{Name: "union", Args: "--store FILE [--council MEMBERS]… [flags] SUITE [OTHER…]", Define: by(defineCrew, defineUnion),
			Summary: "Count the positions that at least one member of a council solves, and those that all solve.",
			Example: "--store lab.db --nodes 1000 --council \"mpar mbxp\" suite.epd"},
		{Name: "criteria", Args: "--store FILE [--council MEMBERS]… [--criteria NAMES] [flags] SUITE [OTHER…]", Define: by(defineCrew, defineCriteria),
			Summary: "Count what councils solve by each criterion, against the player with all knowledge.",
			Example: "--store lab.db --nodes 1000 --council \"mpar mbxp\" --criteria majority,optimistic suite.epd"},
		{Name: "search-sets", Args: "--store FILE [--criteria NAMES] [--sizes N-M] [flags] SUITE [OTHER…]", Define: by(defineCrew, defineSets),
			Summary: "Find the sets of knowledge whose councils solve most of one half of a suite, and judge them on the rest.",
			Example: "--store lab.db --nodes 1000 --among \"mpar mbxp mbkc mcar\" --sizes 2-3 suite.epd"},
		{Name: "genetic", Args: "--store FILE [--council MEMBERS] [--generations N] [--runs N] [--state FILE] [flags] SUITE [OTHER…]", Define: by(defineCrew, defineGenetic),
			Summary: "Breed weights for the letters of a council, and judge them on positions that they were not bred on.",
			Example: "--store lab.db --nodes 1000 --council \"mpar mbxp mbkc\" --generations 20 --runs 2 suite.epd"},
	}
}

// by joins the flags of a crew to those of an experiment.
func by(defineCrew DefineCrew, define func(*flag.FlagSet, OpenCrew) cli.Run) cli.Define {
	return func(flags *flag.FlagSet) cli.Run { return define(flags, defineCrew(flags)) }
}
