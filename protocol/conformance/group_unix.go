//go:build unix

package conformance

import (
	"errors"
	"os/exec"
	"syscall"
)

// signals are those that a case can send.
var signals = map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM}

// ownGroup gives the process a group of its own, so that it can be ended with all
// the processes that it starts.
func ownGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the process and those it started.
func killGroup(command *exec.Cmd) error {
	err := syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) || errors.Is(err, syscall.EPERM) {
		return nil // they have ended already; EPERM is what macOS says then
	}
	return err
}
