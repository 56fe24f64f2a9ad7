package main

import (
	"flag"

	"alfiere/cmd/internal/cli"
	"alfiere/cmd/internal/gamefile"
	"alfiere/movegen/notation"
)

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
