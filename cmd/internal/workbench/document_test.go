package workbench

import (
	"path/filepath"
	"testing"

	"alfiere/workbench/webtest"
)

// The methods that every service has are asked for in package api.
func TestEveryMethodOfTheServerIsDocumentedWithItsFields(t *testing.T) {
	methods, end, err := (&options{collection: filepath.Join(t.TempDir(), "problems.db"), laboratory: t.TempDir()}).methods()
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
