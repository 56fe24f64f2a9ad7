package gametree

import (
	"errors"
	"fmt"
	"math/bits"

	"alfiere/internal/message"
	"alfiere/movegen"
)

// Row is a piece or a move in ten integers:
//
//	[0, 0, 0, 0, type, file, rank, color, 0, 0]
//	[replies, captured, file to, rank to, type, file from, rank from, color, parent, first reply]
//
// Types are 1 king, 2 queen, 3 rook, 4 bishop, 5 knight, 6 pawn, 0 none; files and ranks
// are 1 to 8. Color is even for White, odd for Black. In the placement, a king may
// castle long if color has bit 2 and short if it has bit 4; a pawn promotes to queen,
// rook, bishop or knight if color is 0, 2, 4 or 6 (one more for Black). Parent and first
// reply are numbers of rows, counted from 0 with the pieces before the moves; 0 is none.
// In place-holders all but replies, color, parent and first reply is 0; replies are 1
// where the line has ended, -1 where it is not computed.
type Row [10]int32

// The columns of a Row.
const (
	repliesColumn = iota
	capturedColumn
	fileToColumn
	rankToColumn
	typeColumn
	fileColumn
	rankColumn
	colorColumn
	parentColumn
	firstColumn
)

// Table returns the tree as rows: the pieces from a1 to h8, then the moves generation by generation. It does not hold
// an en-passant capture at the start that is not among the first moves, nor the side to move of a tree without entries,
// nor which rook of several may castle. The error wraps errPass.
func Table(t *Tree) ([]Row, error) {
	rows := placement(&t.start)
	base := len(rows)
	err := t.entries(func(_ int, e entry) error {
		row := rowOf(&e)
		if e.parent >= 0 {
			row[parentColumn] = int32(base + e.parent)
		}
		if e.first >= 0 {
			row[firstColumn] = int32(base + e.first)
		}
		rows = append(rows, row)
		return nil
	})
	return rows, err
}

// placement returns the rows of the pieces.
func placement(p *movegen.Position) (rows []Row) {
	for s := range movegen.Square(64) {
		piece := p.PieceAt(s)
		if piece == movegen.NoPiece {
			continue
		}
		color := int32(piece.Color())
		if piece.Type() == movegen.King {
			for rooks := p.CastlingRooks() & p.BackRank(piece.Color()); rooks != 0; {
				if rooks.Pop() < s {
					color |= 2
				} else {
					color |= 4
				}
			}
		}
		rows = append(rows, Row{typeColumn: int32(figures[piece.Type()]), fileColumn: int32(s.File() + 1),
			rankColumn: int32(s.Rank() + 1), colorColumn: color})
	}
	return rows
}

// rowOf returns the row of e without its relatives.
func rowOf(e *entry) Row {
	row := Row{repliesColumn: int32(e.count), colorColumn: int32(e.color)}
	if e.kind == missingEntry {
		row[repliesColumn] = -1
	}
	if e.kind != moveEntry {
		return row
	}
	row[capturedColumn], row[typeColumn] = int32(e.captured.plain()), int32(e.piece.plain())
	row[fileToColumn], row[rankToColumn] = int32(e.to.File()+1), int32(e.to.Rank()+1)
	row[fileColumn], row[rankColumn] = int32(e.from.File()+1), int32(e.from.Rank()+1)
	if e.piece.plain() == pawn && e.becomes > queen {
		row[colorColumn] += 2 * int32(e.becomes-queen)
	}
	return row
}

// fromTable is the inverse of Table. The parents and first replies must be those that follow from the order. The side
// to move is that of the first move. The error is an *Error.
func fromTable(rows []Row, rules movegen.Rules) (*Tree, error) {
	r := rowReader{rules: rules}
	links := make([]link, len(rows))
	for i := range rows {
		if err := r.add(&rows[i]); err != nil {
			return nil, err
		}
		if r.assembler == nil {
			continue // a piece
		}
		links[i] = link{generation: r.generation, index: r.index}
		if parent := r.parentNumber(); parent >= 0 {
			parent += r.pieces
			links[i].parent = int32(parent)
			if links[parent].first == 0 {
				links[parent].first = int32(i)
			}
		}
	}
	t, err := r.finish()
	if err != nil {
		return nil, err
	}
	for i := r.pieces; i < len(rows); i++ {
		if want := links[i]; rows[i][parentColumn] != want.parent || rows[i][firstColumn] != want.first {
			return nil, &Error{Generation: want.generation, Index: want.index, Text: fmt.Sprint(rows[i]), Err: errCount,
				Expected: message.Errorf("parent %d and first reply %d in row %d", want.parent, want.first, i)}
		}
	}
	return t, nil
}

// link holds the expected last columns of a row, and the place of the row.
type link struct {
	parent, first     int32
	generation, index int
}

// rowReader builds a tree from rows that come one by one.
type rowReader struct {
	*assembler // nil while pieces are placed
	rules      movegen.Rules
	builder    movegen.Builder
	sides      [2]int32 // the castling bits of the kings
	pieces     int
}

// add takes the next row.
func (r *rowReader) add(row *Row) error {
	if r.assembler == nil {
		if row[repliesColumn] == 0 && row[typeColumn] != 0 {
			return r.place(row)
		}
		if err := r.begin(); err != nil {
			return err
		}
	}
	text := fmt.Sprint(*row)
	e, expected := entryOf(row)
	if expected != "" {
		r.index++
		return r.fault(errSyntax, text, expected)
	}
	return r.assembler.add(e, text)
}

// place puts a piece on the board.
func (r *rowReader) place(row *Row) error {
	if r.pieces == 0 {
		r.builder = movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1}
	}
	r.pieces++
	fault := func(expected string) error {
		return &Error{Index: r.pieces, Text: fmt.Sprint(*row), Expected: errors.New(expected), Err: errBoard}
	}
	s, ok := rowSquare(row[fileColumn], row[rankColumn])
	color := row[colorColumn]
	f := row[typeColumn]
	switch {
	case f < int32(king) || f > int32(pawn):
		return fault("a type from 1 to 6")
	case !ok:
		return fault("file and rank from 1 to 8")
	case color < 0 || color > 7 || color > 1 && f != int32(king):
		return fault("a color of 0 or 1, for a king up to 7")
	case r.builder.Board[s] != movegen.NoPiece:
		return fault("an empty square; " + s.String() + " is occupied")
	}
	c := movegen.Color(color & 1)
	r.builder.Board[s] = movegen.MakePiece(c, pieceTypes[f])
	if f == int32(king) {
		r.sides[c] = color
	}
	return nil
}

// begin ends the placement. A tree without one starts from the initial position.
func (r *rowReader) begin() error {
	start, sideKnown := movegen.StartPosition(), false
	if r.pieces > 0 {
		for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
			r.builder.CastlingRooks |= r.castlingRooks(c)
		}
		var err error
		if start, _, err = r.builder.Build(r.rules); err != nil {
			// The side not to move may be in check: then the other one is to move.
			r.builder.Side = movegen.Black
			var other error
			if start, _, other = r.builder.Build(r.rules); other != nil {
				return &Error{Err: message.Errorf("%w: %w", errBoard, err)}
			}
			sideKnown = true
		}
	}
	r.assembler = newAssembler(start, sideKnown, English)
	r.passedOpen = true
	return nil
}

// castlingRooks returns the rooks that may castle by the king's color: the outermost.
func (r *rowReader) castlingRooks(c movegen.Color) (rooks movegen.Bitboard) {
	var king movegen.Square
	var own movegen.Bitboard
	for s, piece := range r.builder.Board {
		switch piece {
		case movegen.MakePiece(c, movegen.King):
			king = movegen.Square(s)
		case movegen.MakePiece(c, movegen.Rook):
			own |= movegen.Square(s).Bitboard()
		}
	}
	own &= movegen.RankOf(king.Rank())
	if west := own & (king.Bitboard() - 1); r.sides[c]&2 != 0 && west != 0 {
		rooks |= west.LSB().Bitboard()
	}
	if east := own &^ (king.Bitboard() - 1); r.sides[c]&4 != 0 && east != 0 {
		rooks |= east.MSB().Bitboard()
	}
	return rooks
}

// finish returns the tree.
func (r *rowReader) finish() (*Tree, error) {
	if r.assembler == nil {
		if err := r.begin(); err != nil {
			return nil, err
		}
	}
	return r.assembler.finish()
}

// entryOf reads a row of the moves. expected is empty, or names the expected value.
func entryOf(row *Row) (e entry, expected string) {
	for _, n := range row[:parentColumn] {
		if bits.Len32(uint32(max(n, -n))) > 24 {
			return e, "small numbers"
		}
	}
	color := row[colorColumn]
	if color < 0 || color > 7 {
		return e, "a color from 0 to 7"
	}
	e.count, e.color, e.colorKnown = int(row[repliesColumn]), movegen.Color(color&1), true
	switch {
	case e.count < 0:
		e.kind, e.count = missingEntry, 1
		return e, ""
	case row[typeColumn] == 0:
		e.kind = endedEntry
		if e.count != 1 || row[capturedColumn] != 0 || row[fileToColumn] != row[fileColumn] ||
			row[rankToColumn] != row[rankColumn] {
			return e, "one reply and no movement, where nothing moves"
		}
		return e, ""
	case e.count < 1 || e.count > MaxReplies:
		return e, fmt.Sprintf("1 to %d replies: a line that has ended goes on with one", MaxReplies)
	case row[typeColumn] < 0 || row[typeColumn] > int32(pawn) || row[capturedColumn] < 0 ||
		row[capturedColumn] > int32(pawn):
		return e, "types from 0 to 6"
	}
	var ok, okTo bool
	e.from, ok = rowSquare(row[fileColumn], row[rankColumn])
	e.to, okTo = rowSquare(row[fileToColumn], row[rankToColumn])
	if !ok || !okTo {
		return e, "files and ranks from 1 to 8"
	}
	e.piece, e.captured = figure(row[typeColumn]), figure(row[capturedColumn])
	switch {
	case e.piece == pawn && edgeRanks.Has(e.to):
		e.becomes = queen + figure(color/2)
	case color > 1 && e.piece != king:
		return e, "a color of 0 or 1 for a move without promotion"
	}
	return e, ""
}

func rowSquare(file, rank int32) (s movegen.Square, ok bool) {
	if file < 1 || file > 8 || rank < 1 || rank > 8 {
		return movegen.NoSquare, false
	}
	return movegen.MakeSquare(int(file-1), int(rank-1)), true
}
