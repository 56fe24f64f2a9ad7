package notation

import (
	"strings"
	"unicode/utf8"

	"alfiere/movegen"
)

// ParseMove reads a legal move of p in any notation of this package; blanks around it are skipped. The shape of the
// text decides, so that whether a move is legal never changes what the text means:
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

// parseNumbers reads a legal move of p as two pairs of digits, file and rank from 1 to 8 of the square that the piece
// leaves and of the one that it reaches: "45 37", "4 5 3 7", "4537". Castling is the king's move as in ParseUCI. A
// promotion piece follows as l's letter or, as in correspondence chess, a digit: 1 queen, 2 rook, 3 bishop, 4 knight.
// The error is a *MoveError.
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

// FENArgument returns the FEN given by arguments of a command, which may be its fields one
// by one: startpos alone is the initial position, as in UCI. Other texts are returned joined
// by blanks. Files and protocols have their own form of the initial position.
func FENArgument(args ...string) string {
	text := strings.TrimSpace(strings.Join(args, " "))
	if text == "startpos" {
		return movegen.StartFEN
	}
	return text
}

// Printable replaces control characters, which could affect a terminal, by blanks, and
// bytes that are not UTF-8 by question marks.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// maxQuote is the length in bytes to which errors cut quoted text.
const maxQuote = 32

// Quote returns the beginning of text, at most 32 bytes, in memory of its own, so that
// an error does not keep a text as long as a file.
func Quote(text string) string { return strings.Clone(text[:min(len(text), maxQuote)]) }

// Wrapper appends words to a text, with a blank or a line end between them. The zero
// value appends to nothing, with no limit to its lines.
type Wrapper struct {
	Text  []byte // what has been written
	Width int    // the longest line in characters; 0 is no limit

	used int // characters of the line
}

// Word appends a word: on the line if it fits, else on the next one. A word longer than a line has a line of its own.
func (w *Wrapper) Word(word string) {
	if w.used > 0 && w.Width > 0 && w.used+1+utf8.RuneCountInString(word) > w.Width {
		w.NewLine()
	}
	if w.used > 0 {
		w.Stay(word)
		return
	}
	w.append(word)
}

// Stay appends a word after a blank, however long the line becomes, for a word that
// would mean something else at the beginning of a line.
func (w *Wrapper) Stay(word string) {
	w.append(" ")
	w.append(word)
}

func (w *Wrapper) append(text string) {
	w.Text = append(w.Text, text...)
	w.used += utf8.RuneCountInString(text)
}

// NewLine ends the line.
func (w *Wrapper) NewLine() { w.Text, w.used = append(w.Text, '\n'), 0 }
