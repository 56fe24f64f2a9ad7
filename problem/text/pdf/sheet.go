package pdf

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"alfiere/movegen"
	"alfiere/problem/text"
)

// Lengths in millimetres, and the fonts.
const (
	pageWidth, pageHeight = 210.0, 297.0
	margin                = 15.0
	family                = "Times"
	points                = 72 / 25.4 // in a millimetre
	leading               = 1.2       // from line to line, in sizes of the font
)

// maxProblems is how many problems a Sheet may have, which is kept in memory.
const maxProblems = 5000

// What can be wrong with a sheet.
var (
	errPerPage = errors.New("diagrams per page must be 1, 2, 4, 6, 9 or 12")
	errTooMany = fmt.Errorf("a PDF has at most %d problems", maxProblems)
)

// grids are the diagrams on a page, in columns and rows.
var grids = map[int][2]int{1: {1, 1}, 2: {1, 2}, 4: {2, 2}, 6: {2, 3}, 9: {3, 3}, 12: {3, 4}}

// Sheet is a document of problems: first the diagrams, a fixed number on a page, then the
// solutions, which begin on a new page.
type Sheet struct {
	pdf           *fpdf.Fpdf
	board         *board
	columns, rows int
	count         int // diagrams
	column        column
	changed       bool
}

// NewSheet returns an empty sheet with perPage diagrams on a page. The error wraps errPerPage.
func NewSheet(perPage int) (*Sheet, error) {
	grid, ok := grids[perPage]
	if !ok {
		return nil, fmt.Errorf("%w, not %d", errPerPage, perPage)
	}
	f := newDocument(pageWidth, pageHeight)
	f.SetFooterFunc(func() {
		f.SetFont(family, "", 9)
		number := strconv.Itoa(f.PageNo())
		f.Text((pageWidth-f.GetStringWidth(number))/2, pageHeight-margin/2, number)
	})
	b, err := newBoard(f)
	return &Sheet{pdf: f, board: b, columns: grid[0], rows: grid[1]}, err
}

// newDocument returns a document with pages of that size.
func newDocument(width, height float64) *fpdf.Fpdf {
	f := fpdf.NewCustom(&fpdf.InitType{UnitStr: "mm", Size: fpdf.SizeType{Wd: width, Ht: height}})
	date := time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)
	f.SetCreationDate(date)
	f.SetModificationDate(date)
	f.SetCatalogSort(true)
	f.SetAutoPageBreak(false, 0)
	f.SetMargins(0, 0, 0)
	f.SetTextColor(0, 0, 0)
	return f
}

// Add adds the diagram of a problem, with who composed it above and what is asked below. The
// error wraps errTooMany.
func (s *Sheet) Add(d *text.Document, l text.Language) error {
	if s.count == maxProblems {
		return errTooMany
	}
	at := s.count % (s.columns * s.rows)
	if at == 0 {
		s.pdf.AddPage()
	}
	s.count++
	width, height := (pageWidth-2*margin)/float64(s.columns), (pageHeight-2*margin)/float64(s.rows)
	x, y := margin+width*float64(at%s.columns), margin+height*float64(at/s.columns)
	size := min(11, 6+width/20)
	line := size / points * leading
	side := min(width-8, height-7.2*line)
	page := text.NewPage(d, text.Options{Language: l, DiagramOnly: true})
	above := s.wrapAll(page.Above, size, width-4)
	const most = 5
	if len(above) > most {
		above = above[:most]
		above[most-1].text += "\x85" // an ellipsis
	}
	top := y + 5*line
	for i, text := range above {
		s.centred(text, x+width/2, top-line*(float64(len(above)-i)-0.5))
	}
	s.board.draw(&d.Report.Position, 0, x+(width-side)/2, top, side)
	for i, text := range s.wrapAll([]string{page.Below}, size, width-4)[:1] {
		text.style = ""
		s.centred(text, x+width/2, top+side+line*(1.2+float64(i)))
	}
	return nil
}

// styled is a line of text in Windows-1252.
type styled struct {
	text, style string
	size        float64
}

// wrapAll breaks texts into lines; the first is bold.
func (s *Sheet) wrapAll(texts []string, size, width float64) (lines []styled) {
	for i, text := range texts {
		style := ""
		if i == 0 {
			style = "B"
		}
		s.pdf.SetFont(family, style, size)
		for _, part := range s.broken(text, width) {
			lines = append(lines, styled{part, style, size})
		}
	}
	return lines
}

// broken encodes a text and breaks it into lines for the font that is set: behind a blank, or
// where there is none in the line behind a sign between moves, or anywhere.
func (s *Sheet) broken(text string, width float64) (lines []string) {
	rest, changed := encode(text)
	s.changed = s.changed || changed
	for {
		rest = strings.TrimSpace(rest)
		end, blank, sign := 0, 0, 0
		for room := width; end < len(rest); end++ {
			c := rest[end]
			if room -= s.pdf.GetStringWidth(rest[end : end+1]); room < 0 && c != ' ' && end > 0 {
				break
			}
			if c == ' ' {
				blank = end + 1
			} else if c == '/' || c == ',' || c == '-' {
				sign = end + 1
			}
		}
		switch {
		case end == len(rest) && end == 0:
			return lines
		case end == len(rest):
			return append(lines, rest)
		case blank > 0:
			end = blank
		case sign > 0:
			end = sign
		}
		lines = append(lines, strings.TrimSpace(rest[:end]))
		rest = rest[end:]
	}
}

// centred writes a line whose middle is at x and whose foot at y.
func (s *Sheet) centred(text styled, x, y float64) {
	s.pdf.SetFont(family, text.style, text.size)
	s.pdf.Text(x-s.pdf.GetStringWidth(text.text)/2, y, text.text)
}

// Changed reports whether letters of some text are not in the fonts and were replaced.
func (s *Sheet) Changed() bool { return s.changed }

// Write writes the document, which then is complete. The error is w's, or one of drawing.
func (s *Sheet) Write(w io.Writer) error {
	if s.pdf.PageCount() == 0 {
		s.pdf.AddPage()
	}
	return s.pdf.Output(w)
}

// WriteDiagram writes the diagram of a problem with its captions as a document whose page is
// just as large. The marked squares get a ring. Changed says that letters were replaced. The
// error is w's.
func WriteDiagram(w io.Writer, d *text.Document, marks movegen.Bitboard, l text.Language) (changed bool, err error) {
	const side, border, size = 80.0, 8.0, 10.0
	const line = size / points * leading
	s := &Sheet{pdf: newDocument(1, 1)}
	if s.board, err = newBoard(s.pdf); err != nil {
		return false, err
	}
	page := text.NewPage(d, text.Options{Language: l, DiagramOnly: true})
	above := s.wrapAll(page.Above, size, side)
	below := s.wrapAll([]string{"", page.Below}, size, side)
	height := 2*border + side + line*float64(len(above)+len(below))
	s.pdf.AddPageFormat("P", fpdf.SizeType{Wd: side + 2*border, Ht: height})
	y := border
	for _, text := range above {
		y += line
		s.centred(text, border+side/2, y-0.4*line)
	}
	s.board.draw(&d.Report.Position, marks, border, y, side)
	s.board.coordinates(border, y, side)
	y += side + 0.3*line
	for _, text := range below {
		y += line
		s.centred(text, border+side/2, y)
	}
	return s.changed, s.pdf.Output(w)
}
