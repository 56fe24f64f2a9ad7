package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// figure is a plot in the style of the package, with a legend below it, where it covers no data.
type figure struct {
	*plot.Plot
	keys  []key
	empty bool // there is nothing to draw
}

// key is an entry of the legend.
type key struct {
	name   string
	thumbs []plot.Thumbnailer
}

func newFigure(title, x, y string) *figure {
	f := &figure{Plot: plot.New()}
	f.BackgroundColor = nil
	f.Title.TextStyle.Font, f.Title.Padding = titleFont(), 10
	f.Title.Text = fit(f.Title.TextStyle, title, pictureWidth-2*margin)
	for _, axis := range []*plot.Axis{&f.X, &f.Y} {
		axis.Padding, axis.LineStyle = 0, lineStyle(grey, 1)
		axis.Label.TextStyle.Font, axis.Label.Padding = textFont(labelSize), 6
		axis.Tick.Label.Font, axis.Tick.LineStyle, axis.Tick.Length = textFont(tickSize), axis.LineStyle, 5
	}
	f.X.Label.Text = fit(f.X.Label.TextStyle, x, pictureWidth-150)
	f.Y.Label.Text = fit(f.Y.Label.TextStyle, y, pictureHeight-200)
	return f
}

// grid adds lines across the picture at the ticks of the axes.
func (f *figure) grid(vertical, horizontal bool) {
	grid := &plotter.Grid{}
	if vertical {
		grid.Vertical = lineStyle(pale, 1)
	}
	if horizontal {
		grid.Horizontal = lineStyle(pale, 1)
	}
	f.Add(grid)
}

// explain adds an entry to the legend, unless the name is empty.
func (f *figure) explain(name string, thumbs ...plot.Thumbnailer) {
	if name != "" {
		for i := range thumbs {
			thumbs[i] = sample{thumbs[i]}
		}
		f.keys = append(f.keys, key{name, thumbs})
	}
}

// sample is a sample in the legend, with a gap before the text.
type sample struct{ plot.Thumbnailer }

// Thumbnail is the method of plot.Thumbnailer.
func (s sample) Thumbnail(c *draw.Canvas) {
	inner := draw.Crop(*c, 0, -sampleGap, 0, 0)
	s.Thumbnailer.Thumbnail(&inner)
}

// frame paints the background and the legend, and returns the canvas for the plot.
func (f *figure) frame(c draw.Canvas) draw.Canvas {
	c.SetColor(white)
	c.Fill(c.Rectangle.Path())
	area := draw.Crop(c, margin, -margin, margin, -margin)
	if len(f.keys) == 0 {
		return area
	}
	legends, column := f.legends(area.Size().X)
	style := legends[0].TextStyle
	height := legends[0].Rectangle(area).Size().Y + style.FontExtents().Descent
	for i := range legends {
		legends[i].Draw(draw.Crop(area, column*vg.Length(i), 0, 0, height-area.Size().Y))
	}
	area.Min.Y += height + legendGap
	return area
}

// Measures of the legend, in pixels except for the rows and the share.
const (
	mostRows               = 6
	nameShare              = 0.42 // of the width at most, for a name
	sampleWidth, sampleGap = 30, 4
	columnGap, rowGap      = 24, 5
	legendGap              = 10
)

// legends returns a legend for each column, and the width of a column. Keys that do not fit into six rows
// are only counted.
func (f *figure) legends(width vg.Length) (all []plot.Legend, column vg.Length) {
	legend := plot.NewLegend()
	legend.TextStyle.Font, legend.TextStyle.Color = textFont(tickSize), black
	legend.Left, legend.Top = true, true
	legend.ThumbnailWidth, legend.Padding, legend.YPosition = sampleWidth, rowGap, draw.PosCenter
	keys := make([]key, len(f.keys))
	for i, k := range f.keys {
		keys[i] = key{fit(legend.TextStyle, k.name, nameShare*width), k.thumbs}
		column = max(column, legend.TextStyle.Width(" "+keys[i].name)+sampleWidth+columnGap)
	}
	columns := max(1, int((width+columnGap)/column))
	if most := columns * mostRows; len(keys) > most {
		rest := number(float64(len(keys)-most+1), 0)
		keys = append(keys[:most-1], key{name: "and " + rest + " more"})
	}
	rows := (len(keys) + columns - 1) / columns
	for i, k := range keys {
		if i%rows == 0 {
			all = append(all, legend)
		}
		all[len(all)-1].Add(k.name, k.thumbs...)
	}
	return all, column
}

// finish draws the plot on the canvas that frame returned.
func (f *figure) finish(area draw.Canvas) {
	f.Draw(area)
	if f.empty {
		style := f.Title.TextStyle
		style.Color, style.YAlign = grey, draw.YCenter
		area.FillText(style, area.Center(), "no data")
	}
}

// Level is a line across the picture at a value, to compare with.
type Level struct {
	Name  string
	Value float64
}

// levels adds lines at the levels, with their keys; upright ones if the values run across.
func (f *figure) levels(levels []Level, upright bool) {
	dashes := [][]vg.Length{{8, 4}, {2, 3}, {8, 3, 2, 3}}
	for i, level := range levels {
		if drawable(level.Value) {
			style := lineStyle(grey, 1.5)
			style.Dashes = dashes[i%len(dashes)]
			ruler := &ruler{at: level.Value, upright: upright, Line: plotter.Line{LineStyle: style}}
			f.Add(ruler)
			f.explain(level.Name, ruler)
		}
	}
}

// baseline adds a line at zero, which shows if zero is on the axis of the values.
func (f *figure) baseline(upright bool) {
	f.Add(struct{ plot.Plotter }{ // without DataRange: it widens no axis
		&ruler{upright: upright, Line: plotter.Line{LineStyle: lineStyle(grey, 1)}}})
}

// ruler is a line at a value, from one end of the other axis to the other end.
type ruler struct {
	plotter.Line
	at      float64
	upright bool
}

// Plot is the method of plot.Plotter.
func (r *ruler) Plot(c draw.Canvas, p *plot.Plot) {
	r.XYs = plotter.XYs{{X: p.X.Min, Y: r.at}, {X: p.X.Max, Y: r.at}}
	if r.upright {
		r.XYs = plotter.XYs{{X: r.at, Y: p.Y.Min}, {X: r.at, Y: p.Y.Max}}
	}
	r.Line.Plot(c, p)
}

// DataRange is the method of plot.DataRanger: a ruler widens one axis only.
func (r *ruler) DataRange() (xmin, xmax, ymin, ymax float64) {
	if r.upright {
		return r.at, r.at, math.Inf(1), math.Inf(-1)
	}
	return math.Inf(1), math.Inf(-1), r.at, r.at
}

// bound is the largest number: differences and quotients of such numbers are finite, too.
const bound = 1e15

// drawable reports whether numbers have a place on an axis.
func drawable(numbers ...float64) bool {
	return !slices.ContainsFunc(numbers, func(x float64) bool { return !(math.Abs(x) <= bound) })
}

// positive reports whether a number has a place on a logarithmic axis.
func positive(x float64) bool { return x >= 1/bound && x <= bound }
