package problemtext

import (
	"bufio"
	"slices"
	"strings"

	"alfiere/movegen/notation"
)

// page is a problem as it is printed: what stands around the diagram, and the solution in
// blocks. LaTeX and HTML are written from it.
type page struct {
	above  []string // who composed it, where; the first is the name it goes by
	below  string   // the stipulation and the men
	blocks []pageBlock
}

// pageBlock is lines that belong together, below a heading if it has one, and a table.
type pageBlock struct {
	heading string
	grid    [][]string
	lines   []pageLine
}

// pageLine is a line of the solution.
type pageLine struct {
	depth int    // how far it stands to the right, 0 for a first move
	move  string // what it begins with if that is a key or a try: 1.Kd6!
	text  string // the rest
}

// newPage returns the page of a problem that has a report. The solution is that of Write
// with the same options, which is left out for a diagram alone.
func newPage(d *Document, o Options) page {
	captions := d.captions(o.Language)
	last := len(captions) - 1
	p := page{above: captions[:last], below: strings.Replace(captions[last], "   ", " · ", 1)}
	if d.ID != "" {
		first := slices.Concat([]string{d.ID}, p.above[:min(1, last)])
		p.above = slices.Concat([]string{strings.Join(first, " · ")}, p.above[min(1, last):])
	}
	if !o.DiagramOnly {
		p.blocks = solutionBlocks(d, o)
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
			block.heading, lines = lines[0], lines[1:]
		}
		if t.table != nil && block.heading == t.words.table.heading {
			block.grid = t.tableGrid()
			lines = lines[len(block.grid):]
			dropEmptyColumn(block.grid)
		}
		for _, line := range lines {
			block.lines = append(block.lines, newPageLine(line))
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
	l.depth, l.text = (len(text)-len(rest)+1)/2, rest
	move, more, _ := strings.Cut(rest, " ")
	if e, after, ok := strings.Cut(more, " "); ok && strings.HasPrefix(e, "e.p.") {
		move, more = move+" "+e, after
	}
	if l.depth == 0 && strings.HasPrefix(rest, "1.") && strings.ContainsAny(move, "!?") {
		l.move, l.text = move, more
	}
	return l
}

// figurine returns the index of a chessman in notation.Figurine, or -1.
func figurine(r rune) int { return slices.Index([]rune(notation.Figurine), r) }
