package games

import (
	"flag"

	"alfiere/internal/cli"
)

// Command returns the row of the subcommand pgn, whose parts work on files of games.
// engine is the name in which they are annotated.
func Command(engine string) cli.Command {
	return cli.Command{Name: "pgn", Args: "PART [flags] [FILE…]",
		Summary: "Check, list, translate and annotate games, and take positions out of them.",
		Parts: []cli.Command{
			{Name: "check", Args: "[FILE…|-]", Define: defineCheck,
				Summary: "Read all games and report where they are invalid.",
				Example: "games.pgn"},
			{Name: "list", Args: "[FILE…|-]", Define: defineList,
				Summary: "List the games, one per line.",
				Example: "games.pgn"},
			{Name: "convert", Args: "[--from LANGUAGE] [--to LANGUAGE] [--plain] [--out FILE] [FILE…|-]", Define: defineConvert,
				Summary: "Write the games in the export format, or with other piece letters.",
				Example: "--to italian games.pgn"},
			{Name: "annotate", Args: "[--nodes N] [--time SECONDS] [--depth D] [--new] [--out FILE] [FILE…|-]",
				Define:  defineAnnotate(engine),
				Summary: "Add scores, mark mistakes and show what was better.",
				Example: "--nodes 1000 games.pgn"},
			{Name: "epd", Args: "[--all] [--ply N] [--out FILE] [FILE…|-]", Define: defineEPD,
				Summary: "Write positions of the games as EPD: the final ones, all, or those after N half-moves.",
				Example: "--ply 8 games.pgn"},
			{Name: "eco", Args: "[--new] [--out FILE] [FILE…|-]", Define: defineECO,
				Summary: "Write the games with their opening's code and name as tags.",
				Example: "games.pgn"},
		}}
}

func defineCheck(flags *flag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return f.Check()
	}
}

func defineList(flags *flag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return f.List()
	}
}

func defineConvert(flags *flag.FlagSet) cli.Run {
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

func defineEPD(flags *flag.FlagSet) cli.Run {
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

func defineECO(flags *flag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	cli.OutVar(flags, &f.Output)
	fresh := flags.Bool("new", false, "skip games that already have the tag ECO")
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return f.ECO(*fresh)
	}
}
