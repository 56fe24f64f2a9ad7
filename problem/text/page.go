package text

import (
	"bufio"
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
