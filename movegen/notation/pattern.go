package notation

import (
	"errors"
	"strings"

	"alfiere/internal/message"
)

// PatternKinds are the contents of a square in the letters of a FEN; '.' is empty.
const PatternKinds = ".PNBRQKpnbrqk"

// PatternSet is a set of kinds: bit i is PatternKinds[i].
type PatternSet uint16

// The sets that have signs of their own.
const (
	Empty    = PatternSet(1)
	Anything = PatternSet(1<<len(PatternKinds) - 1)
	WhiteMen = PatternSet(0b1111110)
	BlackMen = WhiteMen << 6
)

const side = 8 // squares of a row, rows of a board

// PatternRows are the squares of a pattern, from the top and from the left. All rows are as long as the first.
type PatternRows [][]PatternSet

// PatternError is an error in a pattern, with its place.
type PatternError struct {
	Row    int // from 1; 0 if their number is wrong
	Offset int // bytes before the fault, in the whole pattern
	Reason error

	text   string // of the row
	letter int    // byte of the row, from 1; 0 if the whole row is meant
	whole  bool   // the rows are those of a whole board
}

// Error names row, letter and reason.
func (e *PatternError) Error() string { return e.Message().Error() }

// Message returns the place and the reason of the error.
func (e *PatternError) Message() error {
	rank := side + 1 - e.Row
	switch {
	case e.Row == 0:
		return e.Reason
	case e.whole && e.letter == 0:
		return message.Errorf("row %d, the rank %d, %q: %v", e.Row, rank, e.text, e.Reason)
	case e.whole:
		return message.Errorf("row %d, the rank %d, %q: letter %d: %v", e.Row, rank, e.text, e.letter, e.Reason)
	case e.letter == 0:
		return message.Errorf("row %d, %q: %v", e.Row, e.text, e.Reason)
	}
	return message.Errorf("row %d, %q: letter %d: %v", e.Row, e.text, e.letter, e.Reason)
}

// ParseBoardPattern reads the eight rows of a board. A square is a man's letter or one of ? (anything), A or a (any man
// of White's or Black's), [NB] (one of these, "." being an empty square) and [^Pp] (anything but these); 1 to 8 are
// empty squares, and * is the rest of a row. The error is an *Error.
func ParseBoardPattern(text string) (PatternRows, error) {
	if n := strings.Count(text, "/") + 1; n != side {
		return nil, &PatternError{Reason: message.Errorf("expected eight rows separated by /, not %d", n)}
	}
	return parsePattern(text, true)
}

// ParsePattern reads up to eight rows of up to eight squares, in the form of ParseBoardPattern: a
// part of a board. The error is a *PatternError.
func ParsePattern(text string) (PatternRows, error) {
	if n := strings.Count(text, "/") + 1; n > side {
		return nil, &PatternError{Reason: message.Errorf("expected at most eight rows, not %d", n)}
	}
	return parsePattern(text, false)
}

func parsePattern(text string, whole bool) (rows PatternRows, err error) {
	offset := 0
	for i, row := range strings.Split(text, "/") {
		squares, letter, reason := parsePatternRow(row)
		switch {
		case reason != nil:
		case whole && len(squares) != side:
			reason = message.Errorf("there are %d squares instead of eight", len(squares))
		case len(squares) == 0:
			reason = errors.New("there is no square")
		case i > 0 && len(squares) != len(rows[0]):
			reason = message.Errorf("there are %d squares, but %d in the first row", len(squares), len(rows[0]))
		}
		if reason != nil {
			return nil, &PatternError{Row: i + 1, Offset: offset + max(letter-1, 0), Reason: reason, text: row, letter: letter,
				whole: whole}
		}
		rows = append(rows, squares)
		offset += len(row) + 1
	}
	return rows, nil
}

// parsePatternRow reads the squares of a row; reason says what is wrong with one of its letters, counted from 1.
func parsePatternRow(row string) (squares []PatternSet, letter int, reason error) {
	for at := 0; at < len(row); {
		set, count, length, reason := parseSquares(row[at:], side-len(squares))
		if reason == nil && len(squares)+count > side {
			reason = errors.New("there are more than eight squares")
		}
		if reason != nil {
			return nil, at + 1, reason
		}
		for range count {
			squares = append(squares, set)
		}
		at += length
	}
	return squares, 0, nil
}

// parseSquares reads the first sign of a text: a set, how many squares have it, and how
// many bytes it takes. left is how many squares the row still lacks.
func parseSquares(text string, left int) (set PatternSet, count, length int, reason error) {
	switch b := text[0]; {
	case b >= '1' && b <= '8':
		return Empty, int(b - '0'), 1, nil
	case b == '?':
		return Anything, 1, 1, nil
	case b == '*':
		return Anything, left, 1, nil
	case b == '[':
		return parseBrackets(text)
	default:
		set, ok := kindsOf(b)
		if !ok || b == '.' {
			return 0, 0, 0, errors.New("expected a man, 1 to 8, ?, A, a, [...], [^...] or *")
		}
		return set, 1, 1, nil
	}
}

// parseBrackets is parseSquares for a text that begins with a bracket.
func parseBrackets(text string) (set PatternSet, count, length int, reason error) {
	end := strings.IndexByte(text, ']')
	if end < 0 {
		return 0, 0, 0, errors.New("the bracket is not closed")
	}
	letters, isExcluded := strings.CutPrefix(text[1:end], "^")
	for i := range len(letters) {
		one, ok := kindsOf(letters[i])
		if !ok {
			return 0, 0, 0, message.Errorf("%q is not a man", letters[i:i+1])
		}
		set |= one
	}
	if set == 0 {
		return 0, 0, 0, errors.New("nothing is in the brackets")
	}
	if isExcluded {
		set = Anything &^ set
	}
	return set, 1, end + 1, nil
}

// kindsOf returns the set that a letter means.
func kindsOf(letter byte) (set PatternSet, ok bool) {
	switch i := strings.IndexByte(PatternKinds, letter); {
	case i >= 0:
		return 1 << i, true
	case letter == 'A':
		return WhiteMen, true
	case letter == 'a':
		return BlackMen, true
	}
	return 0, false
}

// String writes the rows in the form that ParsePattern reads.
func (r PatternRows) String() string {
	var b strings.Builder
	for i, row := range r {
		if i > 0 {
			b.WriteByte('/')
		}
		empty := 0
		for _, set := range row {
			if set == Empty {
				empty++
				continue
			}
			b.WriteString(count(empty))
			empty = 0
			b.WriteString(set.String())
		}
		b.WriteString(count(empty))
	}
	return b.String()
}

// count writes a number of empty squares.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return string(rune('0' + n))
}

// String writes the set as a square of a pattern, in the shortest form.
func (s PatternSet) String() string {
	switch s {
	case Empty:
		return "1"
	case Anything:
		return "?"
	case WhiteMen:
		return "A"
	case BlackMen:
		return "a"
	}
	if letters := s.letters(); len(letters) == 1 {
		return letters
	}
	with, without := s.letters(), (Anything &^ s).letters()
	if len(without) < len(with) || s == 0 {
		return "[^" + without + "]"
	}
	return "[" + with + "]"
}

// letters names the kinds of a set, all pieces of a colour by one letter.
func (s PatternSet) letters() string {
	var b strings.Builder
	for i, men := range []PatternSet{WhiteMen, BlackMen} {
		if s&men == men {
			b.WriteByte("Aa"[i])
			s &^= men
		}
	}
	for i := range len(PatternKinds) {
		if s>>i&1 != 0 {
			b.WriteByte(PatternKinds[i])
		}
	}
	return b.String()
}

// Swapped returns the set with the colours exchanged.
func (s PatternSet) Swapped() PatternSet {
	return s&Empty | s&WhiteMen<<6 | s&BlackMen>>6
}
