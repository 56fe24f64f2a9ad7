package analysis

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
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

// The picture of a graph in units of the drawing.
const (
	svgWidth, svgHeight       = 960, 360
	svgLeft, svgTop           = 50, 50
	svgAreaWidth, svgAreaSize = 890, 250 // of the area, width and height
)

// WriteSVG draws the graph of a game: White's part of the expected points light, Black's dark, and a dot for each
// mistake, whose text a browser shows under the pointer. The error is w's.
func (t Text) WriteSVG(w io.Writer, g *Game) error {
	out := bufio.NewWriter(w)
	title := notation.EscapeMarkup(onlyXML(g.Title))
	fmt.Fprintf(out,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="14">`+"\n",
		svgWidth, svgHeight)
	fmt.Fprintf(out, "<title>%s</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
		title, svgWidth, svgHeight)
	fmt.Fprintf(out, `<text x="%d" y="30" font-size="18">%s</text>`+"\n", svgLeft, title)
	fmt.Fprintf(out, `<rect x="%d" y="%d" width="%d" height="%d" fill="#555"/>`+"\n", svgLeft, svgTop, svgAreaWidth,
		svgAreaSize)
	if len(g.Moves) > 0 {
		fmt.Fprintf(out, `<path fill="#e8e8e8" stroke="#000" stroke-width="1" d="%s"/>`+"\n", svgArea(g))
	}
	middle := svgTop + svgAreaSize/2
	fmt.Fprintf(out, `<path stroke="#c60" stroke-dasharray="4 4" d="M%d %dh%d"/>`+"\n", svgLeft, middle, svgAreaWidth)
	for _, label := range [...]struct {
		text string
		y    int
	}{{"1-0", svgTop + 12}, {"=", middle + 5}, {"0-1", svgTop + svgAreaSize}} {
		fmt.Fprintf(out, `<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", svgLeft-6, label.y, label.text)
	}
	t.svgMoves(out, g)
	for i, k := range mistakes {
		x := svgLeft + 8 + 140*i
		fmt.Fprintf(out, `<circle cx="%d" cy="345" r="5" fill="%s"/><text x="%d" y="350">%s %s</text>`+"\n",
			x, k.color, x+12, k.name, k.sign)
	}
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

// svgX returns the x coordinate of move i of n; -1 is the position before the first one.
func svgX(i, n int) int { return svgLeft + svgAreaWidth*(i+1)/max(n, 1) }

// svgY returns the y coordinate of the score after a move.
func svgY(m *Move) int {
	return svgTop + svgAreaSize - svgAreaSize*Expectation(m.Score)/1000
}

// svgArea returns the outline of White's part.
func svgArea(g *Game) string {
	var d strings.Builder
	n, bottom := len(g.Moves), svgTop+svgAreaSize
	fmt.Fprintf(&d, "M%d %dV%d", svgLeft, bottom, svgTop+svgAreaSize/2)
	for i := range g.Moves {
		fmt.Fprintf(&d, "L%d %d", svgX(i, n), svgY(&g.Moves[i]))
	}
	fmt.Fprintf(&d, "V%dZ", bottom)
	return d.String()
}

// svgMoves writes the numbers of the moves and the dots of the mistakes.
func (t Text) svgMoves(out io.Writer, g *Game) {
	last := -100
	for i := range g.Moves {
		m := &g.Moves[i]
		x, number := svgX(i, len(g.Moves)), m.Position.FullmoveNumber()
		if m.Position.Side() == movegen.White && number%5 == 0 && x > last+30 {
			last = x
			fmt.Fprintf(out, `<path stroke="#888" d="M%d %dv5"/><text x="%d" y="%d" text-anchor="middle">%d</text>`+"\n",
				x, svgTop+svgAreaSize, x, svgTop+svgAreaSize+20, number)
		}
		if m.Mistake != 0 {
			alone := Game{Moves: g.Moves[i : i+1]}
			fmt.Fprintf(out, `<circle cx="%d" cy="%d" r="5" fill="%s" stroke="#fff"><title>%s</title></circle>`+"\n",
				x, svgY(m), kindOf(m.Mistake).color,
				notation.EscapeMarkup(strings.Join(Text{Letters: t.Letters}.Mistakes(&alone, 6), " ")))
		}
	}
}

// onlyXML drops what XML cannot hold: control characters, bytes that are not UTF-8 and
// code points that are no characters.
func onlyXML(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar || r&0xfffe == 0xfffe {
			return -1
		}
		return r
	}, text)
}
