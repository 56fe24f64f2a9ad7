package text

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
)

// WriteSVG draws the diagram as an SVG picture that needs no font for the chessmen.
// The marked squares get a ring. The error is w's.
func WriteSVG(w io.Writer, d *Document, marks movegen.Bitboard, l Language) error {
	picture := notation.Picture{Marks: marks}
	for _, line := range d.captions(l) {
		picture.Caption = append(picture.Caption, printable(line))
	}
	return picture.WriteSVG(w, &d.Report.Position)
}

// stipulations are the formats of what is asked, by the side that mates.
var stipulations = [...]string{"White mates in %d", "Black mates in %d"}

// asked says what is asked, as in "White mates in 2 (#2)".
func asked(r *problem.Report, l message.Language) string {
	text := fmt.Sprintf("%s (#%d)", l.Sprintf(stipulations[r.Mover()], r.Moves), r.Moves)
	if r.PostKey != nil {
		text += ", " + l.Text([...]string{"White to play after the key", "Black to play after the key"}[r.Position.Side()])
	}
	return text
}

// captions are the lines below a picture: who composed the problem, and what is asked.
func (d *Document) captions(l Language) []string {
	r := d.Report
	var lines []string
	for _, fact := range [...]string{d.Author, d.Source, d.Award, d.Title, d.Twin.String()} {
		if fact != "" {
			lines = append(lines, fact)
		}
	}
	asked := asked(r, l.Language) + "   "
	return append(lines, asked+notation.PieceCount(&r.Position))
}

// printable drops what neither XML nor LaTeX can hold: control characters, what is no
// UTF-8 and code points that are no characters.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar || r&0xfffe == 0xfffe {
			return -1
		}
		return r
	}, text)
}
