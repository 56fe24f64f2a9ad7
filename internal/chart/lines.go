package chart

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Lines are lines over an axis of numbers.
type Lines struct {
	Title, X, Y string // what stands above it and at its axes
	LogX        bool   // the axis across is logarithmic
	Lines       []Line
	Levels      []Level // to compare with
}

// Line is a line through points, in their order, with a gap where a point cannot be drawn.
type Line struct {
	Name   string // "" is not explained
	Points []Point
	Dashed bool
	Color  int // of the palette, from 1 on, for lines that belong together; 0 is one of its own
}

// Point is a point of a line. If Low is less than High, it has an error bar between these, or
// a line of many points has a band.
type Point struct{ X, Y, Low, High float64 }

// manyPoints is with how many a line has no marks at its points, and a band for error bars.
const manyPoints = 60

func (p *Point) hasBar() bool { return p.Low < p.High && drawable(p.Low, p.High) }

func (l *Lines) size() (width, height float64) { return pictureWidth, pictureHeight }

// across returns where a point stands on the axis across.
func (l *Lines) across(p *Point) float64 {
	if l.LogX {
		return math.Log10(p.X)
	}
	return p.X
}

// drawable says whether a point has a place.
func (l *Lines) drawable(p *Point) bool { return drawable(p.X, p.Y) && (!l.LogX || loggable(p.X)) }

// draw is a method of Picture.
func (l *Lines) draw(c draw.Canvas) {
	var across, up span
	var places []float64
	for i := range l.Lines {
		for _, p := range l.Lines[i].Points {
			if !l.drawable(&p) {
				continue
			}
			across.include(p.X)
			places = append(places, p.X)
			up.include(p.Y)
			if p.hasBar() {
				up.include(p.Low, p.High)
			}
		}
	}
	f := frame{title: l.Title, grid: gridLines{horizontal: true}, empty: !up.any}
	for _, level := range l.Levels {
		up.include(level.Value)
	}
	f.y = up.linear(l.Y, 0.06, 8)
	if l.LogX {
		f.x = logarithmic(l.X, places, 0.085)
	} else {
		f.x = across.linear(l.X, 0.02, 9)
	}
	levelLayer, levelKeys := levels(l.Levels, false)
	f.layers = append(f.layers, zeroLine(f.y), levelLayer)
	for i := range l.Lines {
		f.layers = append(f.layers, l.band(i))
	}
	for i := range l.Lines {
		f.layers = append(f.layers, l.line(i))
		if l.Lines[i].Name != "" {
			f.keys = append(f.keys, lineKey(l.Lines[i].Name, l.style(i), l.glyph(i)))
		}
	}
	f.keys = append(f.keys, levelKeys...)
	f.draw(c)
}

// zeroLine is a layer that marks zero if it is not an end of the axis.
func zeroLine(s scale) layer {
	return func(c draw.Canvas, _, y func(float64) vg.Length) {
		if s.low < 0 && s.high > 0 {
			c.StrokeLine2(lineStyle(grey, 1, false), c.Min.X, y(0), c.Max.X, y(0))
		}
	}
}

// colour returns that of a line, and its number.
func (l *Lines) colour(i int) (color.RGBA, int) {
	n := i
	if l.Lines[i].Color > 0 {
		n = l.Lines[i].Color - 1
	}
	return palette(n), n
}

func (l *Lines) style(i int) draw.LineStyle {
	colour, n := l.colour(i)
	style := lineStyle(colour, 2, l.Lines[i].Dashed)
	if n >= 7 && !l.Lines[i].Dashed { // the colours begin again
		style.Dashes = []vg.Length{2, 3}
	}
	return style
}

// glyph is how a line's points look; nil if they are too many to be seen.
func (l *Lines) glyph(i int) *draw.GlyphStyle {
	if len(l.Lines[i].Points) > manyPoints {
		return nil
	}
	colour, n := l.colour(i)
	return &draw.GlyphStyle{Color: colour, Radius: points(4), Shape: mark(n)}
}

// runs calls a function for each part of a line that has no gaps.
func (l *Lines) runs(i int, do func([]Point)) {
	all := l.Lines[i].Points
	begin := 0
	for at := 0; at <= len(all); at++ {
		if at < len(all) && l.drawable(&all[at]) {
			continue
		}
		if at > begin {
			do(all[begin:at])
		}
		begin = at + 1
	}
}

// aside returns how far a line stands beside its place, so that error bars of several lines
// can be told apart.
func (l *Lines) aside(i int) vg.Length {
	for k := range l.Lines {
		if l.glyph(k) != nil && slices.ContainsFunc(l.Lines[k].Points, func(p Point) bool { return p.hasBar() }) {
			return points((float64(i) - float64(len(l.Lines)-1)/2) * min(4, 24/float64(len(l.Lines))))
		}
	}
	return 0
}

// band is a layer with the bands of a line of many points.
func (l *Lines) band(i int) layer {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		if l.glyph(i) != nil {
			return
		}
		colour, _ := l.colour(i)
		l.runs(i, func(run []Point) {
			var upper, lower []vg.Point
			for _, p := range run {
				low, high := p.Y, p.Y
				if p.hasBar() {
					low, high = p.Low, p.High
				}
				upper = append(upper, vg.Point{X: x(l.across(&p)), Y: y(high)})
				lower = append(lower, vg.Point{X: x(l.across(&p)), Y: y(low)})
			}
			for k := len(lower) - 1; k >= 0; k-- {
				upper = append(upper, lower[k])
			}
			c.FillPolygon(color.NRGBA{R: colour.R, G: colour.G, B: colour.B, A: 35}, upper)
		})
	}
}

// line is a layer with a line, its marks and error bars.
func (l *Lines) line(i int) layer {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		glyph, aside := l.glyph(i), l.aside(i)
		colour, _ := l.colour(i)
		l.runs(i, func(run []Point) {
			path := make([]vg.Point, len(run))
			for k, p := range run {
				path[k] = vg.Point{X: x(l.across(&p)) + aside, Y: y(p.Y)}
				if glyph != nil && p.hasBar() {
					whisker(c, lineStyle(colour, 1.2, false), vg.Point{X: path[k].X, Y: y(p.Low)}, vg.Point{X: path[k].X, Y: y(p.High)})
				}
			}
			if len(path) > 1 {
				c.StrokeLines(l.style(i), path)
			}
			for _, at := range path {
				if glyph != nil {
					c.DrawGlyph(*glyph, at)
				} else if len(path) == 1 { // or it would not be seen
					c.DrawGlyph(draw.GlyphStyle{Color: colour, Radius: points(1.5), Shape: draw.CircleGlyph{}}, at)
				}
			}
		})
	}
}

// whisker draws an error bar between two places.
func whisker(c draw.Canvas, style draw.LineStyle, low, high vg.Point) {
	c.StrokeLine2(style, low.X, low.Y, high.X, high.Y)
	along := high.Sub(low)
	if length := vg.Length(math.Hypot(float64(along.X), float64(along.Y))); length > 0 {
		cap := vg.Point{X: -along.Y / length * points(4), Y: along.X / length * points(4)}
		for _, end := range []vg.Point{low, high} {
			c.StrokeLine2(style, end.X-cap.X, end.Y-cap.Y, end.X+cap.X, end.Y+cap.Y)
		}
	}
}
