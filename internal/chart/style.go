package chart

import (
	"image/color"
	"math"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes in pixels, which are the points of the canvas.
const (
	pictureWidth, pictureHeight = 800, 500
	margin                      = 14
	titleSize, labelSize        = 16, 13
	tickSize                    = 12
)

func points(pixels float64) vg.Length { return vg.Length(pixels) }

var (
	black = color.RGBA{A: 255}
	grey  = color.RGBA{R: 110, G: 110, B: 110, A: 255}
	pale  = color.RGBA{R: 226, G: 226, B: 226, A: 255}
	white = color.RGBA{R: 255, G: 255, B: 255, A: 255}
)

// palette has colours that are told apart by the colour-blind, too (Okabe and Ito), but for
// the yellow, which is hard to see on white.
func palette(i int) color.RGBA {
	colours := [...]color.RGBA{{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {230, 159, 0, 255}, {86, 180, 233, 255}, {0, 0, 0, 255}}
	return colours[i%len(colours)]
}

// mark is the shape at a line's points.
func mark(i int) draw.GlyphDrawer {
	shapes := [...]shape{{24, 0}, {4, 1}, {3, 0}, {4, 0}, {3, 1}, {6, 0}, {5, 0}}
	return shapes[i%len(shapes)]
}

// shape is a filled polygon with so many corners, of which one is on top, or which is turned by
// half the angle between two.
type shape struct{ corners, turned float64 }

// DrawGlyph is the method of draw.GlyphDrawer.
func (s shape) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	radius := style.Radius * vg.Length(1+1.2/s.corners) // that all look about as large
	var corners []vg.Point
	for k := range int(s.corners) {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k) + s.turned/2) / s.corners)
		corners = append(corners, vg.Point{X: at.X + radius*vg.Length(sin), Y: at.Y + radius*vg.Length(cos)})
	}
	c.FillPolygon(style.Color, corners)
}

// textStyle is that of a text of a size in pixels, to the right of its place and above.
func textStyle(size float64, c color.Color) draw.TextStyle {
	return draw.TextStyle{Color: c, Font: plotfont.Font{Typeface: "Liberation", Variant: "Sans", Size: points(size)}, Handler: plot.DefaultTextHandler}
}

// titleStyle is that of the title, its upper end at its place.
func titleStyle() draw.TextStyle {
	style := textStyle(titleSize, black)
	style.Font.Weight = font.WeightBold
	style.YAlign = draw.YTop
	return style
}

func lineStyle(c color.Color, width float64, dashed bool) draw.LineStyle {
	style := draw.LineStyle{Color: c, Width: points(width)}
	if dashed {
		style.Dashes = []vg.Length{points(6), points(4)}
	}
	return style
}

// maxText is more than any picture has room for, in characters.
const maxText = 300

// clean returns a text as it may stand in a picture: in a line, without control characters,
// which XML does not allow, and not endless.
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

// fit cleans a text and cuts it short with an ellipsis if it is wider than so many points.
func fit(style draw.TextStyle, text string, width vg.Length) string {
	text = clean(text)
	if style.Width(text) <= width {
		return text
	}
	runes := []rune(text)
	low, high := 0, len(runes) // so many can be kept, so many cannot
	for low+1 < high {
		if middle := (low + high) / 2; style.Width(string(runes[:middle])+"…") <= width {
			low = middle
		} else {
			high = middle
		}
	}
	return strings.TrimRight(string(runes[:low]), " ") + "…"
}

// bound is how large numbers may be: differences and quotients of such are numbers, too.
const bound = 1e15

// drawable says whether a number has a place on an axis.
func drawable(numbers ...float64) bool {
	for _, x := range numbers {
		if !(math.Abs(x) <= bound) {
			return false
		}
	}
	return true
}

// number writes a number with at most so many digits behind the point, and commas between
// thousands.
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
