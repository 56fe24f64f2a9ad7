package council

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"alfiere/internal/wire"
)

// Engine is the description of another engine in a council's text.
type Engine struct {
	Protocol string   // "uci" or "xboard"
	Command  []string // the file and its arguments
	Folder   string   // its working folder, "" for this process's
	Name     string   // as the ballot calls it, "" for the file's
	Options  []engineOption
}

// engineOption is an option's name and value; a button has no value.
type engineOption struct{ Name, Value string }

// isEngine reports whether a word of a council's text describes another engine.
func isEngine(word string) bool {
	protocol, _, found := strings.Cut(word, ":")
	return found && (protocol == "uci" || protocol == "xboard" || protocol == "cecp")
}

// ParseEngine reads the description of an engine: "uci:" or "xboard:", the file and its
// arguments, then options by the keys that `alfiere match` knows:
//
//	xboard:phalanx -c - option.Hash=16 dir=/tmp name=Phalanx
//
// In a council's text the description is quoted. A part that contains blanks is quoted again, with the
// other quotation mark.
func ParseEngine(text string) (e Engine, err error) {
	protocol, rest, found := strings.Cut(text, ":")
	switch {
	case found && protocol == "uci":
		e.Protocol = "uci"
	case found && (protocol == "xboard" || protocol == "cecp"):
		e.Protocol = "xboard"
	default:
		return Engine{}, errors.New("expected uci: or xboard: in front of the engine")
	}
	words, err := wire.SplitWords(rest)
	if err != nil {
		return Engine{}, err
	}
	for len(words) > 0 && !e.takesKey(words[0]) {
		e.Command = append(e.Command, words[0])
		words = words[1:]
	}
	if len(e.Command) == 0 || e.Command[0] == "" {
		return Engine{}, fmt.Errorf("%s: must be followed by the engine's file", protocol)
	}
	for _, word := range words {
		if err := e.set(word); err != nil {
			return Engine{}, err
		}
	}
	return e, nil
}

// takesKey reports whether a word is KEY=VALUE rather than an argument.
func (e *Engine) takesKey(word string) bool {
	key, _, found := strings.Cut(word, "=")
	return found && (key == "dir" || key == "name") || strings.HasPrefix(key, "option.")
}

// set applies the word KEY=VALUE.
func (e *Engine) set(word string) error {
	key, value, found := strings.Cut(word, "=")
	option, isOption := strings.CutPrefix(key, "option.")
	switch {
	case isOption && option != "":
		e.Options = append(e.Options, engineOption{option, value})
	case found && key == "dir" && value != "":
		e.Folder = value
	case found && key == "name" && strings.Trim(value, " \t+:") != "":
		e.Name = value
	default:
		return fmt.Errorf("%q is not option.NAME=VALUE, dir=FOLDER or name=NAME", word)
	}
	return nil
}

// String returns the description of the engine for ParseEngine.
func (e Engine) String() string {
	words := make([]string, 0, len(e.Command)+len(e.Options)+2)
	for _, word := range e.Command {
		words = append(words, quoteWord(word))
	}
	for _, option := range e.Options {
		word := "option." + option.Name
		if option.Value != "" {
			word += "=" + option.Value
		}
		words = append(words, quoteWord(word))
	}
	if e.Folder != "" {
		words = append(words, quoteWord("dir="+e.Folder))
	}
	if e.Name != "" {
		words = append(words, quoteWord("name="+e.Name))
	}
	return e.Protocol + ":" + strings.Join(words, " ")
}

// label returns the engine's name without blanks.
func (e *Engine) label() string {
	name := cmp.Or(e.Name, strings.TrimSuffix(filepath.Base(e.Command[0]), ".exe"))
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || r == '+' || r == ':'
	}), "-")
}

// quoteWord returns a word as wire.SplitWords reads it: in quotation marks if needed, and in both
// kinds in turn if it contains both.
func quoteWord(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\"'") {
		return word
	}
	if !strings.Contains(word, `"`) {
		return `"` + word + `"`
	}
	var text strings.Builder
	for part := range strings.SplitAfterSeq(word, `"`) {
		if before, found := strings.CutSuffix(part, `"`); found {
			if before != "" {
				text.WriteString(`"` + before + `"`)
			}
			text.WriteString(`'"'`)
		} else if part != "" {
			text.WriteString(`"` + part + `"`)
		}
	}
	return text.String()
}
