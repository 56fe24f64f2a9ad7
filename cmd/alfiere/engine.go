package main

import (
	"math/rand/v2"

	"alfiere/cmd/internal/session"
	"alfiere/council/program"
	"alfiere/internal/cli"
	"alfiere/protocol"
	"alfiere/search"
)

// runEngine is the program without a subcommand: it speaks the protocol that the
// first line asks for, or plays with the person who types, to the end of the input.
func runEngine(std cli.Streams) error {
	signals, stop := session.Signals()
	defer stop()
	council := program.NewCouncil()
	resources := session.MachineResources()
	resources.Council = council
	return session.Run(std, protocol.NewController(council.Searcher, resources, rand.NewPCG(rand.Uint64(), rand.Uint64())), signals)
}

// newSearcher makes an engine with a table of the given megabytes.
func newSearcher(megabytes int) (protocol.Searcher, error) { return search.New(megabytes) }
