package webtest

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

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

// TestAPageThatGoesAwayAnswersNo asks a page that leaves before it answers.
func TestAPageThatGoesAwayAnswersNo(t *testing.T) {
	page := `<!DOCTYPE html><link rel="icon" href="data:,"><title>page</title>`
	tab := Open(t, Serve(t, fstest.MapFS{"index.html": {Data: []byte(page)}}), 400, 400)
	for range 3 {
		if tab.Is("new Promise(() => location.reload())") {
			t.Error("a page that never answers says yes")
		}
		tab.Wait(`document.title === "page"`)
	}
}
