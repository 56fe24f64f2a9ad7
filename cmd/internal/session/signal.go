package session

import (
	"os"
	"os/signal"

	"alfiere/internal/cli"
)

// Signals returns the signals that a session takes, and the function that stops their delivery. A
// hangup is one of them unless the process was started by nohup.
func Signals() (signals <-chan os.Signal, stop func()) {
	all := make(chan os.Signal, 1)
	signal.Notify(all, cli.EndSignals()...)
	return all, func() { signal.Stop(all) }
}
