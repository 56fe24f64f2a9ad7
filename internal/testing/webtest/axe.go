package webtest

import (
	"fmt"
	"os"
	"strings"

	"alfiere/internal/testing/must"

	"github.com/chromedp/cdproto/runtime"
)

// Axe checks the current page with axe-core, and fails the test for every serious or critical fault.
// It skips the test, with a message, if ALFIERE_AXE does not name axe.min.js.
func (tab *Tab) Axe(what string) {
	tab.t.Helper()
	path := os.Getenv("ALFIERE_AXE")
	if path == "" {
		tab.t.Skip("ALFIERE_AXE does not name axe.min.js of axe-core")
	}
	source := must.Get(os.ReadFile(path))(tab.t)
	var has bool
	if tab.Eval("'axe' in window", &has); !has {
		answer := call(tab, runtime.Evaluate, runtime.EvaluateParams{Expression: string(source)})
		if answer.ExceptionDetails != nil {
			tab.t.Fatalf("axe-core: %+v", answer.ExceptionDetails)
		}
	}
	var faults []struct {
		ID, Impact, Help string
		Nodes            []struct {
			HTML           string
			FailureSummary string
		}
	}
	tab.Eval(`axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations)`, &faults)
	for _, fault := range faults {
		text := fmt.Sprintf("%s: %s (%s): %s", what, fault.ID, fault.Impact, fault.Help)
		for i, node := range fault.Nodes {
			if i < 3 {
				text += "\n  " + node.HTML + "\n    " + strings.ReplaceAll(node.FailureSummary, "\n", " ")
			}
		}
		if fault.Impact == "serious" || fault.Impact == "critical" {
			tab.t.Error(text)
		} else {
			tab.t.Log(text)
		}
	}
}
