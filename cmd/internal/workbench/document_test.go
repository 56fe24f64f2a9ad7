package workbench

import (
	"path/filepath"
	"testing"

	"alfiere/internal/testing/webtest"
)

// The methods that every service has are asked for in package api.
func TestEveryMethodOfTheServerIsDocumentedWithItsFields(t *testing.T) {
	methods, _, end, err := openMethods(filepath.Join(t.TempDir(), "problems.db"), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	if len(methods) < 10 {
		t.Errorf("there are only %d methods", len(methods))
	}
	for _, m := range methods {
		webtest.Documented(t, m.Name, m.Fields, m.Heavy)
	}
}
