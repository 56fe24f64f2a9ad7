package notation

import "alfiere/movegen"

// Editor places pieces on a board one at a time, by the lines of CECP's edit mode: "#" clears the board, "c" changes
// the colour of the pieces, "Pa4" places one and "xa4" empties a square.
type Editor struct {
	Builder movegen.Builder // the board, which need not be legal yet, and the side to move
	Color   movegen.Color   // of the pieces that are placed
}

// Edit carries out a line. For any other line it returns false and changes nothing.
func (e *Editor) Edit(line string) bool {
	switch line {
	case "#":
		e.Builder.Board = [64]movegen.Piece{}
		return true
	case "c":
		e.Color = e.Color.Other()
		return true
	}
	if len(line) != 3 {
		return false
	}
	square, ok := movegen.ParseSquare(line[1:])
	if !ok {
		return false
	}
	if line[0] == 'x' {
		e.Builder.Board[square] = movegen.NoPiece
		return true
	}
	for t := movegen.Pawn; t <= movegen.King; t++ {
		if movegen.MakePiece(movegen.White, t).Letter() == line[0] {
			e.Builder.Board[square] = movegen.MakePiece(e.Color, t)
			return true
		}
	}
	return false
}

// Build returns the position. By the protocol's rule kings and rooks at home may castle, there is no en-passant
// capture, and the counters begin anew. Warnings and errors are those of Builder.Build.
func (e *Editor) Build(rules movegen.Rules) (movegen.Position, []movegen.Fault, error) {
	b := e.Builder
	b.CastlingRooks, b.EnPassant, b.HalfmoveClock, b.FullmoveNumber = b.RooksAtHome(), movegen.NoSquare, 0, 1
	return b.Build(rules)
}

// BuildRows returns the position of rows that ParseRows can read, with the given side to
// move. The error is that of ParseRows or of Builder.Build.
func BuildRows(rows []string, l PieceLetters, side movegen.Color,
	rules movegen.Rules) (movegen.Position, []movegen.Fault, error) {
	builder, err := ParseRows(rows, l)
	if err != nil {
		return movegen.Position{}, nil, err
	}
	builder.Side = side
	return builder.Build(rules)
}
