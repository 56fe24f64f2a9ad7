package query

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"alfiere/internal/message"
)

// Error is an error in a line and its place.
type Error struct {
	Column int // of the first sign that is wrong, from 1; one more than the line has at its end
	Reason error

	name  string
	known []string
}

// Error names column and reason.
func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Reason) }

// Known returns the unknown name and the known names, for a suggestion. It returns nothing
// for other errors.
func (e *Error) Known() (name string, names []string) { return e.name, e.known }

// fault returns the error of what stands at the offset.
func (s *scanner) fault(offset int, format string, values ...any) *Error {
	return &Error{Column: utf8.RuneCountInString(s.line[:offset]) + 1, Reason: message.Errorf(format, values...)}
}

// unknown is fault for a name that is not among those known.
func (s *scanner) unknown(offset int, name string, known []string, format string, values ...any) *Error {
	err := s.fault(offset, format, values...)
	err.name, err.known = name, known
	return err
}

// said returns the token as a message shows it.
func (t token) said() error {
	switch t.kind {
	case end:
		return errors.New("the end")
	case quoted:
		return errors.New("a text")
	}
	return fmt.Errorf("%q", clip(t.text))
}

// clip shortens what a message shows of a line.
func clip(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}
