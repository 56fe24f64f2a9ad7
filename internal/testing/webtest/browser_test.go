package webtest

import (
	"errors"
	"os"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
)

// TestTheEnvironmentAsksForTheBrowser checks that no browser is used without the variable, even if one
// is installed, and that a requested browser must exist.
func TestTheEnvironmentAsksForTheBrowser(t *testing.T) {
	t.Setenv(program, "")
	if path, err := find(); !errors.Is(err, errNotAsked) || !strings.Contains(err.Error(), program) {
		t.Errorf("without the variable: %q, %v", path, err)
	}
	self := must.Get(os.Executable())(t)
	t.Setenv(program, self)
	if path, err := find(); path != self || err != nil {
		t.Errorf("with a path: %q, %v", path, err)
	}
	t.Setenv(program, "alfiere-no-such-browser")
	if path, err := find(); err == nil || errors.Is(err, errNotAsked) || !strings.Contains(err.Error(), program) {
		t.Errorf("with a missing program: %q, %v", path, err)
	}
}
