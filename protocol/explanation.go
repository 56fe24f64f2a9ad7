package protocol

import (
	"fmt"
	"strings"

	"alfiere/eval"
	"alfiere/movegen"
)

// ExplanationText returns x as a table for people, in centipawns: a line for each man
// and a column for each kind of knowledge. Each man's row is seen from its owner's
// side; White's rows less Black's and the rounding are the score.
func ExplanationText(x *eval.Explanation) string {
	var b strings.Builder
	fmt.Fprintf(&b, "knowledge %q, phase %d/24, ending counts %d/64\n\n", x.Knowledge, x.Phase, x.Scale)
	b.WriteString("          ")
	for _, letter := range eval.Letters {
		fmt.Fprintf(&b, "%7c", letter)
	}
	b.WriteString("  total\n")
	for i := range x.Rows {
		row := &x.Rows[i]
		name := fmt.Sprintf("%c %v", row.Piece.Letter(), row.Square)
		if row.Square == movegen.NoSquare {
			name = row.Piece.Color().String()
		}
		printCells(&b, name, func(kind int) int { return row.Cells[kind].Centipawns })
	}
	b.WriteByte('\n')
	total := func(c movegen.Color) func(int) int {
		return func(kind int) int { return x.Total(c, kind).Centipawns }
	}
	white, black := total(movegen.White), total(movegen.Black)
	printCells(&b, "all white", white)
	printCells(&b, "all black", black)
	printCells(&b, "lead", func(kind int) int { return white(kind) - black(kind) })
	fmt.Fprintf(&b, "%-10s%*d\n\n", "rounding", 7*(eval.Kinds+1), x.Rest)

	toMove := x.Score
	if x.Side == movegen.Black {
		toMove = -toMove
	}
	fmt.Fprintf(&b, "score %+d for white, %+d for the side to move (%v)\n", x.Score, toMove, x.Side)
	return b.String()
}

// printCells writes one line of the table: a name, a number for each letter, their sum.
func printCells(b *strings.Builder, name string, centipawns func(kind int) int) {
	fmt.Fprintf(b, "%-10s", name)
	sum := 0
	for kind := range eval.Kinds {
		n := centipawns(kind)
		sum += n
		fmt.Fprintf(b, "%7d", n)
	}
	fmt.Fprintf(b, "%7d\n", sum)
}
