package main

import (
	"alfiere/cmd/internal/cli"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"syscall"

	"alfiere/protocol/client/conformance"
)

// conformanceCommand is the conformance subcommand with its flags read.
type conformanceCommand struct {
	engine   conformance.Engine
	report   conformance.Report
	protocol string
	jobs     int
}

// defineConformance holds an engine against the rules of its protocols.
func defineConformance(flags *flag.FlagSet) cli.Run {
	var c conformanceCommand
	flags.StringVar(&c.protocol, "protocol", "both", "`NAME` of the protocol: uci, xboard, or both, that is those of the two that the engine speaks")
	only := flags.String("only", "", "run the cases whose names match `REGEX`")
	flags.Float64Var(&c.engine.Scale, "scale", 1, "multiply all time limits by `FACTOR`, for a slow or busy machine")
	flags.IntVar(&c.jobs, "jobs", 1, "run `N` cases at the same time; they disturb each other's times")
	flags.BoolVar(&c.report.JSON, "json", false, "write an object a line")
	flags.BoolVar(&c.report.Verbose, "verbose", false, "show the conversation of failed cases")
	list := flags.Bool("list", false, "list the cases and do not run them")
	return func(args []string, std cli.Streams) error {
		c.report.W = std.Out
		cases, err := c.selected(*only)
		if err != nil {
			return err
		}
		if *list {
			return c.report.List(cases)
		}
		c.engine.Command = args
		if len(c.engine.Command) == 0 {
			return cli.Usagef("ENGINE is missing")
		}
		if !(c.engine.Scale > 0) || c.jobs < 1 {
			return cli.Usagef("--scale and --jobs must be positive")
		}
		return c.run(cases)
	}
}

// selected returns the cases of the protocol asked for whose names match.
func (c *conformanceCommand) selected(only string) (cases []conformance.Case, err error) {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return nil, cli.Usagef("--only: %w", err)
	}
	if c.protocol != "both" {
		if _, err := conformance.ParseProtocol(c.protocol); err != nil {
			return nil, cli.Usagef("--protocol: %w", err)
		}
	}
	suite, err := conformance.Suite()
	if err != nil {
		return nil, err
	}
	for _, one := range suite {
		if pattern.MatchString(one.ID) && (c.protocol == "both" || c.protocol == one.Protocol.String()) {
			cases = append(cases, one)
		}
	}
	if len(cases) == 0 {
		return nil, cli.Usagef("--only %s matches no case", only)
	}
	return cases, nil
}

// run runs the cases. An interrupt ends it, and every process that it started.
func (c *conformanceCommand) run(cases []conformance.Case) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if c.protocol == "both" {
		var err error
		if cases, err = c.spoken(ctx, cases); err != nil {
			return err
		}
	}
	if err := c.engine.RunAll(ctx, cases, c.jobs, c.report.Add); err != nil {
		return err
	}
	if err := c.report.Close(); err != nil {
		return err
	}
	if n := c.report.Failed(); n > 0 {
		return fmt.Errorf("%d of %d cases failed", n, len(cases))
	}
	return nil
}

// spoken leaves out the cases of a protocol that the engine does not answer.
func (c *conformanceCommand) spoken(ctx context.Context, cases []conformance.Case) (kept []conformance.Case, err error) {
	var speaks [len(conformance.Protocols)]bool
	for _, p := range conformance.Protocols {
		if speaks[p], err = c.engine.Speaks(ctx, p); err != nil {
			return nil, err
		}
		if !speaks[p] {
			if err := c.report.Note(fmt.Sprintf("the engine does not answer in %s", p)); err != nil {
				return nil, err
			}
		}
	}
	for _, one := range cases {
		if speaks[one.Protocol] {
			kept = append(kept, one)
		}
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("no case is left; --protocol runs them nevertheless")
	}
	return kept, nil
}
