package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"alfiere/movegen"
)

// EPD is a line of Extended Position Description: a position with operations.
type EPD struct {
	// Position has the counters of the opcodes hmvc and fmvn, which therefore are not among the operations.
	Position   movegen.Position
	Operations []Operation // in the order of the line
}

// Operation is an opcode, such as "bm", with its operands.
type Operation struct {
	Code     string
	Operands []Operand
}

// Operand is a word, a number, a move or a quoted string.
type Operand struct {
	Text   string // without the quotes
	Quoted bool
}

// MaxEPDLength is the longest EPD line in bytes, without its line end.
const MaxEPDLength = 64 << 10

// The errors in an EPD line; errors.Is finds them in an *EPDError, as it finds a
// *movegen.FENError if the position is invalid.
var (
	ErrLineTooLong = errors.New("the line is longer than 64 KiB")
	ErrOpcode      = errors.New("an opcode is a letter followed by letters, digits and _")
	ErrOperand     = errors.New("a quotation mark within a word")
	ErrOpenString  = errors.New("the string does not end")
	ErrControlByte = errors.New("a control byte")
	ErrCounter     = errors.New("hmvc and fmvn take one whole number within bounds, once")
	ErrNoOperation = errors.New("no such operation")
)

// EPDError is an error in an EPD line, with its place.
type EPDError struct {
	Line   int    // from 1; 0 if the line was not read from a file
	Column int    // byte of the line, from 1
	Text   string // the text there, cut to a few bytes
	Err    error  // a sentinel of this package or a *movegen.FENError
}

// Error names line, column, reason and the text there.
func (e *EPDError) Error() string {
	text := "epd: "
	if e.Line > 0 {
		text += fmt.Sprintf("line %d, ", e.Line)
	}
	text += fmt.Sprintf("column %d: %v", e.Column, e.Err)
	if e.Text != "" {
		text += fmt.Sprintf(", not %q", e.Text)
	}
	return text
}

// Unwrap returns the reason.
func (e *EPDError) Unwrap() error { return e.Err }

// Find returns the first operation with the given opcode, nil if there is none.
func (e *EPD) Find(code string) *Operation {
	for i := range e.Operations {
		if e.Operations[i].Code == code {
			return &e.Operations[i]
		}
	}
	return nil
}

// operands returns the operands of all operations with the given opcode: nothing is lost if a line has one twice.
func (e *EPD) operands(code string) (texts []string) {
	for _, op := range e.Operations {
		for _, operand := range op.Operands {
			if op.Code == code {
				texts = append(texts, operand.Text)
			}
		}
	}
	return texts
}

// Text returns the operands of the given opcode, as of "id", joined by blanks; it is
// empty if there is no such operation.
func (e *EPD) Text(code string) string { return strings.Join(e.operands(code), " ") }

// Int returns the number that is the one operand of the given opcode, as of "acd", "ce" or "dm". The error is
// ErrNoOperation, or wraps strconv's unless there is exactly one whole number.
func (e *EPD) Int(code string) (int, error) {
	if e.Find(code) == nil {
		return 0, fmt.Errorf("epd: %s: %w", code, ErrNoOperation)
	}
	n, err := strconv.Atoi(e.Text(code))
	if err != nil {
		return 0, fmt.Errorf("epd: %s: %w", code, err)
	}
	return n, nil
}

// Moves returns the moves of the given opcode, as of "bm" or "am", each a legal move of the position in SAN or any
// other notation of ParseMove with English letters. There are none if there is no such operation; of several all moves
// are returned. The error wraps a *MoveError.
func (e *EPD) Moves(code string) ([]movegen.Move, error) {
	if e.Find(code) == nil {
		return nil, nil
	}
	texts := e.operands(code)
	moves := make([]movegen.Move, 0, len(texts))
	for _, text := range texts {
		m, err := ParseMove(&e.Position, text, English)
		if err != nil {
			return moves, fmt.Errorf("epd: %s: %w", code, err)
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// ErrNoTest is the error for a position that is no test.
var ErrNoTest = errors.New("neither bm nor am: nothing says which move solves it")

// Test returns the moves that are to be found (bm) and to be avoided (am). The error is that
// of Moves, or ErrNoTest if there are neither.
func (e *EPD) Test() (best, avoid []movegen.Move, err error) {
	if best, err = e.Moves("bm"); err == nil {
		avoid, err = e.Moves("am")
	}
	if err == nil && len(best)+len(avoid) == 0 {
		err = ErrNoTest
	}
	return best, avoid, err
}

// String returns the line, without a line end: the position in four fields, hmvc and fmvn unless they are 0 and 1, and
// the operations. ParseEPD reads back the same EPD if every opcode is valid and no text holds control bytes.
func (e *EPD) String() string {
	line := []byte(e.Position.EPD())
	if n := e.Position.HalfmoveClock(); n != 0 {
		line = fmt.Appendf(line, " hmvc %d;", n)
	}
	if n := e.Position.FullmoveNumber(); n != 1 {
		line = fmt.Appendf(line, " fmvn %d;", n)
	}
	for _, op := range e.Operations {
		line = append(append(line, ' '), op.Code...)
		for _, operand := range op.Operands {
			line = operand.append(append(line, ' '))
		}
		line = append(line, ';')
	}
	return string(line)
}

// append appends the operand, in quotes if it needs or had them. Within quotes a
// backslash protects quotation marks and itself.
func (o Operand) append(line []byte) []byte {
	if !o.Quoted && o.Text != "" && !strings.ContainsAny(o.Text, " \t;\"") {
		return append(line, o.Text...)
	}
	line = append(line, '"')
	for i := range len(o.Text) {
		if o.Text[i] == '"' || o.Text[i] == '\\' {
			line = append(line, '\\')
		}
		line = append(line, o.Text[i])
	}
	return append(line, '"')
}
