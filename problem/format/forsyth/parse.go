package forsyth

import (
	"errors"
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/text"
)

// Statement is a problem as a line states it.
type Statement struct {
	Line     int // as it was given to Parse
	Position movegen.Position
	Moves    int                    // the stipulation; 0 if there is none
	Barred   movegen.Bitboard       // rooks at home, as is their king, that may not castle by the FEN
	Passed   *text.ImpossiblePassed // nil if the line names no impossible en passant square

	text.Caption
}

// Parse reads a position as composers write it: a board alone, a FEN or EPD, a link to an editor that holds a FEN, or a
// list of men, which may have several lines. dm, or #N after the position, is the number of moves; id, title, author
// and source name the problem. The error is an *Error or an *IllegalError; number is that of the first line.
func (c Conventions) Parse(text string, number int) (Statement, error) {
	if IsList(text) {
		return c.parseList(text, number)
	}
	if !IsLink(text) {
		return c.parseLine(WithoutPrefix(text), number)
	}
	line, err := unlink(text)
	if fault, ok := errors.AsType[*Error](err); ok {
		fault.Line = number
		return Statement{}, fault
	}
	return c.parseLine(line, number)
}

// parseLine reads a board, a FEN or an EPD.
func (c Conventions) parseLine(line string, number int) (Statement, error) {
	made, err := newStatement(line, c)
	if fault, ok := errors.AsType[*Error](err); ok {
		fault.Line = number
		return Statement{}, fault
	}
	epd := string(made.line)
	e, err := notation.ParseEPD(epd, problem.Composed)
	if err != nil {
		return Statement{Moves: made.moves}, made.lineError(err, number)
	}
	p := Statement{Line: number, Moves: made.moves,
		Caption: text.Caption{ID: e.Text("id"), Title: e.Text("title"), Author: e.Text("author"), Source: e.Text("source")}}
	p.Passed = passed(&e.Position, made.given)
	p.Position, p.Barred = claim(e.Position, c.Home || made.unclaimed)
	if e.Find("dm") == nil {
		return p, nil
	}
	p.Moves, err = e.Int("dm")
	if err != nil || p.Moves < 1 || p.Moves > problem.MaxMoves {
		column := made.column(strings.LastIndex(epd, "dm") + 1)
		return p, &Error{Line: number, Column: column, Text: "dm " + Clip(e.Text("dm")), Err: problem.ErrMoves}
	}
	return p, nil
}

// passed checks the en passant field of a FEN as it was given.
func passed(p *movegen.Position, fen string) *text.ImpossiblePassed {
	fields := strings.Fields(fen)
	if len(fields) < 4 {
		return nil
	}
	square, ok := movegen.ParseSquare(fields[3])
	if !ok {
		return nil
	}
	return text.CheckPassed(p, square)
}

// lineError converts the fault of an EPD line: a position that is no chess is no fault of the text.
func (s *statement) lineError(err error, number int) error {
	var position *movegen.FENError
	if errors.As(err, &position) && isIllegal(position) {
		board, _ := wordAt(string(s.line), 0)
		return &IllegalError{Line: number, FEN: s.given, Board: board, Faults: position.Faults}
	}
	var fault *notation.EPDError
	if !errors.As(err, &fault) {
		return err
	}
	return &Error{Line: number, Column: s.column(fault.Column), Text: fault.Text, Err: fault.Err}
}

// What can be wrong with a line; errors.Is finds them in an *Error.
var (
	ErrMan      = errors.New("expected a man and its squares, as in Kd6 or Pa2b3")
	ErrOccupied = errors.New("the square is occupied")
	errLink     = errors.New("the link contains no position (eight ranks separated by /)")
	ErrKnight   = errors.New("the letter N is the nightrider; Popeye's letter for the knight is S")
)

// Error is an error in a problem of a file and its place. The next problem can be read.
type Error struct {
	Line, Column int    // from 1; the column counts bytes and is 0 if it is not known
	Text         string // the text there, cut to a few bytes
	Squares      movegen.Bitboard
	Err          error // a sentinel of this package, of notation or of the reader of the file, or a *movegen.FENError
}

// Error names line, column, reason and what stands there.
func (e *Error) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *Error) Message() error {
	if e.Column == 0 {
		return message.Errorf("line %d: %v", e.Line, e.Reason())
	}
	return message.Errorf("line %d, column %d: %v", e.Line, e.Column, e.Reason())
}

// Reason is the message without the place.
func (e *Error) Reason() error {
	switch {
	case e.Squares != 0:
		return message.Errorf("%v (%s)", e.Err, e.Squares)
	case e.Text == "":
		return e.Err
	}
	return message.Errorf("%v, not %q", e.Err, e.Text)
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// IllegalError is a readable problem with an illegal diagram. The next problem can be read.
type IllegalError struct {
	Line   int
	FEN    string // as given, or what it would be
	Board  string // its first field with English letters; empty if it is not from a line
	Faults []movegen.Fault
}

// Error names the line and all faults.
func (e *IllegalError) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *IllegalError) Message() error { return message.Errorf("line %d: %v", e.Line, e.Reason()) }

// Reason is the message without the line.
func (e *IllegalError) Reason() error { return &movegen.FENError{Faults: e.Faults} }

// Unwrap gives errors.As access to the faults.
func (e *IllegalError) Unwrap() error { return e.Reason() }

// Reason returns what is wrong with a problem, without its place.
func Reason(err error) error {
	if placed, ok := errors.AsType[interface {
		error
		Reason() error
	}](err); ok {
		return placed.Reason()
	}
	return err
}

// isIllegal reports whether a FEN was read and only its position was refused.
func isIllegal(err *movegen.FENError) bool {
	for _, fault := range err.Faults {
		switch fault.Code {
		case movegen.KingCount, movegen.PawnOnEdgeRank, movegen.OpponentInCheck:
		default:
			return false
		}
	}
	return true
}

// Clip cuts what a message quotes.
func Clip(text string) string {
	const maxBytes = 20
	if len(text) > maxBytes {
		return text[:maxBytes] + "…"
	}
	return text
}
