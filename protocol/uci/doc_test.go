package uci

import (
	"os"
	"strings"
	"testing"

	"alfiere/internal/testing/protocoltest"
)

// TestTheDocumentNamesEverything holds docs/uci.md against the tables.
func TestTheDocumentNamesEverything(t *testing.T) {
	text, err := os.ReadFile("../../docs/uci.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commandTable() {
		if !strings.Contains(string(text), "`"+c.Name) {
			t.Errorf("the command %s is missing", c.Name)
		}
	}
	session := protocoltest.Start(t, Serve)
	for _, o := range session.Controller.Options() {
		if offered := o.InUCI(); offered != strings.Contains(string(text), "`"+o.Name+"`") {
			t.Errorf("the option %s is missing, or there although it is not offered", o.Name)
		}
	}
	session.Rest()
}
