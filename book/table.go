package book

import (
	"io"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// readTable adds the lines of a table of openings to b: fields separated by tabs, the first line names them, and the
// field "pgn" has the moves from the initial position in SAN. A move counts once for each line that has it. The first
// fault ends the reading, as with ReadText.
func readTable(r io.Reader, b *Builder) error {
	field := -1
	empty := true
	err := eachLine(r, func(number int, text string) error {
		text = strings.TrimSuffix(text, "\r")
		if empty {
			empty = false
			if field = slices.Index(strings.Split(text, "\t"), "pgn"); field < 0 {
				return &textError{number, 1, errNoColumn}
			}
			return nil
		}
		begin := 0
		for range field {
			tab := strings.IndexByte(text[begin:], '\t')
			if tab < 0 {
				return nil // a line without moves
			}
			begin += tab + 1
		}
		moves, _, _ := strings.Cut(text[begin:], "\t")
		line := b.Line(movegen.StartPosition())
		return eachWord(text[:begin+len(moves)], begin, func(column int, word string) error {
			if err := line.addSAN(word); err != nil {
				return &textError{number, column, err}
			}
			return nil
		})
	})
	if err == nil && empty {
		return &textError{1, 1, errNoColumn}
	}
	return err
}

// addSAN adds a move in SAN, or nothing for the number of one, "12." or "12...".
func (l *line) addSAN(word string) error {
	if strings.HasSuffix(word, ".") && strings.Trim(word, "0123456789.") == "" {
		return nil
	}
	m, err := notation.ParseSAN(&l.position, word, notation.English)
	if err != nil {
		return err
	}
	return l.Add(m, 1)
}
