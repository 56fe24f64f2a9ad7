package session

import (
	"os"
	"runtime"

	"alfiere/internal/cli"
	"alfiere/protocol"
	"alfiere/search"
	"alfiere/tt"
)

// threadsPerCore is how many threads may be asked for; more would only get in each
// other's way.
const threadsPerCore = 4

// MachineResources bounds what the options may ask of this machine: half of its memory, and
// threads by its processors.
func MachineResources() protocol.Resources {
	return protocol.Resources{
		Hash:    min(cli.MemoryMegabytes(os.DirFS("/"))/2, tt.MaxMegabytes),
		Threads: min(threadsPerCore*runtime.NumCPU(), search.MaxThreads),
		Title:   cli.ReadBuild().Title(protocol.Title),
	}
}
