package exchange

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"alfiere/movegen/pgn"
	"alfiere/problem/database"
	"alfiere/problem/format/forsyth"
)

// pgnReader reads games that begin with a diagram.
type pgnReader struct {
	source *pgn.Reader
}

func newPGNReader(source io.Reader, _ forsyth.Conventions) reader {
	return &pgnReader{pgn.NewReader(source, pgn.Reading{})}
}

// errNoDiagram is the fault of a game from the initial position.
var errNoDiagram = errors.New("a game without a tag FEN")

func (r *pgnReader) read() (entry, error) {
	if !r.source.Next() {
		if err := r.source.Err(); err != nil {
			return entry{}, err
		}
		return entry{}, io.EOF
	}
	tags := r.source.Tags()
	line := r.source.Line()
	if tags.Get("FEN") == "" {
		return entry{}, &Fault{line, 0, errNoDiagram}
	}
	p := database.Problem{FEN: tags.Get("FEN"), Reference: tags.Get("Reference"), Title: tags.Get("Title"),
		Stipulation: r.stipulation(tags), Source: pgnSource(tags)}
	if p.Authors = numbered(tags, "Author"); p.Authors == nil {
		p.Authors = SplitNames(known(tags.Get("White")))
	}
	p.Keywords, p.Comments = numbered(tags, "Keyword"), numbered(tags, "Comment")
	tourneys := map[string]string{}
	for _, tag := range tags {
		if at, ok := strings.CutPrefix(tag.Name, "Tourney"); ok {
			tourneys[at] = tag.Value
		}
	}
	for _, tag := range tags {
		if at, ok := strings.CutPrefix(tag.Name, "Award"); ok {
			p.Awards = append(p.Awards, database.Award{Text: tag.Value, Tourney: tourneys[at]})
		}
	}
	if faults := r.source.Faults(); len(faults) > 0 {
		return entry{}, &Fault{line, 0, faults[0]}
	}
	return entry{problem: p, line: line}, nil
}

// known is a value that says something.
func known(value string) string {
	if strings.Trim(value, "?.") == "" {
		return ""
	}
	return value
}

// numbered are the values of the tags Name1, Name2 and so on, in the order of the file.
func numbered(tags pgn.Tags, name string) (values []string) {
	for _, tag := range tags {
		if digits, ok := strings.CutPrefix(tag.Name, name); ok && strings.Trim(digits, "0123456789") == "" {
			values = append(values, tag.Value)
		}
	}
	return values
}

// pgnSource reads where the problem appeared: our tags, or those that every game has.
func pgnSource(tags pgn.Tags) (s database.Source) {
	s.Name, s.Issue, s.Number = tags.Get("Source"), tags.Get("Issue"), tags.Get("Number")
	if s.Name == "" {
		s.Name = known(tags.Get("Event"))
	}
	if s.Number == "" {
		s.Number = strings.Trim(known(tags.Get("Round")), "-")
	}
	if d, ok := parseDate(tags.Get("Date")); ok {
		s.Year, s.Month, s.Day = d[0], d[1], d[2]
	}
	return s
}

// asked is how a stipulation stands in tags that are for something else.
var asked = regexp.MustCompile(`(?i)^(?:#|mate in |mat in |matt in |matto in )([0-9]{1,2})[.!]?$`)

// stipulation reads what is asked: from our tag, from others, or from the length of the
// solution, if that mates. It is empty if nothing tells it.
func (r *pgnReader) stipulation(tags pgn.Tags) string {
	if text := tags.Get("Stipulation"); text != "" {
		return text
	}
	for _, name := range [...]string{"Black", "Event", "White", "Site", "Round"} {
		if found := asked.FindStringSubmatch(tags.Get(name)); found != nil {
			n, _ := strconv.Atoi(found[1])
			return fmt.Sprintf("#%d", n)
		}
	}
	moves, err := r.source.Moves()
	if err != nil || len(moves) == 0 {
		return ""
	}
	if end := r.source.Final(); !end.InCheck() || end.HasLegalMove() {
		return ""
	}
	return fmt.Sprintf("#%d", (len(moves)+1)/2)
}
