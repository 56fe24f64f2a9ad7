// Package effort says how much a test does.
package effort

import (
	"os"
	"testing"
)

// Of returns how many of something a test takes: with ALFIERE_LONG=1, in a normal run, and with -short.
func Of(long, normal, short int) int {
	switch {
	case os.Getenv("ALFIERE_LONG") == "1":
		return long
	case testing.Short():
		return short
	}
	return normal
}
