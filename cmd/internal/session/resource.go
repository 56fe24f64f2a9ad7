package session

import (
	"os"
	"runtime"

	"alfiere/internal/cli"
	"alfiere/protocol"
	"alfiere/search"
	"alfiere/tt"
)

// threadsPerCore limits the threads that may be requested; more would only slow each other down.
const threadsPerCore = 4

// MachineResources limits the resources that options may request: half of the memory, and threads
// by the number of processors.
func MachineResources() protocol.Resources {
	return protocol.Resources{
		Hash:    min(cli.MemoryMegabytes(os.DirFS("/"))/2, tt.MaxMegabytes),
		Threads: min(threadsPerCore*runtime.NumCPU(), search.MaxThreads),
		Title:   cli.ReadBuild().Title(protocol.Title),
	}
}
