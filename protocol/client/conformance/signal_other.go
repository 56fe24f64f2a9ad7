//go:build !unix

package conformance

import "os"

// signals is empty on this system: cases that send a signal are skipped.
var signals = map[string]os.Signal{}
