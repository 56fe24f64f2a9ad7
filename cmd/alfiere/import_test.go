package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// module is the prefix of our own packages.
const module = "alfiere/"

// ranks orders the folders at the top, the lowest first. A package imports packages of its own
// folder and of folders with a lower rank, so no import goes up.
var ranks = map[string]int{
	"internal": 0,
	"movegen":  1,
	"tt":       2, "eval": 2, "book": 2,
	"search": 3, "problem": 3,
	"protocol":  4,
	"council":   5,
	"workbench": 6,
	"cmd":       7,
}

// forbidden are the pairs of packages that must not meet, not even through a third one;
// "*" is every package outside the standard library.
var forbidden = []struct{ importer, imported string }{
	{"movegen", "*"},
	{"tt", "*"},
	{"eval", "*"},
	{"eval", "tt"},        // whoever searches keeps the table
	{"search", "*"},       // but for what maps endgame tables into memory, see mapping
	{"search", "book"},    // the controller asks the book first
	{"problem", "search"}, // it is exhaustive
	{"problem", "eval"},
	{"problem", "tt"},
	{"internal/wire", "*"},
	{"protocol/client", "search"}, // the GUI's side has no engine of its own
	{"protocol/client", "eval"},
	{"protocol/client/arena", "search"},
	{"protocol/client/arena", "eval"},
	{"cmd/alfiere", "net/http"}, // the engine is small and starts in milliseconds
	{"cmd/alfiere", "database/sql"},
	{"workbench/api", "net/http"}, // it is compiled to WebAssembly, too, and is to stay small
	{"workbench/api", "database/sql"},
	{"cmd/alfiere", "modernc.org/sqlite"},
	{"cmd/alfiere", "eval/tune"},      // the program that players have tunes nothing
	{"cmd/alfiere", "council/broker"}, // whoever wants other machines has a program for them
	{"cmd/alfiere", "github.com/nats-io"},
	{"cmd/alfiere", "github.com/klauspost"}, // 40 MB of source for the few who have files in Zstandard
	{"cmd/alfiere-pocket", "github.com/klauspost"},
	{"cmd/alfiere", "gonum.org"},
}

// mapping is what tt/syzygy, and so whoever searches with tables, needs of the systems.
const mapping = "golang.org/x/sys"

// allowed are exceptions to "*" in forbidden.
var allowed = map[string]string{"search": mapping, "eval": mapping + "/cpu"}

// testOnly are our packages that only tests may import.
var testOnly = []string{"cmd/internal/doctest", "protocol/protocoltest", "workbench/webtest"}

// thirdParty are the packages from outside, and those of the standard library with a
// weight, that only some packages may import. A name stands for what lies below it, too.
var thirdParty = []struct {
	path      string
	importers []string // these and what lies below them
	tests     []string // whose tests may import it as well
}{
	{path: "github.com/chromedp", importers: []string{"workbench/webtest"}, tests: []string{"workbench", "cmd/internal/workbench", "cmd/alfiere-pocket"}},
	{path: "github.com/klauspost/compress", importers: []string{"internal/datafile/zstandard"}, tests: []string{"internal/datafile"}},
	{path: "github.com/nats-io", importers: []string{"council/broker/natsnet"}},
	{path: "github.com/notnil/chess", tests: []string{"movegen"}},
	{path: "github.com/rs/zerolog", importers: []string{"cmd", "protocol"}},
	{path: "github.com/santhosh-tekuri/jsonschema", tests: []string{"problem/text"}},
	{path: "go.yaml.in/yaml", importers: []string{"problem/format"}},
	{path: mapping + "/cpu", importers: []string{"eval"}},
	{path: mapping, importers: []string{"tt/syzygy", "eval"}, tests: []string{"cmd/internal/session"}},
	{path: "modernc.org/sqlite", importers: []string{"problem/database", "council/proposals"}},
	{path: "golang.org/x/term", importers: []string{"internal/cli", "internal/lineedit"}},
	{path: "golang.org/x/image", importers: []string{"internal/chart"}, tests: []string{"workbench/page"}},
	{path: "gonum.org", importers: []string{"internal/chart"}},
	{path: "github.com/spf13/cobra/doc", importers: []string{"cmd/internal/manual"}},
	{path: "github.com/spf13", importers: []string{"cmd", "internal/cli"}},
	{path: "log", importers: []string{"cmd", "protocol", "workbench"}},
	{path: "net/http", importers: []string{"workbench/server", "cmd/internal/operation"}, tests: []string{"cmd/alfiere-lab", "cmd/alfiere-pocket", "cmd/internal/workbench"}},
	{path: "database/sql", importers: []string{"problem/database", "council/proposals"}},
}

// listedPackage is what go list says of a package.
type listedPackage struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string // all that it imports, directly or not; no tests
}

// listPackages lists our packages.
func listPackages(t *testing.T) (packages []listedPackage) {
	// With the profile the packages would be listed as variants of their own for the command.
	list := exec.Command("go", "list", "-pgo=off", "-json=ImportPath,Imports,TestImports,XTestImports,Deps", "./...")
	list.Dir = "../.."
	var stderr bytes.Buffer
	list.Stderr = &stderr
	output, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var p listedPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

func TestNoImportGoesUp(t *testing.T) {
	for _, problem := range importProblems(listPackages(t)) {
		t.Error(problem)
	}
}

// importProblems compares the packages with the ranks and the tables.
func importProblems(packages []listedPackage) (problems []string) {
	for _, p := range packages {
		path := strings.TrimPrefix(p.ImportPath, module)
		for _, imported := range p.Imports {
			if why := cmp.Or(upward(path, imported), refusal(path, imported, false)); why != "" {
				problems = append(problems, fmt.Sprintf("%s imports %s: %s", path, imported, why))
			}
		}
		for _, imported := range slices.Concat(p.TestImports, p.XTestImports) {
			if why := refusal(path, imported, true); why != "" {
				problems = append(problems, fmt.Sprintf("the tests of %s import %s: %s", path, imported, why))
			}
		}
		for _, dependency := range p.Deps {
			if mustNotMeet(path, dependency) {
				problems = append(problems, fmt.Sprintf("%s depends on %s, which is forbidden", path, dependency))
			}
		}
	}
	return problems
}

// folder returns the folder at the top that a package is in.
func folder(path string) string {
	top, _, _ := strings.Cut(path, "/")
	return top
}

// upward returns why a package must not import another of ours, "" if it may. Tests may
// import any of them.
func upward(path, imported string) string {
	name, ours := strings.CutPrefix(imported, module)
	if !ours || folder(path) == folder(name) || slices.Contains(testOnly, path) {
		return ""
	}
	importer, known := ranks[folder(path)]
	if !known {
		return "the folder has no rank"
	}
	if rank, known := ranks[folder(name)]; !known || rank >= importer {
		return "its rank is not below"
	}
	return ""
}

// refusal returns why the tables do not let a package, or its tests, import another, "" if they do.
func refusal(path, imported string, byTest bool) string {
	if name, ours := strings.CutPrefix(imported, module); ours {
		if slices.Contains(testOnly, name) && !byTest {
			return "it is for tests only"
		}
		return ""
	}
	for _, known := range thirdParty {
		if below(imported, known.path) {
			if lies(path, known.importers) || byTest && lies(path, known.tests) {
				return ""
			}
			return "the table does not allow it here"
		}
	}
	if foreign(imported) {
		return "the table does not name it"
	}
	return ""
}

// mustNotMeet reports whether a package must not depend on another.
func mustNotMeet(path, dependency string) bool {
	for _, pair := range forbidden {
		if pair.importer == path && (module+pair.imported == dependency || below(dependency, pair.imported) ||
			pair.imported == "*" && foreign(dependency) && !below(dependency, allowed[path])) {
			return true
		}
	}
	return false
}

// foreign reports whether the package is neither ours nor of the standard library,
// whose first path elements have no dot. What the library itself vendors is its own.
func foreign(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".")
}

// below reports whether path is root or lies below it.
func below(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }

// lies reports whether path is one of roots or lies below one.
func lies(path string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool { return below(path, root) })
}

func TestTheImportTestFindsEveryKindOfError(t *testing.T) {
	imports := func(path string, list ...string) listedPackage {
		return listedPackage{ImportPath: module + path, Imports: list}
	}
	dependsOn := func(path string, list ...string) listedPackage {
		return listedPackage{ImportPath: module + path, Deps: list}
	}
	testImports := func(path string, list ...string) listedPackage {
		return listedPackage{ImportPath: module + path, TestImports: list}
	}
	tests := []struct {
		name string
		p    listedPackage
		want string // empty if the package is right
	}{
		{"a folder below", imports("search", "context", "alfiere/movegen"), ""},
		{"the same folder", imports("movegen/pgn", "alfiere/movegen/notation"), ""},
		{"a folder above", imports("movegen", "alfiere/eval"), "movegen imports alfiere/eval: its rank is not below"},
		{"a folder of the same rank", imports("eval", "alfiere/book"), "eval imports alfiere/book: its rank is not below"},
		{"a folder without a rank", imports("util", "alfiere/movegen"), "util imports alfiere/movegen: the folder has no rank"},
		{"a test that imports upward", testImports("movegen", "alfiere/eval"), ""},
		{"a package for tests", imports("workbench/server", "alfiere/workbench/webtest"),
			"workbench/server imports alfiere/workbench/webtest: it is for tests only"},
		{"the book below the search", dependsOn("search", "fmt", "alfiere/book"), "search depends on alfiere/book, which is forbidden"},
		{"the search in the problem solver", dependsOn("problem", "alfiere/search"), "problem depends on alfiere/search, which is forbidden"},
		{"a schema in the texts", imports("problem/text", "github.com/santhosh-tekuri/jsonschema/v5"),
			"problem/text imports github.com/santhosh-tekuri/jsonschema/v5: the table does not allow it here"},
		{"a schema in the tests of texts", testImports("problem/text", "github.com/santhosh-tekuri/jsonschema/v5"), ""},
		{"a schema in other tests", testImports("tt", "github.com/santhosh-tekuri/jsonschema/v5"),
			"the tests of tt import github.com/santhosh-tekuri/jsonschema/v5: the table does not allow it here"},
		{"another library of chess in movegen", imports("movegen", "github.com/notnil/chess"),
			"movegen imports github.com/notnil/chess: the table does not allow it here"},
		{"another library of chess in the tests of movegen", testImports("movegen", "github.com/notnil/chess"), ""},
		{"another library of chess in other tests", testImports("search", "github.com/notnil/chess"),
			"the tests of search import github.com/notnil/chess: the table does not allow it here"},
		{"a log in the controller", imports("protocol/uci", "github.com/rs/zerolog/log"), ""},
		{"the standard log in the evaluation", imports("eval", "log/slog"), "eval imports log/slog: the table does not allow it here"},
		{"an unknown module", imports("movegen/pgn", "golang.org/x/exp/maps"),
			"movegen/pgn imports golang.org/x/exp/maps: the table does not name it"},
		{"any module below the search", dependsOn("search", "golang.org/x/term"), "search depends on golang.org/x/term, which is forbidden"},
		{"memory maps of endgame tables below the search", dependsOn("search", "golang.org/x/sys/unix"), ""},
		{"Zstandard in the engine", dependsOn("cmd/alfiere", "alfiere/internal/datafile/zstandard", "github.com/klauspost/compress/zstd"),
			"cmd/alfiere depends on github.com/klauspost/compress/zstd, which is forbidden"},
		{"a web server in the engine", dependsOn("cmd/alfiere", "net", "net/http"), "cmd/alfiere depends on net/http, which is forbidden"},
	}
	for _, test := range tests {
		if got := strings.Join(importProblems([]listedPackage{test.p}), "; "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestTheImportTablesNamePackagesThatExist(t *testing.T) {
	packages := listPackages(t)
	check := func(path string) {
		if !slices.ContainsFunc(packages, func(p listedPackage) bool { return below(p.ImportPath, module+path) }) {
			t.Errorf("no package is in %s", path)
		}
	}
	for path := range ranks {
		check(path)
	}
	for _, pair := range forbidden {
		check(pair.importer)
	}
	for _, path := range testOnly {
		check(path)
	}
	for _, module := range thirdParty {
		for _, path := range slices.Concat(module.importers, module.tests) {
			check(path)
		}
	}
}
