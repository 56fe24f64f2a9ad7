package text

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"alfiere/movegen"
	"alfiere/movegen/notation"
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

// captions are the lines below a picture: who composed the problem, and what is asked.
func (d *Document) captions(l Language) []string {
	r := d.Report
	var lines []string
	for _, fact := range [...]string{d.Author, d.Source, d.Title, d.Twin.String()} {
		if fact != "" {
			lines = append(lines, fact)
		}
	}
	asked := fmt.Sprintf("%s (#%d)   ", l.Sprintf(stipulations[r.Position.Side()], r.Moves), r.Moves)
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
