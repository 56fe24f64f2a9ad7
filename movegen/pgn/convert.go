package pgn

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
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

// Conversion says how a tree is read and how it is written.
type Conversion struct {
	From, To Form
	Rules    movegen.Rules
	Letters  gametree.Letters      // of boards and tree texts; empty: the letters that were read
	Moves    notation.PieceLetters // of moves in PGN and outlines
	Game     int                   // number of the game of a PGN file; 0: the only one
	Black    bool                  // Black is to move if a board does not show the side
	Diagrams bool                  // of Show: at the end of each line of moves
}

// Document is a tree with the further contents of its form.
type Document struct {
	*Game
	Letters gametree.Letters // the letters in which it is to be written again
}

// Errors in the input.
var (
	errNoTree     = errors.New("there is nothing to read")
	errManyGames  = errors.New("there are several games; --game N chooses one")
	errFewerGames = errors.New("there are fewer games")
	ErrManyFENs   = errors.New("there are several positions; one is the beginning of a tree")
)

// Convert reads a tree and writes it. Positions are converted line by line if neither form holds moves. Errors in the
// input are found before anything is written, except in lists of positions. The error is that of Read or Write.
func (c *Conversion) Convert(w io.Writer, r io.Reader) error {
	if c.From == FEN && (c.To == FEN || c.To == Board) {
		return c.convertPositions(w, r)
	}
	d, err := c.Read(r)
	if err != nil {
		return err
	}
	return c.Write(w, d)
}

func (c *Conversion) convertPositions(w io.Writer, r io.Reader) error {
	positions := notation.NewEPDReader(r, c.Rules)
	out := bufio.NewWriter(w)
	for {
		e, err := positions.Read()
		if err == io.EOF {
			return out.Flush()
		}
		if err == nil {
			err = c.writePosition(out, e.Position, c.Letters)
		}
		if err != nil {
			return errors.Join(err, out.Flush())
		}
	}
}

// Read reads a tree in the form From. The error is errNoTree, errManyGames, ErrNoGame,
// ErrManyFENs, or that of the form's reader.
func (c *Conversion) Read(r io.Reader) (Document, error) {
	d := Document{Letters: c.Letters}
	var tree *gametree.Tree
	var own gametree.Letters // those that are read
	err := c.From.Readable()
	switch c.From {
	case PGN:
		d.Game, err = c.readGame(r)
		return d, err
	case Text:
		tree, own, err = gametree.ReadText(r, gametree.Reading{Letters: c.Letters, Rules: c.Rules})
	case Numeric:
		tree, err = gametree.ReadNumeric(r, c.Rules)
	case Table:
		tree, err = gametree.ReadTable(r, c.Rules)
	case Board:
		tree, own, err = c.readBoard(r)
	case FEN:
		tree, err = c.readFEN(r)
	}
	if d.Letters == "" {
		d.Letters = own
	}
	if err == nil {
		d.Game = NewGame(tree)
	}
	return d, err
}

// readFEN reads the only position.
func (c *Conversion) readFEN(source io.Reader) (*gametree.Tree, error) {
	r := notation.NewEPDReader(source, c.Rules)
	e, err := r.Read()
	if err == io.EOF {
		return nil, errNoTree
	}
	if err == nil {
		if _, next := r.Read(); next != io.EOF {
			err = ErrManyFENs
		}
	}
	return gametree.New(e.Position), err
}

// readGame reads the game that is wanted. A game with an error is refused.
func (c *Conversion) readGame(source io.Reader) (*Game, error) {
	r := NewReader(source, Reading{Language: c.Moves})
	for range max(c.Game, 1) {
		if !r.Next() {
			if err := r.Err(); err != nil || c.Game > 1 {
				return nil, errors.Join(err, errFewerGames)
			}
			return nil, message.Errorf("%w: %w", errNoTree, r.NoGame())
		}
	}
	g, err := r.Game()
	if err == nil && c.Game == 0 && r.Next() {
		err = errManyGames
	}
	return g, errors.Join(err, r.Err())
}

// maxBoard bounds the text of a board in bytes; it has 74 characters and separators between them.
const maxBoard = 64 << 10

func (c *Conversion) readBoard(r io.Reader) (*gametree.Tree, gametree.Letters, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxBoard))
	if err != nil {
		return nil, "", err
	}
	side := movegen.White
	if c.Black {
		side = movegen.Black
	}
	b, err := gametree.ParseBoard(string(text), c.Rules, side)
	return gametree.New(b.Position), b.Letters, err
}

// Write writes a tree in the form To. The error is that of w or of the form's writer.
func (c *Conversion) Write(w io.Writer, d Document) error {
	out := bufio.NewWriter(w)
	return errors.Join(c.write(out, d), out.Flush())
}

func (c *Conversion) write(w io.Writer, d Document) error {
	switch c.To {
	case PGN:
		return Layout{Language: c.Moves}.Write(w, d.Game)
	case Text:
		return gametree.WriteText(w, d.Tree, d.Letters)
	case Numeric:
		return gametree.WriteNumeric(w, d.Tree)
	case Table:
		return gametree.WriteTable(w, d.Tree)
	case Board, FEN:
		return c.writePosition(w, d.Tree.Start(), d.Letters)
	case Show:
		return gametree.Outline{Letters: c.Moves, Diagrams: c.Diagrams, Game: c.From == PGN}.Write(w, d.Tree)
	}
	return c.To.Writable()
}

// writePosition writes a position in one of the forms that hold no moves.
func (c *Conversion) writePosition(w io.Writer, p movegen.Position, letters gametree.Letters) error {
	text := p.FEN()
	if c.To == Board {
		text = strings.Join(gametree.BoardStrings(&p, letters), " ")
	}
	_, err := fmt.Fprintln(w, text)
	return err
}
