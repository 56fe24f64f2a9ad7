package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// maxUnusedExports is how many exported names at the level of a package may be named by no
// other package: an exported name promises a use elsewhere.
const maxUnusedExports = 60

// forOthers are packages that programs outside this repository may import.
var forOthers = []string{"movegen", "tt/syzygy"}

// namedElsewhere adds to used what a file names of packages of ours other than its own, as
// "package.Name".
func namedElsewhere(file *ast.File, folder string, used map[string]bool) {
	imports := map[string]string{}
	for _, spec := range file.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		imported, ours := strings.CutPrefix(name, module)
		if !ours || imported == folder {
			continue
		}
		local := path.Base(imported)
		if spec.Name != nil {
			local = spec.Name.Name
		}
		imports[local] = imported
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && imports[x.Name] != "" {
				used[imports[x.Name]+"."+s.Sel.Name] = true
			}
		}
		return true
	})
}

// exportGroups returns what a file exports, as "package.Name". The constants of a block are one
// group: the values of an enumeration are exported together.
func exportGroups(f *sourceFile) (groups [][]string) {
	constants := map[string]bool{}
	for _, declaration := range f.ast.Decls {
		block, ok := declaration.(*ast.GenDecl)
		if !ok || block.Tok != token.CONST {
			continue
		}
		var group []string
		for _, spec := range block.Specs {
			for _, name := range spec.(*ast.ValueSpec).Names {
				if constants[name.Name] = true; name.IsExported() {
					group = append(group, f.folder()+"."+name.Name)
				}
			}
		}
		groups = append(groups, group)
	}
	for _, name := range exports(f) {
		if !constants[name] {
			groups = append(groups, []string{f.folder() + "." + name})
		}
	}
	return groups
}

func TestExportedMeansUsed(t *testing.T) {
	used := map[string]bool{}
	var exported [][]string
	for _, f := range sourceFiles(t) {
		namedElsewhere(f.ast, f.folder(), used)
		if f.ast.Name.Name != "main" && !lies(f.folder(), testOnly) && !slices.Contains(forOthers, f.folder()) {
			exported = append(exported, exportGroups(f)...)
		}
	}
	for _, name := range testFiles(t) {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		namedElsewhere(file, path.Dir(name), used)
	}
	var unused []string
	for _, group := range exported {
		if !slices.ContainsFunc(group, func(name string) bool { return used[name] }) {
			unused = append(unused, group...)
		}
	}
	if len(exported) < 400 {
		t.Errorf("only %d exported names: the test looks in the wrong place", len(exported))
	}
	if len(unused) > maxUnusedExports {
		t.Errorf("%d exported names are used by no other package, more than %d:\n%s", len(unused), maxUnusedExports, strings.Join(unused, "\n"))
	}
}

// testFiles returns the paths of all test files from the repository's root.
func testFiles(t *testing.T) (names []string) {
	t.Helper()
	for _, pattern := range []string{"*", "*/*", "*/*/*", "*/*/*/*"} {
		found, err := filepath.Glob(filepath.Join("../..", pattern, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			name, err := filepath.Rel("../..", name)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, filepath.ToSlash(name))
		}
	}
	return names
}
