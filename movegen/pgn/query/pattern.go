package query

import (
	"fmt"
	"strings"

	"alfiere/movegen"
)

// kinds are what can be on a square in a pattern's sets; '.' is an empty one.
const kinds = ".PNBRQKpnbrqk"

// kindSet is a set of them, a bit for each.
type kindSet uint16

const (
	anything = kindSet(1<<len(kinds) - 1)
	whiteMen = kindSet(0b1111110)
	blackMen = whiteMen << 6
)

// Pattern says of each square what may stand on it.
type Pattern struct {
	excluded [len(kinds)]movegen.Bitboard // squares where this kind must not be
	sides    [2]bool                      // by colour: that it may be to move
}

// ParsePattern reads the rows of a FEN in which a square may also be ? (anything), A or a
// (any man of White's or Black's), [NB] (one of these, "." being an empty square) or
// [^Pp] (anything but these), and the rest of a row *. Behind the rows may stand w or b,
// who is to move.
func ParsePattern(text string) (Pattern, error) {
	p := Pattern{sides: [2]bool{true, true}}
	fields := strings.Fields(text)
	if len(fields) == 2 && (fields[1] == "w" || fields[1] == "b") {
		p.sides = [2]bool{fields[1] == "w", fields[1] == "b"}
	} else if len(fields) != 1 {
		return Pattern{}, fmt.Errorf("wanted are eight rows, and behind them at most w or b, not %q", text)
	}
	rows := strings.Split(fields[0], "/")
	if len(rows) != 8 {
		return Pattern{}, fmt.Errorf("wanted are eight rows with / between them, not %d", len(rows))
	}
	for i, row := range rows {
		squares, err := parseRow(row)
		if err != nil {
			return Pattern{}, fmt.Errorf("row %d, the rank %d, %q: %w", i+1, 8-i, row, err)
		}
		for file, allowed := range squares {
			for kind := range p.excluded {
				if allowed>>kind&1 == 0 {
					p.excluded[kind] |= 1 << movegen.MakeSquare(file, 7-i)
				}
			}
		}
	}
	return p, nil
}

// parseRow reads the eight squares of a row.
func parseRow(row string) (squares [8]kindSet, err error) {
	n := 0
	for at := 0; at < len(row); {
		set, count, length, err := parseSquares(row[at:], 8-n)
		if err != nil {
			return squares, fmt.Errorf("letter %d: %w", at+1, err)
		}
		if n+count > 8 {
			return squares, fmt.Errorf("letter %d: there are more than eight squares", at+1)
		}
		for range count {
			squares[n] = set
			n++
		}
		at += length
	}
	if n != 8 {
		return squares, fmt.Errorf("there are %d squares instead of eight", n)
	}
	return squares, nil
}

// parseSquares reads the first sign of a text: a set, how many squares have it, and how
// many bytes it takes. left is how many squares the row still lacks.
func parseSquares(text string, left int) (set kindSet, count, length int, err error) {
	switch b := text[0]; {
	case b >= '1' && b <= '8':
		return 1, int(b - '0'), 1, nil
	case b == '?':
		return anything, 1, 1, nil
	case b == '*':
		return anything, left, 1, nil
	case b == '[':
		end := strings.IndexByte(text, ']')
		if end < 0 {
			return 0, 0, 0, fmt.Errorf("the bracket is not closed")
		}
		letters, isExcluded := strings.CutPrefix(text[1:end], "^")
		for i := range len(letters) {
			one, ok := kindsOf(letters[i])
			if !ok {
				return 0, 0, 0, fmt.Errorf("%q is no man", letters[i:i+1])
			}
			set |= one
		}
		if set == 0 {
			return 0, 0, 0, fmt.Errorf("nothing is in the brackets")
		}
		if isExcluded {
			set = anything &^ set
		}
		return set, 1, end + 1, nil
	default:
		set, ok := kindsOf(b)
		if !ok || b == '.' {
			return 0, 0, 0, fmt.Errorf("wanted is a man, 1 to 8, ?, A, a, [...], [^...] or *")
		}
		return set, 1, 1, nil
	}
}

// kindsOf returns what a letter stands for.
func kindsOf(letter byte) (set kindSet, ok bool) {
	switch i := strings.IndexByte(kinds, letter); {
	case i >= 0:
		return 1 << i, true
	case letter == 'A':
		return whiteMen, true
	case letter == 'a':
		return blackMen, true
	}
	return 0, false
}

// Fits reports whether the position fits the pattern.
func (pattern *Pattern) Fits(p *movegen.Position) bool {
	if !pattern.sides[p.Side()] || ^p.Occupied()&pattern.excluded[0] != 0 {
		return false
	}
	for i, kind := 1, movegen.Pawn; kind <= movegen.King; i, kind = i+1, kind+1 {
		if p.Pieces(movegen.White, kind)&pattern.excluded[i] != 0 || p.Pieces(movegen.Black, kind)&pattern.excluded[i+6] != 0 {
			return false
		}
	}
	return true
}
