package collection

import (
	"errors"
	"strings"

	"alfiere/problem"
	"alfiere/problem/format"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
	"alfiere/workbench/api"
)

// ReadProblems reads texts as the import of a collection does.
func ReadProblems(text string, l text.Language) func() (api.ReadProblem, error) {
	r := format.NewReader(strings.NewReader(text), forsyth.Conventions{Letters: l.Letters()})
	return func() (api.ReadProblem, error) {
		p, err := r.Read()
		if fault, is := errors.AsType[*forsyth.Error](err); is {
			return api.ReadProblem{}, api.NewReadFault(fault, l)
		}
		fields := p.Fields()
		if illegal, is := errors.AsType[*forsyth.IllegalError](err); is {
			p.Line, err = illegal.Line, nil
			fields = problem.Record{FEN: illegal.FEN, Stipulation: problem.Stipulation(p.Moves)}
		}
		if strings.Count(fields.FEN, " ") == 3 {
			fields.FEN += " 0 1"
		}
		return api.ReadProblem{Line: p.Line, Position: fields.FEN, Stipulation: fields.Stipulation, Title: fields.Title,
			Authors: fields.Authors, Source: fields.Source.String(), Twin: fields.Twin.Label, Change: fields.Twin.Change}, err
	}
}
