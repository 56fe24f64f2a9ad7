// Package message translates the program's messages. Sources contain them in English; the English text, or format of
// package fmt, is the key of its Italian translation in italian.txt. Messages without a translation stay English.
package message

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// Language is a language that messages are written in; the zero value is English.
type Language int

// The languages.
const (
	English Language = iota
	Italian
)

// Code returns the ISO 639 code of the language.
func (l Language) Code() string { return [...]string{"en", "it"}[l] }

//go:embed italian.txt
var italianText string

// italian returns the Italian texts by the English ones.
var italian = sync.OnceValue(func() map[string]string {
	texts, key := map[string]string{}, ""
	for line := range strings.Lines(italianText) {
		line = strings.TrimSuffix(line, "\n")
		if text, is := strings.CutPrefix(line, "\t"); is {
			texts[key] = text
		}
		key = line
	}
	return texts
})

// Text returns a text without values in the language.
func (l Language) Text(key string) string {
	if l == Italian {
		return cmp.Or(italian()[key], key)
	}
	return key
}

// Sprintf returns a text with its values. Values that are errors are translated, too.
func (l Language) Sprintf(format string, values ...any) string {
	if l == English {
		return fmt.Sprintf(format, values...)
	}
	own := make([]any, len(values))
	for i, value := range values {
		if err, is := value.(error); is {
			value = l.Error(err)
		}
		own[i] = value
	}
	return fmt.Sprintf(l.Text(strings.ReplaceAll(format, "%w", "%v")), own...)
}

// formatted is an error that knows its format and the values in it.
type formatted struct {
	error
	format string
	values []any
}

// Errorf is fmt.Errorf, but the error can be translated by Language.Error.
func Errorf(format string, values ...any) error {
	return &formatted{fmt.Errorf(format, values...), format, values}
}

// Unwrap gives errors.Is and errors.As access to the values of %w.
func (e *formatted) Unwrap() error { return e.error }

// Error returns the message of an error in the language. Error types of their own have a method Message, which returns
// the same as an error of Errorf or errors.New. An error of errors.Join has a line for each of its errors. Any other
// error stays English, with all that it wraps.
func (l Language) Error(err error) string {
	text := err.Error()
	if l == English {
		return text
	}
	switch e := err.(type) {
	case *formatted:
		return l.Sprintf(e.format, e.values...)
	case interface{ Message() error }:
		return l.Error(e.Message())
	case interface{ Unwrap() []error }: // of errors.Join
		var lines []string
		for _, inner := range e.Unwrap() {
			lines = append(lines, l.Error(inner))
		}
		if errors.Join(e.Unwrap()...).Error() == text {
			return strings.Join(lines, "\n")
		}
	}
	return l.Text(text)
}
