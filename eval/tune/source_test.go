package tune

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"alfiere/eval"
)

// tableOf reads the fields and values of a weight table's source, in order.
func tableOf(t *testing.T, source []byte) (fields []string, values []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			fields = append(fields, n.Key.(*ast.Ident).Name)
		case *ast.CompositeLit:
			if _, nested := n.Elts[0].(*ast.CompositeLit); nested || len(n.Elts) != 2 {
				return true
			}
			if _, list := n.Elts[0].(*ast.KeyValueExpr); !list {
				values = append(values, number(t, n.Elts[0])+" "+number(t, n.Elts[1]))
			}
		}
		return true
	})
	return fields, values
}

func number(t *testing.T, e ast.Expr) string {
	t.Helper()
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Value
	case *ast.UnaryExpr:
		return e.Op.String() + number(t, e.X)
	}
	t.Fatalf("%T is no number", e)
	return ""
}

func TestTheSourceHoldsTheWeightsAsGofmtWritesThem(t *testing.T) {
	weights := shaken(currentWeights(), 100, rand.New(rand.NewPCG(1, 1))).Rounded()
	source := source(weights, []string{"From games.", "More of it."})
	formatted, err := format.Source(source)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(formatted, source) {
		t.Error("gofmt would change the source")
	}
	if !strings.Contains(string(source), "//\n// From games.\n// More of it.\nvar weightTable") {
		t.Error("the provenance is not in the comment of the table")
	}
	fields, values := tableOf(t, source)
	if len(values) != eval.WeightCount {
		t.Fatalf("%d weights, want %d", len(values), eval.WeightCount)
	}
	for i, w := range weights {
		if want := fmt.Sprintf("%d %d", int(w.Middlegame), int(w.Endgame)); values[i] != want {
			t.Errorf("weight %d is %s, want %s", i, values[i], want)
		}
	}
	var want []string
	for _, field := range eval.Fields() {
		want = append(want, field.Name)
	}
	if !slices.Equal(fields, want) {
		t.Errorf("the source has the fields %v, want %v", fields, want)
	}
}

// The table in use, written with its own weights, is the same table to the letter, but for
// the comment on where it comes from.
func TestTheSourceIsThatOfTheTableInUse(t *testing.T) {
	present, err := os.ReadFile("../weight_table.go")
	if err != nil {
		t.Fatal(err)
	}
	_, want, _ := strings.Cut(string(present), "\nvar ")
	if _, got, _ := strings.Cut(string(source(currentWeights(), nil)), "\nvar "); got != want {
		t.Error("the table in use is not as Source writes it; alfiere-lab tune fit makes it")
	}
}
