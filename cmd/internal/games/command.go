package games

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/cli"
)

// Command returns the row of the subcommand pgn, whose parts work on files of games.
// engine is the name in which they are annotated.
func Command(engine string) *cobra.Command {
	return cli.Group(&cobra.Command{Use: "pgn PART [flags] [FILE…]",
		Short: "Check, list, search, translate, annotate, sort and count files of games."},
		cli.With(&cobra.Command{Use: "check [FILE…|-]",
			Short:   "Read all games and report where they are invalid.",
			Example: "alfiere pgn check games.pgn"}, defineCheck),
		cli.With(&cobra.Command{Use: "list [FILE…|-]",
			Short:   "List the games, one per line.",
			Example: "alfiere pgn list games.pgn"}, defineList),
		cli.With(&cobra.Command{Use: "filter [--player NAME] [--elo RANGE] [--eco CODES] [--position FEN] … [--out FILE] [FILE…|-]",
			Short:   "Write the games that match all conditions.",
			Example: "alfiere pgn filter --player anderssen --result 1-0 games.pgn"}, defineFilter),
		cli.With(&cobra.Command{Use: "convert [--from LANGUAGE] [--to LANGUAGE] [--plain] [--out FILE] [FILE…|-]",
			Short:   "Write the games in the export format, or with other piece letters.",
			Example: "alfiere pgn convert --to italian games.pgn"}, defineConvert),
		cli.With(&cobra.Command{Use: "annotate [--nodes N] [--time SECONDS] [--depth D] [--new] [--out FILE] [FILE…|-]",
			Short:   "Add scores, mark mistakes and show what was better.",
			Example: "alfiere pgn annotate --nodes 1000 games.pgn"}, defineAnnotate(engine)),
		cli.With(&cobra.Command{Use: "epd [--all] [--ply N] [--out FILE] [FILE…|-]",
			Short:   "Write positions of the games as EPD: the final ones, all, or those after N half-moves.",
			Example: "alfiere pgn epd --ply 8 games.pgn"}, defineEPD),
		cli.With(&cobra.Command{Use: "eco [--new] [--out FILE] [FILE…|-]",
			Short:   "Write the games with their opening's code and name as tags.",
			Example: "alfiere pgn eco games.pgn"}, defineECO),
		cli.With(&cobra.Command{Use: "sort [--by KEYS] [--out FILE] [FILE…|-]",
			Short:   "Sort games; each is copied unchanged.",
			Example: "alfiere pgn sort --by -date,White games.pgn"}, defineSort),
		cli.With(&cobra.Command{Use: "duplicates [--players] [--known FILE] [--remove] [--out FILE] [FILE…|-]",
			Short:   "List duplicate games, or write all but the duplicates, each copied unchanged.",
			Example: "alfiere pgn duplicates games.pgn"}, defineDuplicates),
		cli.With(&cobra.Command{Use: "split --games N|--by KEY [--folder FOLDER] [--force] [FILE…|-]",
			Short:   "Split games into files; each is copied unchanged.",
			Example: "alfiere pgn split --by player --force games.pgn"}, defineSplit),
		cli.With(&cobra.Command{Use: "sample N [--seed S] [--out FILE] [FILE…|-]",
			Short:   "Write N random games, each copied unchanged.",
			Example: "alfiere pgn sample --seed 3 1 games.pgn"}, defineSample),
		cli.With(&cobra.Command{Use: "statistics [--top N] [--json] [--out FILE] [FILE…|-]",
			Short:   "Count the scores of players and openings.",
			Example: "alfiere pgn statistics --top 5 games.pgn"}, defineStatistics),
	)
}

func defineCheck(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return f.Check()
	}
}

func defineList(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return f.List()
	}
}

func defineConvert(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	f.ToFlag(flags)
	cli.OutVar(flags, &f.Output)
	plain := flags.Bool("plain", false, "omit comments, glyphs, evaluations and variations")
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return f.Convert(*plain)
	}
}

func defineEPD(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	cli.OutVar(flags, &f.Output)
	all := flags.Bool("all", false, "write every position of each game, including the first")
	ply := flags.Int("ply", finalPosition,
		"write the position after `N` half-moves of the games that are so long; 0 is the first, -1 the final position")
	return func(args []string, std cli.Streams) error {
		if *all && *ply >= 0 {
			return cli.Usagef("one of --all and --ply")
		}
		f.Names, f.Std = args, std
		if *all {
			return f.Positions(allPositions)
		}
		return f.Positions(max(*ply, finalPosition))
	}
}
