package pgn

import (
	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// san reads a move in the usual form of files: exact SAN, with one byte for the piece. It returns NoMove for anything
// else, for which notation.ParseMove is called. A move that it returns is that of ParseMove.
func (r *Reader) san(p *movegen.Position, text []byte) movegen.Move {
	n := len(text)
	for n > 0 && (text[n-1] == '+' || text[n-1] == '#') {
		n--
	}
	if n < 2 {
		return movegen.NoMove
	}
	if text[0] >= 'a' && text[0] <= 'h' {
		return r.pawnSAN(p, text[:n])
	}
	t := r.pieces[text[0]]
	if t == movegen.NoPieceType || n < 3 {
		return movegen.NoMove
	}
	to, ok := squareOf(text[n-2], text[n-1])
	if !ok {
		return movegen.NoMove
	}
	pieces := p.Pieces(p.Side(), t) & movegen.AttacksOf(t, p.Side(), to, p.Occupied())
	middle := text[1 : n-2]
	if len(middle) > 0 && middle[len(middle)-1] == 'x' {
		middle = middle[:len(middle)-1]
	}
	if len(middle) > 0 && middle[0]-'a' < 8 {
		pieces &= movegen.FileOf(int(middle[0] - 'a'))
		middle = middle[1:]
	}
	if len(middle) > 0 && middle[0]-'1' < 8 {
		pieces &= movegen.RankOf(int(middle[0] - '1'))
		middle = middle[1:]
	}
	if len(middle) > 0 {
		return movegen.NoMove
	}
	found := movegen.NoMove
	for pieces != 0 {
		if m := movegen.MakeMove(pieces.Pop(), to, movegen.Normal); p.IsLegal(m) {
			if found != movegen.NoMove {
				return movegen.NoMove // ambiguous
			}
			found = m
		}
	}
	return found
}

// pawnSAN is san for "e4", "exd5", "e8=Q" and "exd8=Q".
func (r *Reader) pawnSAN(p *movegen.Position, text []byte) movegen.Move {
	promotion := movegen.NoPieceType
	if n := len(text); n > 3 && text[n-2] == '=' {
		promotion = r.pieces[text[n-1]]
		if promotion == movegen.NoPieceType || promotion == movegen.King {
			return movegen.NoMove
		}
		text = text[:n-2]
	}
	capture := len(text) == 4 && text[1] == 'x'
	if len(text) != 2 && !capture {
		return movegen.NoMove
	}
	to, ok := squareOf(text[len(text)-2], text[len(text)-1])
	if !ok || (movegen.Rank1|movegen.Rank8).Has(to) != (promotion != movegen.NoPieceType) {
		return movegen.NoMove
	}
	side := p.Side()
	pawns := p.Pieces(side, movegen.Pawn)
	var from movegen.Bitboard
	if capture {
		from = movegen.PawnAttacks(side.Other(), to) & pawns & movegen.FileOf(int(text[0]-'a'))
	} else if from = to.Bitboard().Forward(side.Other()); from&pawns == 0 {
		from = from.Forward(side.Other())
	}
	if from &= pawns; from == 0 {
		return movegen.NoMove
	}
	m := p.MoveFor(from.LSB(), to, promotion)
	if !p.IsLegal(m) {
		return movegen.NoMove
	}
	return m
}

func squareOf(file, rank byte) (s movegen.Square, ok bool) {
	f, r := file-'a', rank-'1'
	return movegen.Square(r<<3 | f), f < 8 && r < 8
}

// move reads a move of p in any form. A pass is NoMove.
func (r *Reader) move(p *movegen.Position, text []byte) (movegen.Move, error) {
	if m := r.san(p, text); m != movegen.NoMove {
		return m, nil
	}
	word := "O-O"
	switch castlingFiles(text) {
	case 2:
	case 3:
		word = "O-O-O"
	default:
		word = decode(text)
	}
	switch word {
	case "--", "Z0", "0000", "@@@@", "null", "pass", "Null", "Pass":
		if p.InCheck() {
			return movegen.NoMove, message.Errorf("%w: a pass out of check", ErrMove)
		}
		return movegen.NoMove, nil
	}
	m, err := notation.ParseMove(p, word, r.language)
	if err != nil {
		return movegen.NoMove, badMove{err}
	}
	return m, nil
}

// castlingFiles returns the number of letters O, o or digits 0 that a castling move is
// written with, 0 for anything else.
func castlingFiles(text []byte) (n int) {
	for i, b := range text {
		switch b {
		case 'O', 'o', '0':
			n++
		case '-':
			if i == 0 || text[i-1] == '-' {
				return 0
			}
		case '+', '#':
		default:
			return 0
		}
	}
	return n
}
