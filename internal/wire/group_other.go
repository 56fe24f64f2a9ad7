//go:build !unix && !windows

package wire

import (
	"errors"
	"os"
	"os/exec"
)

// OwnGroup does nothing: this system has no process groups.
func OwnGroup(*exec.Cmd) {}

// KillGroup kills a command. It is not an error if the command has ended already.
func KillGroup(command *exec.Cmd) error {
	if err := command.Process.Kill(); !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}
