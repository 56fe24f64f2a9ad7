package notation

import "alfiere/movegen"

// parseNumbers reads a legal move of p as two pairs of digits, file and rank from 1 to
// 8 of the square that the piece leaves and of the one that it reaches: "45 37", "4 5 3
// 7", "4537". Castling is the king's move as in ParseUCI. A promotion piece follows as
// l's letter or, as in correspondence chess, a digit: 1 queen, 2 rook, 3 bishop, 4
// knight. The error is a *MoveError.
func parseNumbers(p *movegen.Position, text string, l PieceLetters) (movegen.Move, error) {
	r := sanReader{text: text, letters: l, end: len(text)}
	var digits [4]int
	for i := range digits {
		r.skipSeparators()
		digit, ok := r.accept("12345678")
		if !ok {
			return movegen.NoMove, syntaxError(text, r.at)
		}
		digits[i] = int(digit - '1')
	}
	r.skipSeparators()
	from, to := movegen.MakeSquare(digits[0], digits[1]), movegen.MakeSquare(digits[2], digits[3])
	d := parsedMove{from: from.Bitboard(), exact: true, to: to}
	if digit, ok := r.accept("1234"); ok {
		d.promotion = movegen.Queen - movegen.PieceType(digit-'1')
	} else if !r.promotion(&d) {
		return movegen.NoMove, syntaxError(text, r.at)
	}
	if r.skipSeparators(); r.at != r.end {
		return movegen.NoMove, syntaxError(text, r.at)
	}
	return d.resolve(p, text)
}

// skipSeparators skips blanks and hyphens between numbers.
func (r *sanReader) skipSeparators() {
	for ok := true; ok; {
		_, ok = r.accept(" \t-")
	}
}
