package collection

import (
	"errors"

	files "alfiere/problem/format"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// problemFault says in a language what is wrong with a problem of a file, or that is changed.
func problemFault(l text.Language, err error) string {
	if !l.IsItalian() {
		return err.Error()
	}
	if illegal, is := errors.AsType[*forsyth.IllegalError](err); is {
		return files.Reason(illegal, l) + " in " + illegal.FEN
	}
	if _, is := errors.AsType[*forsyth.Error](err); is {
		return files.Reason(err, l)
	}
	return phrases.Of(l, err)
}
