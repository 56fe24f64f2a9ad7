package query

import (
	"slices"
	"strings"

	"alfiere/movegen/notation"
	"alfiere/problem/database"
)

// fits writes a condition on the board, which the database has as 64 letters from a8 to h1.
func (b *builder) fits(e *fits) {
	switch e.Field.Name {
	case "anywhere":
		b.add("(")
		b.atLeast(e.Rows)
		b.add(lines+" GLOB ?)", anywhere(e.Rows))
	case "like":
		b.like(e)
	default:
		b.boards([]notation.PatternRows{e.Rows}, e.Side)
	}
}

// boards writes the condition that the board fits one of the patterns, which are images of each other.
func (b *builder) boards(images []notation.PatternRows, side string) {
	b.add("(")
	if side != "" {
		b.add("p.side = ? AND ", side)
	}
	for i, rows := range images {
		board, ok := exact(rows)
		switch {
		case ok && i == 0:
			b.add("p.board IN (?", board)
		case ok:
			b.add(", ?", board)
		case i == 0:
			b.add("(p.board GLOB ?", globs(rows, ""))
		default:
			b.add(" OR p.board GLOB ?", globs(rows, ""))
		}
	}
	b.add("))")
}

// like writes the condition that an image of the board fits. Images without the men that
// the pattern has need not be looked at.
func (b *builder) like(e *fits) {
	b.add("(")
	rows, side := e.Rows, e.Side
	for i := range 2 {
		if i > 0 {
			b.add(" OR ")
			rows = swap(rows)
			side = map[string]string{"w": "b", "b": "w"}[side]
		}
		b.add("(")
		if _, ok := exact(rows); !ok {
			b.atLeast(rows)
		}
		b.boards(turns(rows), side)
		b.add(")")
	}
	b.add(")")
}

// atLeast writes that there are as many men as the pattern names, followed by AND.
func (b *builder) atLeast(rows notation.PatternRows) {
	counts := map[notation.PatternSet]int{}
	for _, row := range rows {
		for _, set := range row {
			counts[set]++
			for _, men := range []notation.PatternSet{notation.WhiteMen, notation.BlackMen} {
				if set&^men == 0 && set != men {
					counts[men]++
				}
			}
		}
	}
	for i, letter := range notation.PatternKinds {
		if n := counts[1<<i]; n > 0 && letter != '.' {
			b.add("p."+menColumn(letter)+" >= ? AND ", n)
		}
	}
	for _, men := range []struct {
		set  notation.PatternSet
		name string
	}{{notation.WhiteMen, "white"}, {notation.BlackMen, "black"}} {
		if n := counts[men.set]; n > 0 {
			b.add("p."+men.name+" >= ? AND ", n)
		}
	}
}

// menColumn is the column that counts a man.
func menColumn(letter rune) string {
	if letter >= 'a' {
		return "b" + strings.ToUpper(string(letter))
	}
	return "w" + string(letter)
}

// exact returns the board that alone fits a pattern.
func exact(rows notation.PatternRows) (board string, ok bool) {
	var text strings.Builder
	for _, row := range rows {
		for _, set := range row {
			if set == 0 || set&(set-1) != 0 {
				return "", false
			}
			text.WriteString(letters(set))
		}
	}
	return text.String(), true
}

// letters are the kinds of a set.
func letters(set notation.PatternSet) string {
	var text strings.Builder
	for i := range len(notation.PatternKinds) {
		if set>>i&1 != 0 {
			text.WriteByte(notation.PatternKinds[i])
		}
	}
	return text.String()
}

// nothing is a set for GLOB that no letter of a board is in.
const nothing = "[#]"

// globs writes a pattern for GLOB, with a text between its rows.
func globs(rows notation.PatternRows, between string) string {
	var text strings.Builder
	for i, row := range rows {
		if i > 0 {
			text.WriteString(between)
		}
		for _, set := range row {
			switch set {
			case 0:
				text.WriteString(nothing)
			case notation.Anything:
				text.WriteString("[^/]")
			default:
				text.WriteString("[" + letters(set) + "]")
			}
		}
	}
	return text.String()
}

// lines is the board with a slash before each row but the first, so that what is asked for
// in a row cannot continue in the next one.
const lines = `(substr(p.board, 1, 8) || '/' || substr(p.board, 9, 8) || '/' || substr(p.board, 17, 8) || '/' ||
	substr(p.board, 25, 8) || '/' || substr(p.board, 33, 8) || '/' || substr(p.board, 41, 8) || '/' ||
	substr(p.board, 49, 8) || '/' || substr(p.board, 57, 8))`

// anywhere writes a pattern for GLOB that lines fits if the rows are anywhere on the board:
// from the end of a row to the begin of the next one below it are nine letters less its length.
func anywhere(rows notation.PatternRows) string {
	return "*" + globs(rows, strings.Repeat("?", 9-len(rows[0]))) + "*"
}

// swap exchanges the colours of a pattern.
func swap(rows notation.PatternRows) notation.PatternRows {
	swapped := make(notation.PatternRows, len(rows))
	for i, row := range rows {
		for _, set := range row {
			swapped[i] = append(swapped[i], set.Swapped())
		}
	}
	return swapped
}

// turns returns the different ones of the eight ways in which eight rows of eight can be mirrored and rotated.
func turns(rows notation.PatternRows) (images []notation.PatternRows) {
	seen := map[string]bool{}
	for symmetry := range 8 {
		image := make(notation.PatternRows, 8)
		for s := range 64 {
			from := database.Turned(s, symmetry)
			image[s>>3] = append(image[s>>3], rows[from>>3][from&7])
		}
		if text := globs(image, ""); !seen[text] {
			seen[text] = true
			images = append(images, image)
		}
	}
	return slices.Clip(images)
}
