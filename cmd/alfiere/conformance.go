package main

import (
	"flag"

	"alfiere/internal/cli"
	"alfiere/protocol/client/conformance"
)

// defineConformance holds an engine against the rules of its protocols.
func defineConformance(flags *flag.FlagSet) cli.Run {
	var x conformance.Examination
	flags.StringVar(&x.Protocol, "protocol", conformance.Both, "`NAME` of the protocol: uci, xboard, or both, that is those of the two that the engine speaks")
	only := flags.String("only", "", "run the cases whose names match `REGEX`")
	flags.Float64Var(&x.Engine.Scale, "scale", 1, "multiply all time limits by `FACTOR`, for a slow or busy machine")
	flags.IntVar(&x.Jobs, "jobs", 1, "run `N` cases at the same time; they disturb each other's times")
	flags.BoolVar(&x.Report.JSON, "json", false, "write an object a line")
	flags.BoolVar(&x.Report.Verbose, "verbose", false, "show the conversation of failed cases")
	list := flags.Bool("list", false, "list the cases and do not run them")
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
			return cli.Usagef("ENGINE is missing")
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
