package text

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// page is a problem as it is printed: what stands around the diagram, and the solution in
// blocks. LaTeX and HTML are written from it.
type page struct {
	Above  []string // who composed it, where; the first is the name it goes by
	Below  string   // the stipulation and the men
	Blocks []pageBlock
}

// pageBlock is lines that belong together, below a heading if it has one, and a table.
type pageBlock struct {
	Heading string
	Grid    [][]string // rows of the table, of which the first is the head; nil if there is none
	Lines   []pageLine
}

// pageLine is a line of the solution.
type pageLine struct {
	Depth int    // how far it stands to the right, 0 for a first move
	Move  string // what it begins with if that is a key or a try: 1.Kd6!
	Text  string // the rest
}

// NewPage returns the page of a problem that has a report. The solution is that of Write
// with the same options, which is left out for a diagram alone.
func NewPage(d *Document, o Options) page {
	captions := d.captions(o.Language)
	last := len(captions) - 1
	p := page{Above: captions[:last], Below: strings.Replace(captions[last], "   ", " · ", 1)}
	name := []string{d.ID}
	if d.Number > 0 {
		name = []string{strconv.Itoa(d.Number), d.ID}
	}
	if name = slices.DeleteFunc(name, func(text string) bool { return text == "" }); len(name) > 0 {
		name = append(name, p.Above[:min(1, last)]...)
		p.Above = slices.Concat([]string{strings.Join(name, " · ")}, p.Above[min(1, last):])
	}
	if o.SolutionOnly {
		p.Above = p.Above[:min(1, len(p.Above))]
	}
	if !o.DiagramOnly {
		p.Blocks = solutionBlocks(d, o)
		var notes pageBlock
		for _, note := range d.Notes {
			notes.Lines = append(notes.Lines, pageLine{Move: note[0] + ":", Text: note[1]})
		}
		if len(d.Notes) > 0 {
			notes.Heading = o.Language.Text("Judgement")
			p.Blocks = append(p.Blocks, notes)
		}
	}
	return p
}

// solutionBlocks returns what Write tells below the diagram, but for the nodes.
func solutionBlocks(d *Document, o Options) []pageBlock {
	o.Compact, o.NoHints = false, true
	t := newText(io.Discard, d, o)
	t.solution()
	return t.pageBlocks()
}

// pageBlocks returns the blocks of the answer.
func (t *text) pageBlocks() (blocks []pageBlock) {
	for _, b := range t.blocks {
		if len(b.lines) == 0 { // a block of one line has no heading
			b.heading, b.lines = "", []textLine{{text: b.heading}}
		}
		block := pageBlock{Heading: b.heading, Grid: withoutEmptyColumn(b.grid)}
		for _, l := range b.lines {
			block.Lines = append(block.Lines, pageLine{(l.indent + 1) / 2, l.move, l.text + strings.Join(l.items, ", ")})
		}
		blocks = append(blocks, block)
	}
	return blocks
}

// withoutEmptyColumn takes the last column off if nothing stands in it.
func withoutEmptyColumn(grid [][]string) (narrow [][]string) {
	for _, row := range grid {
		if row[len(row)-1] != "" {
			return grid
		}
		narrow = append(narrow, row[:len(row)-1])
	}
	return narrow
}

// figurine returns the index of a chessman in notation.Figurine, or -1.
func figurine(r rune) int { return slices.Index([]rune(notation.Figurine), r) }

// htmlStyle is how pages look, on light and dark screens and on paper.
//
//go:embed page.css
var htmlStyle string

// HTMLHead returns what precedes the first problem of a page.
func HTMLHead(l Language) string {
	return fmt.Sprintf("<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n<style>\n"+
		"%s</style>\n</head>\n<body>\n",
		l.Code(), notation.EscapeMarkup(l.Text("Chess problems")), htmlStyle)
}

// HTMLFoot follows the last problem of a page.
const HTMLFoot = "</body>\n</html>\n"

// HTMLSolutions returns the heading of solutions that follow all diagrams.
func HTMLSolutions(l Language) string { return "<h1>" + htmlText(l.Text("Solutions")) + "</h1>\n" }

// WriteHTML writes the problem as an article of a page, with its diagram and the solution that Write writes with the
// same options, unless only the diagram is wanted. The marked squares get a ring. The error is w's.
func WriteHTML(w io.Writer, d *Document, marks movegen.Bitboard, o Options) error {
	p := NewPage(d, o)
	var b bytes.Buffer
	class := ""
	switch {
	case o.SolutionOnly:
		class = ` class="solution"`
	case o.DiagramOnly:
		class = ` class="diagram"`
	}
	fmt.Fprintf(&b, "<article%s>\n", class)
	if len(p.Above) > 0 {
		b.WriteString("<header>\n")
		for i, line := range p.Above {
			element := "p"
			if i == 0 {
				element = "h2"
			}
			fmt.Fprintf(&b, "<%s>%s</%[1]s>\n", element, htmlText(line))
		}
		b.WriteString("</header>\n")
	}
	if !o.SolutionOnly {
		b.WriteString("<figure>\n")
		picture := notation.Picture{Marks: marks, Coords: true}
		if err := picture.WriteSVG(&b, &d.Report.Position); err != nil {
			return err
		}
		fmt.Fprintf(&b, "<figcaption>%s</figcaption>\n</figure>\n", htmlText(p.Below))
	}
	if len(p.Blocks) > 0 {
		b.WriteString("<section>\n")
		for i := range p.Blocks {
			p.Blocks[i].writeHTML(&b)
		}
		b.WriteString("</section>\n")
	}
	b.WriteString("</article>\n")
	_, err := w.Write(b.Bytes())
	return err
}

func (block *pageBlock) writeHTML(b *bytes.Buffer) {
	b.WriteString("<div class=\"block\">\n")
	if block.Heading != "" {
		fmt.Fprintf(b, "<h3>%s</h3>\n", htmlText(block.Heading))
	}
	if block.Grid != nil {
		b.WriteString("<div class=\"scroll\"><table>\n")
		for _, row := range block.Grid {
			b.WriteString("<tr>")
			for _, cell := range row {
				fmt.Fprintf(b, "<td>%s</td>", htmlText(cell))
			}
			b.WriteString("</tr>\n")
		}
		b.WriteString("</table></div>\n")
	}
	for _, line := range block.Lines {
		style, move := "", ""
		if line.Depth > 0 {
			style = fmt.Sprintf(" style=\"margin-left: %.1fem\"", float64(line.Depth)*0.8)
		}
		if line.Move != "" {
			move = "<b>" + htmlText(line.Move) + "</b> "
		}
		fmt.Fprintf(b, "<p%s>%s%s</p>\n", style, move, strings.ReplaceAll(htmlText(line.Text), "/", "/<wbr/>"))
	}
	b.WriteString("</div>\n")
}

// htmlText protects what has a meaning in HTML.
func htmlText(text string) string { return notation.EscapeMarkup(strings.TrimSpace(printable(text))) }

// LaTeXHead precedes the first problem of a document, in two columns. Characters that a pdfTeX without their fonts
// cannot print become question marks; LuaTeX and XeTeX have them all.
//
//go:embed page.tex
var LaTeXHead string

// LaTeXFoot follows the last problem of a document.
const LaTeXFoot = "\\end{document}\n"

// WriteLaTeX writes the problem for LaTeX: heading and diagram in one piece, and the
// solution that Write writes with the same options, unless only the diagram is wanted.
// LaTeXHead must precede it. The marked squares get a border. The error is w's.
func WriteLaTeX(w io.Writer, d *Document, marks movegen.Bitboard, o Options) error {
	var b strings.Builder
	if o.DiagramOnly && d.Number == 0 {
		writeLaTeXDiagram(&b, d, marks, o.Language)
	} else {
		p := NewPage(d, o)
		p.writeLaTeX(&b, latexBoard(d, marks), o.SolutionOnly)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// LaTeXSolutions returns the heading of solutions that follow all diagrams, on a new page.
func LaTeXSolutions(l Language) string {
	return "\\clearpage\n\\section*{" + latexText(l.Text("Solutions")) + "}\n"
}

func (p *page) writeLaTeX(b *strings.Builder, board string, solutionOnly bool) {
	if !solutionOnly {
		b.WriteString("\\begin{minipage}{\\linewidth}\n\\centering\n")
	}
	for i, line := range p.Above {
		format := "%s\\\\\n"
		switch {
		case solutionOnly:
			format = "\\solutionhead{%s}\n"
		case i == 0:
			format = "\\textbf{%s}\\\\\n"
		}
		fmt.Fprintf(b, format, latexText(line))
	}
	if !solutionOnly {
		fmt.Fprintf(b, "%s\\\\\n%s\n\\end{minipage}\n\n", board, latexText(p.Below))
	}
	for i := range p.Blocks {
		p.Blocks[i].writeLaTeX(b)
	}
	b.WriteString("\\bigskip\n")
}

func (block *pageBlock) writeLaTeX(b *strings.Builder) {
	if block.Heading != "" {
		fmt.Fprintf(b, "\\solutionhead{%s}\n", latexText(block.Heading))
	} else {
		b.WriteString("\\smallskip\n")
	}
	if block.Grid != nil {
		latexTable(b, block.Grid)
	}
	for _, line := range block.Lines {
		text := latexBreaks(latexText(line.Text))
		if line.Move != "" {
			text = fmt.Sprintf("\\textbf{%s} %s", latexText(line.Move), text)
		}
		fmt.Fprintf(b, "\\solutionline{%d}{%s}\n", line.Depth, text)
	}
}

// latexTable writes the table of phases, made narrower if the column is too small for it.
func latexTable(b *strings.Builder, grid [][]string) {
	fmt.Fprintf(b, "{\\footnotesize\\setlength{\\tabcolsep}{3pt}%%\n\\setbox0=\\hbox{\\begin{tabular}{l*{%d}{l}}\n",
		len(grid[0])-1)
	for _, row := range grid {
		for i, cell := range row {
			if i > 0 {
				b.WriteString(" & ")
			}
			b.WriteString("{" + latexText(cell) + "}")
		}
		b.WriteString("\\\\\n")
	}
	b.WriteString("\\end{tabular}}%\n\\ifdim\\wd0>\\linewidth\\resizebox{\\linewidth}{!}{\\box0}\\else\\box0\\fi\\par}\n")
}

// latexBoard returns the diagram.
func latexBoard(d *Document, marks movegen.Bitboard) string {
	board, _, _ := strings.Cut(d.Report.Position.FEN(), " ")
	marked := ""
	if marks != 0 {
		marked = fmt.Sprintf(", pgfstyle=border, color=red, markfields={%s}", strings.Join(marks.Names(), ","))
	}
	return fmt.Sprintf("\\chessboard[setfen={%s}, showmover=false%s]", board, marked)
}

// writeLaTeXDiagram writes the diagram for another document.
func writeLaTeXDiagram(b *strings.Builder, d *Document, marks movegen.Bitboard, l Language) {
	lines := d.captions(l)
	last := len(lines) - 1
	b.WriteString("\\begin{center}\n")
	for _, line := range lines[:last] {
		fmt.Fprintf(b, "%s\\\\\n", latexText(line))
	}
	fmt.Fprintf(b, "%s\\\\\n", latexBoard(d, marks))
	fmt.Fprintf(b, "%s\n\\end{center}\n", latexText(lines[last]))
}

// latexMen are the chessmen of the package chessboard, in the order of notation.Figurine.
var latexMen = [...]string{"king", "queen", "rook", "bishop", "knight", "pawn"}

// latexText escapes what has a meaning in LaTeX. A text may begin after a line break,
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
			b.WriteString(`\ensuremath{\sim}`)
		case r == '^':
			b.WriteString(`\textasciicircum{}`)
		case r == '→':
			b.WriteString(`\ensuremath{\rightarrow}`)
		case r == '-':
			b.WriteString(`-{}`) // two would become a dash
		case figurine(r) >= 0:
			b.WriteString(`\sym` + latexMen[figurine(r)] + `{}`)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// latexBreaks lets lines end between moves.
func latexBreaks(text string) string {
	return strings.NewReplacer("/", `/\allowbreak{}`, ",", `,\allowbreak{}`).Replace(text)
}
