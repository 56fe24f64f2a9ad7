package analysis

import (
	"fmt"
	"strings"
	"time"

	"alfiere/eval"
	"alfiere/movegen"
)

// command is a command of GNU Chess 4 that looks at the evaluation of a position, or of
// all positions, and changes nothing.
type command struct {
	Name string
	Also string // another name
	Args string // as help shows them
	Help string // a sentence
	More string // what else help tells about it, in lines

	// Run returns whole lines of text about a position, as it is judged by k. If rest, the command's arguments, cannot
	// be used, ok is false, and text the reason, unless it is plain.
	Run func(k eval.Knowledge, p movegen.Position, rest string) (text string, ok bool)
}

// Commands returns all of them.
func Commands() []command {
	table := []command{
		{Name: "eval", Also: "p", Help: "show the value of every piece by evaluation term",
			More: "Letters are groups of evaluation terms: m material, b placement, x mobility, k king safety,\n" +
				"c centre, p pawns, a attack, r relations. Centipawns from the owner's side.",
			Run: func(k eval.Knowledge, p movegen.Position, _ string) (string, bool) {
				return ExplanationText(eval.Explain(&p, k, nil)), true
			}},
		{Name: "debug", Args: "PIECE|SQUARE", Help: "show the value of a piece on every square", Run: worths,
			More: "N is an additional white knight, n a black one; f3 is the piece on f3. A king is the one on the board.\n" +
				"Centipawns from the owner's side; -- where the piece cannot be placed."},
		{Name: "test", Help: "measure move generation and evaluation", Run: speeds},
	}
	weights := eval.CurrentWeights()
	for _, t := range [...]struct {
		name, pieces string
		weights      *[64]eval.Value
		color        movegen.Color
	}{
		{"Mwpawn", "a white pawn", &weights.PawnSquare, movegen.White},
		{"Mbpawn", "a black pawn", &weights.PawnSquare, movegen.Black},
		{"Mwknight", "a white knight", &weights.KnightSquare, movegen.White},
		{"Mbknight", "a black knight", &weights.KnightSquare, movegen.Black},
		{"Mwbishop", "a white bishop", &weights.BishopSquare, movegen.White},
		{"Mbbishop", "a black bishop", &weights.BishopSquare, movegen.Black},
	} {
		table = append(table, command{Name: t.name, Help: "show the piece-square values of " + t.pieces,
			Run: func(eval.Knowledge, movegen.Position, string) (string, bool) {
				return squareTable(t.weights, t.color), true
			}})
	}
	return table
}

// testTime is how long each part of speeds measures; a signal has to wait that long.
const testTime = 100 * time.Millisecond

// speeds measures the speed of move generation and of evaluation, in the position on the board and those that come one
// or two half-moves after it. The cache of scores has no part in it: it would know them all.
func speeds(k eval.Knowledge, position movegen.Position, _ string) (text string, ok bool) {
	positions := family(position)
	var list movegen.MoveList
	moves := 0
	lists, elapsed := repeat(positions, func(p *movegen.Position) {
		p.LegalMoves(&list)
		moves += list.Len()
	})
	text = fmt.Sprintf("moves:       %11.0f positions/s, %11.0f moves/s\n", perSecond(lists, elapsed),
		perSecond(moves, elapsed))
	evaluator := eval.New(k)
	count, elapsed := repeat(positions, func(p *movegen.Position) { evaluator.Uncached(p) })
	return text + fmt.Sprintf("evaluation:  %11.0f positions/s\n", perSecond(count, elapsed)), true
}

// family returns p and the positions after one and two half-moves.
func family(p movegen.Position) []movegen.Position {
	positions := []movegen.Position{p}
	for _, m := range p.Moves() {
		next := p.After(m)
		positions = append(positions, next)
		for _, reply := range next.Moves() {
			positions = append(positions, next.After(reply))
		}
	}
	return positions
}

// repeat works on the positions in turn until testTime is over.
func repeat(positions []movegen.Position, work func(*movegen.Position)) (count int, elapsed time.Duration) {
	for start := time.Now(); elapsed < testTime; elapsed = time.Since(start) {
		for i := range positions {
			work(&positions[i])
		}
		count += len(positions)
	}
	return count, elapsed
}

func perSecond(count int, elapsed time.Duration) float64 { return float64(count) / elapsed.Seconds() }

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
