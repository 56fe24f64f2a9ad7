package chart

import (
	"image/color"
	"math"
	"strconv"
	"strings"
	"unicode"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes in pixels, which are the points of the canvas.
const (
	pictureWidth, pictureHeight = 800, 500
	margin                      = 14
	titleSize, labelSize        = 16, 13
	tickSize, valueSize         = 12, 11
	capWidth                    = 8 // of error bars
	tallest                     = 8000
)

var (
	black = color.RGBA{A: 255}
	grey  = color.RGBA{R: 110, G: 110, B: 110, A: 255}
	pale  = color.RGBA{R: 226, G: 226, B: 226, A: 255}
	white = color.RGBA{R: 255, G: 255, B: 255, A: 255}
)

// colours is the number of different colours of the palette.
const colours = 7

// palette returns colours that colour-blind readers can distinguish (Okabe and Ito), without the
// yellow, which is hard to see on white.
func palette(i int) color.RGBA {
	return [colours]color.RGBA{{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
		{230, 159, 0, 255}, {86, 180, 233, 255}, {0, 0, 0, 255}}[i%colours]
}

// mark returns the shape at a line's points. The library's shapes are too few or hollow.
func mark(i int) draw.GlyphDrawer {
	shapes := [...]shape{{24, 0}, {4, 1}, {3, 0}, {4, 0}, {3, 1}, {6, 0}, {5, 0}}
	return shapes[i%len(shapes)]
}

// shape is a filled polygon with a number of corners. One is on top, unless the polygon is turned
// by half the angle between two.
type shape struct{ corners, turned float64 }

// DrawGlyph is the method of draw.GlyphDrawer.
func (s shape) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	radius := style.Radius * vg.Length(1+1.2/s.corners) // so that all shapes look equally large
	var corners []vg.Point
	for k := range int(s.corners) {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k) + s.turned/2) / s.corners)
		corners = append(corners, vg.Point{X: at.X + radius*vg.Length(sin), Y: at.Y + radius*vg.Length(cos)})
	}
	c.FillPolygon(style.Color, corners)
}

func textFont(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

func titleFont() font.Font {
	bold := textFont(titleSize)
	bold.Weight = 3 // bold, by the numbers of golang.org/x/image/font
	return bold
}

// textStyle is the style of a text to the right of its place and above.
func textStyle(size vg.Length) draw.TextStyle {
	return draw.TextStyle{Color: black, Font: textFont(size), Handler: plot.DefaultTextHandler}
}

func lineStyle(c color.Color, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: width}
}

// maxText is more characters than any picture has room for.
const maxText = 300

// clean returns a text suitable for a picture: one line of bounded length, without control characters,
// which XML does not allow.
func clean(text string) string {
	clean, count := strings.Builder{}, 0
	for _, r := range text { // bytes that are no UTF-8 are U+FFFD
		if count++; count > maxText {
			clean.WriteRune('…')
			break
		}
		if unicode.IsSpace(r) {
			r = ' '
		}
		if !unicode.IsPrint(r) {
			r = unicode.ReplacementChar
		}
		clean.WriteRune(r)
	}
	return clean.String()
}

// fit cleans a text and cuts it short with an ellipsis if it is wider than the width.
func fit(style draw.TextStyle, text string, width vg.Length) string {
	text = clean(text)
	if style.Width(text) <= width {
		return text
	}
	runes := []rune(text)
	low, high := 0, len(runes) // low runes fit, high runes do not
	for low+1 < high {
		if middle := (low + high) / 2; style.Width(string(runes[:middle])+"…") <= width {
			low = middle
		} else {
			high = middle
		}
	}
	return strings.TrimRight(string(runes[:low]), " ") + "…"
}

// number writes a number with at most the given number of decimals, and commas between thousands.
func number(x float64, decimals int) string {
	if math.Abs(x) >= 1e9 || x != 0 && decimals > 6 {
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	text := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	whole, rest, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if rest = strings.TrimRight(rest, "0"); rest != "" {
		whole += "." + rest
	}
	if x < 0 && whole != "0" {
		return "−" + whole
	}
	return whole
}

// decimalsFor returns how many decimals values have: none if all are whole numbers.
func decimalsFor(values []float64) int {
	largest, whole := 0.0, true
	for _, x := range values {
		largest, whole = max(largest, math.Abs(x)), whole && x == math.Trunc(x)
	}
	switch {
	case whole:
		return 0
	case largest >= 10:
		return 1
	case largest >= 1:
		return 2
	}
	return 3
}
