package analysis

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

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
	fmt.Fprintf(out, "<title>%s</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", title, svgWidth, svgHeight)
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
