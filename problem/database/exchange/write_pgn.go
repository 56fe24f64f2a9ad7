package exchange

import (
	"fmt"
	"slices"
	"strings"

	"alfiere/movegen/gametree"
	"alfiere/movegen/pgn"
	"alfiere/problem/database"
)

// pgnWriter writes games without moves.
type pgnWriter struct{ *Exporter }

func newPGNWriter(e *Exporter) (writer, error) { return &pgnWriter{e}, nil }

func (w *pgnWriter) close() error { return nil }

func (w *pgnWriter) write(p *database.Problem) error {
	at, err := position(p)
	if err != nil {
		return err
	}
	game := &pgn.Game{Tree: gametree.New(at), Tags: pgnTags(p)}
	text, err := pgn.Append(nil, game)
	if err != nil {
		return err
	}
	_, err = w.out.Write(append(text, '\n'))
	return err
}

// maxTag is the length of a tag's value in bytes, less than what is read, for the backslashes.
const maxTag = pgn.MaxTag / 4

// pgnTags are the tags of a problem: those that every game has as other programs show them,
// and the rest by names of ours.
func pgnTags(p *database.Problem) (tags pgn.Tags) {
	add := func(name, value string) {
		if value = strings.Join(strings.Fields(value), " "); value != "" {
			tags = append(tags, pgn.Tag{Name: name, Value: clipped(value, maxTag)})
		}
	}
	add("Event", p.Source.Name)
	add("Date", pgnDate(p.Source))
	add("White", JoinNames(p.Authors))
	add("Black", p.Stipulation)
	add("Stipulation", p.Stipulation)
	if known(p.Source.Name) != p.Source.Name {
		add("Source", p.Source.Name)
	}
	if !slices.Equal(SplitNames(known(JoinNames(p.Authors))), p.Authors) {
		for i, name := range p.Authors {
			add(fmt.Sprintf("Author%d", i+1), name)
		}
	}
	add("Title", p.Title)
	add("Issue", p.Source.Issue)
	add("Number", p.Source.Number)
	add("Reference", p.Reference)
	for i, a := range p.Awards {
		tags = append(tags, pgn.Tag{Name: fmt.Sprintf("Award%d", i+1), Value: clipped(a.Text, maxTag)})
		add(fmt.Sprintf("Tourney%d", i+1), a.Tourney)
	}
	for i, word := range p.Keywords {
		add(fmt.Sprintf("Keyword%d", i+1), word)
	}
	for i, text := range p.Comments {
		add(fmt.Sprintf("Comment%d", i+1), text)
	}
	return tags
}

// pgnDate writes a date as games have it; nothing if it is not known.
func pgnDate(s database.Source) string {
	if s.Year == 0 {
		return ""
	}
	part := func(n int) string {
		if n == 0 {
			return "??"
		}
		return fmt.Sprintf("%02d", n)
	}
	return fmt.Sprintf("%04d.%s.%s", s.Year, part(s.Month), part(s.Day))
}
