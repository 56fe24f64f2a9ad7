package xboard

import (
	"alfiere/movegen"
)

// editor is the state of the mode that "edit" begins and "." ends: the position being
// built, and the colour of the pieces being placed.
type editor struct {
	builder movegen.Builder
	color   movegen.Color
}

func (a *adapter) startEdit(string) {
	a.halt()
	position := a.player.Position()
	a.editor = &editor{builder: position.Builder()}
}

// edit carries out a line of the edit mode: # clears the board, c changes the colour,
// Pa4 places a piece, xa4 empties a square.
func (a *adapter) edit(line string) {
	e := a.editor
	switch {
	case line == "":
	case line == ".":
		a.editor = nil
		position, err := e.position(a.rules())
		a.setUp(position, err)
	case line == "#":
		e.builder.Board = [64]movegen.Piece{}
	case line == "c":
		e.color = e.color.Other()
	case !e.place(line):
		a.out.Printf("Error (unknown command in edit mode): %s", clip(line))
	}
}

// place carries out Pa4 and the like; it returns false for anything else.
func (e *editor) place(line string) bool {
	if len(line) != 3 {
		return false
	}
	square, ok := movegen.ParseSquare(line[1:])
	if !ok {
		return false
	}
	if line[0] == 'x' {
		e.builder.Board[square] = movegen.NoPiece
		return true
	}
	for t := movegen.Pawn; t <= movegen.King; t++ {
		if piece := movegen.MakePiece(e.color, t); movegen.MakePiece(movegen.White, t).Letter() == line[0] {
			e.builder.Board[square] = piece
			return true
		}
	}
	return false
}

// position returns what was built: by the protocol's rule kings and rooks at home may
// castle, nothing can be taken en passant, and the counters begin anew.
func (e *editor) position(rules movegen.Rules) (movegen.Position, error) {
	b := e.builder
	b.EnPassant, b.HalfmoveClock, b.FullmoveNumber, b.CastlingRooks = movegen.NoSquare, 0, 1, 0
	for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
		if b.Board[(movegen.E1).Relative(c)] != movegen.MakePiece(c, movegen.King) {
			continue
		}
		for _, corner := range [...]movegen.Square{movegen.A1.Relative(c), movegen.H1.Relative(c)} {
			if b.Board[corner] == movegen.MakePiece(c, movegen.Rook) {
				b.CastlingRooks |= corner.Bitboard()
			}
		}
	}
	position, _, err := b.Build(rules)
	return position, err
}
