package notation

import (
	"unicode/utf8"

	"alfiere/movegen"
)

// Long returns m, a legal move of p, in long algebraic notation with l's letters:
// "Nb8-d7", "e5xd6", "e7-e8=Q+", "O-O#".
func Long(p *movegen.Position, m movegen.Move, l PieceLetters) string {
	text := make([]byte, 0, 16)
	if t := p.PieceAt(m.From()).Type(); t != movegen.Pawn && m.Kind() != movegen.Castling && m != movegen.NoMove {
		text = utf8.AppendRune(text, l.Letter(t))
	}
	text = append(text, Squares(p, m, l)...)
	if m == movegen.NoMove {
		return string(text)
	}
	return string(appendCheck(text, p, m))
}

// Squares returns m, a legal move of p, as the squares that the piece leaves and
// reaches: "b8-d7", and for a capture "e5xd6". The piece that a pawn becomes follows
// in l's letters, "e7-e8=Q"; castling is "O-O" and "O-O-O", NoMove "--".
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
