package page

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// imports returns the modules that a module needs before it runs, without type imports and modules
// loaded on demand.
var imports = regexp.MustCompile(`(?m)^(?:import|export) (?:[^"()]* from )?"(\./[^"]+)";$`)

// preloads are the lines of index.html with the modules that the first view needs.
var preloads = regexp.MustCompile(`(?:<link rel="modulepreload" href="[^"]+">\n)*<script type="module"`)

// TestTheIndexPreloadsWhatTheFirstViewNeeds checks the preloads. A browser learns of a module's imports
// only when it has loaded it, so without preloads the deepest module waits for a chain of answers.
func TestTheIndexPreloadsWhatTheFirstViewNeeds(t *testing.T) {
	var found []string
	var follow func(name string)
	follow = func(name string) {
		if slices.Contains(found, name) {
			return
		}
		found = append(found, name)
		text, err := fs.ReadFile(Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		for _, needed := range imports.FindAllSubmatch(text, -1) {
			follow(path.Join(path.Dir(name), string(needed[1])))
		}
	}
	for _, first := range []string{"js/app.js", "js/server.js", "js/problem.js"} {
		follow(first)
	}
	if !slices.Contains(found, "js/dom.js") || slices.Contains(found, "js/play.js") {
		t.Fatalf("imports are followed badly: %v", found)
	}
	slices.Sort(found)
	var wanted strings.Builder
	for _, name := range found {
		if name != "js/app.js" {
			fmt.Fprintf(&wanted, "<link rel=\"modulepreload\" href=\"%s\">\n", name)
		}
	}
	wanted.WriteString(`<script type="module"`)
	index, err := fs.ReadFile(Files(), "index.html")
	if err != nil {
		t.Fatal(err)
	}
	want := preloads.ReplaceAllString(string(index), wanted.String())
	if *update {
		err = os.WriteFile(path.Join("static", "index.html"), []byte(want), 0o644)
	}
	if err != nil || !*update && string(index) != want {
		t.Errorf("index.html preloads other modules than the first view needs (%v): go test ./workbench/page -update", err)
	}
}
