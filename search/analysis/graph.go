package analysis

import (
	"fmt"
	"strconv"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
)

// Graph describes the graph of a game in characters: White's share of the expected points
// after each move, filled from below, and the mistakes of both sides beneath.
type Graph struct {
	Columns int  // of the whole; less than minColumns counts as that
	Rows    int  // of the filled area; less than 3 counts as 3
	Unicode bool // blocks in place of ASCII
	Color   bool // mistakes are coloured
}

// minColumns is the least width of a graph.
const minColumns = 20

// margin is the width of the labels to the left of a graph.
const margin = len("White ")

// The characters of a cell by its filled part.
var (
	blocks = []rune(" ▁▂▃▄▅▆▇█")
	plain  = []rune(" .:#")
)

// bar is a column of a graph.
type bar struct {
	expectation int             // White's, in thousandths of a point
	worst       [2]gametree.NAG // mistakes of both sides
}

// bars distributes the moves over columns: a move may have up to three columns, or a
// column the average of several moves.
func (g *Game) bars(columns int) []bar {
	n := len(g.Moves)
	count := min(columns, n*min(3, max(1, columns/max(n, 1))))
	bars := make([]bar, count)
	for c := range bars {
		first := c * n / count
		last := max((c+1)*n/count, first+1)
		sum := 0
		for i := first; i < last; i++ {
			sum += Expectation(g.Moves[i].Score)
		}
		bars[c].expectation = sum / (last - first)
	}
	for i := range g.Moves {
		m := &g.Moves[i]
		worst := &bars[columnOf(i, n, count)].worst[m.Position.Side()]
		if kindOf(m.Mistake).loss > kindOf(*worst).loss {
			*worst = m.Mistake
		}
	}
	return bars
}

// columnOf returns the column of move i of n, the first one if it has several.
func columnOf(i, n, columns int) int {
	if columns >= n {
		return i * columns / n
	}
	return ((i+1)*columns - 1) / n
}

// Draw returns the lines of the graph; none if no move is judged.
func (d Graph) Draw(g *Game) (lines []string) {
	if len(g.Moves) == 0 {
		return nil
	}
	rows, cells := max(d.Rows, 3), plain
	if d.Unicode {
		cells = blocks
	}
	bars := g.bars(max(d.Columns, minColumns) - margin)
	full := len(cells) - 1
	for row := range rows {
		below := (rows - 1 - row) * full
		var line strings.Builder
		line.WriteString(rowLabel(row, rows))
		for _, b := range bars {
			height := (b.expectation*rows*full + 500) / 1000
			line.WriteRune(cells[min(max(height-below, 0), full)])
		}
		lines = append(lines, strings.TrimRight(line.String(), " "))
	}
	lines = append(lines, g.numbers(len(bars)))
	for side, name := range [...]string{"White ", "Black "} {
		if marks := d.marks(bars, movegen.Color(side)); marks != "" {
			lines = append(lines, name+marks)
		}
	}
	return lines
}

// rowLabel returns the label of a row: a win at the top and bottom, an equal score in the middle.
func rowLabel(row, rows int) string {
	label := ""
	switch row {
	case 0:
		label = "1-0"
	case rows / 2:
		label = "="
	case rows - 1:
		label = "0-1"
	}
	return fmt.Sprintf("%*s ", margin-1, label)
}

// numbers returns the axis: numbers of moves below the columns of White's moves.
func (g *Game) numbers(columns int) string {
	text := []byte(strings.Repeat(" ", margin))
	n := len(g.Moves)
	for i := range g.Moves {
		p := &g.Moves[i].Position
		number := strconv.Itoa(p.FullmoveNumber())
		at := margin + columnOf(i, n, columns)
		first := i == 0
		if !first && (p.Side() != movegen.White || p.FullmoveNumber()%5 != 0 || at < len(text)+2) ||
			at+len(number) > margin+columns {
			continue
		}
		text = append(text, strings.Repeat(" ", at-len(text))+number...)
	}
	return strings.TrimRight(string(text), " ")
}

// marks returns the row of a side's mistakes, empty if there are none.
func (d Graph) marks(bars []bar, side movegen.Color) string {
	var row strings.Builder
	blanks := 0
	for _, b := range bars {
		glyph := b.worst[side]
		if glyph == 0 {
			blanks++
			continue
		}
		row.WriteString(strings.Repeat(" ", blanks) + paint(kindOf(glyph).mark, glyph, d.Color))
		blanks = 0
	}
	return row.String()
}

// Legend explains the marks of a graph.
const Legend = "x blunder, ? mistake, ~ inaccuracy"

// paint colours a text by the kind of mistake.
func paint(text string, glyph gametree.NAG, color bool) string {
	if !color || glyph == 0 {
		return text
	}
	return fmt.Sprintf("\x1b[%dm%s\x1b[0m", kindOf(glyph).ansi, text)
}
