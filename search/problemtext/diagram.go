package problemtext

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"
	"unicode"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// svgShapes are the chessmen by type, in a square of 100 by 100 units.
var svgShapes = [...]string{
	movegen.Pawn:   "M50 22a13 13 0 0 1 8 23c8 6 12 18 12 29h-40c0-11 4-23 12-29a13 13 0 0 1 8-23zM24 74h52v12h-52z",
	movegen.Knight: "M36 74c0-18 18-22 17-35l-17 12-9 1-4-9 15-21 5-10 6 8c22 2 30 28 27 54zM24 74h52v12h-52z",
	movegen.Bishop: "M50 12a5 5 0 0 1 4 8c12 10 18 24 10 36l-5 8 4 10h-26l4-10-5-8c-8-12-2-26 10-36a5 5 0 0 1 4-8zM24 74h52v12h-52zM50 32v18M41 41h18",
	movegen.Rook:   "M28 18h10v8h7v-8h10v8h7v-8h10v20l-8 8 3 28h-34l3-28-8-8zM22 74h56v12h-56z",
	movegen.Queen:  "M16 30l14 20 4-30 16 28 16-28 4 30 14-20-10 44h-48zM24 74h52v12h-52z",
	movegen.King:   "M47 10h6v8h8v6h-8v10c8-8 30-8 31 8 0 12-12 20-14 32h-40c-2-12-14-20-14-32 1-16 23-16 31-8v-10h-8v-6h8zM24 74h52v12h-52z",
}

// WriteSVG draws the diagram as an SVG picture that needs no font for the chessmen.
// The marked squares get a ring. The error is w's.
func WriteSVG(w io.Writer, d *Document, marks movegen.Bitboard, l Language) error {
	out := bufio.NewWriter(w)
	p, caption := &d.Report.Position, d.captions(l)
	const margin, board = 40, 800
	height := board + 2*margin + 40*len(caption)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="serif" font-size="32">`+"\n",
		board+2*margin, height)
	fmt.Fprintf(out, "<title>%s</title>\n", html.EscapeString(p.FEN()))
	fmt.Fprintf(out, `<rect width="%d" height="%d" fill="#fff"/>`+"\n<g transform=\"translate(%d %d)\">\n",
		board+2*margin, height, margin, margin)
	for s := range movegen.NoSquare {
		x, y := 100*s.File(), 100*(7-s.Rank())
		fill := "#fff"
		if movegen.DarkSquares.Has(s) {
			fill = "#bbb"
		}
		fmt.Fprintf(out, `<rect x="%d" y="%d" width="100" height="100" fill="%s"/>`, x, y, fill)
		if marks.Has(s) {
			fmt.Fprintf(out, `<circle class="mark" cx="%d" cy="%d" r="45" fill="none" stroke="#c00" stroke-width="5"/>`, x+50, y+50)
		}
		svgMan(out, p.PieceAt(s), x, y)
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, `<rect width="%d" height="%d" fill="none" stroke="#000" stroke-width="4"/>`+"\n</g>\n", board, board)
	for i, line := range caption {
		fmt.Fprintf(out, `<text x="%d" y="%d">%s</text>`+"\n",
			margin, board+2*margin+40*i+12, html.EscapeString(printable(line)))
	}
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

func svgMan(out io.Writer, man movegen.Piece, x, y int) {
	if man == movegen.NoPiece {
		return
	}
	fill, stroke := "#fff", "#000"
	if man.Color() == movegen.Black {
		fill, stroke = "#000", "#fff"
	}
	fmt.Fprintf(out, `<path class="%c" transform="translate(%d %d)" fill="%s" stroke="%s" stroke-width="3" d="%s"/>`,
		man.Letter(), x, y, fill, stroke, svgShapes[man.Type()])
}

// captions are the lines below a picture: who composed the problem, and what is asked.
func (d *Document) captions(l Language) []string {
	r := d.Report
	_, words := l.orEnglish()
	var lines []string
	for _, fact := range [...]string{d.Author, d.Source, d.Title} {
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
