package format

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"time"
	"unicode"

	"alfiere/movegen"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// Problem is a problem as a file states it.
type Problem struct {
	Line     int // where it begins, from 1
	Position movegen.Position
	Moves    int                    // the stipulation; 0 if there is none
	Barred   movegen.Bitboard       // rooks at home, as is their king, that may not castle by the FEN
	Passed   *text.ImpossiblePassed // nil if the file names no impossible en passant square

	ID, Title, Author, Source string // empty if the file says nothing

	// What a Popeye file asks for.
	SetPlay bool
	Tries   int           // with up to so many refutations
	Limit   time.Duration // 0 is none
	Popeye  text.Popeye
	Twin    text.Twin // which of the problems of its diagram it is

	Entry    *OliveEntry    // of a collection of Olive's; else nil
	HasTwins bool           // of the entry
	others   *[]readProblem // the twins after the first one, kept by the first; a pointer, so that problems can be compared
}

// Reader reads a file problem by problem.
type Reader struct {
	source *bufio.Reader
	opened bool
	lines  *forsyth.Lines
	popeye *popeye       // nil but for Popeye's input
	olive  *oliveReader  // nil but for Olive's collections
	twins  []readProblem // of the entry read last that are still to be told
}

// NewReader returns a reader of r, whose lines are meant by the conventions.
func NewReader(r io.Reader, meant forsyth.Conventions) *Reader {
	source := bufio.NewReaderSize(r, forsyth.BufferSize)
	return &Reader{source: source, lines: forsyth.NewLines(source, meant)}
}

// Read returns the next problem. After an *forsyth.Error or *forsyth.IllegalError the next Read goes
// on behind the fault. Any other error ends the reading: io.EOF is the end of the
// file, the rest is the source's.
func (r *Reader) Read() (Problem, error) {
	if !r.opened {
		r.opened = true
		switch word := r.peekWord(); {
		case isBeginning(word):
			r.popeye = newPopeye(r.source)
		case isOlive(word):
			r.olive = newOliveReader(r.source)
		}
	}
	if r.olive != nil {
		return r.readOlive()
	}
	if r.popeye != nil {
		return r.popeye.read()
	}
	return stated(r.lines.Read())
}

// peekWord returns the first word, which tells the kind of file. It waits for no more
// than that word, so that a program can write a line and wait for the answer.
func (r *Reader) peekWord() string {
	for n := 1; ; n = r.source.Buffered() + 1 {
		_, err := r.source.Peek(n)
		seen, _ := r.source.Peek(r.source.Buffered())
		if word, complete := firstWord(seen); complete || err != nil {
			return string(word)
		}
	}
}

// firstWord returns the first word outside comments, and whether its end was seen.
func firstWord(text []byte) (word []byte, complete bool) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	for {
		text = bytes.TrimLeft(text, " \t\r\n")
		if len(text) == 0 || text[0] != '#' {
			break
		}
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			return nil, false
		}
		text = text[end:]
	}
	end := bytes.IndexAny(text, separators)
	if end < 0 {
		return text, false
	}
	return text[:end], true
}

// IsFEN tells a position from the name of a file. A list of men and a link are positions. In a FEN the first field has
// seven slashes and does not begin with one, and others follow, or it is a board alone, of nothing but letters and
// numbers of empty squares. Men of English letters and a side to move are a FEN whatever ranks are missing.
func IsFEN(text string) bool {
	if forsyth.IsList(text) || forsyth.IsLink(text) {
		return true
	}
	text = strings.TrimSpace(forsyth.WithoutPrefix(text))
	fields := strings.Fields(text)
	if len(fields) == 0 || fields[0][0] == '/' {
		return false
	}
	if strings.Count(fields[0], "/") != 7 {
		return len(fields) > 1 && (fields[1] == "w" || fields[1] == "b") && strings.Contains(fields[0], "/") &&
			strings.Trim(fields[0], "KQRBNPkqrbnp12345678/") == ""
	}
	return len(fields) > 1 || strings.ContainsAny(text, "12345678") && !strings.ContainsFunc(text, func(r rune) bool {
		return r != '/' && (r < '1' || r > '8') && !unicode.IsLetter(r)
	})
}

// parse reads a problem in a single line: a FEN, an EPD, a link or a list of men. The error is an *forsyth.Error or an
// *forsyth.IllegalError on line 1.
func parse(line string, meant forsyth.Conventions) (Problem, error) {
	return stated(meant.Parse(line, 1))
}

// stated makes a problem of a statement.
func stated(s forsyth.Statement, err error) (Problem, error) {
	return Problem{Line: s.Line, Position: s.Position, Moves: s.Moves, Barred: s.Barred, Passed: s.Passed,
		ID: s.ID, Title: s.Title, Author: s.Author, Source: s.Source}, err
}
