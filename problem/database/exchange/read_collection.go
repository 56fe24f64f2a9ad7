package exchange

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"alfiere/problem/database"
	"alfiere/problem/format"
	"alfiere/problem/format/forsyth"
)

// fileReader reads lines of FEN and EPD, Popeye's input and Olive's collections.
type fileReader struct {
	source *format.Reader
	more   bool // the problem before has another twin
}

func newFileReader(source io.Reader, meant forsyth.Conventions) reader {
	return &fileReader{source: format.NewReader(source, meant)}
}

func (r *fileReader) read() (entry, error) {
	p, err := r.source.Read()
	follows := r.more && p.Twin.Label != ""
	r.more = p.Twin.More
	if fault, ok := errors.AsType[*forsyth.Error](err); ok {
		return entry{}, &Fault{fault.Line, fault.Column, &placedError{fault.Reason(), fault}}
	}
	if illegal, ok := errors.AsType[*forsyth.IllegalError](err); ok {
		said := database.Problem{FEN: illegal.FEN}
		if p.Moves > 0 {
			said.Stipulation = fmt.Sprintf("#%d", p.Moves)
		}
		reason := fmt.Errorf("%w in %s", illegal.Reason(), illegal.FEN)
		return entry{problem: said}, &Fault{illegal.Line, 0, &placedError{reason, illegal}}
	}
	if err != nil {
		return entry{}, err
	}
	made := database.Problem{FEN: p.Position.EPD(), Reference: p.ID, Title: p.Title, Authors: SplitNames(p.Author),
		Twin: database.Twin{Label: p.Twin.Label, Change: p.Twin.Change, Continued: p.Twin.Continued, Zero: p.Twin.Zero}}
	if p.Moves > 0 {
		made.Stipulation = fmt.Sprintf("#%d", p.Moves)
	}
	if p.Entry != nil {
		describe(&made, p.Entry)
	} else {
		made.Source = ParseSource(p.Source)
	}
	return entry{problem: made, line: p.Line, follows: follows}, nil
}

// describe takes over what an entry of Olive's says of who composed it, and where.
func describe(p *database.Problem, e *format.OliveEntry) {
	p.Title, p.Authors = e.Field("title").Text, texts(e.Field("authors"))
	p.Keywords, p.Comments = texts(e.Field("keywords")), texts(e.Field("comments"))
	source, date := e.Field("source"), e.Field("date")
	p.Source = database.Source{Name: source.Text, Number: e.Field("source-id").Text}
	if source.Text == "" {
		p.Source.Name, p.Source.Issue, p.Source.Number = source.Field("name").Text, source.Field("issue").Text, source.Field("problemid").Text
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
	for _, award := range append([]format.OliveValue{e.Field("award"), e.Field("distinction")}, e.Field(moreAwards).List()...) {
		made := database.Award{Text: award.Text}
		if award.Text == "" {
			tourney := award.Field("tourney")
			made = database.Award{Text: award.Field("distinction").Text, Tourney: tourney.Text + tourney.Field("name").Text}
		}
		if made != (database.Award{}) {
			p.Awards = append(p.Awards, made)
		}
	}
}

// setDate reads a date, in one text or in fields.
func setDate(s *database.Source, date format.OliveValue) {
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
	if text = strings.Trim(text, "-"); text == "" {
		return
	}
	if d, ok := parseDate(text); ok {
		s.Year, s.Month, s.Day = d[0], d[1], d[2]
	}
}

// texts are the texts of a list.
func texts(list format.OliveValue) (all []string) {
	for _, v := range list.List() {
		if v.Text != "" {
			all = append(all, v.Text)
		}
	}
	return all
}
