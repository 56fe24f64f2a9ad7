package analysis

import (
	"fmt"
	"strings"

	"alfiere/eval"
	"alfiere/movegen"
)

// squareTable shows weights by square as they are for c: middlegame and ending side by
// side, on a board with White below.
func squareTable(weights *[64]eval.Value, c movegen.Color) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n   %-40s   %s\n", "middlegame", "ending")
	for rank := 7; rank >= 0; rank-- {
		var opening, ending strings.Builder
		for file := range 8 {
			w := weights[movegen.MakeSquare(file, rank).Relative(c)]
			fmt.Fprintf(&opening, "%5d", w.Middlegame)
			fmt.Fprintf(&ending, "%5d", w.Endgame)
		}
		fmt.Fprintf(&b, "%d %s   %s\n", rank+1, opening.String(), ending.String())
	}
	b.WriteString(" " + strings.Repeat(fileNames(5)+"   ", 2) + "\n\n")
	return b.String()
}

// fileNames returns the letters of the files in columns of the given width.
func fileNames(width int) string {
	var b strings.Builder
	for file := range 8 {
		fmt.Fprintf(&b, "%*c", width, 'a'+file)
	}
	return b.String()
}

// worths prints the value of a piece on each square.
func worths(k eval.Knowledge, position movegen.Position, rest string) (text string, ok bool) {
	builder := position.Builder()
	builder.CastlingRooks, builder.EnPassant = 0, movegen.NoSquare
	var piece movegen.Piece
	square, named := movegen.ParseSquare(rest)
	switch {
	case named:
		piece = builder.Board[square]
	case len(rest) == 1:
		color := movegen.White
		if letter := rest[0]; letter >= 'a' && letter <= 'z' {
			color, rest = movegen.Black, strings.ToUpper(rest)
		}
		for t := movegen.Pawn; t <= movegen.King; t++ {
			if movegen.MakePiece(movegen.White, t).Letter() == rest[0] {
				piece = movegen.MakePiece(color, t)
			}
		}
		square = movegen.NoSquare
		if piece.Type() == movegen.King {
			square = position.King(color)
		}
	}
	switch {
	case piece == movegen.NoPiece && named:
		return fmt.Sprintf("there is no piece on %v", square), false
	case piece == movegen.NoPiece:
		return "", false
	}
	if square != movegen.NoSquare {
		builder.Board[square] = movegen.NoPiece
	}
	return worthEverywhere(builder, piece, k), true
}

// worthEverywhere returns a board with what the piece is worth on each empty square.
func worthEverywhere(b movegen.Builder, piece movegen.Piece, k eval.Knowledge) string {
	var text strings.Builder
	text.WriteByte('\n')
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(&text, "%d ", rank+1)
		for file := range 8 {
			s := movegen.MakeSquare(file, rank)
			if b.Board[s] != movegen.NoPiece {
				fmt.Fprintf(&text, "%6c", b.Board[s].Letter())
			} else if worth, ok := worthOn(b, piece, s, k); ok {
				fmt.Fprintf(&text, "%6d", worth)
			} else {
				text.WriteString("    --")
			}
		}
		text.WriteByte('\n')
	}
	return text.String() + "  " + fileNames(6) + "\n\n"
}

// worthOn returns what a piece is worth on an empty square. If one side could take the other's king, it is that other
// side's move; ok is false if no move makes a position of it.
func worthOn(b movegen.Builder, piece movegen.Piece, s movegen.Square, k eval.Knowledge) (centipawns int, ok bool) {
	b.Board[s] = piece
	for range 2 {
		if position, _, err := b.Build(movegen.Rules{Composed: true}); err == nil {
			x := eval.Explain(&position, k, nil)
			for i := range x.Rows {
				if x.Rows[i].Square == s {
					return x.Rows[i].Total().Centipawns, true
				}
			}
		}
		b.Side = b.Side.Other()
	}
	return 0, false
}
