// Package format reads and writes files of problems: one position a line (FEN or EPD), input of the solver Popeye,
// collections of the composing board Olive, games (PGN) and lines of JSON. Formats lists them; the format of a
// file is detected from its content. Memory does not depend on the length of the file, nor on aliases in YAML.
//
// A Reader returns problem by problem. An error names line and column, and the next problem is read. A Solver solves
// the problems, several at a time, and writes the answers in the order of the file.
package format

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"time"
	"unicode"

	"alfiere/internal/datafile"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// Format is a format of files of problems.
type Format struct {
	Name, Extension string // Extension is that of its files
	Usage           string
	Twins           bool // it has the problems of a diagram together
	Reports         bool // it has reports, or solutions made of them

	// Write writes a problem, with its twins and what Solutions has if the format has them. The error wraps ErrNoMate
	// or ErrTooLong if the format cannot hold it.
	Write func(out *bytes.Buffer, twins []*problem.Record, with Solutions) error

	Head, Between, Foot string // what precedes the first problem, separates two and follows the last

	// detect reports whether a file of the format begins with the word.
	detect func(word string) bool
	// read returns a function that reads problems as Reader.Read does.
	read func(source *bufio.Reader, meant forsyth.Conventions) func() (Problem, error)
}

// Solutions is what a format may have besides the data of problems.
type Solutions struct {
	Reports  []*problem.StoredReport // of the twins in their order; nil if there are none, or for a twin without one
	AllPlay  bool                    // set play and tries, too
	Language text.Language           // of comments
}

// document returns the solved problem of a twin; nil if its report does not have the play of a complete analysis.
func (s *Solutions) document(twins []*problem.Record, i int) *text.Document {
	if i >= len(s.Reports) || s.Reports[i] == nil {
		return nil
	}
	report, themes, err := Solved(twins[i], s.Reports[i].Text)
	if err != nil || !report.Complete {
		return nil
	}
	return &text.Document{Report: report, Themes: themes, Twin: twins[i].Twin}
}

// Formats returns the table of the formats.
func Formats() []Format {
	return []Format{
		{Name: "json", Extension: "jsonl", Usage: "JSON, one object per line with all data and reports", Reports: true,
			Write: writeJSON, detect: startsWith("{"), read: readJSON},
		{Name: "epd", Extension: "epd", Usage: "one line per problem: position, stipulation, title, authors, source",
			Write: writeEPD, detect: func(string) bool { return false }, // what no other format detects
			read: readLines},
		{Name: "popeye", Extension: "inp", Usage: "the input of Popeye", Twins: true, Write: writePopeye,
			Head: "BeginProblem\n", Between: "\nNextProblem\n", Foot: "EndProblem\n", detect: isBeginning,
			read: func(source *bufio.Reader, _ forsyth.Conventions) func() (Problem, error) {
				return (&popeye{source: source}).read
			}},
		{Name: "olive", Extension: "olv", Usage: "the YAML of Olive, with solution and keywords", Twins: true,
			Reports: true, Write: writeOliveRecord, detect: isOlive, read: readOlive},
		{Name: "pgn", Extension: "pgn", Usage: "games that begin with the diagram; the solution is moves and variations",
			Reports: true, Write: writePGN, detect: startsWith("["), read: readPGN},
	}
}

// detect returns the format of a file that begins with the word.
func detect(word string) Format {
	formats := Formats()
	for _, f := range formats {
		if f.detect(word) {
			return f
		}
	}
	return formats[1]
}

func startsWith(beginning string) func(word string) bool {
	return func(word string) bool { return strings.HasPrefix(word, beginning) }
}

// readLines reads positions in lines.
func readLines(source *bufio.Reader, meant forsyth.Conventions) func() (Problem, error) {
	lines := forsyth.NewLines(source, meant)
	return func() (Problem, error) { return stated(lines.Read()) }
}

// Problem is a problem as a file states it.
type Problem struct {
	forsyth.Statement

	// What a Popeye file asks for.
	SetPlay   bool
	PostKey   bool          // the key has been made: the side to move defends
	Tries     int           // the most refutations of a try
	Solutions int           // that are intended; 0 if it is not said
	Limit     time.Duration // 0 is none
	Popeye    text.Popeye
	Twin      problem.Twin // which of the problems of its diagram it is
	Follows   bool         // it is a twin of the problem before

	Record *problem.Record       // of PGN and JSON, which have no statement; else nil
	Report *problem.StoredReport // of JSON; nil if there is none

	Entry    *oliveEntry    // of a collection of Olive's; else nil
	HasTwins bool           // of the entry
	others   *[]readProblem // the other twins, kept by the first one; a pointer, so that problems can be compared
}

// Fields returns the problem as a collection has it, with the names of authors and the parts of the source apart.
func (p *Problem) Fields() problem.Record {
	if p.Record != nil {
		return *p.Record
	}
	r := problem.Record{FEN: p.Position.EPD(), Stipulation: problem.Stipulation(p.Moves), Reference: p.ID, Twin: p.Twin,
		Solutions: p.Solutions}
	if p.Entry != nil {
		p.Entry.describe(&r)
	} else {
		r.Title, r.Authors, r.Source = p.Title, problem.SplitNames(p.Author), problem.ParseSource(p.Source)
	}
	return r
}

// state makes a statement of a problem that has none.
func (p *Problem) state(meant forsyth.Conventions) error {
	if p.Record == nil {
		return nil
	}
	s, err := meant.Parse(p.Record.FEN, p.Line)
	p.Position, p.Barred, p.Passed, p.Moves = s.Position, s.Barred, s.Passed, p.Record.Moves()
	p.Caption, p.Twin, p.Solutions = text.CaptionOf(p.Record), p.Record.Twin, p.Record.Solutions
	if stipulation := p.Record.Stipulation; err == nil && stipulation != problem.Stipulation(p.Moves) {
		err = &forsyth.Error{Line: p.Line, Text: forsyth.Clip(stipulation), Err: problem.ErrUnsupported}
	} else if p.Moves > problem.MaxMoves {
		err = &forsyth.Error{Line: p.Line, Text: forsyth.Clip(stipulation), Err: problem.ErrMoves}
	}
	return err
}

// exchanged returns the second problem of a diagram with duplex, in which the other side mates. The error is an
// *forsyth.IllegalError.
func (p *Problem) exchanged() (Problem, error) {
	q := *p
	b := p.Position.Builder()
	b.Side, b.EnPassant = b.Side.Other(), movegen.NoSquare
	q.Popeye.Duplex, q.Passed = text.SecondDuplex, nil
	position, _, err := b.Build(problem.Composed)
	if illegal, ok := errors.AsType[*movegen.FENError](err); ok {
		return q, &forsyth.IllegalError{Line: p.Line, FEN: b.FEN(), Faults: illegal.Faults}
	}
	q.Position = position
	return q, err
}

// Reader reads a file problem by problem.
type Reader struct {
	decoder *datafile.Decoder
	source  *bufio.Reader // of the decoder
	meant   forsyth.Conventions
	read    func() (Problem, error) // of the file's format; nil before it is known
	more    bool                    // the problem before has another twin
	solves  bool                    // what it reads is solved, and no record of a collection
}

// NewReader returns a reader of r, whose lines are meant by the conventions.
func NewReader(r io.Reader, meant forsyth.Conventions) *Reader {
	decoder := datafile.NewDecoder(r)
	return &Reader{decoder: decoder, source: bufio.NewReaderSize(decoder, forsyth.BufferSize), meant: meant}
}

// Recoded returns the first line that was not UTF-8 and was read as Windows-1252; 0 if there was none so far.
func (r *Reader) Recoded() int { return r.decoder.Recoded() }

// Read returns the next problem. After an *forsyth.Error or *forsyth.IllegalError the next Read goes on behind the
// fault. Any other error ends the reading: io.EOF is the end of the file, the rest is the source's.
func (r *Reader) Read() (Problem, error) {
	if r.read == nil {
		r.read = detect(r.peekWord()).read(r.source, r.meant)
	}
	p, err := r.read()
	if err == nil && !r.solves && (p.PostKey || p.Popeye.Duplex != text.NoDuplex) {
		option := "Duplex"
		if p.PostKey {
			option = "PostKeyPlay"
		}
		err = &forsyth.Error{Line: p.Line, Text: option, Err: errOption}
	}
	p.Follows = p.Follows || r.more && p.Twin.Label != ""
	r.more = p.Twin.More
	return p, err
}

// peekWord returns the first word, which tells the kind of file. It waits for no more
// than that word, so that a program can write a line and wait for the answer.
func (r *Reader) peekWord() string {
	skipped := 0 // bytes before it; a file may begin with thousands of empty lines
	for n := 1; ; n = r.source.Buffered() + 1 {
		_, err := r.source.Peek(n)
		seen, _ := r.source.Peek(r.source.Buffered())
		if mark := "\ufeff"; skipped == 0 && bytes.HasPrefix(seen, []byte(mark)) {
			skipped = len(mark)
		}
		text, inComment := skipComments(seen[skipped:])
		skipped = len(seen) - len(text)
		end := bytes.IndexAny(text, separators)
		switch {
		case end >= 0 && !inComment:
			return string(text[:end])
		case err != nil && inComment:
			return ""
		case err != nil:
			return string(text)
		}
	}
}

// skipComments returns the text behind blanks and comments, and whether it is a comment without its end.
func skipComments(text []byte) (rest []byte, inComment bool) {
	for {
		text = bytes.TrimLeft(text, " \t\r\n")
		if len(text) == 0 || text[0] != '#' {
			return text, false
		}
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			return text, true
		}
		text = text[end:]
	}
}

// Argument returns the position that the arguments of a command give, and whether they give one rather than names of
// files. A file of that name always wins.
func Argument(args ...string) (text string, isPosition bool) {
	text = notation.FENArgument(args...)
	if len(args) > 0 {
		if info, err := os.Stat(args[0]); err == nil && !info.IsDir() {
			return text, false
		}
	}
	return text, IsFEN(text)
}

// IsFEN tells a position, right or wrong, from the name of a file. A list of men and a link are positions. The first
// field of a FEN has slashes and does not begin with one. The side to move follows, or it has seven slashes and other
// fields, or it is a board alone, with nothing but letters and numbers of empty squares.
func IsFEN(text string) bool {
	if forsyth.IsList(text) || forsyth.IsLink(text) {
		return true
	}
	fields := strings.Fields(forsyth.WithoutPrefix(text))
	if len(fields) == 0 || fields[0][0] == '/' {
		return false
	}
	board, slashes := fields[0], strings.Count(fields[0], "/")
	numbers := strings.ContainsAny(board, "12345678")
	men := strings.Trim(board, "KQRBNSPkqrbnsp12345678/") == ""
	switch {
	case len(fields) > 1:
		return slashes == 7 || slashes > 0 && (numbers || men) && (fields[1] == "w" || fields[1] == "b")
	case slashes == 7:
		return numbers && !strings.ContainsFunc(board, func(r rune) bool {
			return r != '/' && (r < '1' || r > '8') && !unicode.IsLetter(r)
		})
	}
	return slashes > 3 && numbers && men
}

// stated makes a problem of a statement.
func stated(s forsyth.Statement, err error) (Problem, error) { return Problem{Statement: s}, err }

// What can be wrong with a problem in a file, apart from the errors of forsyth; errors.Is
// finds them in a *forsyth.Error.
var (
	errNoMoves    = errors.New("the number of moves is missing: give N, or write #N after the position")
	errWord       = errors.New("unknown or ambiguous word in Popeye's language")
	errOption     = errors.New("expected a supported option")
	errSquare     = errors.New("no such square")
	errColor      = errors.New("expected White or Black before the men")
	errForsyth    = errors.New("expected a man or a number of empty squares on the board")
	errNumber     = errors.New("expected a number")
	errIncomplete = errors.New("the problem has no stipulation or no men")
	errOutside    = errors.New("text outside a problem")
)
