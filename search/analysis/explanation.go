package analysis

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"alfiere/eval"
	"alfiere/movegen"
)

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
