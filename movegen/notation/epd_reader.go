package notation

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"alfiere/movegen"
)

// EPDReader reads the positions of an EPD file one by one. Empty lines and lines that begin with '#' are skipped.
// Memory does not depend on the length of file or lines.
type EPDReader struct {
	source *bufio.Reader
	rules  movegen.Rules
	line   int
}

// NewEPDReader returns a reader of r. rules are those for the positions.
func NewEPDReader(r io.Reader, rules movegen.Rules) *EPDReader {
	return &EPDReader{source: bufio.NewReaderSize(r, MaxEPDLength+len("\r\n")), rules: rules}
}

// Line returns the number, from 1, of the line that Read has read last.
func (r *EPDReader) Line() int { return r.line }

// Read returns the next position. An *EPDError is an error in one line: the next Read continues after it. Any other
// error ends the reading: io.EOF is the end of the file, any other is the source's.
func (r *EPDReader) Read() (EPD, error) {
	for {
		line, err := r.next()
		if err != nil {
			return EPD{}, err
		}
		if text := strings.Trim(line, " \t\r\n"); text == "" || text[0] == '#' {
			continue
		}
		e, err := ParseEPD(line, r.rules)
		if fault, ok := errors.AsType[*EPDError](err); ok {
			fault.Line = r.line
		}
		return e, err
	}
}

// next returns the next line with its line end. A line that does not fit into the
// buffer is skipped and gives an *EPDError.
func (r *EPDReader) next() (string, error) {
	slice, err := r.source.ReadSlice('\n')
	if err != nil && len(slice) == 0 {
		return "", err
	}
	r.line++
	if r.line == 1 {
		slice = bytes.TrimPrefix(slice, []byte("\ufeff"))
	}
	if err != bufio.ErrBufferFull {
		if err == io.EOF {
			err = nil // the last line has no line end
		}
		return string(slice), err
	}
	for err == bufio.ErrBufferFull {
		_, err = r.source.ReadSlice('\n')
	}
	if err != nil && err != io.EOF {
		return "", err
	}
	return "", &EPDError{Line: r.line, Column: MaxEPDLength + 1, Err: ErrLineTooLong}
}

// EachEPD calls take with each position of a file in turn. An error of take or in the file
// ends the reading; both begin with the file's name and the line.
func EachEPD(file io.Reader, name string, rules movegen.Rules, take func(EPD) error) error {
	for r := NewEPDReader(file, rules); ; {
		e, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = take(e)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, r.Line(), err)
		}
	}
}
