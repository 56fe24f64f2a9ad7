package main

import (
	"math/rand/v2"

	"alfiere/cmd/internal/session"
	"alfiere/council/program"
	"alfiere/internal/cli"
	"alfiere/protocol"
	"alfiere/search"
)

// runEngine is the program without a subcommand. It serves the protocol that the first input line selects, or the
// console, until the input ends.
func runEngine(std cli.Streams) error {
	signals, stop := session.Signals()
	defer stop()
	council := program.NewCouncil()
	resources := session.MachineResources()
	resources.Council = council
	random := rand.NewPCG(rand.Uint64(), rand.Uint64())
	return session.Run(std, protocol.NewController(council.Searcher, resources, random), signals)
}

// newSearcher returns an engine with a hash table of the given megabytes.
func newSearcher(megabytes int) (protocol.Searcher, error) { return search.New(megabytes) }
