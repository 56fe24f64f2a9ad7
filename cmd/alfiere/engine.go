package main

import (
	"math/rand/v2"

	"github.com/spf13/pflag"

	"alfiere/cmd/internal/session"
	"alfiere/council/program"
	"alfiere/internal/cli"
	"alfiere/protocol"
)

// runEngine is the program without a subcommand. It serves the protocol that the first input line selects, or the
// console, until the input ends.
func runEngine(std cli.Streams) error { return serveEngine("", std) }

// defineEngine returns the subcommand that serves a protocol whatever the first line is, as other engines do.
func defineEngine(word string) cli.Define {
	return func(*pflag.FlagSet) cli.Run {
		return func(args []string, std cli.Streams) error {
			if len(args) > 0 {
				return cli.Usagef("there are no arguments")
			}
			return serveEngine(word, std)
		}
	}
}

// serveEngine is the engine in the protocol that the word begins; without a word the first line decides.
func serveEngine(word string, std cli.Streams) error {
	signals, stop := session.Signals()
	defer stop()
	council := program.NewCouncil()
	resources := session.MachineResources()
	resources.Council = council
	random := rand.NewPCG(rand.Uint64(), rand.Uint64())
	return session.RunIn(word, std, protocol.NewController(council.Searcher, resources, random), signals)
}
