package chart

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Lines are lines over an axis of numbers.
type Lines struct {
	Title, X, Y string // the texts above the picture and at its axes
	LogX        bool   // the axis across is logarithmic
	Lines       []Line
	Levels      []Level // to compare with
}

// Line is a line through points, in their order, with a gap where a point cannot be drawn.
type Line struct {
	Name   string // a line without a name is not in the legend
	Points []Point
	Dashed bool
	Color  int // of the palette, from 1 on, for lines that belong together; 0 is one of its own
}

// Point is a point of a line. If Low is less than High, it has an error bar between these, or
// a line of many points has a band.
type Point struct{ X, Y, Low, High float64 }

// manyPoints is the largest number of points with marks and error bars; a longer line has no
// marks, and a band in place of error bars.
const manyPoints = 60

func (p Point) hasBar() bool { return p.Low < p.High && drawable(p.Low, p.High) }

func (l *Line) many() bool { return len(l.Points) > manyPoints }

func (l *Lines) size() (width, height vg.Length) { return pictureWidth, pictureHeight }

// drawable reports whether a point has a place.
func (l *Lines) drawable(p Point) bool { return drawable(p.X, p.Y) && (!l.LogX || positive(p.X)) }

// draw is a method of Picture.
func (l *Lines) draw(c draw.Canvas) {
	f := newFigure(l.Title, l.X, l.Y)
	f.grid(false, true)
	f.baseline(false)
	f.levels(l.Levels, false)
	levels := len(f.keys)
	for i := range l.Lines {
		l.band(f, i)
	}
	for i := range l.Lines {
		l.line(f, i)
	}
	f.keys = slices.Concat(f.keys[levels:], f.keys[:levels]) // drawn first, explained last
	f.empty = f.X.Min > f.X.Max
	linear(&f.Y, 0.06, 8, 0)
	if l.LogX {
		logarithmic(&f.X, l.values())
	} else {
		linear(&f.X, 0.02, 9, apart(l.values()))
	}
	f.finish(f.frame(c))
}

// colour returns the colour of a line and its number in the palette.
func (l *Lines) colour(i int) (color.RGBA, int) {
	if l.Lines[i].Color > 0 {
		i = l.Lines[i].Color - 1
	}
	return palette(i), i
}

// values returns where the points that can be drawn are on the axis across.
func (l *Lines) values() (values []float64) {
	for i := range l.Lines {
		for _, p := range l.Lines[i].Points {
			if l.drawable(p) {
				values = append(values, p.X)
			}
		}
	}
	return values
}

// apart returns the least distance of ticks for values: 1 if all are whole, such as numbers of members.
func apart(values []float64) float64 {
	if slices.ContainsFunc(values, func(x float64) bool { return x != math.Trunc(x) }) {
		return 0
	}
	return 1
}

// runs returns the parts of a line between its gaps, with decimal logarithms on a logarithmic axis.
func (l *Lines) runs(i int) (runs [][]Point) {
	open := false
	for _, p := range l.Lines[i].Points {
		if !l.drawable(p) {
			open = false
			continue
		}
		if !open {
			runs = append(runs, nil)
		}
		open = true
		if l.LogX {
			p.X = math.Log10(p.X)
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], p)
	}
	return runs
}

// aside returns the distance of a line from its place. It separates error bars of several lines at the same place.
func (l *Lines) aside(i int) vg.Length {
	for k := range l.Lines {
		if !l.Lines[k].many() && slices.ContainsFunc(l.Lines[k].Points, Point.hasBar) {
			count := vg.Length(len(l.Lines))
			return (vg.Length(i) - (count-1)/2) * min(4, 24/count)
		}
	}
	return 0
}

// band adds the bands of a line of many points.
func (l *Lines) band(f *figure, i int) {
	if !l.Lines[i].many() {
		return
	}
	colour, _ := l.colour(i)
	for _, run := range l.runs(i) {
		var upper, lower plotter.XYs
		for _, p := range run {
			if !p.hasBar() {
				p.Low, p.High = p.Y, p.Y
			}
			upper = append(upper, plotter.XY{X: p.X, Y: p.High})
			lower = append(lower, plotter.XY{X: p.X, Y: p.Low})
		}
		slices.Reverse(lower)
		pale := color.NRGBA{R: colour.R, G: colour.G, B: colour.B, A: 35}
		f.Add(&plotter.Polygon{XYs: []plotter.XYs{append(upper, lower...)}, Color: pale})
	}
}

// line adds a line, its marks, its error bars and its key.
func (l *Lines) line(f *figure, i int) {
	colour, n := l.colour(i)
	style := lineStyle(colour, 2)
	switch {
	case l.Lines[i].Dashed:
		style.Dashes = []vg.Length{6, 4}
	case n >= colours: // the colours begin again
		style.Dashes = []vg.Length{2, 3}
	}
	marks := &plotter.Scatter{GlyphStyle: draw.GlyphStyle{Color: colour, Radius: 4, Shape: mark(n)}}
	bars := &plotter.YErrorBars{LineStyle: lineStyle(colour, 1.2), CapWidth: capWidth}
	if l.Lines[i].many() {
		marks.GlyphStyle = draw.GlyphStyle{Color: colour, Radius: 1.5, Shape: draw.CircleGlyph{}}
	}
	aside := l.aside(i)
	for _, run := range l.runs(i) {
		line := &plotter.Line{LineStyle: style}
		for _, p := range run {
			line.XYs = append(line.XYs, plotter.XY{X: p.X, Y: p.Y})
			if !l.Lines[i].many() && p.hasBar() {
				bars.XYs = append(bars.XYs, plotter.XY{X: p.X, Y: (p.Low + p.High) / 2})
				bars.YErrors = append(bars.YErrors, halves(p.High-p.Low))
			}
		}
		if !l.Lines[i].many() || len(run) == 1 { // a single point would not be visible
			marks.XYs = append(marks.XYs, line.XYs...)
		}
		f.Add(shifted{line, aside})
	}
	f.Add(shifted{bars, aside}, shifted{marks, aside})
	thumbs := []plot.Thumbnailer{&plotter.Line{LineStyle: style}}
	if !l.Lines[i].many() {
		thumbs = append(thumbs, marks)
	}
	f.explain(l.Lines[i].Name, thumbs...)
}

// halves returns an error bar of a length as its distances from the middle.
func halves(length float64) struct{ Low, High float64 } {
	return struct{ Low, High float64 }{length / 2, length / 2}
}

// shifted draws a plotter to the right of its place.
type shifted struct {
	ranged
	by vg.Length
}

type ranged interface {
	plot.Plotter
	plot.DataRanger
}

// Plot is the method of plot.Plotter.
func (s shifted) Plot(c draw.Canvas, p *plot.Plot) {
	c.Min.X, c.Max.X = c.Min.X+s.by, c.Max.X+s.by
	s.ranged.Plot(c, p)
}
