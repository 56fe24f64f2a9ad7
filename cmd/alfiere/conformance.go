package main

import (
	"flag"

	"alfiere/internal/cli"
	"alfiere/protocol/client/conformance"
)

// defineConformance defines the command that tests an engine against the rules of its protocols.
func defineConformance(flags *flag.FlagSet) cli.Run {
	var x conformance.Examination
	flags.StringVar(&x.Protocol, "protocol", conformance.Both,
		"`name` of the protocol: uci, xboard, or both (each one that the engine supports)")
	cli.Complete(flags, "protocol", "uci", "xboard", "both")
	only := flags.String("only", "", "run only the cases whose names match `REGEX`")
	flags.Float64Var(&x.Engine.Scale, "scale", 1, "multiply all time limits by `FACTOR`, for a slow machine")
	flags.IntVar(&x.Jobs, "jobs", 1, "run `N` cases at once, which can disturb their timing")
	flags.BoolVar(&x.Report.JSON, "json", false, "write one JSON object per line")
	flags.BoolVar(&x.Report.Verbose, "verbose", false, "show the conversation of failed cases")
	list := flags.Bool("list", false, "list the cases without running them")
	return func(args []string, std cli.Streams) error {
		x.Report.W, x.Engine.Command = std.Out, args
		cases, err := x.Select(*only)
		if err != nil {
			return cli.Usagef("%w", err)
		}
		if *list {
			return x.Report.List(cases)
		}
		if len(args) == 0 {
			return cli.Usagef("ENGINE is missing: give the command that starts the engine")
		}
		if !(x.Engine.Scale > 0) || x.Jobs < 1 {
			return cli.Usagef("--scale and --jobs must be positive")
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		x.Progress = cli.NewProgress(std)
		return x.Run(ctx, cases)
	}
}
