package pgn

import (
	"fmt"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// Pattern defines the allowed contents of each square.
type Pattern struct {
	excluded [len(notation.PatternKinds)]movegen.Bitboard // squares where this kind must not be
	sides    [2]bool                                      // by colour: whether it may be to move
}

// ParsePattern reads the rows of a board like notation.ParseBoardPattern. The rows may be
// followed by w or b, the side to move.
func ParsePattern(text string) (Pattern, error) {
	p := Pattern{sides: [2]bool{true, true}}
	fields := strings.Fields(text)
	if len(fields) == 2 && (fields[1] == "w" || fields[1] == "b") {
		p.sides = [2]bool{fields[1] == "w", fields[1] == "b"}
	} else if len(fields) != 1 {
		return Pattern{}, fmt.Errorf("expected eight rows, optionally followed by w or b, not %q", text)
	}
	rows, err := notation.ParseBoardPattern(fields[0])
	if err != nil {
		return Pattern{}, err
	}
	for i, row := range rows {
		for file, allowed := range row {
			for kind := range p.excluded {
				if allowed>>kind&1 == 0 {
					p.excluded[kind] |= 1 << movegen.MakeSquare(file, 7-i)
				}
			}
		}
	}
	return p, nil
}

// Fits reports whether the position fits the pattern.
func (p *Pattern) Fits(position *movegen.Position) bool {
	if !p.sides[position.Side()] || ^position.Occupied()&p.excluded[0] != 0 {
		return false
	}
	for i, kind := 1, movegen.Pawn; kind <= movegen.King; i, kind = i+1, kind+1 {
		if position.Pieces(movegen.White, kind)&p.excluded[i] != 0 ||
			position.Pieces(movegen.Black, kind)&p.excluded[i+6] != 0 {
			return false
		}
	}
	return true
}
