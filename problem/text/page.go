package text

import (
	"io"
	"slices"
	"strconv"
	"strings"

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
	o.Compact, o.NoHints = false, true
	t := newText(io.Discard, d, o)
	t.solution()
	for _, b := range t.blocks {
		if len(b.lines) == 0 { // what is told in one line has no heading
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
