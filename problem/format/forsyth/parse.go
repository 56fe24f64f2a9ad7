package forsyth

import (
	"errors"
	"strings"

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

// Parse reads a position as composers write it: a board alone, a FEN or EPD, a link to an editor that holds a
// FEN, or a list of men, which may have several lines. dm, or #N after the position, is the number of moves;
// id, title, author and source name the problem. The error is an *Error or an *IllegalError; number is that of
// the first line.
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

// lineError converts the fault of an EPD line: a position that is no chess is no fault
// of the text.
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
