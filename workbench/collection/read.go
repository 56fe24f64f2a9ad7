package collection

import (
	"errors"
	"strings"

	"alfiere/problem/database/exchange"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
	"alfiere/workbench/api"
)

// ReadProblems reads texts as the import of a collection does.
func ReadProblems(text string, l text.Language) func() (api.ReadProblem, error) {
	r := exchange.NewReader(strings.NewReader(text), forsyth.Conventions{Letters: l.Letters()})
	return func() (api.ReadProblem, error) {
		p, line, err := r.Read()
		read := api.ReadProblem{Line: line, Position: p.FEN, Stipulation: p.Stipulation, Title: p.Title, Authors: p.Authors,
			Source: exchange.SourceText(p.Source), Twin: p.Twin.Label, Change: p.Twin.Change}
		if strings.Count(p.FEN, " ") == 3 {
			read.Position += " 0 1"
		}
		if illegal, is := errors.AsType[*forsyth.IllegalError](err); is {
			read.Line = illegal.Line
			return read, nil
		}
		if fault, is := errors.AsType[*forsyth.Error](err); is {
			return read, api.NewReadFault(fault, l)
		}
		if fault, is := errors.AsType[*exchange.Fault](err); is {
			return read, &api.ReadFault{Line: fault.Line, Column: fault.Column, Message: l.Error(fault.Err), Squares: []string{}}
		}
		return read, err
	}
}
