package book

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"io"
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

//go:embed eco.tsv.gz
var builtinOpenings []byte

// Opening is an opening that has a name.
type Opening struct {
	Code string // of the Encyclopaedia, "C33"
	Name string // with its variation, "King's Gambit Accepted: Bishop's Gambit"
}

// Split returns the name of the opening and that of its variation, which may be "".
func (o Opening) Split() (name, variation string) {
	name, variation, _ = strings.Cut(o.Name, ": ")
	return name, variation
}

// OpeningNames finds openings by their positions, so that transpositions count. It may be used by several goroutines.
type OpeningNames struct{ byKey map[movegen.Key]Opening }

// BuiltinOpenings reads the table that is part of the program. It is made from tables in the
// public domain (CC0); docs/books.md has the command.
func BuiltinOpenings() *OpeningNames {
	r, err := gzip.NewReader(bytes.NewReader(builtinOpenings))
	if err == nil {
		var t *OpeningNames
		if t, err = readOpenings(r); err == nil {
			return t
		}
	}
	panic("book: the built-in table of openings is damaged: " + err.Error())
}

// errOpenings is wrapped where a text is no table of openings.
var errOpenings = errors.New("not a table of openings: each line must hold a code, a name and moves, separated by tabs")

// readOpenings reads a table: a line that names the fields, then one for each opening, with its code, its name and its
// moves in SAN from the initial position, divided by tabs. Of two openings with the same position the first one counts.
// The error is that of r, wraps errOpenings, or is that of a move, with the line.
func readOpenings(r io.Reader) (*OpeningNames, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	t := &OpeningNames{byKey: make(map[movegen.Key]Opening, bytes.Count(text, []byte("\n")))}
	number := 0
	var l openingLine
	for row := range strings.Lines(string(text)) {
		if number++; number == 1 {
			continue
		}
		fields := strings.Split(strings.TrimRight(row, "\r\n"), "\t")
		if len(fields) != 3 {
			return nil, message.Errorf("line %d: %w", number, errOpenings)
		}
		p, err := l.play(fields[2])
		if err != nil {
			return nil, message.Errorf("line %d: %w", number, err)
		}
		if _, known := t.byKey[p.Key()]; !known {
			t.byKey[p.Key()] = Opening{Code: fields[0], Name: fields[1]}
		}
	}
	if number == 0 {
		return nil, errOpenings
	}
	return t, nil
}

// line is the last line of moves that was played. The next one mostly begins as it does.
type openingLine struct {
	words     []string
	positions []movegen.Position // behind each word
}

// play returns the position after the moves of a text.
func (l *openingLine) play(moves string) (movegen.Position, error) {
	words := strings.Fields(moves)
	same := 0
	for same < len(words) && same < len(l.words) && words[same] == l.words[same] {
		same++
	}
	l.words, l.positions = words[:same:same], l.positions[:same]
	p := movegen.StartPosition()
	if same > 0 {
		p = l.positions[same-1]
	}
	for _, word := range words[same:] {
		if !strings.HasSuffix(word, ".") { // the number of a move
			m, err := notation.ParseSAN(&p, word, notation.English)
			if err != nil {
				return p, err
			}
			p.Make(m)
		}
		l.words, l.positions = append(l.words, word), append(l.positions, p)
	}
	return p, nil
}

// Find returns the opening of a position; ok is false if it has no name.
func (t *OpeningNames) Find(p *movegen.Position) (o Opening, ok bool) {
	o, ok = t.byKey[p.Key()]
	return o, ok
}

// Classify returns the opening of the last position in a game that has a name, and after
// how many half-moves that is; ok is false if none has.
func (t *OpeningNames) Classify(start movegen.Position, moves []movegen.Move) (o Opening, plies int, ok bool) {
	p := start
	o, ok = t.Find(&p)
	for i, m := range moves {
		p.MakeOrPass(m)
		if found, named := t.Find(&p); named {
			o, plies, ok = found, i+1, true
		}
	}
	return o, plies, ok
}
