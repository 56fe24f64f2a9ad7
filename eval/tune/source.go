package tune

import (
	"bytes"
	"fmt"
	"strings"

	"alfiere/eval"
)

// pairsPerLine is how many weights of a family stand on a line of the table.
const pairsPerLine = 8

// Source returns the source of eval/weight_table.go with the given weights, which
// must be whole numbers, as gofmt would write it. The lines of provenance go into the
// table's comment.
func Source(w *Weights, provenance []string) []byte {
	var b bytes.Buffer
	b.WriteString(`package eval

// weightTable holds the value of every weight in centipawns, middlegame and endgame;
// 100 is about a pawn in the ending. Tables by square begin with a1 and are seen
// from the owner's side.
//
`)
	for _, line := range provenance {
		fmt.Fprintf(&b, "// %s\n", line)
	}
	b.WriteString("var weightTable = [weightCount]weight{\n")
	for first := 0; first < len(w); {
		name := familyOf(first)
		end := first
		for end < len(w) && familyOf(end) == name {
			end++
		}
		if kind := eval.WeightAt(first).Kind; first == 0 || kind != eval.WeightAt(first-1).Kind {
			if first > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "\t// %v: %s\n\n", kind, kindTitle(kind))
		}
		writeFamily(&b, name, eval.WeightAt(first).Meaning, w[first:end])
		first = end
	}
	b.WriteString("}\n")
	return b.Bytes()
}

func writeFamily(b *bytes.Buffer, name, meaning string, pairs []Pair) {
	fmt.Fprintf(b, "\t// %s\n\t%s:", meaning, name)
	for i, p := range pairs {
		switch {
		case i > 0 && i%pairsPerLine == 0:
			b.WriteString("\n\t")
		default:
			b.WriteByte(' ')
		}
		fmt.Fprintf(b, "{%.0f, %.0f},", zeroed(p.Middlegame), zeroed(p.Endgame))
	}
	b.WriteByte('\n')
}

// zeroed makes a zero of a negative zero, which would be printed with its sign.
func zeroed(x float64) float64 { return x + 0 }

// kindTitle returns the name of a kind of knowledge.
func kindTitle(k eval.Knowledge) string {
	titles := [...]string{"material", "placement", "mobility", "king safety", "centre", "pawns", "attack", "relation"}
	return titles[strings.Index(eval.Letters, k.String())]
}
