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

// imports returns the modules that a module needs before it runs, without type imports and modules loaded on demand.
var imports = regexp.MustCompile(`(?m)^(?:import|export) (?:[^"()]* from )?"(\./[^"]+)";$`)

// preloads are the lines of index.html with the modules that every page needs.
var preloads = regexp.MustCompile(`(?:<link rel="modulepreload" href="[^"]+">\n)*<script type="module"`)

// needed is the table of js/preloads.js.
var needed = regexp.MustCompile(`(?s)const needed = \{\n.*?\};\n`)

// TestModulesArePreloaded checks the modules that index.html preloads for every page, and those that
// js/preloads.js preloads for each.
func TestModulesArePreloaded(t *testing.T) {
	every := closure(t, nil, "js/app.js", "js/server.js")
	if !slices.Contains(every, "js/dom.js") || slices.Contains(every, "js/problem.js") {
		t.Fatalf("imports are followed badly: %v", every)
	}
	var links, table strings.Builder
	for _, name := range every {
		if name != "js/app.js" {
			fmt.Fprintf(&links, "<link rel=\"modulepreload\" href=\"%s\">\n", name)
		}
	}
	links.WriteString(`<script type="module"`)
	written(t, "index.html", preloads, links.String())
	table.WriteString("const needed = {\n")
	for _, page := range []string{"problem", "collection", "play", "laboratory"} {
		fmt.Fprintf(&table, "  %s: `", page)
		width := 120
		for _, name := range closure(t, every, "js/"+page+".js") {
			name = strings.TrimSuffix(path.Base(name), ".js")
			if width += len(name) + 1; width > 110 {
				table.WriteString("\n   ")
				width = 4 + len(name)
			}
			table.WriteString(" " + name)
		}
		table.WriteString("\n  `,\n")
	}
	table.WriteString("};\n")
	written(t, "js/preloads.js", needed, table.String())
}

// closure returns the modules that some modules need, themselves included, in order, without those of others.
func closure(t *testing.T, others []string, first ...string) []string {
	var found []string
	var follow func(name string)
	follow = func(name string) {
		if slices.Contains(found, name) || slices.Contains(others, name) {
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
	for _, name := range first {
		follow(name)
	}
	slices.Sort(found)
	return found
}

// written checks that a file has a text in a place, or writes it.
func written(t *testing.T, name string, place *regexp.Regexp, text string) {
	before, err := fs.ReadFile(Files(), name)
	if err != nil || !place.Match(before) {
		t.Fatalf("%s: %v, or there is no place for preloads", name, err)
	}
	want := place.ReplaceAllLiteralString(string(before), text)
	if *update {
		err = os.WriteFile(path.Join("static", name), []byte(want), 0o644)
	}
	if err != nil || !*update && string(before) != want {
		t.Errorf("%s preloads other modules than are needed (%v): go test ./workbench/page -update", name, err)
	}
}
