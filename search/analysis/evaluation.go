package analysis

import (
	"encoding/json"
	"fmt"
	"strconv"
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
		piece   string
		weights *[64]eval.Value
	}{{"pawn", &weights.PawnSquare}, {"knight", &weights.KnightSquare}, {"bishop", &weights.BishopSquare}} {
		for c, color := range [...]string{"white", "black"} {
			table = append(table, command{Name: "M" + color[:1] + t.piece,
				Help: "show the piece-square values of a " + color + " " + t.piece,
				Run: func(eval.Knowledge, movegen.Position, string) (string, bool) {
					return squareTable(t.weights, movegen.Color(c)), true
				}})
		}
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

// ExplanationText returns x as two tables for people, a line for each piece and a column for each kind of knowledge:
// first the values in the middlegame and in the ending, then what these make now, in centipawns. A piece's line is seen
// from its owner's side; of the second table, White's lines less Black's, the rest of n and the rounding are the score.
func ExplanationText(x *eval.Explanation) string {
	white, black := totalRow(x, movegen.White), totalRow(x, movegen.Black)
	var b strings.Builder
	fmt.Fprintf(&b, "knowledge %q, phase %d/24, ending counts %d/64\n\n", x.Knowledge, x.Phase, x.Scale)
	parts := explanationTable{&b, 9, func(c eval.Cell) string {
		if c.Middlegame == 0 && c.Endgame == 0 {
			return "."
		}
		return fmt.Sprintf("%d/%d", c.Middlegame, c.Endgame)
	}}
	parts.print("mid/end", x.Rows)
	parts.printRow("all white", &white)
	parts.printRow("all black", &black)
	parts.printLearned(x)

	fmt.Fprintf(&b, "\nnow = mid * %d/24 + end * %d/24 * %d/64, rounded towards 0\n\n", x.Phase, 24-x.Phase, x.Scale)
	now := explanationTable{&b, 6, func(c eval.Cell) string { return strconv.Itoa(c.Centipawns) }}
	now.print("now", x.Rows)
	now.printRow("all white", &white)
	now.printRow("all black", &black)
	now.printLearned(x)
	lead := white
	for kind := range lead.Cells {
		lead.Cells[kind].Centipawns -= black.Cells[kind].Centipawns
	}
	lead.Cells[eval.Kinds-1].Centipawns += x.Learned.Centipawns
	now.printRow("lead", &lead)
	fmt.Fprintf(&b, "%-10s%*d\n\n", "rounding", (now.width+1)*(eval.Kinds+1), x.Rest)

	toMove := x.Score
	if x.Side == movegen.Black {
		toMove = -toMove
	}
	fmt.Fprintf(&b, "score %+d for white, %+d for the side to move (%v)\n", x.Score, toMove, x.Side)
	return b.String()
}

// totalRow adds up all rows of a side.
func totalRow(x *eval.Explanation, c movegen.Color) (row eval.Row) {
	for kind := range row.Cells {
		row.Cells[kind] = x.Total(c, kind)
	}
	return row
}

// explanationTable writes rows with cells of one form.
type explanationTable struct {
	to    *strings.Builder
	width int // of a cell without the blank before it
	show  func(eval.Cell) string
}

// print writes a heading, a line for each row, and a blank line.
func (t *explanationTable) print(title string, rows []eval.Row) {
	fmt.Fprintf(t.to, "%-10s", title)
	for _, letter := range eval.Letters {
		fmt.Fprintf(t.to, " %*c", t.width, letter)
	}
	fmt.Fprintf(t.to, " %*s\n", t.width, "total")
	for i := range rows {
		row := &rows[i]
		name := fmt.Sprintf("%c %v", row.Piece.Letter(), row.Square)
		if row.Square == movegen.NoSquare {
			name = row.Piece.Color().String()
		}
		t.printRow(name, row)
	}
	t.to.WriteByte('\n')
}

// printRow writes a name, a cell for each letter, and their sum.
func (t *explanationTable) printRow(name string, row *eval.Row) {
	fmt.Fprintf(t.to, "%-10s", name)
	for _, cell := range row.Cells {
		fmt.Fprintf(t.to, " %*s", t.width, t.show(cell))
	}
	fmt.Fprintf(t.to, " %*s\n", t.width, t.show(row.Total()))
}

// printLearned writes what letter n says beyond single pieces, if the set has that letter.
func (t *explanationTable) printLearned(x *eval.Explanation) {
	if x.Knowledge&eval.Learned != 0 {
		row := learnedRow(x)
		t.printRow("rest of n", &row)
	}
}

// learnedRow is what letter n says beyond single pieces, as a row of its own.
func learnedRow(x *eval.Explanation) (row eval.Row) {
	row.Square = movegen.NoSquare
	row.Cells[eval.Kinds-1] = x.Learned
	return row
}

// version is raised when a field of JSON changes its meaning or goes; fields may be added without.
const version = 1

type (
	// byLetter holds a number for each kind of knowledge, under its letter.
	byLetter map[string]int

	jsonExplanation struct {
		Version   int                  `json:"version"`
		FEN       string               `json:"fen"`
		Side      string               `json:"side"`
		Knowledge eval.Knowledge       `json:"knowledge"`
		Phase     int                  `json:"phase"`
		Scale     int                  `json:"scale"`
		Score     int                  `json:"score"`
		Rounding  int                  `json:"rounding"`
		Letters   map[string]jsonSides `json:"letters"`
		Pieces    []jsonPiece          `json:"pieces"`
	}

	jsonSides struct {
		White int `json:"white"`
		Black int `json:"black"`
		Rest  int `json:"rest,omitempty"` // of n, beyond single pieces
	}

	jsonPiece struct {
		Square     string   `json:"square"`
		Piece      string   `json:"piece"`
		Letters    byLetter `json:"letters"`
		Middlegame byLetter `json:"middlegame"`
		Endgame    byLetter `json:"endgame"`
	}
)

// JSON returns x, which explains p, as one object on one line; docs/eval.md names its members. All numbers are seen
// from White's side: what is good for Black is negative.
func JSON(p *movegen.Position, x *eval.Explanation) ([]byte, error) {
	object := jsonExplanation{Version: version, FEN: p.FEN(), Side: x.Side.String(), Knowledge: x.Knowledge,
		Phase: x.Phase, Scale: x.Scale, Score: x.Score, Rounding: x.Rest, Letters: make(map[string]jsonSides)}
	for kind, letter := range eval.Letters {
		object.Letters[string(letter)] = jsonSides{
			White: x.Total(movegen.White, kind).Centipawns,
			Black: -x.Total(movegen.Black, kind).Centipawns,
		}
	}
	for i := range x.Rows {
		object.Pieces = append(object.Pieces, jsonPieceOf(&x.Rows[i]))
	}
	if x.Knowledge&eval.Learned != 0 {
		row := learnedRow(x)
		rest := jsonPieceOf(&row)
		rest.Piece = "rest"
		object.Pieces = append(object.Pieces, rest)
		n := object.Letters["n"]
		n.Rest = x.Learned.Centipawns
		object.Letters["n"] = n
	}
	line, err := json.Marshal(&object)
	return append(line, '\n'), err
}

func jsonPieceOf(row *eval.Row) jsonPiece {
	piece := jsonPiece{Square: row.Square.String(), Piece: string(row.Piece.Letter()),
		Letters: make(byLetter), Middlegame: make(byLetter), Endgame: make(byLetter)}
	if row.Square == movegen.NoSquare {
		piece.Piece = row.Piece.Color().String()
	}
	sign := 1
	if row.Piece.Color() == movegen.Black {
		sign = -1
	}
	for kind, letter := range eval.Letters {
		cell := &row.Cells[kind]
		piece.Letters[string(letter)] = sign * cell.Centipawns
		piece.Middlegame[string(letter)] = sign * cell.Middlegame
		piece.Endgame[string(letter)] = sign * cell.Endgame
	}
	return piece
}
