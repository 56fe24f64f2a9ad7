package notation

import (
	"strings"

	"alfiere/movegen"
)

// ParseMove reads a legal move of p in any notation of this package; blanks around it
// are skipped. The shape of the text decides, so that whether a move is legal never
// changes what the text means:
//
//  1. two squares, with or without one of q, r, b, n in lower case, are UCI: these
//     letters are English in every language;
//  2. text that begins with a digit from 1 to 8 is numbers;
//  3. the rest is SAN or long algebraic with l's letters, which are capitals.
//
// The error is a *MoveError.
func ParseMove(p *movegen.Position, text string, l PieceLetters) (movegen.Move, error) {
	text = strings.Trim(text, " \t\r\n")
	switch {
	case isUCI(text):
		return ParseUCI(p, text)
	case text != "" && text[0] >= '1' && text[0] <= '8':
		return parseNumbers(p, text, l)
	}
	return ParseSAN(p, text, l)
}

// isUCI reports whether text has the exact shape of a UCI move.
func isUCI(text string) bool {
	_, _, end := squarePair(text)
	return end == 4 && (len(text) == 4 || len(text) == 5 && strings.IndexByte("qrbn", text[4]) >= 0)
}

// WithoutNumber removes the number of a move, such as in "12. Nf3" and "12...Nf6"; a
// text without a number stays as it is.
func WithoutNumber(text string) string {
	behind := strings.TrimLeft(text, "0123456789")
	if behind == text || behind == "" || behind[0] != '.' {
		return text
	}
	return strings.TrimLeft(behind, ". \t")
}
