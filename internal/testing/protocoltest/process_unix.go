//go:build unix

package protocoltest

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
)

// IsDead reports whether a process has ended, although perhaps nobody has collected it, as happens where the first
// process of a container does not.
func IsDead(id int) bool {
	if errors.Is(syscall.Kill(id, 0), syscall.ESRCH) {
		return true
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
	return err == nil && strings.Contains(string(stat), ") Z ")
}
