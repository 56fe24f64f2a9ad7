package forsyth

import (
	"bufio"
	"bytes"
	"errors"
	"strconv"
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/text"
)

// Statement is a problem as a line states it.
type Statement struct {
	Line     int // as it was given to Parse
	Position movegen.Position
	Moves    int                    // the stipulation; 0 if there is none
	Barred   movegen.Bitboard       // rooks at home, as is their king, that may not castle by the FEN
	Passed   *text.ImpossiblePassed // nil if the line names no impossible en passant square

	text.Caption
}

// Parse reads a position as composers write it: a board alone, a FEN or EPD, a link to an editor that holds a FEN, or a
// list of men, which may have several lines. dm, or #N after the position, is the number of moves; id, title, author
// and source name the problem. The error is an *Error or an *IllegalError; number is that of the first line.
func (c Conventions) Parse(text string, number int) (Statement, error) {
	if IsList(text) {
		return c.parseList(text, number)
	}
	if !IsLink(text) {
		return c.parseLine(WithoutPrefix(text), number)
	}
	line, err := unlink(text)
	if fault, ok := errors.AsType[*Error](err); ok {
		fault.Line = number
		return Statement{}, fault
	}
	return c.parseLine(line, number)
}

// parseLine reads a board, a FEN or an EPD.
func (c Conventions) parseLine(line string, number int) (Statement, error) {
	made, err := newStatement(line, c)
	if fault, ok := errors.AsType[*Error](err); ok {
		fault.Line = number
		return Statement{}, fault
	}
	epd := string(made.line)
	e, err := notation.ParseEPD(epd, problem.Composed)
	if err != nil {
		return Statement{Moves: made.moves}, made.lineError(err, number)
	}
	p := Statement{Line: number, Moves: made.moves,
		Caption: text.Caption{ID: e.Text("id"), Title: e.Text("title"), Author: e.Text("author"), Source: e.Text("source")}}
	p.Passed = passed(&e.Position, made.given)
	p.Position, p.Barred = claim(e.Position, c.Home || made.unclaimed)
	if e.Find("dm") == nil {
		return p, nil
	}
	p.Moves, err = e.Int("dm")
	if err != nil || p.Moves < 1 || p.Moves > problem.MaxMoves {
		column := made.column(strings.LastIndex(epd, "dm") + 1)
		return p, &Error{Line: number, Column: column, Text: "dm " + Clip(e.Text("dm")), Err: problem.ErrMoves}
	}
	return p, nil
}

// passed checks the en passant field of a FEN as it was given.
func passed(p *movegen.Position, fen string) *text.ImpossiblePassed {
	fields := strings.Fields(fen)
	if len(fields) < 4 {
		return nil
	}
	square, ok := movegen.ParseSquare(fields[3])
	if !ok {
		return nil
	}
	return text.CheckPassed(p, square)
}

// lineError converts the fault of an EPD line: a position that is no chess is no fault of the text.
func (s *statement) lineError(err error, number int) error {
	var position *movegen.FENError
	if errors.As(err, &position) && isIllegal(position) {
		board, _ := wordAt(string(s.line), 0)
		return &IllegalError{Line: number, FEN: s.given, Board: board, Faults: position.Faults}
	}
	var fault *notation.EPDError
	if !errors.As(err, &fault) {
		return err
	}
	return &Error{Line: number, Column: s.column(fault.Column), Text: fault.Text, Err: fault.Err}
}

// What can be wrong with a line; errors.Is finds them in an *Error.
var (
	ErrMan      = errors.New("expected a man and its squares, as in Kd6 or Pa2b3")
	ErrOccupied = errors.New("the square is occupied")
	errLink     = errors.New("the link contains no position (eight ranks separated by /)")
	ErrKnight   = errors.New("the letter N is the nightrider; Popeye's letter for the knight is S")
)

// Error is an error in a problem of a file and its place. The next problem can be read.
type Error struct {
	Line, Column int    // from 1; the column counts bytes and is 0 if it is not known
	Text         string // the text there, cut to a few bytes
	Squares      movegen.Bitboard
	Err          error // a sentinel of this package, of notation or of the reader of the file, or a *movegen.FENError
}

// Error names line, column, reason and what stands there.
func (e *Error) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *Error) Message() error {
	if e.Column == 0 {
		return message.Errorf("line %d: %v", e.Line, e.Reason())
	}
	return message.Errorf("line %d, column %d: %v", e.Line, e.Column, e.Reason())
}

// Reason is the message without the place.
func (e *Error) Reason() error {
	switch {
	case e.Squares != 0:
		return message.Errorf("%v (%s)", e.Err, e.Squares)
	case e.Text == "":
		return e.Err
	}
	return message.Errorf("%v, not %q", e.Err, e.Text)
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// IllegalError is a readable problem with an illegal diagram. The next problem can be read.
type IllegalError struct {
	Line   int
	FEN    string // as given, or what it would be
	Board  string // its first field with English letters; empty if it is not from a line
	Faults []movegen.Fault
}

// Error names the line and all faults.
func (e *IllegalError) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *IllegalError) Message() error { return message.Errorf("line %d: %v", e.Line, e.Reason()) }

// Reason is the message without the line.
func (e *IllegalError) Reason() error { return &movegen.FENError{Faults: e.Faults} }

// Unwrap gives errors.As access to the faults.
func (e *IllegalError) Unwrap() error { return e.Reason() }

// Reason returns what is wrong with a problem, without its place.
func Reason(err error) error {
	if placed, ok := errors.AsType[interface {
		error
		Reason() error
	}](err); ok {
		return placed.Reason()
	}
	return err
}

// isIllegal reports whether a FEN was read and only its position was refused.
func isIllegal(err *movegen.FENError) bool {
	for _, fault := range err.Faults {
		switch fault.Code {
		case movegen.KingCount, movegen.PawnOnEdgeRank, movegen.OpponentInCheck:
		default:
			return false
		}
	}
	return true
}

// Clip cuts what a message quotes.
func Clip(text string) string {
	const maxBytes = 20
	if len(text) > maxBytes {
		return text[:maxBytes] + "…"
	}
	return text
}

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

// NextLine is notation.NextLine with an *Error for a line that is too long.
func NextLine(source *bufio.Reader, number *int) ([]byte, error) {
	line, err := notation.NextLine(source, number)
	if long, ok := errors.AsType[*notation.EPDError](err); ok {
		err = &Error{Line: long.Line, Column: long.Column, Err: long.Err}
	}
	return line, err
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

// IsLink reports whether the text begins with the address of a page.
func IsLink(text string) bool {
	word := strings.ToLower(firstWord(text))
	return strings.Contains(word, "://") || strings.HasPrefix(word, "lichess.org/") || strings.HasPrefix(word, "www.")
}

// firstWord returns the text up to its first blank.
func firstWord(text string) string {
	word, _ := wordAt(text, 0)
	return word
}

// unlink replaces the link that a line begins with by the FEN in it, as the editors and analysis boards of
// web sites write it: in the path or in a parameter, with _ or + for blanks. The error is errLink without its line.
func unlink(line string) (string, error) {
	word, end := wordAt(line, 0)
	start := end - len(word)
	decoded := unescaped(word)
	for from := range decoded {
		if from > 0 && decoded[from-1] != '/' && decoded[from-1] != '=' {
			continue
		}
		fen, _, _ := strings.Cut(decoded[from:], "?")
		fen, _, _ = strings.Cut(fen, "&")
		fen, _, _ = strings.Cut(fen, "#")
		fen = strings.NewReplacer("_", " ", "+", " ").Replace(fen)
		board, _, _ := strings.Cut(fen, " ")
		if strings.Count(board, "/") == 7 && strings.Trim(board, "12345678/KQRBNPkqrbnp") == "" {
			indent := strings.Repeat(" ", start+min(from, len(word)))
			return indent + fen + strings.Repeat(" ", max(len(word)-from-len(fen), 0)) + line[end:], nil
		}
	}
	return "", &Error{Column: start + 1, Text: Clip(word), Err: errLink}
}

// unescaped returns a link with the characters that it writes as %2F.
func unescaped(link string) string {
	parts := strings.Split(link, "%")
	for i, part := range parts {
		switch code, err := strconv.ParseUint(part[:min(2, len(part))], 16, 7); {
		case i == 0:
		case err != nil || len(part) < 2:
			parts[i] = "%" + part
		default:
			parts[i] = string(rune(code)) + part[2:]
		}
	}
	return strings.Join(parts, "")
}

// WithoutPrefix blanks out the word "Forsyth" or "FEN" in front of a position.
func WithoutPrefix(line string) string {
	word, end := wordAt(line, 0)
	switch strings.ToLower(strings.TrimSuffix(word, ":")) {
	case "forsyth", "fen":
		return strings.Repeat(" ", end) + line[end:]
	}
	return line
}
