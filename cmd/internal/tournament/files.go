package tournament

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"alfiere/book"
	"alfiere/internal/datafile"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

// Described is the description of an engine in a file.
type Described struct {
	Place string   // of the description, for messages
	Words []string // KEY=VALUE
}

// ReadPrograms reads a file of engines, as --engines does, and returns their programs, which have so long to start and
// to end. Their limits do not matter. The error names the file, and the invalid engine, if any.
func ReadPrograms(name string, grace time.Duration) (programs []client.Program, err error) {
	described, err := readEngines(name)
	if err != nil {
		return nil, err
	}
	entry := Entry{Grace: grace}
	for _, d := range described {
		player, err := entry.describe(d.Words)
		if err == nil && len(player.Program.Command) == 0 {
			err = errors.New("cmd is needed")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.Place, err)
		}
		programs = append(programs, player.Program)
	}
	return programs, nil
}

// readEngines reads a file of engines: a line with the words of --engine for each, or a JSON list of
// objects with its keys, or with those of cutechess. The error names the file, and the invalid engine, if any.
func readEngines(name string) ([]Described, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if first := bytes.TrimSpace(text); len(first) == 0 || first[0] != '[' && first[0] != '{' {
		return enginesByLine(name, string(text))
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	var engines []map[string]any
	if err := decoder.Decode(&engines); err != nil {
		return nil, fmt.Errorf("%s: a JSON list of objects is needed: %w", name, err)
	}
	if len(engines) == 0 {
		return nil, fmt.Errorf("%s: there is no engine in it", name)
	}
	var described []Described
	for i, engine := range engines {
		d := Described{Place: fmt.Sprintf("%s: engine %d", name, i+1)}
		if d.Words, err = wordsOf(engine); err != nil {
			return nil, fmt.Errorf("%s: %w", d.Place, err)
		}
		described = append(described, d)
	}
	return described, nil
}

// enginesByLine reads the words of an engine from each line that is not empty or a comment.
func enginesByLine(name, text string) (described []Described, err error) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		d := Described{Place: fmt.Sprintf("%s: line %d", name, number)}
		if d.Words, err = wire.SplitWords(line); err != nil {
			return nil, fmt.Errorf("%s: %w", d.Place, err)
		}
		described = append(described, d)
	}
	if len(described) == 0 {
		return nil, fmt.Errorf("%s: there is no engine in it", name)
	}
	return described, nil
}

// cutechessKeys maps keys of cutechess to those of this package; "" marks keys that are ignored.
var cutechessKeys = map[string]string{
	"command": "cmd", "workingDirectory": "dir", "protocol": "proto",
	"whitepov": "", "variants": "", "stderrFile": "", "timeoutScale": "",
	"validateClaims": "", "initStrings": "",
}

// wordsOf returns an object as words KEY=VALUE.
func wordsOf(engine map[string]any) (words []string, err error) {
	for _, key := range slices.Sorted(maps.Keys(engine)) {
		value := engine[key]
		switch key {
		case "arguments": // placed after the command
			continue
		case "options":
			more, err := optionsOf(value)
			if err != nil {
				return nil, fmt.Errorf("options: %w", err)
			}
			words = append(words, more...)
			continue
		}
		ours, known := cutechessKeys[key]
		if !known {
			ours = key
		}
		if list, ok := value.([]any); ours == "" && (!ok || key != "initStrings" || len(list) == 0) {
			continue
		} else if ours == "" {
			return nil, errors.New("initStrings are not sent: use options")
		}
		text, err := textOf(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		if ours == "cmd" {
			more, err := argumentsOf(engine["arguments"])
			if err != nil {
				return nil, err
			}
			text += more
		}
		words = append(words, ours+"="+text)
	}
	return words, nil
}

// argumentsOf returns a list of arguments in the form for a command line.
func argumentsOf(value any) (text string, err error) {
	list, ok := value.([]any)
	if value != nil && !ok {
		return "", errors.New("arguments: a list is needed")
	}
	for _, argument := range list {
		word, err := textOf(argument)
		if err != nil {
			return "", fmt.Errorf("arguments: %w", err)
		}
		quote := `"`
		if strings.Contains(word, quote) {
			quote = "'"
		}
		text += " " + quote + word + quote
	}
	return text, nil
}

// optionsOf reads an object of names and values, or cutechess's list of objects with name and value.
func optionsOf(value any) (words []string, err error) {
	add := func(name string, value any) error {
		text, err := textOf(value)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		words = append(words, "option."+name+"="+text)
		return nil
	}
	switch options := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(options)) {
			if err := add(name, options[name]); err != nil {
				return nil, err
			}
		}
		return words, nil
	case []any:
		for _, option := range options {
			o, _ := option.(map[string]any)
			name, ok := o["name"].(string)
			if !ok {
				return nil, errors.New("each needs a name")
			}
			if err := add(name, o["value"]); err != nil {
				return nil, err
			}
		}
		return words, nil
	}
	return nil, errors.New("an object or a list is needed")
}

// textOf returns a simple value in the form of a command line; null is the empty text.
func textOf(value any) (string, error) {
	switch v := value.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case json.Number:
		return v.String(), nil
	case bool:
		return fmt.Sprint(v), nil
	}
	return "", errors.New("a text, a number, true or false is needed")
}

// ReadOpenings reads the file of openings. Without one, openings are the initial position or, in
// Chess960, each of its starting positions. Those before the first one come last.
func (r *Tournament) ReadOpenings() (openings []movegen.Position, err error) {
	switch {
	case book.IsBook(r.Openings):
		return r.bookOpenings() // they are in a random order already
	case r.Openings != "":
		if openings, err = r.fileOpenings(); err != nil {
			return nil, err
		}
	case r.Match.Chess960:
		for number := range movegen.Chess960Starts {
			openings = append(openings, movegen.Chess960Start(number))
		}
	}
	if r.Shuffle != 0 {
		arena.Shuffle(openings, r.Shuffle)
	}
	if r.Start > len(openings) && r.Start > 1 {
		return nil, fmt.Errorf("--start %d: there are only %d openings", r.Start, len(openings))
	}
	if r.Start > 1 {
		openings = slices.Concat(openings[r.Start-1:], openings[:r.Start-1])
	}
	return openings, nil
}

// fileOpenings reads a file of openings, which are games if its name ends with .pgn.
func (r *Tournament) fileOpenings() (openings []movegen.Position, err error) {
	file, err := datafile.Open(r.Openings)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rules := movegen.Rules{Chess960: r.Match.Chess960}
	if strings.EqualFold(filepath.Ext(datafile.Plain(r.Openings)), ".pgn") {
		openings, err = arena.ReadGameOpenings(io.Reader(file), rules, r.Plies)
	} else if r.Plies > 0 {
		err = errors.New("--plies is for games (.pgn) and books (.bin)")
	} else {
		openings, err = arena.ReadOpenings(file, rules)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Openings, err)
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: there are no positions in it", r.Openings)
	}
	return openings, nil
}

// Default depth of a book's lines, and the number of failed attempts to find a new line after which
// the book counts as exhausted.
const (
	bookPlies = 8
	bookTries = 1000
)

// bookOpenings draws lines from a book, each move in proportion to its weight, and returns their final positions: one
// for each round of the match, without repetitions, or all that the book has. They depend on the seed alone.
func (r *Tournament) bookOpenings() (openings []movegen.Position, err error) {
	if r.Match.Chess960 {
		return nil, fmt.Errorf("%s: a book has no openings of Chess960", r.Openings)
	}
	b, err := book.Open(r.Openings)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	plies := cmp.Or(r.Plies, bookPlies)
	random := rand.NewPCG(r.Shuffle, 0)
	seen := map[string]bool{}
	for tries := 0; len(openings) < (r.Match.Games+1)/2 && tries < bookTries; tries++ {
		position := movegen.StartPosition()
		depth := 0
		for ; depth < plies; depth++ {
			move, err := b.Choose(&position, random)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", r.Openings, err)
			}
			if move == movegen.NoMove {
				break
			}
			position.Make(move)
		}
		if fen := position.FEN(); depth > 0 && !seen[fen] && position.HasLegalMove() {
			seen[fen] = true
			openings = append(openings, position)
			tries = 0
		}
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: no move of the book is legal in the initial position", r.Openings)
	}
	return openings, nil
}
