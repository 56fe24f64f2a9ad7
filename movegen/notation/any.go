package notation

import (
	"strings"

	"alfiere/movegen"
)

// ParseMove reads a legal move of p in any notation of this package; blanks round
// it are skipped. The shape of the text decides, so that whether a move is legal
// never changes what the text means:
//
//  1. two squares, with or without one of q, r, b, n in lower case, are UCI: these
//     letters are English in every language;
//  2. what begins with a digit from 1 to 8 is numbers;
//  3. the rest is SAN or long algebraic with l's letters, which are capitals.
//
// The error is a *MoveError.
func ParseMove(p *movegen.Position, text string, l Language) (movegen.Move, error) {
	text = strings.Trim(text, " \t\r\n")
	switch {
	case isUCI(text):
		return ParseUCI(p, text)
	case text != "" && text[0] >= '1' && text[0] <= '8':
		return ParseNumbers(p, text, l)
	}
	return ParseSAN(p, text, l)
}

// isUCI reports whether text has the exact shape of a UCI move.
func isUCI(text string) bool {
	_, _, end := squarePair(text)
	return end == 4 && (len(text) == 4 || len(text) == 5 && strings.IndexByte("qrbn", text[4]) >= 0)
}

// ParseNumbers reads a legal move of p as two pairs of digits, file and rank from 1
// to 8 of the square that the piece leaves and of the one that it reaches: "45 37",
// "4 5 3 7", "4537". Castling is the king's move as in ParseUCI. What a pawn becomes
// follows as l's letter or, as in correspondence chess, a digit: 1 queen, 2 rook,
// 3 bishop, 4 knight. The error is a *MoveError.
func ParseNumbers(p *movegen.Position, text string, l Language) (movegen.Move, error) {
	r := sanReader{text: text, letters: l, end: len(text)}
	var digits [4]int
	for i := range digits {
		r.skipBlanks()
		digit, ok := r.accept("12345678")
		if !ok {
			return movegen.NoMove, syntaxError(text, r.at)
		}
		digits[i] = int(digit - '1')
	}
	r.skipBlanks()
	from, to := movegen.MakeSquare(digits[0], digits[1]), movegen.MakeSquare(digits[2], digits[3])
	d := description{from: from.Bitboard(), exact: true, to: to}
	if digit, ok := r.accept("1234"); ok {
		d.promotion = movegen.Queen - movegen.PieceType(digit-'1')
	} else if !r.promotion(&d) {
		return movegen.NoMove, syntaxError(text, r.at)
	}
	if r.skipBlanks(); r.at != r.end {
		return movegen.NoMove, syntaxError(text, r.at)
	}
	return d.resolve(p, text)
}

// skipBlanks skips what may stand between numbers: blanks and hyphens.
func (r *sanReader) skipBlanks() {
	for ok := true; ok; {
		_, ok = r.accept(" \t-")
	}
}
