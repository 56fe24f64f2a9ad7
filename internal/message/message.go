// Package message has what the program says to people, in English and in Italian. The sources say it in English: a
// text, or a format of package fmt, is the key by which italian.txt has it in Italian. What is not there stays English.
package message

import (
	"cmp"
	_ "embed"
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

// Code returns the code of the language, as HTML and JSON have it.
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

// Sprintf returns a text with its values. Those that are errors are in the language, too.
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

// Errorf is fmt.Errorf, of an error that Language.Error has in every language.
func Errorf(format string, values ...any) error {
	return &formatted{fmt.Errorf(format, values...), format, values}
}

// Unwrap gives errors.Is and errors.As access to what the values of %w are.
func (e *formatted) Unwrap() error { return e.error }

// Error returns what an error says, in the language. An error of a type of its own has a method Message, which returns
// the same as an error of Errorf or errors.New. Of any other error, those that it wraps are in the language.
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
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			return strings.Replace(text, inner.Error(), l.Error(inner), 1)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			text = strings.Replace(text, inner.Error(), l.Error(inner), 1)
		}
		return text
	}
	return l.Text(text)
}
