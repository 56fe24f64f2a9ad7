//go:build !tuning

package search

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write parameter_tuning.go")

// twinOf returns the file of the build with the tag tuning: the constants of parameter.go with a
// range are variables there.
func twinOf(t *testing.T, file *ast.File) []byte {
	t.Helper()
	ranged := regexp.MustCompile(`^(\d+)\.\.(\d+)(, |\n)`)
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
		fmt.Fprintf(&table, "{%q, %s, %s, %s, &%s},\n", strings.ToUpper(name[:1])+name[1:], number, bounds[1], bounds[2], name)
	}
	twin, err := format.Source(fmt.Appendf(nil, `// Code generated from parameter.go by go test ./search -run Twin -update; DO NOT EDIT.

//go:build tuning

package search

const (
%s)

var (
%s)

// Parameters returns the numbers that can be set.
func Parameters() []parameter {
	return []parameter{
%s}
}
`, &constants, &variables, &table))
	if err != nil {
		t.Fatal(err)
	}
	return twin
}

func TestTheTwinOfTheParametersIsUpToDate(t *testing.T) {
	const path = "parameter_tuning.go"
	file, err := parser.ParseFile(token.NewFileSet(), "parameter.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	want := twinOf(t, file)
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is out of date, write it by go test ./search -run Twin -update: %v", path, err)
	}
}

func TestTheReleaseLetsNobodySetParameters(t *testing.T) {
	if p := Parameters(); len(p) != 0 {
		t.Errorf("%d parameters", len(p))
	}
}

func TestReductionsAreThoseOfTheFormula(t *testing.T) {
	for depth := 1; depth < 64; depth++ {
		for number := 1; number < 64; number++ {
			want := int16(1024 * (lmrBase/100. + math.Log(float64(depth))*math.Log(float64(number))/(lmrDivisor/100.)))
			if got := lmrTable[depth][number]; got != want {
				t.Fatalf("depth %d, move %d: %d, want %d", depth, number, got, want)
			}
		}
	}
}
