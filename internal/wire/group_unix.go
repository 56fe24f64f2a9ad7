//go:build unix

package wire

import (
	"errors"
	"os/exec"
	"syscall"
)

// OwnGroup makes a command that is to be started the leader of a process group of its
// own: a terminal's interrupt does not reach it, and KillGroup ends its children too.
func OwnGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// KillGroup kills a command for which OwnGroup was called, with its child processes. Do not call it
// after Wait: the process number might be reused. It is not an error if all have ended already.
func KillGroup(command *exec.Cmd) error {
	err := syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) || errors.Is(err, syscall.EPERM) {
		return nil // macOS then returns EPERM
	}
	return err
}
