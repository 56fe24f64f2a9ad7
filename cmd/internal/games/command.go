package games

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/movegen/notation"
)

// Command returns the row of the subcommand pgn, whose parts work on files of games.
// engine is the name in which they are annotated.
func Command(engine string) *cobra.Command {
	return cli.Group(&cobra.Command{Use: "pgn check|list|convert|annotate|epd|eco [flags] [FILE…]",
		Short: "Check, list, translate and annotate games, and take positions out of them."},
		cli.With(&cobra.Command{Use: "check [FILE…|-]",
			Short:   "Read all games and report where they are invalid.",
			Example: "alfiere pgn check games.pgn"}, defineCheck),
		cli.With(&cobra.Command{Use: "list [FILE…|-]",
			Short:   "List the games, one per line.",
			Example: "alfiere pgn list games.pgn"}, defineList),
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
	)
}

// does returns the run of a part that does a job with the files of its arguments.
func (f *files) does(job func() error) cli.Run {
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return job()
	}
}

func defineCheck(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	return f.does(f.Check)
}

func defineList(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	return f.does(f.List)
}

func defineConvert(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	f.ToFlag(flags)
	cli.OutVar(flags, &f.Output)
	plain := flags.Bool("plain", false, "omit comments, glyphs, evaluations and variations")
	return f.does(func() error { return f.Convert(*plain) })
}

func defineEPD(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	cli.OutVar(flags, &f.Output)
	all := flags.Bool("all", false, "write every position of each game, including the first")
	ply := flags.Int("ply", finalPosition,
		"write the position after `N` half-moves of the games that are so long; 0 is the first, -1 the "+
			"final position")
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

func defineECO(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	cli.OutVar(flags, &f.Output)
	fresh := flags.Bool("new", false, "skip games that already have the tag ECO")
	return f.does(func() error { return f.ECO(*fresh) })
}

// FromFlag defines the flag for the language of the games that are read.
func (f *files) FromFlag(flags *pflag.FlagSet) {
	languageVar(flags, &f.From, "from",
		"`name`, code or letters of the language of the moves in the input (default: english)")
}

// ToFlag defines the flag for the language of the games that are written.
func (f *files) ToFlag(flags *pflag.FlagSet) {
	languageVar(flags, &f.To,
		"to", "`name`, code or letters of the language of the moves in the output (default: english)")
}

func languageVar(flags *pflag.FlagSet, letters *notation.PieceLetters, name, usage string) {
	flags.Func(name, usage, func(text string) (err error) {
		*letters, err = notation.ParseLanguage(text)
		return err
	})
	cli.Complete(flags, name, notation.Languages()...)
}
