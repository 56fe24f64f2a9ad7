package workbench

import (
	"errors"

	files "alfiere/problem/format"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
	"alfiere/workbench/api"
)

// worded returns methods whose faults are told in Italian, too.
func worded(methods ...api.Method) []api.Method {
	for i := range methods {
		methods[i].Words = phrases
	}
	return methods
}

// problemFault says in a language what is wrong with a problem of a file, or that is changed.
func problemFault(l text.Language, err error) string {
	reason := files.Reason(err, l)
	if illegal, is := errors.AsType[*forsyth.IllegalError](err); is {
		return reason + " in " + illegal.FEN
	}
	if !l.IsItalian() {
		return reason
	}
	if fault, is := errors.AsType[*forsyth.Error](err); is {
		if reason != fault.Reason() {
			return reason
		}
		err = fault.Err
	}
	return phrases.Of(l, err)
}
