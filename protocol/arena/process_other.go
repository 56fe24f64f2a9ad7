//go:build !unix

package arena

import "os/exec"

// separate does nothing: there are no process groups here.
func separate(*exec.Cmd) {}

// killGroup kills the command. What is gone already is not an error.
func killGroup(c *exec.Cmd) { _ = c.Process.Kill() }
