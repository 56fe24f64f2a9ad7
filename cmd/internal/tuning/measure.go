package tuning

import (
	"flag"

	"alfiere/eval/tune"
	"alfiere/internal/cli"
)

// defineMeasure defines the command that measures a network by games.
func defineMeasure(flags *flag.FlagSet) cli.Run {
	var r tune.MeasureRun
	flags.Func("games", "PGN `file`, or an archive of which the games held out count; can be repeated",
		func(path string) error {
			r.Games = append(r.Games, path)
			return nil
		})
	name := flags.String("network", "eval", "network `file`; eval is the network of the program")
	flags.Float64Var(&r.Lambda, "lambda", 0.1,
		"`share` of the game result in what an archive's positions are compared with, 0 to 1")
	return func(args []string, std cli.Streams) error {
		if len(args) > 0 {
			return cli.Usagef("unexpected argument %q", args[0])
		}
		if len(r.Games) == 0 {
			return cli.Usagef("--games FILE is missing")
		}
		if !(r.Lambda >= 0 && r.Lambda <= 1) {
			return cli.Usagef("--lambda must be from 0 to 1")
		}
		var err error
		if r.Network, err = startingNetwork(*name); err != nil {
			return err
		}
		r.Out = std.Out
		return r.Run()
	}
}
