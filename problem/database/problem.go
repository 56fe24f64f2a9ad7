package database

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"alfiere/internal/message"
	"alfiere/problem"
)

// Bounds of what a problem may have; more is ErrTooLong.
const (
	maxText = 1 << 20 // bytes of all its texts together
	maxList = 1000    // texts in a list
)

// What can be wrong with a problem; errors.Is finds them.
var (
	ErrTooLong     = errors.New("the texts of the problem are too long")
	ErrUnasked     = errors.New("the stipulation is missing, such as #2 (in EPD: dm 2;)")
	ErrStipulation = errors.New("a stipulation must be a short text without spaces, such as #2")
	ErrDate        = errors.New("invalid date")
)

// normalise brings a problem into normal form: the FEN as four fields, texts as valid UTF-8 without control characters,
// lists without empty texts. The error wraps ErrTooLong, ErrUnasked, ErrStipulation, ErrDate or is a *movegen.FENError.
func normalise(p *problem.Record) error {
	position, err := p.Position()
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
	if err := checkDate(&p.Source); err != nil {
		return err
	}
	if len(p.Authors) > maxList || len(p.Awards) > maxList || len(p.Keywords) > maxList || len(p.Comments) > maxList {
		return message.Errorf("%w: a list may have at most %d entries", ErrTooLong, maxList)
	}
	p.Authors, p.Keywords, p.Comments = lines(p.Authors), lines(p.Keywords), texts(p.Comments)
	for _, text := range []*string{&p.Reference, &p.Title, &p.Source.Name, &p.Source.Issue, &p.Source.Number,
		&p.Twin.Label, &p.Twin.Change, &p.Twin.Zero} {
		*text = line(*text)
	}
	var awards []problem.Award
	for _, a := range p.Awards {
		if a = (problem.Award{Text: line(a.Text), Tourney: line(a.Tourney)}); a != (problem.Award{}) {
			awards = append(awards, a)
		}
	}
	p.Awards = awards
	if n := length(p); n > maxText {
		return message.Errorf("%w: %d bytes; the limit is %d", ErrTooLong, n, maxText)
	}
	return nil
}

// length is the number of bytes of all texts of a problem.
func length(p *problem.Record) int {
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

// checkDate refuses impossible dates.
func checkDate(s *problem.Source) error {
	possible := s.Year >= 0 && s.Year <= 9999 && s.Month >= 0 && s.Month <= 12 && s.Day >= 0 && s.Day <= 31 &&
		(s.Year > 0 || s.Month == 0) && (s.Month > 0 || s.Day == 0)
	if !possible {
		return message.Errorf("%w: year %d, month %d, day %d", ErrDate, s.Year, s.Month, s.Day)
	}
	return nil
}

// clean drops what is no text: broken UTF-8, and control characters but for the ends of lines and tabs.
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
