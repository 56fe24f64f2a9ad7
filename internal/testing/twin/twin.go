// Package twin writes the tuning builds' twins of files with numbers: the package's tests call it.
package twin

import (
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var ranged = regexp.MustCompile(`^(\d+)\.\.(\d+)(, |\n)`)

// source is the twin: the name of the file, its package, constants, variables and table.
const source = `// Code generated from %s by go test ./%s -run Twin -update; DO NOT EDIT.

//go:build tuning

package %[2]s

const (
%s)

var (
%s)

// Parameters returns the numbers that can be set.
func Parameters() []parameter {
	return []parameter{
%s}
}
`

// of returns the file of the build with the tag tuning for a file that begins with a group of
// constants: those with a range in their comment are variables there, and parameters.
func of(path string) ([]byte, error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var constants, variables, table strings.Builder
	for _, spec := range file.Decls[0].(*ast.GenDecl).Specs {
		constant := spec.(*ast.ValueSpec)
		name, number := constant.Names[0].Name, constant.Values[0].(*ast.BasicLit).Value
		bounds := ranged.FindStringSubmatch(constant.Comment.Text())
		if bounds == nil {
			fmt.Fprintf(&constants, "%s = %s\n", name, number)
			continue
		}
		fmt.Fprintf(&variables, "%s = %s\n", name, number)
		fmt.Fprintf(&table, "{%q, %s, %s, %s, &%s},\n",
			strings.ToUpper(name[:1])+name[1:], number, bounds[1], bounds[2], name)
	}
	return format.Source(fmt.Appendf(nil, source, filepath.Base(path), file.Name, &constants, &variables, &table))
}

// Check compares the twin at path with that of from, or writes it.
func Check(from, path string, write bool) error {
	want, err := of(from)
	if err != nil {
		return err
	}
	if write {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			return err
		}
	}
	got, err := os.ReadFile(path)
	if err == nil && string(got) != string(want) {
		err = errors.New(path + " is out of date; run this test with -update")
	}
	return err
}
