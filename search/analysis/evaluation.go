package analysis

import (
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
