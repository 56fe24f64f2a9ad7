// Package apitest is for tests: it finds the texts by which sources say why they refuse a request.
package apitest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root returns the repository's root as the running test sees it: the nearest folder above with a go.mod.
func root(t testing.TB) string {
	t.Helper()
	for folder := "."; ; folder = filepath.Join("..", folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		if len(folder) > 100 {
			t.Fatal("no folder above has a go.mod")
		}
	}
}

// Said returns the texts by which sources say what is at fault: the messages of faults, and
// what is given to the functions that are named in speaks, each with the number of that
// argument. Paths begin at the repository's root. All is every text of the sources, a line each.
func Said(t testing.TB, paths []string, speaks map[string]int) (faults []string, all string) {
	t.Helper()
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root(t), path), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				all += strings.Join(append(literal(n), ""), "\n")
			case *ast.KeyValueExpr:
				if key, is := n.Key.(*ast.Ident); is && key.Name == "Message" {
					value := n.Value
					if call, is := value.(*ast.CallExpr); is && len(call.Args) > 0 {
						value = call.Args[0]
					}
					faults = slices.Concat(faults, literal(value))
				}
			case *ast.CallExpr:
				name := ""
				switch f := n.Fun.(type) {
				case *ast.Ident:
					name = f.Name
				case *ast.SelectorExpr:
					name = f.Sel.Name
				}
				if at, is := speaks[name]; is && at < len(n.Args) {
					faults = slices.Concat(faults, literal(n.Args[at]))
				}
			}
			return true
		})
	}
	return faults, all
}

// literal is the text of a literal, if it is one.
func literal(e ast.Expr) []string {
	l, is := e.(*ast.BasicLit)
	if !is || l.Kind != token.STRING {
		return nil
	}
	text, err := strconv.Unquote(l.Value)
	if err != nil {
		return nil
	}
	return []string{text}
}
