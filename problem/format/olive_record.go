package format

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"alfiere/internal/message"
	"alfiere/internal/wire"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
	"alfiere/problem/theme"
)

// describe sets what the entry says of who composed the problem, and where it appeared.
func (e *oliveEntry) describe(p *problem.Record) {
	p.Title, p.Authors = e.Field("title").Text, texts(e.Field("authors"))
	p.Keywords, p.Comments = texts(e.Field("keywords")), texts(e.Field("comments"))
	source, date := e.Field("source"), e.Field("date")
	p.Source = problem.Source{Name: source.Text, Number: e.Field("source-id").Text}
	if source.Text == "" {
		p.Source.Name, p.Source.Issue = source.Field("name").Text, source.Field("issue").Text
		p.Source.Number = source.Field("problemid").Text
		for _, more := range [...]string{"volume", "round"} {
			if text := source.Field(more).Text; text != "" {
				p.Source.Issue = strings.Trim(more+" "+text+", "+p.Source.Issue, ", ")
			}
		}
		if !source.Field("date").IsEmpty() {
			date = source.Field("date")
		}
	}
	setDate(&p.Source, date)
	for _, award := range append([]oliveValue{e.Field("award"), e.Field("distinction")}, e.Field(moreAwards).List()...) {
		made := problem.Award{Text: award.Text}
		if award.Text == "" {
			tourney := award.Field("tourney")
			made = problem.Award{Text: award.Field("distinction").Text, Tourney: tourney.Text + tourney.Field("name").Text}
		}
		if made != (problem.Award{}) {
			p.Awards = append(p.Awards, made)
		}
	}
}

// setDate reads a date, in one text or in fields.
func setDate(s *problem.Source, date oliveValue) {
	text := date.Text
	if text == "" {
		for _, field := range [...]string{"year", "month", "day"} {
			part := date.Field(field).Text
			if year, err := strconv.Atoi(part); field == "year" && err == nil {
				part = fmt.Sprintf("%04d", year)
			}
			if part != "" {
				text += "-" + part
			}
		}
	}
	s.SetDate(text)
}

// texts are the texts of a list.
func texts(list oliveValue) (all []string) {
	for _, v := range list.List() {
		if v.Text != "" {
			all = append(all, v.Text)
		}
	}
	return all
}

// foreign is a reference to another collection: its name and the number there.
var foreign = wire.Pattern(`^([A-Za-z][A-Za-z0-9.]*) ([A-Za-z]?[0-9]+)$`)

// moreAwards is a field of our own: Olive has room for one award, and keeps fields that it does not know.
const moreAwards = "more-awards"

// writeOliveRecord writes the problems of a diagram as an entry of Olive's.
func writeOliveRecord(out *bytes.Buffer, twins []*problem.Record, with Solutions) error {
	p := twins[0]
	at, words, err := diagramOf(twins)
	if err != nil {
		return err
	}
	e := newOliveEntry(&Problem{Statement: forsyth.Statement{Position: at}, Solutions: p.Solutions}, p.Moves())
	if board, zero := zeroBoard(p); zero && len(twins) > 1 {
		e.setBoard(&board)
	}
	for _, list := range [...]struct {
		name  string
		texts []string
	}{{"authors", p.Authors}, {"keywords", p.Keywords}, {"comments", p.Comments}} {
		if len(list.texts) > 0 {
			e.SetList(list.name, list.texts)
		}
	}
	if p.Title != "" {
		e.SetText("title", p.Title)
	}
	if s := p.Source; s != (problem.Source{}) {
		e.SetFields("source", "name", s.Name, "issue", s.Issue, "problemid", s.Number)
		e.SetFields("date", "year", number(s.Year), "month", number(s.Month), "day", number(s.Day))
	}
	for i, award := range p.Awards {
		if i == 0 {
			e.SetFields("award", "distinction", award.Text, "tourney", award.Tourney)
		} else {
			e.AddRecord(moreAwards, "distinction", award.Text, "tourney", award.Tourney)
		}
	}
	if found := foreign().FindStringSubmatch(p.Reference); found != nil {
		e.AddRecord("foreignids", "domain", found[1], "problemid", found[2])
	} else if p.Reference != "" {
		e.AddRecord("foreignids", "domain", "id", "problemid", p.Reference)
	}
	var changes []string
	for i, change := range words {
		if change != "" {
			changes = append(changes, string(rune('a'+i)), change)
		}
	}
	if len(changes) > 0 {
		e.SetFields("twins", changes...)
	}
	solved := e.solve(twins, with)
	err = e.Write(out)
	if err == nil && out.Len() > maxOliveEntry && solved {
		out.Reset()
		return writeOliveRecord(out, twins, Solutions{})
	}
	if err == nil && out.Len() > maxOliveEntry {
		err = message.Errorf("problem %d: %w", p.ID, ErrTooLong)
	}
	return err
}

// setBoard sets the men of a diagram that is no problem itself.
func (e *oliveEntry) setBoard(board *[64]byte) {
	var men [2][]string
	for _, s := range allSquares(board) {
		c := 0
		if board[s] >= 'a' {
			c = 1
		}
		men[c] = append(men[c], popeyeMen(board, []int{s})[len("White "):])
	}
	e.SetMen(men[0], men[1])
}

// solve adds the solution and keywords of the twins, if all of them have a report with the play, and reports whether
// they have.
func (e *oliveEntry) solve(twins []*problem.Record, with Solutions) bool {
	var all []*text.Document
	var themes []theme.Found
	for i := range twins {
		d := with.document(twins, i)
		if d == nil {
			return false
		}
		all, themes = append(all, d), append(themes, d.Themes...)
	}
	e.setSolution(&text.Popeye{}, all, text.Options{SetPlay: with.AllPlay, Tries: with.AllPlay})
	e.AddToList("keywords", keywords(themes))
	return true
}

// maxOliveEntry is the number of bytes that an entry may have; those of YACPDB have some thousands.
const maxOliveEntry = 1 << 19

// oliveReader reads a collection entry by entry.
type oliveReader struct {
	source *bufio.Reader
	line   int    // number of lines of which something is read
	within bool   // a line, of which the buffer had no room for all
	head   []byte // the line that ended the entry before and begins the next one
	ended  bool
	twins  []readProblem // of the entry read last that are still to be returned
}

// newOliveReader returns a reader of a collection.
func newOliveReader(source *bufio.Reader) *oliveReader { return &oliveReader{source: source} }

// Read returns the next entry. After an *forsyth.Error the next Read goes on behind the entry at
// fault; any other error ends the reading: io.EOF at the end, the rest is the source's.
func (r *oliveReader) Read() (*oliveEntry, error) {
	for {
		text, line, err := r.document()
		if err != nil {
			return nil, err
		}
		if isEmptyDocument(text) {
			continue
		}
		return parseOliveEntry(text, line)
	}
}

// document returns the text of the next document and the number of its first line.
func (r *oliveReader) document() (text []byte, line int, err error) {
	text, line, long := r.head, r.line, false
	if r.head = nil; text == nil {
		line++
	}
	for {
		part, begins, err := r.part()
		seen := len(text) > 0 || long
		if err != nil && (err != io.EOF || !seen) {
			return nil, 0, err
		}
		if err == io.EOF || begins && seen && isSeparator(part) {
			if r.head = bytes.Clone(part); bytes.HasPrefix(part, []byte("...")) {
				r.head = []byte{'\n'} // so much for the end of a document that has none behind it
			}
			break
		}
		if long = long || len(text)+len(part) > maxOliveEntry; long {
			text = nil
		} else {
			text = append(text, part...)
		}
	}
	if long {
		return nil, 0, &forsyth.Error{Line: line, Column: 1, Err: errors.New("the entry is longer than 512 KiB")}
	}
	return text, line, nil
}

// part returns the next line, or as much of a longer one as the buffer holds, in memory
// that the next call reuses, and whether a line begins with it.
func (r *oliveReader) part() (part []byte, begins bool, err error) {
	if r.ended {
		return nil, false, io.EOF
	}
	part, err = r.source.ReadSlice('\n')
	r.ended = err == io.EOF
	if len(part) == 0 {
		return nil, false, err
	}
	begins = !r.within
	if r.within = err == bufio.ErrBufferFull; r.within || r.ended {
		err = nil // the last line has no line end
	}
	if begins {
		r.line++
	}
	if r.line == 1 && begins {
		part = bytes.TrimPrefix(part, []byte("\ufeff"))
	}
	return part, begins, err
}

// isSeparator reports whether the line stands between two documents. No text of an entry
// can have such a line, whatever quotes it stands in.
func isSeparator(line []byte) bool {
	if !bytes.HasPrefix(line, []byte("---")) && !bytes.HasPrefix(line, []byte("...")) {
		return false
	}
	return len(line) == 3 || bytes.IndexByte([]byte(" \t\r\n"), line[3]) >= 0
}

// isEmptyDocument reports whether a document has nothing but comments and directives.
func isEmptyDocument(text []byte) bool {
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if len(line) > 0 && line[0] != '#' && line[0] != '%' && !bytes.Equal(line, []byte("---")) {
			return false
		}
	}
	return true
}
