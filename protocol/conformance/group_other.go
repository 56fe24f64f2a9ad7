//go:build !unix

package conformance

import (
	"errors"
	"os"
	"os/exec"
)

// signals: there are none here, and cases that send one are skipped.
var signals = map[string]os.Signal{}

func ownGroup(*exec.Cmd) {}

func killGroup(command *exec.Cmd) error {
	if err := command.Process.Kill(); !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}
