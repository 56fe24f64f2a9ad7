package games

import (
	"bufio"
	"bytes"
	"errors"

	"alfiere/movegen/pgn"
)

// reading says how the games of the file are read: with their bytes if what cannot be
// read is written again, and with all between them if the file itself is replaced.
func (f *files) reading() pgn.Reading {
	how := pgn.Reading{Language: f.From}
	switch {
	case f.carries && f.own || f.store != nil:
		how.Keep = pgn.KeepAll
	case f.carries:
		how.Keep = pgn.KeepGames
	}
	return how
}

// between writes what stands before the game that r stands before, or behind the last one,
// if the file is replaced: nothing that it holds shall be lost.
func (f *files) between(r *pgn.Reader) error {
	if f.store == nil && (!f.carries || !f.own) {
		return nil
	}
	text, err := r.Before()
	if err != nil {
		return err
	}
	text = bytes.Trim(text, " \t\r\n")
	if f.store != nil {
		return writePiece(f.store.out, text)
	}
	return f.carry(text)
}

// carry writes a piece of a file as it stands, and an empty line behind it.
func (f *files) carry(text []byte) error { return writePiece(f.out, text) }

// writePiece is carry to w.
func writePiece(w *bufio.Writer, text []byte) error {
	if len(text) == 0 {
		return nil
	}
	_, err := w.Write(text)
	for missing := 2 - lineEnds(text); missing > 0 && err == nil; missing-- {
		err = w.WriteByte('\n')
	}
	return err
}

// lineEnds returns the number of line feeds at the end, carriage returns and blanks aside.
func lineEnds(text []byte) int {
	return bytes.Count(text[len(bytes.TrimRight(text, " \t\r\n")):], []byte{'\n'})
}

// stays reports whether the game is written as it stands in the file: it is at fault, or
// the file is replaced and holds something of the game that g does not. That is told.
func (f *files) stays(r *pgn.Reader, g *pgn.Game) bool {
	if len(g.Faults) == 0 && f.own {
		if omitted := r.Omitted(); omitted != nil {
			g.Faults = append(g.Faults, omitted)
			f.tell(g.Faults)
		}
	}
	return len(g.Faults) > 0
}

// write writes the game that was read from r, as it stands in the file if g is not all of it.
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
