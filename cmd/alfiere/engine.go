package main

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/pflag"

	"alfiere/cmd/internal/session"
	"alfiere/council/program"
	"alfiere/internal/cli"
	"alfiere/protocol"
	"alfiere/protocol/console"
)

// runEngine is the program without a subcommand. It serves the protocol that the first input line selects, or the
// console, until the input ends.
func runEngine(std cli.Streams) error { return serveEngine("", nil, nil, std) }

// defineEngine returns the subcommand that serves a protocol whatever the first line is, as other engines do.
func defineEngine(word string) cli.Define {
	return func(*pflag.FlagSet) cli.Run {
		return func(args []string, std cli.Streams) error {
			if len(args) > 0 {
				return cli.Usagef("there are no arguments")
			}
			return serveEngine(word, nil, nil, std)
		}
	}
}

// serveEngine is the engine in the protocol that the word begins, or in the console with a table; without either the
// first line decides. Each option is a flag, its option and a value.
func serveEngine(word string, table *console.Table, options [][3]string, std cli.Streams) error {
	signals, stop := session.Signals()
	defer stop()
	council := program.NewCouncil()
	resources := session.MachineResources()
	resources.Council = council
	random := rand.NewPCG(rand.Uint64(), rand.Uint64())
	controller := protocol.NewController(council.Searcher, resources, random)
	for _, o := range options {
		if err := controller.SetOption(o[1], o[2]); err != nil {
			if clamped := new(protocol.ClampError); errors.As(err, &clamped) && clamped.Reason == "" {
				err = fmt.Errorf("%s is out of range; the nearest value is %d", o[2], clamped.Used)
			}
			return cli.Usagef("%s: %w", o[0], errors.Join(err, controller.Close()))
		}
	}
	return session.RunIn(word, table, std, controller, signals)
}
