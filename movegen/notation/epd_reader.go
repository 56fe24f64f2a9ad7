package notation

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"alfiere/internal/message"
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
		line, err := NextLine(r.source, &r.line)
		if err != nil {
			return EPD{}, err
		}
		if text := bytes.Trim(line, " \t\r\n"); len(text) == 0 || text[0] == '#' {
			continue
		}
		e, err := ParseEPD(string(line), r.rules)
		if fault, ok := errors.AsType[*EPDError](err); ok {
			fault.Line = r.line
		}
		return e, err
	}
}

// NextLine returns the next line with its line end, in memory that the next call reuses, and counts it. A line that
// does not fit into the buffer is skipped and gives an *EPDError.
func NextLine(source *bufio.Reader, number *int) ([]byte, error) {
	line, err := source.ReadSlice('\n')
	if err != nil && len(line) == 0 {
		return nil, err
	}
	*number++
	if *number == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	if err != bufio.ErrBufferFull {
		if err == io.EOF {
			err = nil // the last line has no line end
		}
		return line, err
	}
	for err == bufio.ErrBufferFull {
		_, err = source.ReadSlice('\n')
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	return nil, &EPDError{Line: *number, Column: MaxEPDLength + 1, Err: ErrLineTooLong}
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
			return message.Errorf("%s:%d: %w", name, r.Line(), err)
		}
	}
}
