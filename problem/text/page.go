package text

import (
	"bufio"
	"bytes"
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
func solutionBlocks(d *Document, o Options) (blocks []pageBlock) {
	var b strings.Builder
	o.Compact = false
	t := newText(bufio.NewWriter(&b), d, o)
	t.page = true
	t.solution()
	_ = t.Flush() // a Builder takes everything
	for i, part := range strings.Split(strings.Trim(b.String(), "\n"), "\n\n") {
		lines := strings.Split(part, "\n")
		var block pageBlock
		if i > 0 && len(lines) > 1 && !strings.HasPrefix(lines[0], "1.") {
			block.Heading, lines = lines[0], lines[1:]
		}
		if t.table != nil && block.Heading == t.words.Text("Phases and defences") {
			block.Grid = t.tableGrid()
			lines = lines[len(block.Grid):]
			dropEmptyColumn(block.Grid)
		}
		for _, line := range lines {
			block.Lines = append(block.Lines, newPageLine(line))
		}
		blocks = append(blocks, block)
	}
	return blocks
}

// dropEmptyColumn takes the last column off if nothing stands in it.
func dropEmptyColumn(grid [][]string) {
	for _, row := range grid {
		if row[len(row)-1] != "" {
			return
		}
	}
	for i, row := range grid {
		grid[i] = row[:len(row)-1]
	}
}

// newPageLine takes a line of text apart.
func newPageLine(text string) (l pageLine) {
	rest := strings.TrimLeft(text, " ")
	l.Depth, l.Text = (len(text)-len(rest)+1)/2, rest
	move, more, _ := strings.Cut(rest, " ")
	if e, after, ok := strings.Cut(more, " "); ok && strings.HasPrefix(e, "e.p.") {
		move, more = move+" "+e, after
	}
	if l.Depth == 0 && strings.HasPrefix(rest, "1.") && strings.ContainsAny(move, "!?") {
		l.Move, l.Text = move, more
	}
	return l
}

// figurine returns the index of a chessman in notation.Figurine, or -1.
func figurine(r rune) int { return slices.Index([]rune(notation.Figurine), r) }

// htmlStyle is how pages look, on light and dark screens and on paper.
const htmlStyle = `:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fdfcf9; --soft: #6b6558; --line: #d8d2c4 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e4da; --paper: #1c1b19; --soft: #a49d8d; --line: #45413a } }
body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 62rem; color: var(--ink); background: var(--paper); font: 16px/1.45 Georgia, "Times New Roman", serif }
article { display: grid; grid-template-columns: 20rem minmax(0, 1fr); column-gap: 2rem; padding: 1.5rem 0; border-bottom: 1px solid var(--line) }
article.diagram { display: inline-block; width: 17rem; margin: 0 .6rem; vertical-align: bottom; border: 0 }
article.diagram header { display: flex; flex-direction: column; justify-content: flex-end; min-height: 4.2rem; text-align: center }
article.diagram h2 { font-size: 1rem }
article.diagram p, article.diagram figcaption { font-size: .9rem }
article.solution { display: block; padding: .8rem 0 }
header { grid-column: 1 / -1; margin-bottom: .8rem }
h2 { margin: 0; font-size: 1.25rem }
h3 { margin: .9rem 0 .1rem; font-size: 1rem }
header p { margin: 0; color: var(--soft) }
figure { margin: 0 }
figure svg { display: block; width: 100%; height: auto; border-radius: 3px }
figcaption { margin-top: .3rem; text-align: center }
section { min-width: 0 }
section > :first-child { margin-top: 0 }
section p { margin: 0; padding-left: 1.5em; text-indent: -1.5em; overflow-wrap: anywhere }
section .block { margin-top: .6rem }
.scroll { overflow-x: auto }
table { margin: .2rem 0 .4rem; border-collapse: collapse; font-size: .95em }
td, th { padding: .1rem .5rem; border: 1px solid var(--line); font-weight: normal; white-space: nowrap }
@media (max-width: 44rem) { article { grid-template-columns: minmax(0, 1fr) } figure { max-width: 22rem; margin: 0 auto 1rem } }
@media print { body { max-width: none } article { break-inside: avoid } }
`

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
