package main

import (
	"flag"

	"alfiere/cmd/internal/cli"
	"alfiere/cmd/internal/gamefile"
)

func definePGNCheck(flags *flag.FlagSet) cli.Run {
	var f gamefile.Files
	f.FromFlag(flags)
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return f.Check()
	}
}

func definePGNList(flags *flag.FlagSet) cli.Run {
	var f gamefile.Files
	f.FromFlag(flags)
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return f.List()
	}
}

func definePGNConvert(flags *flag.FlagSet) cli.Run {
	var f gamefile.Files
	f.FromFlag(flags)
	f.ToFlag(flags)
	cli.OutVar(flags, &f.Output)
	plain := flags.Bool("plain", false, "leave out comments, glyphs, evaluations and variations")
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return f.Convert(*plain)
	}
}

func definePGNEPD(flags *flag.FlagSet) cli.Run {
	var f gamefile.Files
	f.FromFlag(flags)
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
