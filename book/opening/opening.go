// Package opening names openings: their codes in the Encyclopaedia of Chess Openings and
// their names, found by positions, so that transpositions count.
//
// The table is part of the program. It is made from tables in the public domain (CC0);
// docs/books.md has the command.
package opening

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

//go:embed eco.tsv.gz
var builtin []byte

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

// Table finds openings by their positions. It may be used by several goroutines.
type Table struct{ byKey map[movegen.Key]Opening }

// Builtin returns the table that is part of the program. It reads it anew: whoever needs
// it often keeps it.
func Builtin() *Table {
	r, err := gzip.NewReader(bytes.NewReader(builtin))
	if err == nil {
		var t *Table
		if t, err = read(r); err == nil {
			return t
		}
	}
	panic("opening: the built-in table is damaged: " + err.Error())
}

// errTable is wrapped where a text is no table of openings.
var errTable = errors.New("no table of openings: wanted are lines of a code, a name and moves, divided by tabs")

// read reads a table: a line that names the fields, then one for each opening, with its
// code, its name and its moves in SAN from the initial position, divided by tabs. Of two
// openings with the same position the first one counts. The error is that of r, wraps
// errTable, or is that of a move, with the line.
func read(r io.Reader) (*Table, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	t := &Table{byKey: make(map[movegen.Key]Opening, bytes.Count(text, []byte("\n")))}
	number := 0
	var l line
	for row := range strings.Lines(string(text)) {
		if number++; number == 1 {
			continue
		}
		fields := strings.Split(strings.TrimRight(row, "\r\n"), "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("line %d: %w", number, errTable)
		}
		p, err := l.play(fields[2])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if _, known := t.byKey[p.Key()]; !known {
			t.byKey[p.Key()] = Opening{Code: fields[0], Name: fields[1]}
		}
	}
	if number == 0 {
		return nil, errTable
	}
	return t, nil
}

// line is the last line of moves that was played. The next one mostly begins as it does.
type line struct {
	words     []string
	positions []movegen.Position // behind each word
}

// play returns the position behind the moves of a text.
func (l *line) play(moves string) (movegen.Position, error) {
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

// Len returns how many openings the table has.
func (t *Table) Len() int { return len(t.byKey) }

// Find returns the opening of a position; ok is false if it has no name.
func (t *Table) Find(p *movegen.Position) (o Opening, ok bool) {
	o, ok = t.byKey[p.Key()]
	return o, ok
}

// Classify returns the opening of the last position in a game that has a name, and after
// how many half-moves that is; ok is false if none has.
func (t *Table) Classify(start movegen.Position, moves []movegen.Move) (o Opening, plies int, ok bool) {
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
