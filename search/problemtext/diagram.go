package problemtext

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

// captions are the lines below a picture: who composed the problem, and what is asked.
func (d *Document) captions(l Language) []string {
	r := d.Report
	_, words := l.orEnglish()
	var lines []string
	for _, fact := range [...]string{d.Author, d.Source, d.Title, d.Twin.String()} {
		if fact != "" {
			lines = append(lines, fact)
		}
	}
	asked := fmt.Sprintf(words.mates[r.Position.Side()]+" (#%d)   ", r.Moves, r.Moves)
	return append(lines, asked+notation.PieceCount(&r.Position))
}

// WriteLaTeX writes the diagram for LaTeX with the package chessboard, which the
// document must load: \usepackage{chessboard}. The marked squares get a border. The
// error is w's.
func WriteLaTeX(w io.Writer, d *Document, marks movegen.Bitboard, l Language) error {
	p := &d.Report.Position
	board, _, _ := strings.Cut(p.FEN(), " ")
	marked := ""
	if marks != 0 {
		marked = fmt.Sprintf(", pgfstyle=border, color=red, markfields={%s}", strings.Join(squareNames(marks), ","))
	}
	lines := d.captions(l)
	last := len(lines) - 1
	var b strings.Builder
	b.WriteString("\\begin{center}\n")
	for _, line := range lines[:last] {
		fmt.Fprintf(&b, "%s\\\\\n", latexText(line))
	}
	fmt.Fprintf(&b, "\\chessboard[setfen={%s}, showmover=false%s]\\\\\n", board, marked)
	fmt.Fprintf(&b, "%s\n\\end{center}\n", latexText(lines[last]))
	_, err := io.WriteString(w, b.String())
	return err
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

// latexText protects what has a meaning in LaTeX. A text may begin behind a line break,
// where a bracket or an asterisk would be an argument.
func latexText(text string) string {
	var b strings.Builder
	for i, r := range printable(text) {
		switch {
		case i == 0 && (r == '[' || r == '*'):
			b.WriteString("{" + string(r) + "}")
		case strings.ContainsRune(`#$%&_{}`, r):
			b.WriteString(`\` + string(r))
		case r == '\\':
			b.WriteString(`\textbackslash{}`)
		case r == '~':
			b.WriteString(`\textasciitilde{}`)
		case r == '^':
			b.WriteString(`\textasciicircum{}`)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
