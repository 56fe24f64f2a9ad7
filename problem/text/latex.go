package text

import (
	"fmt"
	"io"
	"strings"

	"alfiere/movegen"
)

// LaTeXHead precedes the first problem of a document, in two columns. Characters that a pdfTeX without their fonts
// cannot print become question marks; LuaTeX and XeTeX have them all.
const LaTeXHead = `\documentclass[10pt,twocolumn]{article}
\usepackage[a4paper,margin=18mm]{geometry}
\usepackage{iftex}
\ifpdftex
  \usepackage[utf8]{inputenc}
  \IfFileExists{t2aenc.def}{\usepackage[T2A,T1]{fontenc}}{\usepackage[T1]{fontenc}}
  \IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
  \makeatletter
  \def\UTFviii@undefined@err#1{?}
  \makeatother
\else
  \usepackage{fontspec}
\fi
\usepackage{chessboard}
\setlength{\parindent}{0pt}
\raggedbottom
\setlength{\emergencystretch}{3em}
\newcommand\solutionhead[1]{\par\smallskip\textbf{\small #1}\par\nopagebreak}
\newcommand\solutionline[2]{{\par\small\raggedright\leftskip=#1em\hangindent=1.5em\hangafter=1 #2\par}}
\begin{document}
`

// LaTeXFoot follows the last problem of a document.
const LaTeXFoot = "\\end{document}\n"

// WriteLaTeX writes the problem for LaTeX: heading and diagram in one piece, and the
// solution that Write writes with the same options, unless only the diagram is wanted.
// LaTeXHead must precede it. The marked squares get a border. The error is w's.
func WriteLaTeX(w io.Writer, d *Document, marks movegen.Bitboard, o Options) error {
	if o.DiagramOnly && d.Number == 0 {
		return writeLaTeXDiagram(w, d, marks, o.Language)
	}
	p := NewPage(d, o)
	var b strings.Builder
	if o.SolutionOnly {
		for _, line := range p.Above {
			fmt.Fprintf(&b, "\\solutionhead{%s}\n", latexText(line))
		}
		p.writeBlocks(&b)
		_, err := io.WriteString(w, b.String())
		return err
	}
	b.WriteString("\\begin{minipage}{\\linewidth}\n\\centering\n")
	for i, line := range p.Above {
		format := "%s\\\\\n"
		if i == 0 {
			format = "\\textbf{%s}\\\\\n"
		}
		fmt.Fprintf(&b, format, latexText(line))
	}
	fmt.Fprintf(&b, "%s\\\\\n%s\n\\end{minipage}\n\n", latexBoard(d, marks), latexText(p.Below))
	p.writeBlocks(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// LaTeXSolutions returns the heading of solutions that follow all diagrams, on a new page.
func LaTeXSolutions(l Language) string {
	return "\\clearpage\n\\section*{" + latexText(l.Text("Solutions")) + "}\n"
}

func (p *page) writeBlocks(b *strings.Builder) {
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
func writeLaTeXDiagram(w io.Writer, d *Document, marks movegen.Bitboard, l Language) error {
	lines := d.captions(l)
	last := len(lines) - 1
	var b strings.Builder
	b.WriteString("\\begin{center}\n")
	for _, line := range lines[:last] {
		fmt.Fprintf(&b, "%s\\\\\n", latexText(line))
	}
	fmt.Fprintf(&b, "%s\\\\\n", latexBoard(d, marks))
	fmt.Fprintf(&b, "%s\n\\end{center}\n", latexText(lines[last]))
	_, err := io.WriteString(w, b.String())
	return err
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
