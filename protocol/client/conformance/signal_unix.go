//go:build unix

package conformance

import "syscall"

// signals are the signals that a case can send.
var signals = map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM}
