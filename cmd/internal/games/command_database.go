package games

import (
	"strconv"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/movegen/pgn"
)

// defineECO writes the games with tags for their openings.
func defineECO(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	cli.OutVar(flags, &f.Output)
	fresh := flags.Bool("new", false, "skip games that already have the tag ECO")
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return f.ECO(*fresh)
	}
}

// defineSort writes the games in an order.
func defineSort(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	cli.OutVar(flags, &f.Output)
	order, err := pgn.ParseOrder("date,Event,Round")
	readVar(flags, "by", "`keys` to sort by: date, elo, eco, plies, or names of tags, the most important first; "+
		"- in front of a key reverses it (default date,Event,Round)",
		pgn.ParseOrder, func(o pgn.Order) { order = o })
	cli.Complete(flags, "by", "date", "elo", "eco", "plies", "-date", "-elo", "White",
		"Black", "Event", "Site", "Round", "Result")
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		if err != nil {
			return err
		}
		return f.Sort(order)
	}
}

// defineDuplicates lists games that occur twice, or writes all the rest.
func defineDuplicates(flags *pflag.FlagSet) cli.Run {
	var f files
	var d pgn.Doubles
	f.FromFlag(flags)
	cli.OutVar(flags, &f.Output)
	flags.BoolVar(&d.Players, "players", false, "require the same players, compared by family name in either order")
	var known []string
	flags.StringArrayVar(&known, "known", nil, "`file` of known games, whose duplicates count too; can be repeated")
	remove := flags.Bool("remove", false, "write the games without duplicates, and the list to standard error")
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return f.Duplicates(&d, known, *remove)
	}
}

// defineSplit divides the games into files.
func defineSplit(flags *pflag.FlagSet) cli.Run {
	var f files
	var how Parts
	f.FromFlag(flags)
	flags.IntVar(&how.Games, "games", 0, "`number` of games per file")
	divided := false
	readVar(flags, "by", "`key` of the files, each of its values has one: player, eco, opening, year or the name of a "+
		"tag, such as Event", pgn.ParseDivision,
		func(d pgn.Division) { how.By, divided = d, true })
	cli.Complete(flags, "by", "player", "eco", "opening", "year", "White", "Black", "Event", "Site", "Result")
	flags.StringVar(&how.Folder, "folder",
		"", "`folder` of the files, made if it does not exist (default: the current folder)")
	flags.BoolVar(&how.Force, "force", false, "replace files that exist")
	return func(args []string, std cli.Streams) error {
		if how.Games < 0 || divided == (how.Games > 0) {
			return cli.Usagef("one of --games and --by")
		}
		f.Names, f.Std = args, std
		return f.Split(how)
	}
}

// defineSample draws games.
func defineSample(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	cli.OutVar(flags, &f.Output)
	seed := flags.Uint64("seed", 1, "`number` that selects the sample; the same number selects the same games")
	return func(args []string, std cli.Streams) error {
		if len(args) == 0 {
			return cli.Usagef("say how many games")
		}
		n, err := strconv.ParseUint(args[0], 10, 31)
		if err != nil {
			return cli.Usagef("%q is no number of games", args[0])
		}
		f.Names, f.Std = args[1:], std
		return f.Sample(int(n), *seed)
	}
}

// defineStatistics counts the scores of players and openings.
func defineStatistics(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	cli.OutVar(flags, &f.Output)
	top := flags.Int("top", 20, "`number` of players and openings to show")
	asJSON := flags.Bool("json", false, "write JSON with all players and openings")
	return func(args []string, std cli.Streams) error {
		if *top < 0 {
			return cli.Usagef("--top must not be negative")
		}
		f.Names, f.Std = args, std
		return f.Statistics(*top, *asJSON)
	}
}
