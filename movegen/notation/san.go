package notation

import (
	"unicode/utf8"

	"alfiere/movegen"
)

// SAN returns m, a legal move of p, in standard algebraic notation with l's letters: "Nbd7", "exd6", "e8=Q+", "O-O#".
// The origin is written only if other legal moves require it: the file, else the rank, else both. NoMove is "--".
func SAN(p *movegen.Position, m movegen.Move, l PieceLetters) string {
	var text [16]byte
	return string(AppendSAN(text[:0], p, m, l))
}

// AppendSAN is SAN for callers that keep a buffer; it allocates nothing else.
func AppendSAN(text []byte, p *movegen.Position, m movegen.Move, l PieceLetters) []byte {
	if m == movegen.NoMove {
		return append(text, "--"...)
	}
	t := p.PieceAt(m.From()).Type()
	switch {
	case m.Kind() == movegen.Castling:
		return appendCheck(appendCastling(text, m), p, m)
	case t != movegen.Pawn:
		text = utf8.AppendRune(text, l.Letter(t))
		text = appendOrigin(text, p, m, t)
	case p.IsCapture(m):
		text = append(text, 'a'+byte(m.From().File()))
	}
	if p.IsCapture(m) {
		text = append(text, 'x')
	}
	text = appendPromotion(appendSquare(text, m.To()), m, l)
	return appendCheck(text, p, m)
}

func appendCastling(text []byte, m movegen.Move) []byte {
	if m.To() > m.From() {
		return append(text, "O-O"...)
	}
	return append(text, "O-O-O"...)
}

func appendPromotion(text []byte, m movegen.Move, l PieceLetters) []byte {
	if t := m.PromotionType(); t != movegen.NoPieceType {
		text = utf8.AppendRune(append(text, '='), l.Letter(t))
	}
	return text
}

// appendOrigin appends the file, rank or both that distinguish the piece of m, of type
// t, from others that can legally go to the same square.
func appendOrigin(text []byte, p *movegen.Position, m movegen.Move, t movegen.PieceType) []byte {
	from, to := m.From(), m.To()
	rivals := movegen.AttacksOf(t, p.Side(), to, p.Occupied()) & p.Pieces(p.Side(), t) &^ from.Bitboard()
	for others := rivals; others != 0; {
		s := others.Pop()
		if !p.IsLegal(movegen.MakeMove(s, to, movegen.Normal)) {
			rivals &^= s.Bitboard()
		}
	}
	if rivals == 0 {
		return text
	}
	sameFile := rivals&movegen.FileOf(from.File()) != 0
	sameRank := rivals&movegen.RankOf(from.Rank()) != 0
	if !sameFile || sameRank {
		text = append(text, 'a'+byte(from.File()))
	}
	if sameFile {
		text = append(text, '1'+byte(from.Rank()))
	}
	return text
}

// appendCheck appends '+' if m gives check and '#' if it mates.
func appendCheck(text []byte, p *movegen.Position, m movegen.Move) []byte {
	next := p.After(m)
	switch {
	case !next.InCheck():
		return text
	case next.HasLegalMove():
		return append(text, '+')
	}
	return append(text, '#')
}
