package notation

import "alfiere/movegen"

// UCI returns m in the coordinates of the UCI protocol, such as "e2e4" or "e7e8q". Castling is the king's step, "e1g1",
// or with chess960 the king taking its own rook, "e1h1". NoMove is "0000".
func UCI(m movegen.Move, chess960 bool) string {
	var text [5]byte
	return string(AppendUCI(text[:0], m, chess960))
}

// CECP returns m as the protocol of xboard writes it: like UCI, but in Chess960 castling is "O-O" or "O-O-O", because
// the king's squares would not distinguish it from a step.
func CECP(m movegen.Move, chess960 bool) string {
	switch {
	case !chess960 || m.Kind() != movegen.Castling:
		return UCI(m, false)
	case m.To() > m.From():
		return "O-O"
	}
	return "O-O-O"
}

// AppendUCI is UCI for callers that keep a buffer.
func AppendUCI(text []byte, m movegen.Move, chess960 bool) []byte {
	if m == movegen.NoMove {
		return append(text, "0000"...)
	}
	to := m.To()
	if m.Kind() == movegen.Castling && !chess960 {
		to = m.KingTo()
	}
	text = appendSquare(appendSquare(text, m.From()), to)
	if t := m.PromotionType(); t != movegen.NoPieceType {
		text = append(text, movegen.MakePiece(movegen.Black, t).Letter())
	}
	return text
}

func appendSquare(text []byte, s movegen.Square) []byte {
	return append(text, 'a'+byte(s.File()), '1'+byte(s.Rank()))
}

// Squares returns m, a legal move of p, as the squares that the piece leaves and reaches: "b8-d7", and for a capture
// "e5xd6". The piece that a pawn becomes follows in l's letters, "e7-e8=Q"; castling is "O-O" and "O-O-O", NoMove "--".
func Squares(p *movegen.Position, m movegen.Move, l PieceLetters) string {
	switch {
	case m == movegen.NoMove:
		return "--"
	case m.Kind() == movegen.Castling:
		return string(appendCastling(nil, m))
	}
	mark := byte('-')
	if p.IsCapture(m) {
		mark = 'x'
	}
	text := append(appendSquare(make([]byte, 0, 12), m.From()), mark)
	return string(appendPromotion(appendSquare(text, m.To()), m, l))
}

// ParseUCI reads a legal move of p in the coordinates of the UCI protocol. Whatever the mode, castling is the king's
// move onto its own rook or straight to its castling square; a step to a neighbouring square is always a plain king's
// move, so that in Chess960 such castling can only be written as taking the rook. The promotion letter may be a
// capital. The error is a *MoveError.
func ParseUCI(p *movegen.Position, text string) (movegen.Move, error) {
	from, to, end := squarePair(text)
	if end < 4 {
		return movegen.NoMove, syntaxError(text, end)
	}
	promotion := movegen.NoPieceType
	if len(text) > 4 {
		promotion = promotionByte(text[4])
		if promotion == movegen.NoPieceType {
			return movegen.NoMove, syntaxError(text, 4)
		}
		if len(text) > 5 {
			return movegen.NoMove, syntaxError(text, 5)
		}
	}
	return parsedMove{from: from.Bitboard(), exact: true, to: to, promotion: promotion}.resolve(p, text)
}

// squarePair reads two squares, such as "e2e4", from the beginning of text. end is
// where reading stopped: 4 unless one of the squares is invalid.
func squarePair(text string) (from, to movegen.Square, end int) {
	for end < 4 && end < len(text) {
		first := byte('a')
		if end&1 == 1 {
			first = '1'
		}
		if text[end]-first > 7 {
			break
		}
		end++
	}
	if end < 4 {
		return movegen.NoSquare, movegen.NoSquare, end
	}
	from, _ = movegen.ParseSquare(text[:2])
	to, _ = movegen.ParseSquare(text[2:4])
	return from, to, end
}

// promotionByte returns the piece of an English letter to which a pawn can promote, NoPieceType for any other byte.
func promotionByte(b byte) movegen.PieceType {
	switch b | 0x20 {
	case 'q':
		return movegen.Queen
	case 'r':
		return movegen.Rook
	case 'b':
		return movegen.Bishop
	case 'n':
		return movegen.Knight
	}
	return movegen.NoPieceType
}
