package session

import (
	"os"
	"os/signal"
	"syscall"
)

// Signals returns the signals that a session takes, and the function that stops their delivery. A
// hangup is one of them unless the process was started by nohup.
func Signals() (signals <-chan os.Signal, stop func()) {
	all := make(chan os.Signal, 1)
	signal.Notify(all, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(all, syscall.SIGHUP)
	}
	return all, func() { signal.Stop(all) }
}
