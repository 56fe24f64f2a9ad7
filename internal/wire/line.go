// Package wire is the plumbing of a session with a program at the other end of a pipe:
// lines in, lines out, words of a line, and process groups.
//
// It knows no protocol and no chess, and imports no other package of this module. Both sides of a
// session use it: the engine's protocol adapters, and the clients that drive other engines.
package wire

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// MaxLine is the longest line accepted, in bytes: a game of 10,000 moves fits with room to spare.
const MaxLine = 1 << 18

// ErrTooLong is the error for a Line that was longer than MaxLine.
var ErrTooLong = fmt.Errorf("a line of more than %d bytes was ignored", MaxLine)

const byteOrderMark = "\ufeff"

// Line is a line of input without its end.
type Line struct {
	Text    string
	TooLong bool // it had more than MaxLine bytes and was dropped
}

// ReadLines reads r line by line, to its end or first error, on a goroutine of its own and sends
// the lines to the channel, which it then closes. Lines end with LF; a CR before it is left to the
// parser, for which it is a blank. Byte order marks in front of a line are dropped: programs that use .NET
// write one before their first line. Memory stays within a few times MaxLine for any input.
//
// The goroutine ends with r, because a read cannot be interrupted; it must be the only reader of r
// in its process. When quit is closed it no longer delivers anything.
func ReadLines(r io.Reader, quit <-chan struct{}) <-chan Line { return readLines(r, quit, nil) }

func readLines(r io.Reader, quit <-chan struct{}, log *Log) <-chan Line {
	lines := make(chan Line)
	go func() {
		defer close(lines)
		reader := bufio.NewReaderSize(r, 1<<16)
		var buffer []byte
		for {
			line, err := readLine(reader, &buffer)
			if err != nil && line == (Line{}) {
				return
			}
			log.in(&line)
			select {
			case lines <- line:
			case <-quit:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

// readLine returns the next line; buffer is kept from one call to the next.
func readLine(r *bufio.Reader, buffer *[]byte) (Line, error) {
	text, tooLong := (*buffer)[:0], false
	for {
		part, err := r.ReadSlice('\n')
		if err == nil {
			part = part[:len(part)-1]
		}
		if len(text)+len(part) > MaxLine {
			tooLong = true
		}
		if !tooLong {
			text = append(text, part...)
			*buffer = text
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if tooLong {
			return Line{TooLong: true}, err
		}
		return Line{Text: strings.TrimLeft(string(text), byteOrderMark)}, err
	}
}

// Fields splits a line at blanks, tabs and carriage returns, and at nothing else: other Unicode
// blanks may be part of a name.
func Fields(line string) (fields []string) {
	for i := 0; i < len(line); {
		if isBlank(line[i]) {
			i++
			continue
		}
		start := i
		for i < len(line) && !isBlank(line[i]) {
			i++
		}
		fields = append(fields, line[start:i])
	}
	return fields
}

// Cut returns the first word of a line and the rest, without surrounding blanks.
func Cut(line string) (word, rest string) {
	line = Trim(line)
	for i := range len(line) {
		if isBlank(line[i]) {
			return line[:i], Trim(line[i:])
		}
	}
	return line, ""
}

// CutAt splits a line at the first whole word that equals the given one.
func CutAt(line, word string) (before, after string, found bool) {
	for offset := 0; ; {
		i := strings.Index(line[offset:], word)
		if i < 0 {
			return Trim(line), "", false
		}
		start, end := offset+i, offset+i+len(word)
		if Trim(line[max(start-1, 0):start]) == "" && Trim(line[end:min(end+1, len(line))]) == "" {
			return Trim(line[:start]), Trim(line[end:]), true
		}
		offset = end
	}
}

// Trim removes the blanks around a line.
func Trim(line string) string {
	for line != "" && isBlank(line[0]) {
		line = line[1:]
	}
	for line != "" && isBlank(line[len(line)-1]) {
		line = line[:len(line)-1]
	}
	return line
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

// maxClip is the number of bytes of a foreign text that a message quotes.
const maxClip = 80

// Clip shortens a text from another program for a message.
func Clip(text string) string {
	if len(text) > maxClip {
		return text[:maxClip] + "…"
	}
	return text
}
