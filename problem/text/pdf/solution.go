package pdf

import (
	"strings"

	"alfiere/problem/text"
)

// column is where the next line of the solutions goes.
type column struct {
	number int     // on the page, from 0
	y, top float64 // where the next line stands, and the first one
	begun  bool
}

// Lengths of the solutions, in millimetres.
const (
	gap           = 8.0
	columnWidth   = (pageWidth - 2*margin - gap) / 2
	solutionSize  = 9.5
	solutionLine  = solutionSize / points * leading
	indentOfDepth = 2.5
)

// BeginSolutions begins a page with that heading. Only solutions may be added after it.
func (s *Sheet) BeginSolutions(heading string) {
	s.newPage()
	s.column.begun = true
	encoded, _ := encode(heading)
	s.pdf.SetFont(family, "B", 14)
	s.pdf.Text(margin, margin+14/points, encoded)
	s.column.top = margin + 14/points + 2*solutionLine
	s.column.y = s.column.top
}

// AddSolution adds the solution of a problem, below the name it goes by. What the options ask
// for is written.
func (s *Sheet) AddSolution(d *text.Document, o text.Options) {
	page := text.NewPage(d, o)
	if !s.column.begun {
		s.newPage()
		s.column.begun = true
	}
	s.space(solutionLine)
	s.need(3)
	s.write(strings.Join(page.Above[:min(1, len(page.Above))], ""), "B", 0)
	for i := range page.Blocks {
		s.block(&page.Blocks[i])
	}
}

// AddSolved adds a diagram with its captions and, unless the options leave it out, the
// solution below it, in two columns. The error wraps errTooMany.
func (s *Sheet) AddSolved(d *text.Document, o text.Options) error {
	if s.count == maxProblems {
		return errTooMany
	}
	s.count++
	page := text.NewPage(d, o)
	if !s.column.begun {
		s.newPage()
		s.column.begun = true
	}
	s.space(2 * solutionLine)
	const side = columnWidth - 24
	above := s.wrapAll(page.Above, solutionSize, columnWidth)
	above = above[:min(len(above), 8)]
	s.need(len(above) + 20) // the board is 16 lines high
	for _, text := range above {
		s.centred(text, s.left()+columnWidth/2, s.column.y)
		s.column.y += solutionLine
	}
	s.column.y -= solutionLine / 2
	s.board.draw(&d.Report.Position, 0, s.left()+(columnWidth-side)/2, s.column.y, side)
	s.column.y += side + 1.2*solutionLine
	for _, text := range s.wrapAll([]string{"", page.Below}, solutionSize, columnWidth) {
		s.centred(text, s.left()+columnWidth/2, s.column.y)
		s.column.y += solutionLine
	}
	for i := range page.Blocks {
		s.block(&page.Blocks[i])
	}
	return nil
}

// left is the left side of the column.
func (s *Sheet) left() float64 { return margin + float64(s.column.number)*(columnWidth+gap) }

// space leaves room, but not at the top of a column.
func (s *Sheet) space(height float64) {
	if s.column.y > s.column.top {
		s.column.y += height
	}
}

// block writes a part of a solution.
func (s *Sheet) block(block *text.PageBlock) {
	if block.Heading != "" {
		s.space(solutionLine / 3)
		s.need(2)
		s.write(block.Heading, "I", 0)
	}
	for _, row := range block.Grid {
		s.write(strings.Join(row, "   "), "", 1)
	}
	for _, line := range block.Lines {
		s.writeMove(line.Move, line.Text, line.Depth)
	}
}

// write writes a text in as many lines as it needs.
func (s *Sheet) write(text, style string, depth int) {
	for i, part := range s.wrap(text, style, depth) {
		s.pdf.SetFont(family, style, solutionSize)
		s.pdf.Text(s.next(depth, i), s.column.y, part)
		s.column.y += solutionLine
	}
}

// writeMove writes a move in bold letters, and a text.
func (s *Sheet) writeMove(move, text string, depth int) {
	if move == "" {
		s.write(text, "", depth)
		return
	}
	bold, _ := encode(move)
	for i, part := range s.wrap(strings.TrimSpace(move+" "+text), "B", depth) {
		x := s.next(depth, i)
		rest := part
		if after, ok := strings.CutPrefix(part, bold); ok && i == 0 {
			s.pdf.SetFont(family, "B", solutionSize)
			s.pdf.Text(x, s.column.y, bold)
			x += s.pdf.GetStringWidth(bold)
			rest = after
		}
		s.pdf.SetFont(family, "", solutionSize)
		s.pdf.Text(x, s.column.y, rest)
		s.column.y += solutionLine
	}
}

// wrap breaks a text into lines.
func (s *Sheet) wrap(text, style string, depth int) []string {
	s.pdf.SetFont(family, style, solutionSize)
	return s.broken(text, columnWidth-indented(depth)-indentOfDepth)
}

// next makes room for line i of a text, and returns where it begins.
func (s *Sheet) next(depth, i int) (x float64) {
	s.need(1)
	x = s.left() + indented(depth)
	if i > 0 {
		x += indentOfDepth
	}
	return x
}

// indented is how far a line stands to the right.
func indented(depth int) float64 { return min(float64(depth), 10) * indentOfDepth }

// need goes to the next column if this one has no room for so many lines.
func (s *Sheet) need(lines int) {
	if s.column.y+solutionLine*float64(lines-1) <= pageHeight-margin {
		return
	}
	if s.column.number == 0 {
		s.column.number, s.column.y = 1, s.column.top
		return
	}
	s.newPage()
}

// newPage begins a page of columns.
func (s *Sheet) newPage() {
	s.pdf.AddPage()
	s.column.number, s.column.top = 0, margin+solutionLine
	s.column.y = s.column.top
}
