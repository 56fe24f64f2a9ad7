package text

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

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
