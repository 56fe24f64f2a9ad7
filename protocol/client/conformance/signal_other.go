//go:build !unix

package conformance

import "os"

// signals: there are none here, and cases that send one are skipped.
var signals = map[string]os.Signal{}
