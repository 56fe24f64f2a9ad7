package tournament

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"alfiere/internal/wire"
)

// engineKeys are the keys of cutechess-cli and fastchess that are not those of --engine. docs/cutechess.md prints them.
var engineKeys = []struct {
	name, words string
	ours        string // what it becomes, or the reason why it is refused
	refused     bool
}{
	{"arg", "=TEXT", "one argument of `cmd`", false},
	{"args", "=TEXT", "arguments of `cmd`, separated by blanks", false},
	{"timemargin", "=MS", "`--margin`, the same for all engines", false},
	{"ponder", "", "`ponder=true`", false},
	{"ply", "=N", "`depth=N`", false},
	{"plies", "=N", "`depth=N`", false},
	{"conf", "=NAME", "use `--engines FILE`, which reads an `engines.json`", true},
	{"initstr", "=TEXT", "use `option.NAME`", true},
	{"stderr", "=FILE", "`--log FILE` has the standard error, too", true},
	{"whitepov", "", "a score is always the mover's", true},
	{"book", "=FILE", "use `-openings`", true},
	{"bookdepth", "=N", "use `-openings`", true},
	{"tscale", "=F", "give the time itself", true},
	{"trust", "", "claims of a result are always checked", true},
}

// refusal returns the reason why a key is refused, empty if it is not.
func refusal(key string) string {
	for _, k := range engineKeys {
		if k.refused && k.name == key {
			return k.ours
		}
	}
	return ""
}

// players returns the translation of a flag with the words of an engine, which are those of our flag.
func players(ours string) func(*cutechessLine, []string) error {
	return func(t *cutechessLine, words []string) error {
		text, err := t.player(words)
		if err == nil {
			t.add(ours, text)
		}
		return err
	}
}

// secondKey finds a description whose words are in one argument, as --engine takes them.
var secondKey = wire.Pattern(`\s(cmd|dir|proto|name|tc|st|nodes|depth|ponder|restart|option\.[^=]+)=`)

// player returns the words of an engine in the form of --engine.
func (t *cutechessLine) player(words []string) (text string, err error) {
	if len(words) == 0 {
		return "", errors.New("words KEY=VALUE are needed")
	}
	var ours, arguments []string
	command, folder := "", ""
	for _, word := range words {
		key, value, isKeyed := strings.Cut(word, "=")
		reason := refusal(key)
		switch {
		case reason != "":
			return "", fmt.Errorf("%s has no equal here: %s", key, reason)
		case !strings.HasPrefix(key, "arg") && secondKey().MatchString(word):
			return "", fmt.Errorf("%q: write each KEY=VALUE as a word of its own, or use two dashes", word)
		case word == "ponder":
			ours = append(ours, "ponder=true")
		case !isKeyed:
			return "", fmt.Errorf("%q is not KEY=VALUE", word)
		case key == "cmd":
			command = value
		case key == "arg":
			arguments = append(arguments, value)
		case key == "args":
			more, err := wire.SplitWords(value)
			if err != nil {
				return "", fmt.Errorf("args: %w", err)
			}
			arguments = append(arguments, more...)
		case key == "timemargin":
			err = t.setMargin(value)
		case key == "ply" || key == "plies":
			ours = append(ours, "depth="+value)
		case key == "tc" && value == "inf":
		case key == "tc":
			ours = append(ours, "tc="+strings.TrimPrefix(value, "0/"))
		default:
			if key == "dir" {
				folder = value
			}
			ours = append(ours, word)
		}
		if err != nil {
			return "", err
		}
	}
	if command == "" && len(arguments) > 0 {
		return "", errors.New("arguments need cmd= in the same flag")
	}
	if command != "" {
		ours = append(ours, "cmd="+commandText(command, folder, arguments))
	}
	for i, word := range ours {
		ours[i] = quoted(word)
	}
	return strings.Join(ours, " "), nil
}

// setMargin notes the time by which a move may be late. It is that of the whole match.
func (t *cutechessLine) setMargin(text string) error {
	if _, err := strconv.ParseUint(text, 10, 31); err != nil {
		return fmt.Errorf("timemargin: %q is not a number of milliseconds", text)
	}
	if t.margin != "" && t.margin != text {
		return fmt.Errorf("timemargin: %s and %s ms: it is the same for all engines, as --margin", t.margin, text)
	}
	t.margin = text
	return nil
}

// commandText returns a command with its arguments in the form of the key cmd. A file may have blanks in its name.
func commandText(command, folder string, arguments []string) string {
	text := command
	path := command
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	if _, err := os.Stat(path); err == nil && strings.ContainsAny(command, " '\"\t") {
		text = quoted(command)
	}
	for _, argument := range arguments {
		text += " " + quoted(argument)
	}
	return text
}

// quoted quotes a word for wire.SplitWords if it needs that.
func quoted(word string) string {
	if word != "" && !strings.ContainsAny(word, " '\"\t") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'"'"'`) + "'"
}
