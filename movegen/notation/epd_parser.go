package notation

import (
	"errors"
	"strings"

	"alfiere/movegen"
)

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
	n, ok := 0, len(op.Operands) == 1 && op.Operands[0].Text != "" && !p.counted[i]
	for j := 0; ok && j < len(op.Operands[0].Text); j++ {
		b := op.Operands[0].Text[j]
		n = n*10 + int(b-'0')
		ok = isDigit(b) && n <= limit
	}
	if !ok {
		return p.fault(start, p.line[start:p.at], ErrCounter)
	}
	p.counters[i], p.counted[i] = max(n, i), true // moves are counted from 1
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
