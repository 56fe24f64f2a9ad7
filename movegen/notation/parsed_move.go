package notation

import (
	"slices"

	"alfiere/movegen"
)

// parsedMove is the content of a text that describes a move, before the move is found on the board.
type parsedMove struct {
	piece     movegen.PieceType // NoPieceType if it is not named
	from      movegen.Bitboard  // the squares that it can start from
	exact     bool              // the text names the starting square in full
	to        movegen.Square
	promotion movegen.PieceType // NoPieceType if it is not named
}

// resolve returns the one legal move of p that fits, or a *MoveError about text.
func (d parsedMove) resolve(p *movegen.Position, text string) (movegen.Move, error) {
	pieces := d.from & p.ByColor(p.Side())
	if d.piece != movegen.NoPieceType {
		pieces &= p.ByType(d.piece)
	}
	var buffer [4]movegen.Move
	fits := buffer[:0]
	for left := pieces; left != 0; {
		fits = d.appendFits(fits, p, left.Pop())
	}
	switch len(fits) {
	case 0:
		return movegen.NoMove, &MoveError{Reason: NotLegal, Text: Quote(text), Piece: d.piece, To: d.to, Pieces: pieces}
	case 1:
		return fits[0], nil
	}
	return movegen.NoMove, &MoveError{Reason: Ambiguous, Text: Quote(text), Piece: d.piece, To: d.to, Pieces: pieces,
		Candidates: slices.Clone(fits)}
}

// appendFits appends the legal moves of the piece on from that fit: several only if a
// pawn promotes and the text does not name the piece.
func (d parsedMove) appendFits(fits []movegen.Move, p *movegen.Position, from movegen.Square) []movegen.Move {
	if d.promotion == movegen.NoPieceType && p.PieceAt(from).Type() == movegen.Pawn && edgeRanks.Has(d.to) {
		for t := movegen.Queen; t >= movegen.Knight; t-- {
			if m := movegen.MakePromotion(from, d.to, t); p.IsLegal(m) {
				fits = append(fits, m)
			}
		}
		return fits
	}
	m := p.MoveFor(from, d.to, d.promotion)
	if m.Kind() == movegen.Castling && !d.exact || !p.IsLegal(m) {
		return fits
	}
	return append(fits, m)
}

const edgeRanks = movegen.Rank1 | movegen.Rank8
