package book

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// maxLine is the length in bytes of the longest line of a text that is read.
const maxLine = 64 << 10

// The errors in a text. An invalid move gives a *notation.MoveError instead.
var (
	errNoHeading  = errors.New("a move before the first heading")
	errWeight     = errors.New("a weight is a whole number from 0 to 65535")
	errLineLength = errors.New("the line is longer than 64 KiB")
	errNoColumn   = errors.New("the first line does not name the column \"pgn\"")
)

// textError is a fault of a text, with the place where it shows.
type textError struct {
	Line   int // from 1
	Column int // byte of the line, from 1
	Err    error
}

// Error names the place and the fault.
func (e *textError) Error() string {
	return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
}

// Unwrap returns the fault.
func (e *textError) Unwrap() error { return e.Err }

// ReadText adds the lines of a text book to b. A heading begins an opening, and the
// moves after it are one line from the initial position, in coordinates, with o-o and
// o-o-o for castling, however they are distributed over lines:
//
//	! Giuoco Piano
//	e2e4 e7e5
//	g1f3 b8c6
//	f1c4 f8c5
//
// A move counts once for each line that has it; e2e4*7 counts seven times, e2e4*0 only
// leads to what follows. The first fault ends the reading: it is a *textError, and what
// precedes it has been added.
func ReadText(r io.Reader, b *Builder) error {
	var line *line
	return eachLine(r, func(number int, text string) error {
		if heading := strings.TrimLeft(text, blanks); strings.HasPrefix(heading, "!") {
			line = b.Line(movegen.StartPosition())
			return nil
		}
		return eachWord(text, 0, func(column int, word string) error {
			err := errNoHeading
			if line != nil {
				err = line.addText(word)
			}
			if err != nil {
				return &textError{number, column, err}
			}
			return nil
		})
	})
}

// addText adds a move as a text book writes it.
func (l *line) addText(word string) error {
	text, factor, weighted := strings.Cut(word, "*")
	weight := 1
	if weighted {
		number, err := strconv.ParseUint(factor, 10, 16)
		if err != nil {
			return errWeight
		}
		weight = int(number)
	}
	var m movegen.Move
	var err error
	switch castling := strings.ReplaceAll(strings.ToUpper(text), "0", "O"); castling {
	case "O-O", "O-O-O":
		m, err = notation.ParseSAN(&l.position, castling, notation.English)
	default:
		m, err = notation.ParseUCI(&l.position, text)
	}
	if err != nil {
		return err
	}
	return l.Add(m, weight)
}

// blanks separate words; a line that ends with CR LF has one more.
const blanks = " \t\r"

// eachLine calls do with the lines of a text, counted from 1, until it returns an error.
func eachLine(r io.Reader, do func(number int, text string) error) error {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxLine)
	number := 0
	for scanner.Scan() {
		number++
		if err := do(number, scanner.Text()); err != nil {
			return err
		}
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		return &textError{number + 1, maxLine, errLineLength}
	} else if err != nil {
		return message.Errorf("line %d: %w", number+1, err)
	}
	return nil
}

// eachWord calls do with the words of a line from an offset on, and their columns, until it returns an error.
func eachWord(text string, offset int, do func(column int, word string) error) error {
	for offset < len(text) {
		rest := strings.TrimLeft(text[offset:], blanks)
		offset = len(text) - len(rest)
		end := strings.IndexAny(rest, blanks)
		if end < 0 {
			end = len(rest)
		}
		if end > 0 {
			if err := do(offset+1, rest[:end]); err != nil {
				return err
			}
		}
		offset += end
	}
	return nil
}

// Dump writes as a text book what b knows from the initial position on: every legal move with a weight, to a depth of
// plies half-moves, or all for 0. A line ends where the book does, or in a position that an earlier line has come to;
// its heading has its moves in SAN. Each move shows its weight where it occurs first and *0 where it only leads on, so
// that ReadText and Merge make the same book again, but for learning counters and for positions that are not reached.
//
// An invalid entry is left out. If there are any, Dump returns the error of the first one after it has written the
// rest.
func Dump(w io.Writer, b *Book, plies int) error {
	start := movegen.StartPosition()
	d := dump{out: bufio.NewWriter(w), book: b, plies: plies, known: map[uint64]bool{Key(&start): true}}
	if err := d.enter(start); err != nil {
		return err
	}
	for len(d.path) > 0 {
		if err := d.step(); err != nil {
			return err
		}
	}
	if err := d.out.Flush(); err != nil {
		return err
	}
	return d.invalid
}

// dump goes through a book depth first. Its own stack bears books of any depth.
type dump struct {
	out   *bufio.Writer
	book  *Book
	plies int
	path  []node          // from the initial position to the present one
	known map[uint64]bool // keys of positions that have been come to

	invalid error // of the first invalid entry
}

// node is a position on the path.
type node struct {
	position movegen.Position
	entries  []Entry
	next     int  // of the entries to go into
	shown    bool // entries[next-1] has shown its weight
}

// enter puts p at the end of the path.
func (d *dump) enter(p movegen.Position) error {
	var entries []Entry
	if d.plies == 0 || len(d.path) < d.plies {
		found, err := d.book.lookup(&p)
		if err != nil {
			return message.Errorf("book: %w", err)
		}
		if d.invalid == nil {
			d.invalid = findInvalid(&p, found)
		}
		entries = playable(&p, found)
	}
	d.path = append(d.path, node{position: p, entries: entries})
	return nil
}

// findInvalid returns the error of the first invalid entry among those of p, or nil.
func findInvalid(p *movegen.Position, found []rawEntry) error {
	for i, raw := range found {
		m := raw.moveIn(p)
		switch {
		case !isMove(raw.move):
			return message.Errorf("%w: %#04x in %s", errNoMove, raw.move, p.FEN())
		case !p.IsLegal(m):
			return message.Errorf("%w: %v in %s", errIllegal, m, p.FEN())
		case slices.ContainsFunc(found[:i], func(other rawEntry) bool { return other.move == raw.move }):
			return message.Errorf("%w: %v in %s", errTwice, m, p.FEN())
		}
	}
	return nil
}

// step goes into the next move of the present position, or back to the one before.
func (d *dump) step() error {
	here := &d.path[len(d.path)-1]
	if here.next == len(here.entries) {
		d.path = d.path[:len(d.path)-1]
		return nil
	}
	m := here.entries[here.next].Move
	here.next++
	here.shown = false
	p := here.position.After(m)
	key := keyAfter(&p, m)
	ends := d.known[key]
	if !ends {
		d.known[key] = true
		if err := d.enter(p); err != nil {
			return err
		}
		ends = len(d.path[len(d.path)-1].entries) == 0
	}
	if ends {
		d.writeLine()
	}
	return nil
}

// writeLine writes the line of the moves that are being gone into.
func (d *dump) writeLine() {
	line := d.path
	if last := &line[len(line)-1]; last.next == 0 { // a position without moves
		line = line[:len(line)-1]
	}
	d.out.WriteByte('!')
	for ply := range line {
		n := &line[ply]
		if n.position.Side() == movegen.White {
			fmt.Fprintf(d.out, " %d.", ply/2+1)
		}
		d.out.WriteByte(' ')
		d.out.WriteString(notation.SAN(&n.position, n.entries[n.next-1].Move, notation.English))
	}
	for ply := range line {
		n := &line[ply]
		e, weight := n.entries[n.next-1], 0
		if !n.shown {
			n.shown, weight = true, int(e.Weight)
		}
		d.out.WriteByte("\n "[ply%2])
		d.out.WriteString(notation.UCI(e.Move, false))
		d.out.WriteByte('*')
		d.out.WriteString(strconv.Itoa(weight))
	}
	d.out.WriteString("\n\n")
}

// readTable adds the lines of a table of openings to b: fields separated by tabs, the first line names them, and the
// field "pgn" has the moves from the initial position in SAN. A move counts once for each line that has it. The first
// fault ends the reading, as with ReadText.
func readTable(r io.Reader, b *Builder) error {
	field := -1
	empty := true
	err := eachLine(r, func(number int, text string) error {
		text = strings.TrimSuffix(text, "\r")
		if empty {
			empty = false
			if field = slices.Index(strings.Split(text, "\t"), "pgn"); field < 0 {
				return &textError{number, 1, errNoColumn}
			}
			return nil
		}
		begin := 0
		for range field {
			tab := strings.IndexByte(text[begin:], '\t')
			if tab < 0 {
				return nil // a line without moves
			}
			begin += tab + 1
		}
		moves, _, _ := strings.Cut(text[begin:], "\t")
		line := b.Line(movegen.StartPosition())
		return eachWord(text[:begin+len(moves)], begin, func(column int, word string) error {
			if err := line.addSAN(word); err != nil {
				return &textError{number, column, err}
			}
			return nil
		})
	})
	if err == nil && empty {
		return &textError{1, 1, errNoColumn}
	}
	return err
}

// addSAN adds a move in SAN, or nothing for the number of one, "12." or "12...".
func (l *line) addSAN(word string) error {
	if strings.HasSuffix(word, ".") && strings.Trim(word, "0123456789.") == "" {
		return nil
	}
	m, err := notation.ParseSAN(&l.position, word, notation.English)
	if err != nil {
		return err
	}
	return l.Add(m, 1)
}
