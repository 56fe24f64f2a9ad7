package games

import (
	"bytes"
	"errors"

	"alfiere/movegen/pgn"
)

// reading returns how the games of the file are read: with their bytes if invalid games are copied
// to the output, and with all text between them if the file itself is replaced.
func (f *files) reading() pgn.Reading {
	how := pgn.Reading{Language: f.From}
	switch {
	case f.keepsAll():
		how.Keep = pgn.KeepAll
	case f.carries:
		how.Keep = pgn.KeepGames
	}
	return how
}

// between writes the text in front of the next game of r, or after the last one, if the file is
// replaced: no text of the file may be lost.
func (f *files) between(r *pgn.Reader) error {
	if !f.keepsAll() {
		return nil
	}
	text, err := r.Before()
	if err != nil {
		return err
	}
	return f.carry(bytes.Trim(text, " \t\r\n"))
}

// carry writes a piece of a file unchanged, followed by an empty line.
func (f *files) carry(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	_, err := f.out.Write(text)
	// Carriage returns and blanks at the end do not count.
	lineEnds := bytes.Count(text[len(bytes.TrimRight(text, " \t\r\n")):], []byte{'\n'})
	for ; lineEnds < 2 && err == nil; lineEnds++ {
		err = f.out.WriteByte('\n')
	}
	return err
}

// stays reports whether the game is copied unchanged: it is invalid, or the file is replaced and
// has some text of the game that g lacks. The reason is reported.
func (f *files) stays(r *pgn.Reader, g *pgn.Game) bool {
	if len(g.Faults) == 0 && f.own {
		if omitted := r.Omitted(); omitted != nil {
			g.Faults = append(g.Faults, omitted)
			f.tell(g.Faults)
		}
	}
	return len(g.Faults) > 0
}

// write writes the game that was read from r, unchanged if g is not all of it.
func (f *files) write(r *pgn.Reader, g *pgn.Game) error {
	if !f.stays(r, g) {
		writer := pgn.NewWriter(f.out)
		writer.Language = f.To
		err := writer.Write(g)
		if !errors.Is(err, pgn.ErrNesting) {
			return err
		}
		f.tell([]*pgn.Error{{Line: r.Line(), Column: 1, Game: f.games, Err: err}})
	}
	text, err := r.Source()
	if err != nil {
		return err
	}
	return f.carry(text)
}
