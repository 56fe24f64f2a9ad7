package forsyth

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
	"strings"

	"alfiere/movegen/notation"
	"alfiere/problem"
)

// Lines reads the positions of a text line by line.
type Lines struct {
	source *bufio.Reader
	meant  Conventions
	number int       // of the line read last
	ahead  *lineRead // the line read last, if it comes next
}

// lineRead is what NextLine returned.
type lineRead struct {
	text   []byte
	number int
	err    error
}

// NewLines returns a reader of the source, whose buffer bounds the length of a line.
func NewLines(source *bufio.Reader, meant Conventions) *Lines {
	return &Lines{source: source, meant: meant}
}

// BufferSize is the size of a buffer that holds the longest line.
const BufferSize = notation.MaxEPDLength + len("\r\n")

// NextLine returns the next line with its end, in memory that the next call reuses, and counts it. A line that does
// not fit into the buffer is skipped and gives an *Error.
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
	return nil, &Error{Line: *number, Column: notation.MaxEPDLength + 1, Err: notation.ErrLineTooLong}
}

// Read returns the next position; blank lines and comments, which begin with #, are skipped. A list of men may have
// several lines, with its stipulation on a line of its own below or above. After an *Error or an *IllegalError the next
// Read goes on; any other error ends the reading: io.EOF is the end of the text.
func (r *Lines) Read() (Statement, error) {
	above := ""
	for {
		line, err := r.next()
		if err != nil {
			return Statement{}, err
		}
		text := string(bytes.Trim(line, " \t\r\n"))
		switch {
		case IsList(text):
			return r.readList(strings.TrimRight(string(line), "\r\n")+above, r.number)
		case problem.IsOtherStipulation(text):
			return Statement{}, r.refuse(text, bytes.Index(line, []byte(text))+1)
		case text == "" || text[0] == '#':
			if above = ""; isBareStipulation(text) {
				above = " " + text
			}
			continue
		}
		return r.meant.Parse(string(line), r.number)
	}
}

// next returns the next line, as NextLine does.
func (r *Lines) next() ([]byte, error) {
	if line := r.ahead; line != nil {
		r.ahead, r.number = nil, line.number
		return line.text, line.err
	}
	return NextLine(r.source, &r.number)
}

// readList reads a list of men that begins with the text of a line. It goes on with the lines below that are of men,
// or a stipulation, until it is whole.
func (r *Lines) readList(text string, number int) (Statement, error) {
	for !isWholeList(text) {
		line, err := r.next()
		more := string(bytes.TrimRight(line, "\r\n"))
		if err != nil || !continuesList(more) || startsList(text, more) {
			r.ahead = &lineRead{bytes.Clone(line), r.number, err}
			break
		}
		text += "\n" + more
	}
	return r.meant.Parse(text, number)
}

// refuse returns the error for a stipulation on a line of its own, and skips the list of men below it.
func (r *Lines) refuse(stipulation string, column int) error {
	fault := &Error{Line: r.number, Column: column, Text: Clip(stipulation), Err: problem.ErrUnsupported}
	line, err := r.next()
	if text := string(bytes.TrimRight(line, "\r\n")); err == nil && IsList(text) {
		_, _ = r.readList(text, r.number)
	} else {
		r.ahead = &lineRead{bytes.Clone(line), r.number, err}
	}
	return fault
}

// isBareStipulation reports whether a line is #2 alone.
func isBareStipulation(text string) bool {
	number, ok := strings.CutPrefix(text, "#")
	_, err := strconv.Atoi(strings.TrimSpace(number))
	return ok && err == nil
}
