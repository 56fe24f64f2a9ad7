package main

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"alfiere/eval"
	"alfiere/movegen"
)

// runEval prints what the evaluation says about a position, man by man and letter
// by letter.
func runEval(flags *flag.FlagSet, args []string, std streams) error {
	letters := flags.String("knowledge", eval.All.String(), "kinds of knowledge to use, as letters in any order")
	if err := flags.Parse(args); err != nil {
		return err
	}
	knowledge, err := eval.ParseKnowledge(*letters)
	if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	position, err := positionArgument(flags.Args(), movegen.Rules{}, std)
	if err != nil {
		return err
	}
	return printExplanation(std.out, eval.Explain(&position, knowledge))
}

// printExplanation writes the table in centipawns. Each man's row is seen from its
// owner's side; White's rows less Black's and the rounding are the score.
func printExplanation(w io.Writer, x *eval.Explanation) error {
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
	_, err := io.WriteString(w, b.String())
	return err
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
