// Package pattern reads patterns of boards: rows as in a FEN that say of each square what
// may stand on it.
package pattern

import "strings"

// Kinds are what can be on a square, as a FEN writes it; '.' is an empty one.
const Kinds = ".PNBRQKpnbrqk"

// Set is a set of kinds: bit i stands for Kinds[i].
type Set uint16

// The sets that have signs of their own.
const (
	Empty    = Set(1)
	Anything = Set(1<<len(Kinds) - 1)
	WhiteMen = Set(0b1111110)
	BlackMen = WhiteMen << 6
)

const side = 8 // squares of a row, rows of a board

// Rows are the squares of a pattern, from the top and from the left. All rows are as long as
// the first.
type Rows [][]Set

// Error says where a pattern is at fault.
type Error struct {
	Row    int // from 1; 0 if their number is wrong
	Offset int // bytes before the fault, in the whole pattern
	Reason Reason

	text   string // of the row
	letter int    // byte of the row, from 1; 0 if the whole row is meant
	whole  bool   // the rows are those of a whole board
}

// ParseBoard reads the eight rows of a board. A square is a man's letter or one of ? (anything),
// A or a (any man of White's or Black's), [NB] (one of these, "." being an empty square) and
// [^Pp] (anything but these); 1 to 8 are empty squares, and * is the rest of a row. The error
// is an *Error.
func ParseBoard(text string) (Rows, error) {
	if n := strings.Count(text, "/") + 1; n != side {
		return nil, &Error{Reason: Because("wanted are eight rows with / between them, not %d", n)}
	}
	return parse(text, true)
}

// Parse reads up to eight rows of up to eight squares, written as ParseBoard has them: a part
// of a board. The error is an *Error.
func Parse(text string) (Rows, error) {
	if n := strings.Count(text, "/") + 1; n > side {
		return nil, &Error{Reason: Because("wanted are at most eight rows, not %d", n)}
	}
	return parse(text, false)
}

func parse(text string, whole bool) (rows Rows, err error) {
	offset := 0
	for i, row := range strings.Split(text, "/") {
		squares, letter, reason := parseRow(row)
		switch {
		case !reason.IsNone():
		case whole && len(squares) != side:
			reason = Because("there are %d squares instead of eight", len(squares))
		case len(squares) == 0:
			reason = Because("there is no square")
		case i > 0 && len(squares) != len(rows[0]):
			reason = Because("there are %d squares, but %d in the first row", len(squares), len(rows[0]))
		}
		if !reason.IsNone() {
			return nil, &Error{Row: i + 1, Offset: offset + max(letter-1, 0), Reason: reason, text: row, letter: letter, whole: whole}
		}
		rows = append(rows, squares)
		offset += len(row) + 1
	}
	return rows, nil
}

// parseRow reads the squares of a row; reason says what is wrong with one of its letters,
// counted from 1.
func parseRow(row string) (squares []Set, letter int, reason Reason) {
	for at := 0; at < len(row); {
		set, count, length, reason := parseSquares(row[at:], side-len(squares))
		if reason.IsNone() && len(squares)+count > side {
			reason = Because("there are more than eight squares")
		}
		if !reason.IsNone() {
			return nil, at + 1, reason
		}
		for range count {
			squares = append(squares, set)
		}
		at += length
	}
	return squares, 0, Reason{}
}

// parseSquares reads the first sign of a text: a set, how many squares have it, and how
// many bytes it takes. left is how many squares the row still lacks.
func parseSquares(text string, left int) (set Set, count, length int, reason Reason) {
	switch b := text[0]; {
	case b >= '1' && b <= '8':
		return Empty, int(b - '0'), 1, Reason{}
	case b == '?':
		return Anything, 1, 1, Reason{}
	case b == '*':
		return Anything, left, 1, Reason{}
	case b == '[':
		return parseBrackets(text)
	default:
		set, ok := kindsOf(b)
		if !ok || b == '.' {
			return 0, 0, 0, Because("wanted is a man, 1 to 8, ?, A, a, [...], [^...] or *")
		}
		return set, 1, 1, Reason{}
	}
}

// parseBrackets is parseSquares for a text that begins with a bracket.
func parseBrackets(text string) (set Set, count, length int, reason Reason) {
	end := strings.IndexByte(text, ']')
	if end < 0 {
		return 0, 0, 0, Because("the bracket is not closed")
	}
	letters, isExcluded := strings.CutPrefix(text[1:end], "^")
	for i := range len(letters) {
		one, ok := kindsOf(letters[i])
		if !ok {
			return 0, 0, 0, Because("%q is no man", letters[i:i+1])
		}
		set |= one
	}
	if set == 0 {
		return 0, 0, 0, Because("nothing is in the brackets")
	}
	if isExcluded {
		set = Anything &^ set
	}
	return set, 1, end + 1, Reason{}
}

// kindsOf returns what a letter stands for.
func kindsOf(letter byte) (set Set, ok bool) {
	switch i := strings.IndexByte(Kinds, letter); {
	case i >= 0:
		return 1 << i, true
	case letter == 'A':
		return WhiteMen, true
	case letter == 'a':
		return BlackMen, true
	}
	return 0, false
}

// String writes the rows as Parse reads them.
func (r Rows) String() string {
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

// String writes the set as a square of a pattern: the shortest way there is.
func (s Set) String() string {
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

// letters names the kinds of a set, all men of a colour by one letter.
func (s Set) letters() string {
	var b strings.Builder
	for i, men := range []Set{WhiteMen, BlackMen} {
		if s&men == men {
			b.WriteByte("Aa"[i])
			s &^= men
		}
	}
	for i := range len(Kinds) {
		if s>>i&1 != 0 {
			b.WriteByte(Kinds[i])
		}
	}
	return b.String()
}

// Swapped returns the set with the colours exchanged.
func (s Set) Swapped() Set {
	return s&Empty | s&WhiteMen<<6 | s&BlackMen>>6
}
