//go:build !unix

package wire

import (
	"errors"
	"os"
	"os/exec"
)

// OwnGroup does nothing: there are no process groups here.
func OwnGroup(*exec.Cmd) {}

// KillGroup kills a command. That it has ended already is not an error.
func KillGroup(command *exec.Cmd) error {
	if err := command.Process.Kill(); !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}
