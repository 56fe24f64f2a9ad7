package xboard

import (
	"os"
	"strings"
	"testing"

	"alfiere/internal/testing/protocoltest"
)

// TestTheDocumentNamesEverything holds docs/xboard.md against the tables.
func TestTheDocumentNamesEverything(t *testing.T) {
	text, err := os.ReadFile("../../docs/xboard.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commandTable() {
		for _, name := range append(strings.Fields(c.Also), c.Name) {
			if !strings.Contains(string(text), "`"+name+"`") && !strings.Contains(string(text), "`"+name+" ") {
				t.Errorf("the command %s is missing", name)
			}
		}
	}
	session := protocoltest.Start(t, Serve)
	for _, o := range session.Controller.Options() {
		if offered := o.InCECP(); offered != strings.Contains(string(text), "`"+o.Compact()+"`") {
			t.Errorf("the option %s is missing, or there although it is not offered", o.Name)
		}
	}
	session.Rest()
}
