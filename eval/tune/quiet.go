package tune

import (
	"bytes"
	"fmt"
	"strings"

	"alfiere/eval"
	"alfiere/movegen"
)

// What makes a position quiet, in centipawns: captures gain no more than
// captureGain, and the search is no further than searchGain from the static score.
// Beyond that the score of a position depends on tactics, which a static score cannot know.
const (
	captureGain = 50
	searchGain  = 250
)

// judge keeps the quiet positions.
type judge struct{ evaluator *eval.Evaluator }

// isQuiet reports whether p is quiet; best and score, from the side to move's point of view, are what the search found.
func (j judge) isQuiet(p *movegen.Position, best movegen.Move, score int) bool {
	if p.InCheck() || p.IsCapture(best) || best.Kind() == movegen.Promotion {
		return false
	}
	static := j.evaluator.Evaluate(p)
	if score-static > searchGain || static-score > searchGain {
		return false
	}
	bound := static + captureGain
	value, _ := j.capture(p, bound, bound+1, captureDepth)
	return value <= bound
}

// captureDepth ends the search of captures; longer exchanges are rare and are taken for even.
const captureDepth = 12

// capture returns the fail-hard value of p when only captures and promotions that lose nothing by exchanges are played
// on, or none, and the position at the end of the best line.
func (j judge) capture(p *movegen.Position, alpha, beta, depth int) (value int, leaf movegen.Position) {
	alpha, leaf = max(alpha, j.evaluator.Evaluate(p)), *p
	var moves movegen.MoveList
	if depth > 0 {
		p.Captures(&moves)
	}
	for _, m := range moves.Moves() {
		if alpha >= beta {
			break
		}
		if !p.SeeGE(m, 0) {
			continue
		}
		next := p.After(m)
		if value, end := j.capture(&next, -beta, -alpha, depth-1); -value > alpha {
			alpha, leaf = -value, end
		}
	}
	return min(alpha, beta), leaf
}

// valuesPerLine is how many weights of a field are on a line of the table.
const valuesPerLine = 8

// source returns the source of eval/weight_table.go with the given weights, which
// must be whole numbers. The lines of provenance go into the table's comment.
func source(w *Weights, provenance []string) []byte {
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
	b.WriteString("var weightTable = Weights[Value]{\n")
	kind := eval.Knowledge(0)
	for i, field := range eval.Fields() {
		if field.Kind != kind {
			kind = field.Kind
			if i > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "\t// %v: %s\n\n", kind, kindTitle(kind))
		}
		fmt.Fprintf(&b, "\t// %s\n\t%s: ", field.Meaning, field.Name)
		for _, n := range field.Dims {
			fmt.Fprintf(&b, "[%d]", n)
		}
		b.WriteString("Value")
		writeValues(&b, w[field.First:field.First+field.Size()], field.Dims, "\n\t")
		b.WriteString(",\n")
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// writeValues writes the values of an array with the given dimensions, without its type, as
// gofmt does. (go/format itself would make the program a megabyte larger.) newLine begins a
// line as far to the right as the one on which the array begins.
func writeValues(b *bytes.Buffer, values []pair, dims []int, newLine string) {
	if len(dims) == 0 {
		fmt.Fprintf(b, "{%.0f, %.0f}", zeroed(values[0].Middlegame), zeroed(values[0].Endgame))
		return
	}
	size := len(values) / dims[0]
	broken := len(values) > valuesPerLine && (size > 1 || dims[0] > valuesPerLine+1)
	b.WriteByte('{')
	for i := range dims[0] {
		switch {
		case broken && (size > 1 || i%valuesPerLine == 0):
			b.WriteString(newLine + "\t")
		case i > 0:
			b.WriteByte(' ')
		}
		writeValues(b, values[i*size:(i+1)*size], dims[1:], newLine+"\t")
		if broken || i < dims[0]-1 {
			b.WriteByte(',')
		}
	}
	if broken {
		b.WriteString(newLine)
	}
	b.WriteByte('}')
}

// zeroed makes a zero of a negative zero, which would be printed with its sign.
func zeroed(x float64) float64 { return x + 0 }

// kindTitle returns the name of a kind of knowledge.
func kindTitle(k eval.Knowledge) string {
	titles := [...]string{"material", "placement", "mobility", "king safety", "centre", "pawns", "attack", "relation"}
	return titles[strings.Index(eval.Letters, k.String())]
}
