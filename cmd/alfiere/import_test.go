package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// ranks orders the folders at the top: an import leads to the same folder or to one of a lower rank.
var ranks = map[string]int{"internal": 1, "movegen": 2, "tt": 3, "eval": 3, "book": 3, "search": 4, "problem": 4,
	"protocol": 5, "council": 6, "workbench": 7, "cmd": 8}

// importers lists, for each library and each heavy package, the packages that may import it; those after the word "tests"
// may import it only in tests. A path includes the packages below it.
var importers = map[string]string{
	"github.com/chromedp":                   "internal/testing/webtest tests workbench cmd/internal/workbench cmd/alfiere-pocket",
	"github.com/invopop/jsonschema":         "tests problem/text",
	"github.com/klauspost/compress":         "cmd/alfiere-lab tests internal/datafile",
	"github.com/nats-io":                    "council/broker/natsnet",
	"github.com/notnil/chess":               "tests movegen",
	"github.com/rs/zerolog":                 "cmd protocol",
	"github.com/santhosh-tekuri/jsonschema": "tests problem/text",
	"github.com/spf13":                      "cmd internal/cli internal/testing",
	"go.yaml.in/yaml":                       "problem/format",
	"golang.org/x/sys":                      "tt/syzygy eval tests cmd/internal/session",
	"modernc.org/sqlite":                    "problem/database council/proposals",
	"golang.org/x/term":                     "internal/cli cmd/internal/session",
	"gonum.org":                             "internal/chart",
	"log":                                   "cmd protocol workbench",
	"net/http": "workbench/server tests cmd/alfiere-lab cmd/alfiere-pocket " +
		"cmd/internal/workbench workbench/page",
	"database/sql": "problem/database council/proposals",
	"alfiere/internal/testing": "internal/testing tests book cmd council eval internal movegen problem protocol " +
		"search tt workbench",
}

// unlinked are the packages that others must not depend on, not even through a third one; "." is everything outside the
// standard library but what reads the processor and maps files into memory.
var unlinked = map[string]string{
	"movegen": ".", "tt": ".", "internal/wire": ".",
	"eval":                  ". alfiere/tt",
	"search":                ". alfiere/book", // the controller asks the book first
	"problem":               ". alfiere/search alfiere/eval alfiere/tt",
	"protocol/client":       "alfiere/search alfiere/eval", // the GUI's side has no engine of its own
	"protocol/client/arena": "alfiere/search alfiere/eval",
	"workbench/api":         "net/http database/sql", // it is compiled to WebAssembly, too
	"cmd/alfiere-pocket":    "github.com/klauspost",
	"cmd/alfiere": "net/http database/sql modernc.org/sqlite github.com/nats-io github.com/klauspost gonum.org " +
		"github.com/spf13/cobra/doc " +
		"alfiere/council/broker alfiere/eval/tune", // the engine is small and starts in milliseconds
}

// within reports whether a path is, or is below, one of the roots.
func within(path string, roots ...string) bool {
	return slices.ContainsFunc(roots, func(root string) bool { return path == root || strings.HasPrefix(path, root+"/") })
}

// mayImport reports whether a package, or its tests, may import another directly.
func mayImport(path, imported string, byTest bool) bool {
	outside := strings.Contains(strings.Split(imported, "/")[0], ".")
	for root, text := range importers {
		if within(imported, root) {
			code, tests, _ := strings.Cut(text, "tests")
			return within(path, strings.Fields(code)...) || byTest && within(path, strings.Fields(tests)...)
		}
	}
	if name, ours := strings.CutPrefix(imported, "alfiere/"); ours && !byTest && !within(path, "internal/testing") {
		from, to := strings.Split(path, "/")[0], strings.Split(name, "/")[0]
		return from == to || ranks[to] > 0 && ranks[to] < ranks[from]
	}
	return !outside
}

// mayLink reports whether a package may depend on another.
func mayLink(path, dependency string) bool {
	forbidden := strings.Fields(unlinked[path])
	outside := strings.Contains(strings.Split(dependency, "/")[0], ".") && !within(dependency, "golang.org/x/sys")
	return !within(dependency, forbidden...) && !(outside && slices.Contains(forbidden, "."))
}

func TestImports(t *testing.T) {
	// With the profile the packages would be listed as variants of their own for the command.
	list := exec.Command("go", "list", "-pgo=off", "-f",
		"{{.ImportPath}}|{{join .Imports ` `}}|{{join .TestImports ` `}} {{join .XTestImports ` `}}|{{join .Deps ` `}}", "./...")
	list.Dir = "../.."
	output, err := list.Output()
	if err != nil || len(output) == 0 {
		t.Fatalf("go list: %v", err)
	}
	for line := range strings.Lines(string(output)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		path := strings.TrimPrefix(cells[0], "alfiere/")
		for i, cell := range cells[1:] {
			for _, name := range strings.Fields(cell) {
				if i < 2 && !mayImport(path, name, i == 1) || i == 2 && !mayLink(path, name) {
					t.Errorf("%s must not %s %s", path, []string{"import", "import in tests", "depend on"}[i], name)
				}
			}
		}
	}
}
