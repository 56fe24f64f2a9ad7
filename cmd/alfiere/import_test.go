package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// module is the prefix of our own packages.
const module = "alfiere/"

// layer is a package of ours and what it imports of ours.
type layer struct {
	path    string // without the module's name
	imports string // the packages, by blanks; each stands above in the table
}

// layers is the import order, bottom to top. It is exact: a package imports all that its
// row names and nothing else of ours, so that every new dependency is a decision.
var layers = []layer{
	{"movegen", ""},
	{"tt", "movegen"},
	{"tt/syzygy", "movegen"},
	{"protocol/wire", ""},
	{"movegen/datafile", ""},
	{"cmd/internal/cli", "movegen/datafile protocol/wire"},
	{"cmd/internal/lineedit", "protocol/wire"},
	{"movegen/notation", "movegen"},
	{"tt/syzygy/report", "movegen movegen/notation tt/syzygy"},
	{"movegen/gametree", "movegen movegen/notation"},
	{"movegen/pattern", ""},
	{"movegen/pgn", "movegen movegen/datafile movegen/gametree movegen/notation"},
	{"movegen/pgn/query", "movegen movegen/gametree movegen/pattern movegen/pgn"},
	{"movegen/pgn/database", "movegen"},
	{"movegen/gametree/convert", "movegen movegen/gametree movegen/notation movegen/pgn"},
	{"book", "movegen movegen/datafile movegen/notation movegen/pgn"},
	{"book/opening", "movegen movegen/notation"},
	{"eval", "movegen"},
	{"eval/inspect", "eval movegen"},
	{"eval/tune", "eval movegen movegen/datafile"},
	{"search/thread", ""},
	{"search", "eval movegen search/thread tt tt/syzygy"},
	{"search/consult", "eval movegen protocol/wire search"},
	{"search/consult/broker", "eval movegen movegen/notation search search/consult"},
	{"search/consult/work", "search/thread"},
	{"search/consult/broker/natsnet", "search/consult/broker search/consult/work"},
	{"search/consult/lab", "eval movegen movegen/datafile movegen/notation search search/consult"},
	{"search/genetic", ""},
	{"search/consult/experiment", "eval movegen search search/consult search/genetic search/thread"},
	{"search/annotate", "movegen movegen/gametree search tt/syzygy"},
	{"search/analysis", "movegen movegen/gametree movegen/notation search search/annotate tt/syzygy"},
	{"search/consult/ballot", "movegen movegen/notation search search/analysis"},
	{"search/problem", "movegen search/thread"},
	{"search/problem/neighbour", "movegen search/problem"},
	{"search/theme", "movegen search/problem"},
	{"search/problemtext", "movegen movegen/notation search/problem search/theme"},
	{"search/problemtext/forsyth", "movegen movegen/notation search/problem search/problemtext"},
	{"search/problemtext/olive", ""},
	{"search/problemtext/pdf", "movegen movegen/notation search/problemtext"},
	{"search/problemtext/collection", "movegen movegen/notation search/problem search/problemtext search/problemtext/forsyth search/problemtext/olive search/theme search/thread"},
	{"protocol/client", "movegen movegen/notation protocol/wire"},
	{"search/consult/program", "movegen protocol/client search search/consult"},
	{"protocol/client/conformance", "movegen movegen/notation protocol/wire"},
	{"protocol/client/arena/rating", ""},
	{"protocol/client/arena", "movegen movegen/gametree movegen/notation movegen/pgn protocol/client search/thread tt/syzygy"},
	{"protocol", "book eval movegen protocol/wire search search/consult/ballot search/problem search/problemtext search/thread tt/syzygy"},
	{"protocol/client/inprocess", "movegen protocol protocol/client search"},
	{"protocol/uci", "eval eval/inspect movegen movegen/notation protocol protocol/wire search search/consult/ballot search/problemtext"},
	{"protocol/xboard", "eval/inspect movegen movegen/notation protocol protocol/wire search search/consult/ballot search/problem search/problemtext"},
	{"protocol/console", "eval/inspect movegen movegen/gametree movegen/notation movegen/pgn protocol protocol/wire search search/consult/ballot search/problemtext tt/syzygy/report"},
	{"protocol/console/table", "movegen movegen/gametree movegen/notation movegen/pgn protocol/wire search"},
	{"protocol/protocoltest", "eval movegen protocol protocol/wire search"},
	{"cmd/internal/gamefile", "book/opening cmd/internal/cli movegen movegen/gametree movegen/notation movegen/pgn movegen/pgn/database movegen/pgn/query search search/annotate tt/syzygy"},
	{"cmd/internal/positionfile", "cmd/internal/cli eval movegen movegen/datafile movegen/notation movegen/pgn search search/analysis search/problemtext/collection tt/syzygy tt/syzygy/report"},
	{"cmd/internal/tournament", "book cmd/internal/cli movegen movegen/datafile protocol/client protocol/client/arena protocol/client/arena/rating protocol/wire tt/syzygy"},
	{"cmd/internal/council", "protocol search/consult search/consult/program"},
	{"cmd/internal/session", "cmd/internal/cli cmd/internal/lineedit protocol protocol/console protocol/uci protocol/wire protocol/xboard search tt"},
	{"cmd/internal/selfplay", "cmd/internal/council cmd/internal/session cmd/internal/tournament eval movegen movegen/notation protocol protocol/client protocol/client/arena protocol/client/inprocess protocol/wire search search/consult search/consult/work"},
	{"cmd/internal/chart", "cmd/internal/cli"},
	{"book/problemdb", "movegen"},
	{"book/problemdb/query", "book/problemdb movegen/pattern search/theme"},
	{"book/problemdb/analyse", "book/problemdb book/problemdb/query search/consult/work search/problem search/problemtext/collection search/thread"},
	{"book/problemdb/exchange", "book/problemdb movegen movegen/gametree movegen/notation movegen/pgn search/problem search/problemtext search/problemtext/collection search/problemtext/olive search/problemtext/pdf search/theme"},
	{"cmd/internal/problemfile", "book/problemdb book/problemdb/analyse book/problemdb/exchange book/problemdb/query cmd/internal/chart cmd/internal/cli movegen movegen/datafile movegen/notation protocol search/consult/work search/problemtext"},
	{"cmd/internal/laboratory", "book/problemdb/analyse cmd/internal/chart cmd/internal/cli cmd/internal/selfplay cmd/internal/tournament eval movegen movegen/notation protocol protocol/client/arena search search/consult search/consult/experiment search/consult/lab search/consult/work search/genetic search/problemtext/collection"},
	{"protocol/web/api", "eval eval/inspect movegen movegen/gametree movegen/gametree/convert movegen/notation movegen/pgn protocol search search/analysis search/annotate search/consult search/problem search/problem/neighbour search/problemtext search/problemtext/forsyth search/theme search/thread"},
	{"protocol/web/page", ""},
	{"protocol/web", "protocol/web/api"},
	{"protocol/web/apitest", ""},
	{"protocol/web/browsertest", "protocol/web protocol/web/api"},
	{"cmd/internal/workbench", "book/problemdb book/problemdb/analyse book/problemdb/exchange book/problemdb/query cmd/internal/cli cmd/internal/laboratory cmd/internal/selfplay cmd/internal/tournament protocol protocol/client/arena protocol/web protocol/web/api protocol/web/page protocol/wire search/consult/experiment search/consult/lab search/consult/work search/problemtext search/problemtext/collection search/problemtext/pdf"},
	{"cmd/alfiere", "book cmd/internal/cli cmd/internal/council cmd/internal/gamefile cmd/internal/positionfile cmd/internal/session cmd/internal/tournament eval eval/inspect eval/tune movegen movegen/datafile movegen/gametree movegen/gametree/convert movegen/notation movegen/pgn protocol protocol/client protocol/client/arena protocol/client/conformance protocol/client/inprocess protocol/console/table search search/annotate search/problemtext search/problemtext/collection"},
	{"cmd/alfiere-lab", "cmd/internal/cli cmd/internal/council cmd/internal/laboratory cmd/internal/problemfile cmd/internal/selfplay cmd/internal/session cmd/internal/workbench protocol search search/consult search/consult/broker search/consult/broker/natsnet search/consult/lab search/consult/work"},
	{"cmd/alfiere-pocket", "cmd/internal/cli protocol/web/api protocol/web/page"},
}

// forbidden are the pairs of packages that must not meet, not even through a third one;
// "*" is every package outside the standard library.
var forbidden = []struct{ importer, imported string }{
	{"movegen", "*"},
	{"tt", "*"},
	{"eval", "*"},
	{"eval", "tt"},               // whoever searches keeps the table
	{"search", "*"},              // but for what maps endgame tables into memory, see mapping
	{"search", "book"},           // the controller asks the book first
	{"search/problem", "search"}, // it is exhaustive
	{"search/problem", "eval"},
	{"search/problem", "tt"},
	{"protocol/wire", "*"},
	{"protocol/client", "search"}, // the GUI's side has no engine of its own
	{"protocol/client", "eval"},
	{"protocol/client/arena", "search"},
	{"protocol/client/arena", "eval"},
	{"protocol/client/conformance", "search"},
	{"protocol/client/conformance", "eval"},
	{"protocol/client/conformance", "protocol/client"}, // which passes over what engines say beyond the protocol
	{"cmd/alfiere", "net/http"},                        // the engine is small and starts in milliseconds
	{"cmd/alfiere", "database/sql"},
	{"protocol/web/api", "net/http"}, // it is compiled to WebAssembly, too, and is to stay small
	{"protocol/web/api", "database/sql"},
	{"cmd/alfiere", "modernc.org/sqlite"},
	{"cmd/alfiere", "search/consult/broker"}, // whoever wants other machines has a program for them
	{"cmd/alfiere", "github.com/nats-io"},
	{"cmd/alfiere", "gonum.org"},
}

// mapping is what tt/syzygy, and so whoever searches with tables, needs of the systems.
const mapping = "golang.org/x/sys"

// testOnly are our packages that only tests may import.
var testOnly = []string{"protocol/protocoltest", "protocol/web/apitest", "protocol/web/browsertest"}

// thirdParty are the packages from outside, and those of the standard library with a
// weight, that only some packages may import. A name stands for what lies below it, too.
var thirdParty = []struct {
	path      string
	importers []string // these and what lies below them
	tests     []string // whose tests may import it as well
}{
	{path: "codeberg.org/go-pdf/fpdf", importers: []string{"search/problemtext/pdf"}},
	{path: "github.com/chromedp", importers: []string{"protocol/web/browsertest"}, tests: []string{"protocol/web", "cmd/internal/workbench", "cmd/alfiere-pocket"}},
	{path: "github.com/klauspost/compress", importers: []string{"movegen/datafile"}},
	{path: "github.com/nats-io", importers: []string{"search/consult/broker/natsnet"}},
	{path: "github.com/notnil/chess", tests: []string{"movegen"}},
	{path: "github.com/rs/zerolog", importers: []string{"cmd", "protocol"}},
	{path: "github.com/santhosh-tekuri/jsonschema", tests: []string{"search/problemtext"}},
	{path: "go.yaml.in/yaml", importers: []string{"search/problemtext/olive"}, tests: []string{"search/problemtext/collection"}},
	{path: mapping, importers: []string{"tt/syzygy"}, tests: []string{"cmd/internal/session"}},
	{path: "modernc.org/sqlite", importers: []string{"book/problemdb", "search/consult/lab"}},
	{path: "golang.org/x/term", importers: []string{"cmd/internal/cli", "cmd/internal/lineedit"}},
	{path: "golang.org/x/text", importers: []string{"search/problemtext/pdf"}},
	{path: "golang.org/x/image", importers: []string{"cmd/internal/chart"}, tests: []string{"protocol/web/page"}},
	{path: "gonum.org", importers: []string{"cmd/internal/chart"}},
	{path: "log", importers: []string{"cmd", "protocol"}},
	{path: "net/http", importers: []string{"protocol/web"}, tests: []string{"cmd/alfiere-lab", "cmd/alfiere-pocket", "cmd/internal/workbench"}},
	{path: "database/sql", importers: []string{"book/problemdb", "search/consult/lab"}},
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

func TestPackagesImportWhatTheTableSays(t *testing.T) {
	packages := listPackages(t)
	for _, fault := range importFaults(packages) {
		t.Error(fault)
	}
	for _, l := range layers {
		if !slices.ContainsFunc(packages, func(p listedPackage) bool { return p.ImportPath == module+l.path }) {
			t.Errorf("%s is in the table and does not exist", l.path)
		}
	}
}

func TestTheArchitecturePageNamesEveryPackage(t *testing.T) {
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range layers {
		if !strings.Contains(string(page), "`"+l.path+"`") {
			t.Errorf("docs/architecture.md does not name `%s`", l.path)
		}
	}
}

// importFaults holds the packages against the tables and says what is wrong.
func importFaults(packages []listedPackage) (faults []string) {
	for _, p := range packages {
		path := strings.TrimPrefix(p.ImportPath, module)
		i := slices.IndexFunc(layers, func(l layer) bool { return l.path == path })
		if i < 0 {
			faults = append(faults, fmt.Sprintf("%s is not in the table", path))
			continue
		}
		faults = append(faults, layers[i].faults(p.Imports)...)
		for _, imported := range p.Imports {
			if why := refusal(path, imported, false); why != "" {
				faults = append(faults, fmt.Sprintf("%s imports %s: %s", path, imported, why))
			}
		}
		for _, imported := range slices.Concat(p.TestImports, p.XTestImports) {
			if why := refusal(path, imported, true); why != "" {
				faults = append(faults, fmt.Sprintf("the tests of %s import %s: %s", path, imported, why))
			}
		}
		for _, dependency := range p.Deps {
			if mustNotMeet(path, dependency) {
				faults = append(faults, fmt.Sprintf("%s depends on %s: the two must not meet", path, dependency))
			}
		}
	}
	return faults
}

// faults holds what a package imports against its row.
func (l layer) faults(imports []string) (faults []string) {
	wanted := strings.Fields(l.imports)
	for _, imported := range imports {
		name, ours := strings.CutPrefix(imported, module)
		if i := slices.Index(wanted, name); ours && i >= 0 {
			wanted = slices.Delete(wanted, i, i+1)
		} else if ours {
			faults = append(faults, fmt.Sprintf("%s imports %s, which its row does not name", l.path, name))
		}
	}
	for _, name := range wanted {
		faults = append(faults, fmt.Sprintf("%s does not import %s, which its row names", l.path, name))
	}
	return faults
}

// refusal returns why a package, or its tests, may not import another, "" if it may. Of
// ours, tests may import what they like.
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
			return "it has no business there"
		}
	}
	if foreign(imported) {
		return "the table of third parties does not name it"
	}
	return ""
}

// mustNotMeet reports whether a package must not depend on another.
func mustNotMeet(path, dependency string) bool {
	for _, pair := range forbidden {
		if pair.importer == path && (module+pair.imported == dependency || below(dependency, pair.imported) ||
			pair.imported == "*" && foreign(dependency) && !(path == "search" && below(dependency, mapping))) {
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

func TestTheImportTestFindsEveryKindOfFault(t *testing.T) {
	// row returns a package that imports what its row says, and more.
	row := func(path string, more ...string) listedPackage {
		p := listedPackage{ImportPath: module + path, Imports: more}
		for _, l := range layers {
			if l.path == path {
				for _, name := range strings.Fields(l.imports) {
					p.Imports = append(p.Imports, module+name)
				}
			}
		}
		return p
	}
	dependsOn := func(path string, dependencies ...string) listedPackage {
		p := row(path)
		p.Deps = dependencies
		return p
	}
	tests := []struct {
		name string
		p    listedPackage
		want string // empty if there is no fault
	}{
		{"what the row says", row("search", "context"), ""},
		{"more than the row says", row("movegen", "alfiere/eval"), "movegen imports eval, which its row does not name"},
		{"less than the row says", listedPackage{ImportPath: "alfiere/tt"}, "tt does not import movegen, which its row names"},
		{"a package that the table lacks", row("util"), "util is not in the table"},
		{"a package for tests", row("movegen", "alfiere/protocol/protocoltest"),
			"movegen imports protocol/protocoltest, which its row does not name; movegen imports alfiere/protocol/protocoltest: it is for tests only"},
		{"the book behind the search's back", dependsOn("search", "fmt", "alfiere/book"),
			"search depends on alfiere/book: the two must not meet"},
		{"the table in the evaluation", dependsOn("eval", "alfiere/tt"),
			"eval depends on alfiere/tt: the two must not meet"},
		{"the search in the problem solver", dependsOn("search/problem", "alfiere/search"),
			"search/problem depends on alfiere/search: the two must not meet"},
		{"another problem package is not the search", dependsOn("search/problem", "alfiere/search/problem"), ""},
		{"a foreign board in movegen", row("movegen", "github.com/notnil/chess"),
			"movegen imports github.com/notnil/chess: it has no business there"},
		{"a foreign board in movegen's tests", listedPackage{ImportPath: "alfiere/movegen", XTestImports: []string{"github.com/notnil/chess"}}, ""},
		{"a foreign board in other tests", listedPackage{ImportPath: "alfiere/tt", Imports: []string{"alfiere/movegen"},
			TestImports: []string{"github.com/notnil/chess"}}, "the tests of tt import github.com/notnil/chess: it has no business there"},
		{"a log in the controller", row("protocol/uci", "github.com/rs/zerolog/log"), ""},
		{"a log in the search", row("search", "github.com/rs/zerolog"),
			"search imports github.com/rs/zerolog: it has no business there"},
		{"the standard log in the evaluation", row("eval", "log/slog"), "eval imports log/slog: it has no business there"},
		{"an unknown package from outside", row("movegen/pgn", "golang.org/x/exp/maps"),
			"movegen/pgn imports golang.org/x/exp/maps: the table of third parties does not name it"},
		{"anything from outside below the search", dependsOn("search", "golang.org/x/term"),
			"search depends on golang.org/x/term: the two must not meet"},
		{"maps of endgame tables below the search", dependsOn("search", "golang.org/x/sys/unix"), ""},
		{"maps below the evaluation", dependsOn("eval", "golang.org/x/sys/unix"),
			"eval depends on golang.org/x/sys/unix: the two must not meet"},
		{"a web server in the controller", row("protocol", "net/http"), "protocol imports net/http: it has no business there"},
		{"a web server in the engine", dependsOn("cmd/alfiere", "net", "net/http"),
			"cmd/alfiere depends on net/http: the two must not meet"},
	}
	for _, test := range tests {
		if got := strings.Join(importFaults([]listedPackage{test.p}), "; "); got != test.want {
			t.Errorf("%s: the faults are %q, not %q", test.name, got, test.want)
		}
	}
}

func TestTheImportTableIsInOrder(t *testing.T) {
	known := map[string]bool{"*": true, "github.com/nats-io": true, "gonum.org": true, "modernc.org/sqlite": true, "net/http": true, "database/sql": true}
	for _, l := range layers {
		if known[l.path] {
			t.Errorf("%s stands twice", l.path)
		}
		for _, name := range strings.Fields(l.imports) {
			if !known[name] {
				t.Errorf("%s imports %s, which does not stand above it", l.path, name)
			}
		}
		known[l.path] = true
	}
	for _, pair := range forbidden {
		if !known[pair.importer] || !known[pair.imported] {
			t.Errorf("%s or %s is not in the table", pair.importer, pair.imported)
		}
	}
	for _, path := range testOnly {
		if !known[path] {
			t.Errorf("%s is not in the table", path)
		}
	}
}
