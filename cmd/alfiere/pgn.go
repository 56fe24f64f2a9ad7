package main

import (
	"flag"

	"alfiere/cmd/internal/cli"
	"alfiere/cmd/internal/gamefile"
	"alfiere/movegen/notation"
)

// pgnParts is the table of what can be done with files of games.
func pgnParts() []cli.Command {
	return []cli.Command{
		{Name: "check", Args: "[FILE…|-]", Define: definePGNCheck,
			Summary: "Read all of the games and say where they are at fault.",
			Example: "games.pgn"},
		{Name: "list", Args: "[FILE…|-]", Define: definePGNList,
			Summary: "List the games, one a line.",
			Example: "games.pgn"},
		{Name: "filter", Args: "[--position FEN] [--player NAME] [--result R] [--tag NAME=VALUE] [--out FILE] [FILE…|-]", Define: definePGNFilter,
			Summary: "Write the games that have all that is asked for.",
			Example: "--player anderssen --result 1-0 games.pgn"},
		{Name: "convert", Args: "[--from LANGUAGE] [--to LANGUAGE] [--plain] [--out FILE] [FILE…|-]", Define: definePGNConvert,
			Summary: "Write the games in the export format, or with other piece letters.",
			Example: "--to italian games.pgn"},
		{Name: "annotate", Args: "[--nodes N] [--time SECONDS] [--depth D] [--new] [--out FILE] [FILE…|-]", Define: definePGNAnnotate,
			Summary: "Add scores, mark mistakes and show what was better.",
			Example: "--nodes 1000 games.pgn"},
		{Name: "epd", Args: "[--all] [--ply N] [--out FILE] [FILE…|-]", Define: definePGNEPD,
			Summary: "Write positions of the games as EPD: the final ones, all, or those after N half-moves.",
			Example: "--ply 8 games.pgn"},
	}
}

// fromFlag defines the flag for the language of the games that are read.
func fromFlag(flags *flag.FlagSet, f *gamefile.Files) {
	languageFlag(flags, &f.From, "from", "`name`, code or letters of the language of the moves that are read; english if it is not said")
}

// toFlag defines the flag for the language of the games that are written.
func toFlag(flags *flag.FlagSet, f *gamefile.Files) {
	languageFlag(flags, &f.To, "to", "`name`, code or letters of the language of the moves that are written; english if it is not said")
}

func languageFlag(flags *flag.FlagSet, letters *notation.PieceLetters, name, usage string) {
	flags.Func(name, usage, func(text string) (err error) {
		*letters, err = notation.ParseLanguage(text)
		return err
	})
}

func definePGNCheck(flags *flag.FlagSet) cli.Run {
	var f gamefile.Files
	fromFlag(flags, &f)
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return f.Check()
	}
}

func definePGNList(flags *flag.FlagSet) cli.Run {
	var f gamefile.Files
	fromFlag(flags, &f)
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return f.List()
	}
}

func definePGNConvert(flags *flag.FlagSet) cli.Run {
	var f gamefile.Files
	fromFlag(flags, &f)
	toFlag(flags, &f)
	cli.OutVar(flags, &f.Output)
	plain := flags.Bool("plain", false, "leave out comments, glyphs, evaluations and variations")
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return f.Convert(*plain)
	}
}

func definePGNEPD(flags *flag.FlagSet) cli.Run {
	var f gamefile.Files
	fromFlag(flags, &f)
	cli.OutVar(flags, &f.Output)
	all := flags.Bool("all", false, "every position of each game, the first one too")
	ply := flags.Int("ply", gamefile.FinalPosition, "the position after `N` half-moves, of the games that have as many; 0 is the first one, -1 the final one")
	return func(args []string, std cli.Streams) error {
		if *all && *ply >= 0 {
			return cli.Usagef("one of --all and --ply")
		}
		f.Names, f.Std = args, std
		if *all {
			return f.Positions(gamefile.AllPositions)
		}
		return f.Positions(max(*ply, gamefile.FinalPosition))
	}
}
