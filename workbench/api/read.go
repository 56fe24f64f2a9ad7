package api

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"alfiere/movegen"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// maxRead is the maximum number of problems, and of faults, in an answer of "read".
const maxRead = 50

// ReadQuery asks for the problems in a text.
type ReadQuery struct {
	Text     string `json:"text"`     // in any supported form
	Language string `json:"language"` // of messages, and letters of boards and lists; English if empty
}

// ReadProblem is a problem in a text.
type ReadProblem struct {
	Line        int      `json:"line"`        // line of its beginning, from 1
	Position    string   `json:"position"`    // a FEN; for an illegal diagram at least the board
	Stipulation string   `json:"stipulation"` // such as #2; empty if the text has none
	Title       string   `json:"title"`
	Authors     []string `json:"authors"`
	Source      string   `json:"source"`              // in one line
	Awards      []string `json:"awards,omitempty"`    // each in one line
	Solutions   int      `json:"solutions,omitempty"` // that are intended, if the text says how many
	Twin        string   `json:"twin,omitempty"`      // label, if the diagram has several problems
	Change      string   `json:"change,omitempty"`    // difference from the first problem of the diagram
}

// ReadFault is an unreadable entry of a text.
type ReadFault struct {
	Line    int      `json:"line"`
	Column  int      `json:"column,omitempty"` // in bytes, from 1; 0 if unknown
	Message string   `json:"message"`
	Squares []string `json:"squares"`
}

// Error returns the message.
func (f *ReadFault) Error() string { return f.Message }

// ReadAnswer has the problems in a text.
type ReadAnswer struct {
	Problems []ReadProblem `json:"problems"`
	Faults   []ReadFault   `json:"faults"`
	More     bool          `json:"more"` // the text has more problems
}

// problemReader returns a function that reads the problems of a text one by one, with messages in the language.
// Its error is a *ReadFault, after which it can be called again, or io.EOF.
type problemReader func(text string, l text.Language) func() (ReadProblem, error)

// readLines is the default problemReader: it reads positions in lines, links and lists of men.
func readLines(text string, l text.Language) func() (ReadProblem, error) {
	source := bufio.NewReaderSize(strings.NewReader(text), forsyth.BufferSize)
	lines := forsyth.NewLines(source, forsyth.Conventions{Letters: l.Letters()})
	return func() (ReadProblem, error) {
		if needsServer(text) {
			return ReadProblem{}, &Fault{Code: BadRequest, Field: "text", Message: errNeedsServer}
		}
		s, err := lines.Read()
		p := ReadProblem{Line: s.Line, Title: s.Title, Source: s.Source}
		if s.Moves > 0 {
			p.Stipulation = fmt.Sprintf("#%d", s.Moves)
		}
		if s.Author != "" {
			p.Authors = []string{s.Author}
		}
		if illegal, ok := errors.AsType[*forsyth.IllegalError](err); ok {
			p.Line, p.Position = illegal.Line, illegal.FEN
			return p, nil
		}
		if fault, ok := errors.AsType[*forsyth.Error](err); ok {
			return p, NewReadFault(fault, l)
		}
		if err == nil {
			p.Position = s.Position.FEN()
		}
		return p, err
	}
}

// errNeedsServer is the message for forms that need a server.
const errNeedsServer = "Popeye input, Olive, JSON and PGN are read only with a server: run alfiere-lab web"

// needsServer reports whether a text is in a form that readLines cannot read.
func needsServer(text string) bool {
	word := strings.ToLower(strings.TrimLeft(text, "\ufeff \t\r\n"))
	for _, beginning := range [...]string{"begi", "anfa", "debu", "---", "{", "["} {
		if strings.HasPrefix(word, beginning) {
			return true
		}
	}
	return strings.Contains(word, "\nalgebraic:") || strings.HasPrefix(word, "algebraic:")
}

// NewReadFault returns an error in a file as a ReadFault, with its message in the language.
func NewReadFault(err *forsyth.Error, l text.Language) *ReadFault {
	return &ReadFault{Line: err.Line, Column: err.Column, Message: l.Error(err.Reason()),
		Squares: faultySquares(err).Names()}
}

// faultySquares returns the squares that an error names.
func faultySquares(err *forsyth.Error) movegen.Bitboard {
	if fen, ok := errors.AsType[*movegen.FENError](err.Err); ok {
		return err.Squares | squaresOf(fen.Faults)
	}
	return err.Squares
}

// squaresOf returns the squares that any of the faults names.
func squaresOf(faults []movegen.Fault) (squares movegen.Bitboard) {
	for _, f := range faults {
		squares |= f.Squares
	}
	return squares
}

// offsetOf returns the byte of a text, from 0, that is in a column of a line; both are counted from 1.
func offsetOf(text string, line, column int) *int {
	offset := max(column-1, 0)
	for before := range strings.Lines(text) {
		if line--; line < 1 {
			break
		}
		offset += len(before)
	}
	return &offset
}

func (s *Service) read(_ context.Context, q *ReadQuery, l text.Language, _ Emit) (any, error) {
	reader := s.Reader
	if reader == nil {
		reader = readLines
	}
	next := reader(q.Text, l)
	answer := &ReadAnswer{Problems: []ReadProblem{}, Faults: []ReadFault{}}
	for {
		p, err := next()
		fault, isFault := errors.AsType[*ReadFault](err)
		switch {
		case err == io.EOF:
			return answer.ended(q.Text)
		case err != nil && !isFault:
			return nil, err
		case len(answer.Problems) == maxRead || len(answer.Faults) == maxRead:
			answer.More = true
			return answer.ended(q.Text)
		case isFault:
			answer.Faults = append(answer.Faults, *fault)
		default:
			if p.Authors == nil {
				p.Authors = []string{}
			}
			answer.Problems = append(answer.Problems, p)
		}
	}
}

// ended returns the answer, or the first fault if the text has no problems.
func (a *ReadAnswer) ended(text string) (any, error) {
	if len(a.Problems) > 0 {
		return a, nil
	}
	if len(a.Faults) == 0 {
		return nil, &Fault{Code: BadRequest, Field: "text", Message: "the text contains no position"}
	}
	first := a.Faults[0]
	return nil, &Fault{Code: BadRequest, Field: "text", Message: first.Message, Line: first.Line, Column: first.Column,
		Offset: offsetOf(text, first.Line, first.Column), Squares: first.Squares}
}
