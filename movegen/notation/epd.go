package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"alfiere/internal/message"
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
func (e *EPDError) Error() string { return e.Message().Error() }

// Message returns Error's text in a form that can be translated.
func (e *EPDError) Message() error {
	where := message.Errorf("column %d: %v", e.Column, e.Err)
	if e.Line > 0 {
		where = message.Errorf("line %d, %v", e.Line, where)
	}
	if e.Text != "" {
		where = message.Errorf("%v, not %q", where, e.Text)
	}
	return message.Errorf("epd: %v", where)
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
		return 0, message.Errorf("epd: %s: %w", code, ErrNoOperation)
	}
	n, err := strconv.Atoi(e.Text(code))
	if err != nil {
		return 0, message.Errorf("epd: %s: %w", code, err)
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
			return moves, message.Errorf("epd: %s: %w", code, err)
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// ErrNoTest is the error for a position that is no test.
var ErrNoTest = errors.New("neither bm nor am: the solving move is unknown")

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

// ParseEPD reads an EPD line: a position of four fields, then operations, each an opcode with its operands and a
// semicolon, which the last one may lack. Forms in use are read too: a FEN with its counters before the operations, and
// the semicolon before instead of after each operation ("… 0 1 ;D1 20 ;D2 400"). The opcodes hmvc and fmvn override
// counters in the FEN. rules are those for the position, whose warnings are left out. The error is an *EPDError.
func ParseEPD(line string, rules movegen.Rules) (EPD, error) {
	parser := epdParser{line: strings.TrimRight(line, " \t\r\n\x00")} // some suites keep the terminating zero of C
	if len(parser.line) > MaxEPDLength {
		return EPD{}, &EPDError{Column: MaxEPDLength + 1, Err: ErrLineTooLong}
	}
	parser.position()
	position, _, err := rules.ParseFEN(parser.line[:parser.at])
	if err != nil {
		return EPD{}, newPositionError(err)
	}
	parser.counters = [2]int{position.HalfmoveClock(), position.FullmoveNumber()}
	e := EPD{Position: position}
	for parser.skip(" \t;"); parser.at < len(parser.line); parser.skip(" \t;") {
		if fault := parser.operation(&e); fault != nil {
			return EPD{}, fault
		}
	}
	e.Position.SetCounters(parser.counters[0], parser.counters[1])
	return e, nil
}

// newPositionError wraps a *movegen.FENError; the column is that of its first error.
func newPositionError(err error) *EPDError {
	column := 1
	if fen, ok := errors.AsType[*movegen.FENError](err); ok && fen.Faults[0].Offset >= 0 {
		column = fen.Faults[0].Offset + 1
	}
	return &EPDError{Column: column, Err: err}
}

// epdParser reads line from the byte with index at.
type epdParser struct {
	line     string
	at       int
	counters [2]int  // half-move clock and move number
	counted  [2]bool // whether their opcodes have been seen
}

func (p *epdParser) fault(at int, text string, err error) *EPDError {
	return &EPDError{Column: at + 1, Text: Quote(text), Err: err}
}

// skip skips bytes of set.
func (p *epdParser) skip(set string) {
	for p.at < len(p.line) && strings.IndexByte(set, p.line[p.at]) >= 0 {
		p.at++
	}
}

// word reads up to a blank, a semicolon or the end.
func (p *epdParser) word() string {
	start := p.at
	for p.at < len(p.line) && strings.IndexByte(" \t;", p.line[p.at]) < 0 {
		p.at++
	}
	return p.line[start:p.at]
}

// standardOpcodes are the opcodes that can follow a board alone, each after a blank.
const standardOpcodes = " acd acn acs am bm c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 ce dm eco fmvn hmvc id pm pv sm sv "

// position passes the position: four fields, and up to two numbers, which no opcode can begin with; or a board alone.
func (p *epdParser) position() {
	for field := range 6 {
		start := p.at
		p.skip(" \t")
		if code := p.at; field == 1 && strings.Contains(standardOpcodes, " "+p.word()+" ") {
			p.at = start
			return
		} else {
			p.at = code
		}
		if field >= 4 && (p.at == len(p.line) || !isDigit(p.line[p.at])) {
			p.at = start
			return
		}
		p.word()
	}
}

// operation reads an opcode, its operands, and the semicolon that ends them.
func (p *epdParser) operation(e *EPD) *EPDError {
	start := p.at
	op := Operation{Code: p.word()}
	if !isOpcode(op.Code) {
		return p.fault(start, op.Code, ErrOpcode)
	}
	for p.skip(" \t"); p.at < len(p.line) && p.line[p.at] != ';'; p.skip(" \t") {
		operand, fault := p.operand()
		if fault != nil {
			return fault
		}
		op.Operands = append(op.Operands, operand)
	}
	for i, code := range [...]string{"hmvc", "fmvn"} {
		if op.Code == code {
			return p.counter(op, i, start)
		}
	}
	e.Operations = append(e.Operations, op)
	return nil
}

func (p *epdParser) operand() (Operand, *EPDError) {
	start := p.at
	if p.line[p.at] == '"' {
		return p.quoted()
	}
	word := p.word()
	for i := range len(word) {
		switch {
		case word[i] == '"':
			return Operand{}, p.fault(start+i, word[i:], ErrOperand)
		case isControl(word[i]):
			return Operand{}, p.fault(start+i, word[i:i+1], ErrControlByte)
		}
	}
	return Operand{Text: word}, nil
}

// quoted reads a string. A backslash protects a quotation mark or another backslash
// and is a plain byte before anything else.
func (p *epdParser) quoted() (Operand, *EPDError) {
	start := p.at
	var text []byte
	for p.at++; p.at < len(p.line); p.at++ {
		b := p.line[p.at]
		switch {
		case b == '"':
			p.at++
			return Operand{Text: string(text), Quoted: true}, nil
		case isControl(b):
			return Operand{}, p.fault(p.at, p.line[p.at:p.at+1], ErrControlByte)
		case b == '\\' && p.at+1 < len(p.line) && (p.line[p.at+1] == '"' || p.line[p.at+1] == '\\'):
			p.at++
			b = p.line[p.at]
		}
		text = append(text, b)
	}
	return Operand{}, p.fault(start, p.line[start:], ErrOpenString)
}

// counter reads the operand of hmvc (i is 0) or fmvn (1). start is the place of the opcode.
func (p *epdParser) counter(op Operation, i, start int) *EPDError {
	limit := [...]int{movegen.MaxHalfmoveClock, movegen.MaxFullmoveNumber}[i]
	if len(op.Operands) != 1 || p.counted[i] {
		return p.fault(start, p.line[start:p.at], ErrCounter)
	}
	n, err := strconv.ParseUint(op.Operands[0].Text, 10, 32)
	if err != nil || n > uint64(limit) {
		return p.fault(start, p.line[start:p.at], ErrCounter)
	}
	p.counters[i], p.counted[i] = max(int(n), i), true // moves are counted from 1
	return nil
}

func isDigit(b byte) bool { return b-'0' <= 9 }

func isControl(b byte) bool { return b < ' ' && b != '\t' || b == 0x7f }

func isOpcode(word string) bool {
	for i := range len(word) {
		b := word[i]
		if small := b | 0x20; small-'a' > 25 && (i == 0 || b != '_' && !isDigit(b)) {
			return false
		}
	}
	return word != ""
}
