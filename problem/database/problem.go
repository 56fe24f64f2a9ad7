package database

import (
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"alfiere/internal/message"
	"alfiere/movegen"
)

// Problem is a problem of a collection. Add and Update bring it into normal form: the FEN as
// four fields, texts as valid UTF-8 without control characters, lists without empty texts.
type Problem struct {
	ID          int64  // given by Add, never again to another problem
	FEN         string // board, side, castling and en passant, as in "8/8/…/8 w - -"
	Stipulation string // as in "#2"
	Reference   string // the number or name that its source gives it, as in "yacpdb 4711"

	Title    string
	Authors  []string // in the order of the source
	Source   Source
	Awards   []Award
	Keywords []string
	Comments []string
	Twin     Twin

	Added, Changed time.Time // to the second; set by Add and Update
}

// Source is where a problem appeared. Empty texts and zeros are not known.
type Source struct {
	Name, Issue, Number string
	Year, Month, Day    int
}

// Award is a distinction, as in "2nd Prize", in a tourney, of which the name may be empty.
// Rank and Place follow from the text by ParseAward.
type Award struct{ Text, Tourney string }

// Twin links a problem to the first one of its diagram. The zero value is that of a problem
// without twins; the first one itself has a label, and no Of.
type Twin struct {
	Of        int64  // the first problem of the diagram; 0 if it is that itself
	Label     string // a, b and so on
	Change    string // how it differs from the diagram, in Popeye's words, as in "wKd5-->d6"
	Continued bool   // it differs so from the twin before
	Zero      string // of the first twin: the board of a diagram that is no problem itself
}

// Bounds of what a problem may have; more is ErrTooLong.
const (
	maxText = 1 << 20 // bytes of all its texts together
	maxList = 1000    // texts in a list
)

// What can be wrong with a problem; errors.Is finds them.
var (
	ErrTooLong     = errors.New("the texts of the problem are too long")
	ErrUnasked     = errors.New("nothing says what is asked for, as #2 would (in EPD: dm 2;)")
	ErrStipulation = errors.New("a stipulation is a short text without blanks, as in #2")
	ErrDate        = errors.New("the date is impossible")
)

// Moves is the number in a stipulation like "#2", 0 if it is another one.
func (p *Problem) Moves() int {
	n := 0
	digits, ok := strings.CutPrefix(p.Stipulation, "#")
	if !ok || len(digits) == 0 || len(digits) > 4 {
		return 0
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}

// Board returns the 64 squares from a8 to h1, a letter as in a FEN for a man and '.' for none.
// The FEN must be in normal form.
func (p *Problem) Board() (board [64]byte) {
	at := 0
	for i := 0; i < len(p.FEN) && p.FEN[i] != ' '; i++ {
		switch c := p.FEN[i]; {
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

// composed are the rules for diagrams: surplus men are no fault.
var composed = movegen.Rules{Composed: true}

// normalise brings the problem into normal form. The error wraps ErrTooLong, ErrUnasked,
// ErrStipulation, ErrDate or is a *movegen.FENError.
func (p *Problem) normalise() error {
	position, _, err := composed.ParseFEN(p.FEN)
	if err != nil {
		return message.Errorf("position %q: %w", clip(p.FEN), err)
	}
	p.FEN = position.EPD()
	p.Stipulation = strings.TrimSpace(clean(p.Stipulation))
	if p.Stipulation == "" {
		return ErrUnasked
	}
	if len(p.Stipulation) > 40 || strings.ContainsFunc(p.Stipulation, unicode.IsSpace) {
		return message.Errorf("stipulation %q: %w", clip(p.Stipulation), ErrStipulation)
	}
	if err := p.Source.check(); err != nil {
		return err
	}
	if len(p.Authors) > maxList || len(p.Awards) > maxList || len(p.Keywords) > maxList || len(p.Comments) > maxList {
		return message.Errorf("%w: a list may have %d", ErrTooLong, maxList)
	}
	p.Authors, p.Keywords, p.Comments = lines(p.Authors), lines(p.Keywords), texts(p.Comments)
	for _, text := range []*string{&p.Reference, &p.Title, &p.Source.Name, &p.Source.Issue, &p.Source.Number, &p.Twin.Label, &p.Twin.Change, &p.Twin.Zero} {
		*text = line(*text)
	}
	var awards []Award
	for _, a := range p.Awards {
		if a = (Award{line(a.Text), line(a.Tourney)}); a != (Award{}) {
			awards = append(awards, a)
		}
	}
	p.Awards = awards
	if n := p.length(); n > maxText {
		return message.Errorf("%w: %d bytes, and %d may be", ErrTooLong, n, maxText)
	}
	return nil
}

// length is the number of bytes of all texts.
func (p *Problem) length() int {
	n := len(p.Reference) + len(p.Title) + len(p.Source.Name) + len(p.Source.Issue) + len(p.Source.Number) +
		len(p.Twin.Label) + len(p.Twin.Change) + len(p.Twin.Zero)
	for _, list := range [][]string{p.Authors, p.Keywords, p.Comments} {
		for _, text := range list {
			n += len(text)
		}
	}
	for _, a := range p.Awards {
		n += len(a.Text) + len(a.Tourney)
	}
	return n
}

// check tells a date that there cannot be.
func (s *Source) check() error {
	possible := s.Year >= 0 && s.Year <= 9999 && s.Month >= 0 && s.Month <= 12 && s.Day >= 0 && s.Day <= 31 &&
		(s.Year > 0 || s.Month == 0) && (s.Month > 0 || s.Day == 0)
	if !possible {
		return message.Errorf("%w: year %d, month %d, day %d", ErrDate, s.Year, s.Month, s.Day)
	}
	return nil
}

// clean drops what is no text: broken UTF-8, and control characters but for the ends of lines
// and tabs.
func clean(text string) string {
	if isClean(text) {
		return text
	}
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r', r == '\u2028', r == '\u2029', r == '\u0085':
			return '\n'
		case unicode.IsControl(r) || r&0xfffe == 0xfffe:
			return -1
		}
		return r
	}, text)
}

// isClean reports whether a text is of printable ASCII, as most are.
func isClean(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// line makes one line of a text, its blanks single.
func line(text string) string { return strings.Join(strings.Fields(clean(text)), " ") }

// lines makes a line of each text, without the empty ones.
func lines(list []string) (kept []string) {
	for _, text := range list {
		if text = line(text); text != "" {
			kept = append(kept, text)
		}
	}
	return kept
}

// texts cleans texts that may have several lines.
func texts(list []string) (kept []string) {
	for _, text := range list {
		if text = strings.TrimSpace(clean(text)); text != "" {
			kept = append(kept, text)
		}
	}
	return kept
}

// clip shortens a text for a message.
func clip(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	end := most
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
