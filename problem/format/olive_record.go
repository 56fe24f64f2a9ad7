package format

import (
	"fmt"
	"strconv"
	"strings"

	"alfiere/problem"
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
