package main

import (
	"math/rand/v2"
	"os"
	"runtime"

	"alfiere/cmd/internal/cli"
	"alfiere/cmd/internal/council"
	"alfiere/cmd/internal/session"
	"alfiere/protocol"
	"alfiere/search"
	"alfiere/tt"
)

// runEngine is the program without a subcommand: it speaks the protocol that the
// first line asks for, or plays with the person who types, to the end of the input.
func runEngine(std cli.Streams) error {
	signals, stop := session.Signals()
	defer stop()
	council := council.New()
	resources := machineResources()
	resources.Council = council
	return session.Run(std, protocol.NewController(council.Searcher, resources, rand.NewPCG(rand.Uint64(), rand.Uint64())), signals)
}

// newSearcher makes an engine with a table of the given megabytes.
func newSearcher(megabytes int) (protocol.Searcher, error) { return search.New(megabytes) }

// threadsPerCore is how many threads may be asked for; more would only get in each
// other's way.
const threadsPerCore = 4

func machineResources() protocol.Resources {
	return protocol.Resources{
		Hash:    min(cli.MemoryMegabytes(os.DirFS("/"))/2, tt.MaxMegabytes),
		Threads: min(threadsPerCore*runtime.NumCPU(), search.MaxThreads),
	}
}
