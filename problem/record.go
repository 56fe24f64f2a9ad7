package problem

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"alfiere/movegen"
)

// Record is a problem as files and collections state it. Its JSON is described in docs/problems-database.md.
type Record struct {
	ID          int64  `json:"id,omitempty"`          // in a collection; 0 elsewhere
	FEN         string `json:"fen"`                   // board, side, castling and en passant, as in "8/8/…/8 w - -"
	Stipulation string `json:"stipulation,omitempty"` // as in "#2"
	Solutions   int    `json:"solutions,omitempty"`   // that are intended; 0 is one
	Reference   string `json:"reference,omitempty"`   // the number or name that its source gives it, as in "yacpdb 4711"

	Title    string   `json:"title,omitempty"`
	Authors  []string `json:"authors,omitempty"` // in the order of the source
	Source   Source   `json:"source,omitzero"`
	Awards   []Award  `json:"awards,omitempty"`
	Keywords []string `json:"keywords,omitempty"`
	Comments []string `json:"comments,omitempty"`
	Twin     Twin     `json:"twin,omitzero"`

	Added   time.Time `json:"added,omitzero"` // to the collection, to the second
	Changed time.Time `json:"changed,omitzero"`
}

// Source is where a problem appeared. Empty texts and zeros are not known.
type Source struct {
	Name   string `json:"name,omitempty"`
	Issue  string `json:"issue,omitempty"`
	Number string `json:"number,omitempty"`
	Year   int    `json:"year,omitempty"`
	Month  int    `json:"month,omitempty"`
	Day    int    `json:"day,omitempty"`
}

// Award is a distinction, as in "2nd Prize", in a tourney, whose name may be empty.
type Award struct {
	Text    string `json:"text,omitempty"`
	Tourney string `json:"tourney,omitempty"`
}

// String returns the award in one line, as in "2nd Prize, Olympic Tourney".
func (a Award) String() string { return strings.Trim(a.Text+", "+a.Tourney, ", ") }

// Twin says which of the problems of one diagram a problem is. The zero value is that of a
// problem without twins; the first one has a label, and no Of.
type Twin struct {
	Of        int64  `json:"of,omitempty"`        // in a collection: the first of the diagram; 0 if it is that itself
	Label     string `json:"label,omitempty"`     // a, b and so on
	Change    string `json:"change,omitempty"`    // how it differs from the diagram, in Popeye's words, as in "wKd5-->d6"
	Continued bool   `json:"continued,omitempty"` // it differs so from the twin before
	Zero      string `json:"zero,omitempty"`      // the board of a diagram that is not a problem itself
	ZeroMoves int    `json:"-"`                   // the stipulation of that diagram in a file; 0 if it has none
	More      bool   `json:"-"`                   // another twin follows in the file
}

// String returns label and change, as in "b) wKd5-->d6", or the empty string.
func (t Twin) String() string {
	if t.Label == "" {
		return ""
	}
	text := t.Label + ")"
	if t.Continued {
		text = "+" + text
	}
	if t.Change != "" {
		text += " " + t.Change
	}
	return text
}

// StoredReport is the report of an analysis as a collection keeps it.
type StoredReport struct {
	Program      string          `json:"program,omitempty"`  // name and version of the analyser
	Analysed     time.Time       `json:"analysed,omitzero"`  // to the second
	Milliseconds int64           `json:"limit_ms,omitempty"` // that the analysis might take; 0 for no limit
	Text         json.RawMessage `json:"text"`               // a line of `alfiere mate --json`, see docs/problem-json.md
}

// MaxReport is the length of a stored report's Text in bytes.
const MaxReport = 16 << 20

// Composed are the rules for diagrams: surplus men only warn.
var Composed = movegen.Rules{Composed: true}

// Position returns the position of the FEN. The error is a *movegen.FENError.
func (r *Record) Position() (movegen.Position, error) {
	p, _, err := Composed.ParseFEN(r.FEN)
	return p, err
}

// Moves is the number in a stipulation like "#2", 0 if it is another one.
func (r *Record) Moves() int {
	digits, ok := strings.CutPrefix(r.Stipulation, "#")
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n > 9999 || !IsNumber(digits) {
		return 0
	}
	return n
}

// Board returns the 64 squares from a8 to h1, a letter as in a FEN for a man and '.' for none.
// The FEN must be in normal form.
func (r *Record) Board() (board [64]byte) {
	at := 0
	for i := 0; i < len(r.FEN) && r.FEN[i] != ' '; i++ {
		switch c := r.FEN[i]; {
		case c >= '1' && c <= '8':
			for range c - '0' {
				if at < 64 {
					board[at] = '.'
					at++
				}
			}
		case c != '/' && at < 64:
			board[at] = c
			at++
		}
	}
	return board
}

// CountMen counts the men in the board of a FEN, which may be one that is no chess.
func CountMen(fen string) (white, black int) {
	board, _, _ := strings.Cut(fen, " ")
	for _, letter := range board {
		switch {
		case unicode.IsUpper(letter):
			white++
		case unicode.IsLower(letter):
			black++
		}
	}
	return white, black
}

// SplitNames takes apart the names of several authors in one text.
func SplitNames(text string) (names []string) {
	if !strings.Contains(text, " & ") {
		text = strings.NewReplacer(" and ", " & ", "; ", " & ", " und ", " & ", " et ", " & ").Replace(text)
	}
	for _, name := range strings.Split(text, " & ") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// JoinNames writes the names of several authors in one text.
func JoinNames(names []string) string { return strings.Join(names, " & ") }

// String returns the source in one line, as "Name, issue 7, no. 12, 14/7/1901"; ParseSource reads it.
func (s Source) String() string {
	var parts []string
	for _, part := range [...]struct{ before, text string }{
		{"", s.Name}, {issueWord, s.Issue}, {numberWord, s.Number}, {"", s.date()},
	} {
		if part.text != "" {
			parts = append(parts, part.before+part.text)
		}
	}
	return strings.Join(parts, ", ")
}

// The words before issue and number.
const (
	issueWord  = "issue "
	numberWord = "no. "
)

// ParseSource reads a line about a source: the parts it recognises, and the rest as its name.
func ParseSource(text string) (s Source) {
	name, last, several := cutLast(text)
	if !several {
		name, last = "", text
	}
	if s.SetDate(last) {
		text = name
	}
	for _, part := range [...]struct {
		word string
		into *string
	}{{numberWord, &s.Number}, {issueWord, &s.Issue}} {
		if name, last, several = cutLast(text); !several {
			name, last = "", text
		}
		if rest, ok := strings.CutPrefix(last, part.word); ok && rest != "" {
			*part.into, text = rest, name
		}
	}
	s.Name = text
	return s
}

// cutLast removes the part after the last comma.
func cutLast(text string) (before, last string, found bool) {
	i := strings.LastIndex(text, ", ")
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+2:], true
}

// date writes the date as far as it is known, as 14/7/1901.
func (s *Source) date() string {
	switch {
	case s.Year == 0:
		return ""
	case s.Month == 0:
		return fmt.Sprintf("%04d", s.Year)
	case s.Day == 0:
		return fmt.Sprintf("%d/%04d", s.Month, s.Year)
	}
	return fmt.Sprintf("%d/%d/%04d", s.Day, s.Month, s.Year)
}

// SetDate sets the date that a text states, and reports whether it is one: with a year of four digits at either
// end, as in 1901-07-14, 14.7.1901 or 7/1901.
func (s *Source) SetDate(text string) bool {
	d, ok := parseDate(text)
	if ok {
		s.Year, s.Month, s.Day = d[0], d[1], d[2]
	}
	return ok
}

// parseDate reads year, month and day of a date, 0 for a missing part. An impossible date has no parts.
func parseDate(text string) (date [3]int, ok bool) {
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("-/. ", r) })
	if len(parts) == 0 || len(parts) > 3 {
		return date, false
	}
	if last := len(parts) - 1; last > 0 && len(parts[last]) == 4 {
		for i := range len(parts) / 2 {
			parts[i], parts[last-i] = parts[last-i], parts[i]
		}
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 16)
		switch {
		case i > 0 && strings.Trim(part, "?x") == "", i > 0 && n == 0 && err == nil:
			return date, i > 0
		case err != nil, i == 0 && (len(part) != 4 || n == 0), i == 1 && n > 12, i == 2 && n > 31:
			return [3]int{}, false
		}
		date[i] = int(n)
	}
	return date, true
}
