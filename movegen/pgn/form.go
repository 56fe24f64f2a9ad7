package pgn

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// Form is how a tree is written; empty if unknown.
type Form string

// The forms that are read and written, and Show, which is for people and is written only.
const (
	PGN     Form = "pgn"
	Text    Form = "text"    // gametree.WriteText
	Numeric Form = "numeric" // gametree.WriteNumeric
	Table   Form = "table"   // gametree.WriteTable
	Board   Form = "board"   // the position before the moves, as board strings
	FEN     Form = "fen"     // likewise, as a FEN
	Show    Form = "show"    // gametree.Outline
)

// FormOf returns the form given by the name of a file, or the usual one. An extension for
// compression must have been removed.
func FormOf(name string, usual Form) Form {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".pgn":
		return PGN
	case ".json":
		return Table
	case ".fen", ".epd":
		return FEN
	}
	return usual
}

// Reasons for which a form cannot be used.
var (
	errNoForm   = errors.New("--from and --to are needed if no file name shows the form")
	errShowOnly = errors.New("the output of show is for people and cannot be read back")
)

// Readable returns the reason why the form cannot be read, nil if it can.
func (f Form) Readable() error {
	if f == Show {
		return errShowOnly
	}
	return f.Writable()
}

// Writable returns the reason why the form cannot be written, nil if it can.
func (f Form) Writable() error {
	switch f {
	case PGN, Text, Numeric, Table, Board, FEN, Show:
		return nil
	case "":
		return errNoForm
	}
	return fmt.Errorf("unknown form %q", f)
}
