package wire

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// OwnGroup makes a command that is to be started the first of a process group of its own, so that a
// terminal's interrupt does not reach it.
func OwnGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// KillGroup kills a command with its child processes and theirs. It is not an error if all have ended already.
// Children of children that have ended are not found.
func KillGroup(command *exec.Cmd) error {
	// It also ends the descendants. It fails for a process that has ended.
	_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(command.Process.Pid)).Run()
	err := command.Process.Kill()
	if errors.Is(err, os.ErrProcessDone) || errors.Is(err, syscall.EINVAL) || errors.Is(err, os.ErrPermission) {
		return nil // it was waited for, or is ending
	}
	return err
}
