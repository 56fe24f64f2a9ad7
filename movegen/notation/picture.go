package notation

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen"
)

// pieceShape returns the outline of a chessman in a square of 100 by 100 units, as the data of an SVG path: M
// with absolute coordinates, and l (also as pairs that follow), h, v, c, a and z with relative ones; arcs are
// those of circles. It is filled in the colour of the piece, and its border is 3 units wide.
func pieceShape(t movegen.PieceType) string {
	return [...]string{
		movegen.Pawn:   "M50 22a13 13 0 0 1 8 23c8 6 12 18 12 29h-40c0-11 4-23 12-29a13 13 0 0 1 8-23zM24 74h52v12h-52z",
		movegen.Knight: "M36 74c0-18 18-22 17-35l-17 12-9 1-4-9 15-21 5-10 6 8c22 2 30 28 27 54zM24 74h52v12h-52z",
		movegen.Bishop: "M50 12a5 5 0 0 1 4 8c12 10 18 24 10 36l-5 8 4 10h-26l4-10-5-8c-8-12-2-26 10-36a5 5 0 0 1 4-8zM24 74h52v12h-52zM50 32v18M41 41h18",
		movegen.Rook:   "M28 18h10v8h7v-8h10v8h7v-8h10v20l-8 8 3 28h-34l3-28-8-8zM22 74h56v12h-56z",
		movegen.Queen:  "M16 30l14 20 4-30 16 28 16-28 4 30 14-20-10 44h-48zM24 74h52v12h-52z",
		movegen.King:   "M47 10h6v8h8v6h-8v10c8-8 30-8 31 8 0 12-12 20-14 32h-40c-2-12-14-20-14-32 1-16 23-16 31-8v-10h-8v-6h8zM24 74h52v12h-52z",
	}[t]
}

// arrow points from one square to another.
type arrow struct{ From, To movegen.Square }

// errArrows is wrapped by errors about a text that names no arrows.
var errArrows = errors.New("expected arrows such as e2e4, separated by commas")

// ParseArrows reads "e2e4,g1f3".
func ParseArrows(text string) (arrows []arrow, err error) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		if len(word) != 4 {
			return nil, message.Errorf("%q: %w", Quote(word), errArrows)
		}
		from, wrong := movegen.ParseSquares(word[:2])
		to, alsoWrong := movegen.ParseSquares(word[2:])
		if wrong != nil || alsoWrong != nil || from.Count() != 1 || to.Count() != 1 || from == to {
			return nil, message.Errorf("%q: %w", Quote(word), errArrows)
		}
		arrows = append(arrows, arrow{from.LSB(), to.LSB()})
	}
	if len(arrows) == 0 {
		return nil, errArrows
	}
	return arrows, nil
}

// Picture says how a board is drawn as an SVG picture, which needs no font for the
// chessmen. The zero value draws it from White's side and nothing else.
type Picture struct {
	Flip    bool // Black's side of the board is below
	Coords  bool // with the names of files and ranks
	Size    int  // width in pixels; 0 leaves it to the viewer
	Marks   movegen.Bitboard
	Arrows  []arrow
	Caption []string // lines below the board
}

// Lengths in a picture, in units of 1/100 of a square.
const (
	pictureMargin = 40
	pictureBoard  = 800
)

// corner returns the upper left corner of a square on the board.
func (d *Picture) corner(s movegen.Square) (x, y int) {
	if d.Flip {
		return 100 * (7 - s.File()), 100 * s.Rank()
	}
	return 100 * s.File(), 100 * (7 - s.Rank())
}

// markup are the characters that have a meaning in HTML and XML, in text and in quotes.
var markup = strings.NewReplacer("&", "&amp;", "'", "&#39;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

// EscapeMarkup returns a text in which no character has a meaning in HTML or XML. It replaces html.EscapeString, whose
// package includes all character names: 11 kB of a compressed WebAssembly program.
func EscapeMarkup(text string) string { return markup.Replace(text) }

// WriteSVG writes the picture. The marked squares get a ring. The error is w's.
func (d *Picture) WriteSVG(w io.Writer, p *movegen.Position) error {
	out := bufio.NewWriter(w)
	const width = pictureBoard + 2*pictureMargin
	height := width + 40*len(d.Caption)
	size := ""
	if d.Size > 0 {
		size = fmt.Sprintf(` width="%d" height="%d"`, d.Size, (d.Size*height+width/2)/width)
	}
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg"%s viewBox="0 0 %d %d" font-family="serif" font-size="32">`+"\n", size, width, height)
	fmt.Fprintf(out, "<title>%s</title>\n", EscapeMarkup(p.FEN()))
	fmt.Fprintf(out, `<rect width="%d" height="%d" fill="#fff"/>`+"\n<g transform=\"translate(%d %d)\">\n",
		width, height, pictureMargin, pictureMargin)
	for s := range movegen.NoSquare {
		d.square(out, s, p.PieceAt(s))
	}
	for _, arrow := range d.Arrows {
		d.arrow(out, arrow)
	}
	fmt.Fprintf(out, `<rect width="%d" height="%d" fill="none" stroke="#000" stroke-width="4"/>`+"\n</g>\n", pictureBoard, pictureBoard)
	if d.Coords {
		d.coordinates(out)
	}
	for i, line := range d.Caption {
		fmt.Fprintf(out, `<text x="%d" y="%d">%s</text>`+"\n", pictureMargin, width+40*i+12, EscapeMarkup(line))
	}
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

// square draws a square and the piece on it.
func (d *Picture) square(out io.Writer, s movegen.Square, man movegen.Piece) {
	x, y := d.corner(s)
	fill := "#fff"
	if movegen.DarkSquares.Has(s) {
		fill = "#bbb"
	}
	fmt.Fprintf(out, `<rect x="%d" y="%d" width="100" height="100" fill="%s"/>`, x, y, fill)
	if d.Marks.Has(s) {
		fmt.Fprintf(out, `<circle class="mark" cx="%d" cy="%d" r="45" fill="none" stroke="#c00" stroke-width="5"/>`, x+50, y+50)
	}
	if man != movegen.NoPiece {
		fill, stroke := "#fff", "#000"
		if man.Color() == movegen.Black {
			fill, stroke = "#000", "#fff"
		}
		fmt.Fprintf(out, `<path class="%c" transform="translate(%d %d)" fill="%s" stroke="%s" stroke-width="3" d="%s"/>`,
			man.Letter(), x, y, fill, stroke, pieceShape(man.Type()))
	}
	fmt.Fprintln(out)
}

// arrow draws an arrow between the middles of two squares; its head ends there.
func (d *Picture) arrow(out io.Writer, a arrow) {
	fromX, fromY := d.corner(a.From)
	toX, toY := d.corner(a.To)
	length := math.Hypot(float64(toX-fromX), float64(toY-fromY))
	angle := math.Atan2(float64(toY-fromY), float64(toX-fromX)) * 180 / math.Pi
	fmt.Fprintf(out, `<path class="arrow" transform="translate(%d %d) rotate(%.2f)" fill="#080" fill-opacity="0.7" d="M20-8H%.0fv-20L%.0f 0 %.0f 28v-20H20z"/>`+"\n",
		fromX+50, fromY+50, angle, length-40, length, length-40)
}

// coordinates draws the names of the files below the board and those of the ranks to its left.
func (d *Picture) coordinates(out io.Writer) {
	for i := range 8 {
		x, y := d.corner(movegen.MakeSquare(i, i))
		fmt.Fprintf(out, `<text x="%d" y="%d" text-anchor="middle" font-size="26">%c</text>`, x+50+pictureMargin, pictureBoard+pictureMargin+28, 'a'+i)
		fmt.Fprintf(out, `<text x="%d" y="%d" text-anchor="middle" font-size="26">%d</text>`+"\n", pictureMargin/2, y+58+pictureMargin, i+1)
	}
}
