package book

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

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

// eachLine calls do with the lines of a text, counted from 1, until it returns an
// error.
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
		return fmt.Errorf("line %d: %w", number+1, err)
	}
	return nil
}

// eachWord calls do with the words of a line from an offset on, and their columns,
// until it returns an error.
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
