package main

import (
	"bytes"
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

// room is a package of ours and its place in the import order.
type room struct {
	path   string // without the module's name
	level  int    // it may import rooms of lower levels
	beside string // and this room of its own level, if any
}

// rooms is the import order, bottom to top.
var rooms = []room{
	{path: "movegen", level: 0},
	{path: "search/genetic", level: 0},
	{path: "protocol/wire", level: 0},    // lines and processes; it knows no chess
	{path: "cmd/internal/cli", level: 0}, // the command line; it knows no chess either

	{path: "movegen/notation", level: 1},
	{path: "tt", level: 1},
	{path: "eval", level: 1},

	{path: "protocol/client", level: 2},             // the GUI's side: it drives engines and is none
	{path: "protocol/client/conformance", level: 2}, // it sees engines from outside
	{path: "movegen/gametree", level: 2},
	{path: "movegen/pgn", level: 2, beside: "movegen/gametree"},
	{path: "book", level: 2, beside: "movegen/pgn"},
	{path: "eval/inspect", level: 2},
	{path: "eval/tune", level: 2},
	{path: "search", level: 2},
	{path: "search/problem", level: 2},

	{path: "movegen/gametree/convert", level: 3},
	{path: "search/annotate", level: 3},
	{path: "protocol/client/arena", level: 3},
	{path: "search/consult", level: 3},
	{path: "protocol", level: 3, beside: "search/problemtext"}, // "mate" in every protocol has the same words and the same answer
	{path: "search/theme", level: 3},
	{path: "search/problemtext", level: 3, beside: "search/theme"},
	{path: "search/problemtext/collection", level: 3, beside: "search/problemtext"}, // its solver writes the answers

	{path: "cmd/internal/gamefile", level: 4},
	{path: "search/consult/broker", level: 4},
	{path: "protocol/client/inprocess", level: 4}, // the only part of the GUI's side that links this engine
	{path: "protocol/uci", level: 4},
	{path: "protocol/xboard", level: 4},
	{path: "protocol/console", level: 4},
	{path: "protocol/console/table", level: 4},
	{path: "protocol/protocoltest", level: 4},
	{path: "search/problemdb", level: 4},

	{path: "protocol/web", level: 5},
	{path: "cmd/internal/session", level: 5},

	{path: "cmd/alfiere", level: 6},
	{path: "cmd/alfiere-lab", level: 6},
}

// strangers are the pairs of rooms that must not meet, not even through a third
// one, whatever their levels; "*" is every package outside the standard library.
var strangers = []struct{ importer, imported string }{
	{"search", "book"},             // the controller asks the book first
	{"eval", "tt"},                 // whoever searches keeps the table
	{"protocol", "search/consult"}, // the master is one more searcher, wired in by cmd
	{"search/problem", "search"},   // it is exhaustive
	{"search/problem", "eval"},
	{"search/problem", "tt"},
	{"search/genetic", "movegen"}, // it knows no chess
	{"protocol/wire", "movegen"},  // it knows neither chess nor a protocol
	{"cmd/internal/cli", "movegen"},
	{"protocol/client", "eval"}, // the GUI's side has no engine of its own
	{"protocol/client/arena", "eval"},
	{"protocol/client/arena", "tt"},
	{"protocol/client/arena", "book"},
	{"protocol/client/conformance", "eval"},
	{"protocol/client/conformance", "tt"},
	{"protocol/client/conformance", "book"},
	{"protocol/client/conformance", "protocol/client"}, // it passes over what engines say beyond the protocol
	{"movegen", "*"},
	{"tt", "*"},
	{"eval", "*"},
	{"search", "*"},
}

// testOnly are our packages that only tests may import.
var testOnly = []string{"protocol/protocoltest"}

// guests are the packages from outside that only some rooms may import. A name
// stands for what lies below it, too.
var guests = []struct {
	path  string
	rooms []string // these and what lies below them
	tests []string // whose tests may import it as well
}{
	{path: "github.com/notnil/chess", tests: []string{"movegen"}},
	{path: "golang.org/x/term", rooms: []string{"cmd/internal/cli"}}, // is it a terminal?
	{path: "github.com/rs/zerolog", rooms: []string{"cmd", "protocol", "search/consult"}},
	{path: "log", rooms: []string{"cmd", "protocol", "search/consult"}},
	{path: "net/http", rooms: heavyRooms, tests: heavyRooms},
	{path: "database/sql", rooms: heavyRooms, tests: heavyRooms},
}

// heavyRooms may import any package from outside. The engine does without them, so
// that it stays small and starts in milliseconds.
var heavyRooms = []string{"search/consult/broker", "search/problemdb", "protocol/web", "cmd/alfiere-lab"}

// listedPackage is what go list says of a package.
type listedPackage struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string // all that it imports, directly or not; no tests
}

func TestPackagesImportOnlyWhatLiesBelowThem(t *testing.T) {
	// With the profile the packages would be listed as variants of their own for the command.
	list := exec.Command("go", "list", "-pgo=off", "-json=ImportPath,Imports,TestImports,XTestImports,Deps", "./...")
	list.Dir = "../.."
	var stderr bytes.Buffer
	list.Stderr = &stderr
	output, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	var packages []listedPackage
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var p listedPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
	if !slices.ContainsFunc(packages, func(p listedPackage) bool { return p.ImportPath == module+"cmd/alfiere" }) {
		t.Fatal("go list does not list this package: the test looks in the wrong place")
	}
	for _, fault := range importFaults(packages) {
		t.Error(fault)
	}
}

// importFaults holds the packages against the tables and says what is wrong.
func importFaults(packages []listedPackage) (faults []string) {
	for _, p := range packages {
		path := strings.TrimPrefix(p.ImportPath, module)
		i := slices.IndexFunc(rooms, func(r room) bool { return r.path == path })
		if i < 0 {
			faults = append(faults, fmt.Sprintf("%s is not in the table of rooms", path))
			continue
		}
		for _, imported := range p.Imports {
			if why := rooms[i].refuses(imported); why != "" {
				faults = append(faults, fmt.Sprintf("%s imports %s: %s", path, imported, why))
			}
		}
		for _, imported := range slices.Concat(p.TestImports, p.XTestImports) {
			if why := refusedGuest(path, imported, true); why != "" {
				faults = append(faults, fmt.Sprintf("the tests of %s import %s: %s", path, imported, why))
			}
		}
		for _, dependency := range p.Deps {
			if why := refusedDependency(path, dependency); why != "" {
				faults = append(faults, fmt.Sprintf("%s depends on %s: %s", path, dependency, why))
			}
		}
	}
	return faults
}

// refuses returns why r may not import a package, "" if it may.
func (r room) refuses(imported string) string {
	name, ours := strings.CutPrefix(imported, module)
	if !ours {
		return refusedGuest(r.path, imported, false)
	}
	if slices.Contains(testOnly, name) {
		return "it is for tests only"
	}
	for _, other := range rooms {
		if other.path == name {
			if other.level < r.level || other.path == r.beside {
				return ""
			}
			return fmt.Sprintf("level %d may not import level %d", r.level, other.level)
		}
	}
	return "it is not in the table of rooms"
}

// refusedGuest returns why the room, or its tests, may not import a package from
// outside, "" if it may.
func refusedGuest(path, imported string, byTest bool) string {
	if strings.HasPrefix(imported, module) {
		return "" // tests may import what they like of ours
	}
	for _, guest := range guests {
		if !below(imported, guest.path) {
			continue
		}
		if lies(path, guest.rooms) || byTest && lies(path, guest.tests) {
			return ""
		}
		return "it has no business there"
	}
	if foreign(imported) && !lies(path, heavyRooms) {
		return "nothing from outside the standard library has"
	}
	return ""
}

// refusedDependency returns why the room may not depend on a package, "" if it may.
func refusedDependency(path, dependency string) string {
	for _, s := range strangers {
		if s.importer == path && (module+s.imported == dependency || s.imported == "*" && foreign(dependency)) {
			return "the two must not meet"
		}
	}
	if path != "cmd/alfiere" {
		return ""
	}
	if lies(strings.TrimPrefix(dependency, module), heavyRooms) || below(dependency, "net/http") || below(dependency, "database/sql") {
		return "the engine must stay light"
	}
	return ""
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

func imports(importer string, imported ...string) listedPackage {
	return listedPackage{ImportPath: module + importer, Imports: imported}
}

func dependsOn(importer string, dependencies ...string) listedPackage {
	return listedPackage{ImportPath: module + importer, Deps: dependencies}
}

func TestTheImportTestFindsEveryKindOfFault(t *testing.T) {
	tests := []struct {
		name string
		p    listedPackage
		want string // empty if there is no fault
	}{
		{"a lower level", imports("search", "alfiere/movegen", "alfiere/eval", "alfiere/tt", "context"), ""},
		{"the room beside", imports("movegen/pgn", "alfiere/movegen/gametree"), ""},
		{"the room beside, the other way round", imports("movegen/gametree", "alfiere/movegen/pgn"),
			"movegen/gametree imports alfiere/movegen/pgn: level 2 may not import level 2"},
		{"a higher level", imports("movegen", "alfiere/eval"),
			"movegen imports alfiere/eval: level 0 may not import level 1"},
		{"the same level", imports("search", "alfiere/book"),
			"search imports alfiere/book: level 2 may not import level 2"},
		{"an adapter in an adapter", imports("protocol/uci", "alfiere/protocol/xboard"),
			"protocol/uci imports alfiere/protocol/xboard: level 4 may not import level 4"},
		{"an importer that the table lacks", imports("util"), "util is not in the table of rooms"},
		{"an import that the table lacks", imports("protocol", "alfiere/util"),
			"protocol imports alfiere/util: it is not in the table of rooms"},
		{"a package for tests", imports("cmd/alfiere", "alfiere/protocol/protocoltest"),
			"cmd/alfiere imports alfiere/protocol/protocoltest: it is for tests only"},
		{"the book behind the search's back", dependsOn("search", "fmt", "alfiere/book"),
			"search depends on alfiere/book: the two must not meet"},
		{"the table in the evaluation", dependsOn("eval", "alfiere/tt"),
			"eval depends on alfiere/tt: the two must not meet"},
		{"a consultation in the controller", dependsOn("protocol", "alfiere/search/consult"),
			"protocol depends on alfiere/search/consult: the two must not meet"},
		{"the search in the problem solver", dependsOn("search/problem", "alfiere/search"),
			"search/problem depends on alfiere/search: the two must not meet"},
		{"a foreign board in movegen", imports("movegen", "github.com/notnil/chess"),
			"movegen imports github.com/notnil/chess: it has no business there"},
		{"a foreign board in movegen's tests", listedPackage{ImportPath: "alfiere/movegen", XTestImports: []string{"github.com/notnil/chess"}}, ""},
		{"a foreign board in other tests", listedPackage{ImportPath: "alfiere/book", TestImports: []string{"github.com/notnil/chess"}},
			"the tests of book import github.com/notnil/chess: it has no business there"},
		{"a log in the controller", imports("protocol/uci", "github.com/rs/zerolog/log"), ""},
		{"a log in the search", imports("search", "github.com/rs/zerolog"),
			"search imports github.com/rs/zerolog: it has no business there"},
		{"the standard log in the evaluation", imports("eval", "log/slog"),
			"eval imports log/slog: it has no business there"},
		{"a helper from outside", imports("movegen/pgn", "golang.org/x/exp/maps"),
			"movegen/pgn imports golang.org/x/exp/maps: nothing from outside the standard library has"},
		{"a helper from outside in a heavy room", imports("search/problemdb", "example.org/sqlite", "database/sql"), ""},
		{"a web server in the controller", imports("protocol", "net/http"),
			"protocol imports net/http: it has no business there"},
		{"a web server in the engine", dependsOn("cmd/alfiere", "net", "net/http"),
			"cmd/alfiere depends on net/http: the engine must stay light"},
		{"the web in the engine", dependsOn("cmd/alfiere", "alfiere/protocol/web"),
			"cmd/alfiere depends on alfiere/protocol/web: the engine must stay light"},
		{"the web in the lab", listedPackage{ImportPath: "alfiere/cmd/alfiere-lab", Imports: []string{"alfiere/protocol/web"},
			Deps: []string{"alfiere/protocol/web", "net/http"}}, ""},
	}
	for _, test := range tests {
		got := strings.Join(importFaults([]listedPackage{test.p}), "; ")
		if got != test.want {
			t.Errorf("%s: the faults are %q, not %q", test.name, got, test.want)
		}
	}
}

func TestTheTablesNameEachRoomOnce(t *testing.T) {
	known := map[string]int{}
	for _, r := range rooms {
		if _, twice := known[r.path]; twice {
			t.Errorf("%s stands twice", r.path)
		}
		known[r.path] = r.level
	}
	for _, r := range rooms {
		if level, ok := known[r.beside]; r.beside != "" && (!ok || level != r.level) {
			t.Errorf("%s may import %s, which is not of its level", r.path, r.beside)
		}
	}
	for _, s := range strangers {
		for _, path := range []string{s.importer, s.imported} {
			if _, ok := known[path]; !ok && path != "*" {
				t.Errorf("%s is no room", path)
			}
		}
	}
	for _, path := range slices.Concat(testOnly, heavyRooms) {
		if _, ok := known[path]; !ok {
			t.Errorf("%s is no room", path)
		}
	}
}
