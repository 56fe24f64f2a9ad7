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
	"strings"
	"testing"

	"alfiere/eval"
)

// tableOf reads the families and pairs of a weight table's source, in order.
func tableOf(t *testing.T, source []byte) (families []string, pairs []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		list, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		for _, element := range list.Elts {
			if pair, ok := element.(*ast.KeyValueExpr); ok {
				families = append(families, pair.Key.(*ast.Ident).Name)
				element = pair.Value
			}
			values := element.(*ast.CompositeLit).Elts
			pairs = append(pairs, number(t, values[0])+" "+number(t, values[1]))
		}
		return false
	})
	return families, pairs
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
	weights := shaken(CurrentWeights(), 100, rand.New(rand.NewPCG(1, 1))).Rounded()
	source := Source(weights, []string{"From games.", "More of it."})
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
	families, pairs := tableOf(t, source)
	if len(pairs) != eval.WeightCount {
		t.Fatalf("%d weights, want %d", len(pairs), eval.WeightCount)
	}
	next := 0
	for i, w := range weights {
		if want := fmt.Sprintf("%d %d", int(w.Middlegame), int(w.Endgame)); pairs[i] != want {
			t.Errorf("%s is %s, want %s", eval.WeightAt(i).Name, pairs[i], want)
		}
		if i == 0 || familyOf(i) != familyOf(i-1) {
			if next >= len(families) || families[next] != familyOf(i) {
				t.Fatalf("family %d is not %s", next, familyOf(i))
			}
			next++
		}
	}
}

// The table in use, written with its own weights, is the same table.
func TestTheSourceIsThatOfTheTableInUse(t *testing.T) {
	present, err := os.ReadFile("../weight_table.go")
	if err != nil {
		t.Fatal(err)
	}
	wantFamilies, wantPairs := tableOf(t, present)
	families, pairs := tableOf(t, Source(CurrentWeights(), nil))
	if strings.Join(families, " ") != strings.Join(wantFamilies, " ") {
		t.Errorf("families %v, want %v", families, wantFamilies)
	}
	if strings.Join(pairs, ", ") != strings.Join(wantPairs, ", ") {
		t.Error("the weights differ")
	}
}
