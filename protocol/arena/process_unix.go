//go:build unix

package arena

import (
	"os/exec"
	"syscall"
)

// separate makes the command the leader of a process group of its own: a terminal's
// interrupt does not reach it, and its children can be killed with it.
func separate(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the command and its group. What is gone already is not an error.
func killGroup(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
