package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Heat is a table of numbers. The larger a number, the darker its cell.
type Heat struct {
	Title         string
	Rows, Columns []string
	Values        [][]float64 // by rows; a number that cannot be drawn is an empty cell
}

// Measures of a table, in pixels except for the slope.
const (
	cellHeight, leastCell = 26, 46
	rowNames, columnNames = 0.35 * pictureWidth, 180 // the room for the longest name
	columnSlope           = -math.Pi / 5             // of names that are wider than their columns
)

// widest returns the width of the widest of the names, cut to fit the room.
func widest(names []string, room vg.Length) (width vg.Length) {
	style := textStyle(tickSize)
	for _, name := range names {
		width = max(width, style.Width(fit(style, name, room)))
	}
	return width
}

// layout returns the size of the picture, which grows with the table, and the angle of the names of the columns.
func (h *Heat) layout() (width, height vg.Length, slope float64) {
	left, names := widest(h.Rows, rowNames)+2*margin+10, widest(h.Columns, columnNames)
	columns := vg.Length(max(1, len(h.Columns)))
	below := vg.Length(tickSize)
	if names > (pictureWidth-left)/columns-6 {
		slope = columnSlope
		below += names * vg.Length(math.Sin(-slope))
		left += names * vg.Length(math.Cos(slope))
	}
	width = min(max(pictureWidth, left+leastCell*columns), tallest)
	height = min(max(160, titleSize+3*margin+below+cellHeight*vg.Length(len(h.Rows))), tallest)
	return vg.Length(math.Ceil(float64(width))), vg.Length(math.Ceil(float64(height))), slope
}

func (h *Heat) size() (width, height vg.Length) {
	width, height, _ = h.layout()
	return width, height
}

// draw is a method of Picture.
func (h *Heat) draw(c draw.Canvas) {
	f := newFigure(h.Title, "", "")
	f.X.LineStyle.Width, f.X.Tick.Length, f.Y.LineStyle.Width, f.Y.Tick.Length = 0, 0, 0, 0
	f.X.Padding, f.Y.Padding = 4, 6
	f.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}} // the first row is on top
	if _, _, slope := h.layout(); slope != 0 {
		f.X.Tick.Label.Rotation, f.X.Tick.Label.XAlign = slope, draw.XLeft
	}
	f.X.Tick.Marker, f.Y.Tick.Marker = nominal(h.Columns, columnNames, 1), nominal(h.Rows, rowNames, 1)
	cells := h.cells()
	f.empty = len(cells.values) == 0
	if f.empty {
		f.HideAxes()
	} else {
		f.Add(&plotter.HeatMap{GridXYZ: cells, Palette: shades{}, Max: 1})
		f.X.Min, f.X.Max, f.Y.Min, f.Y.Max = f.X.Min-cellEdge, f.X.Max+cellEdge, f.Y.Min-cellEdge, f.Y.Max+cellEdge
	}
	area := f.frame(c)
	if !f.empty {
		f.Add(cells.labels(f.DataCanvas(area).Size().X / vg.Length(len(h.Columns))))
	}
	f.finish(area)
}

// cellEdge keeps the corners of the outer cells inside the axes when numbers are rounded: the
// heat map leaves out cells with a corner outside.
const cellEdge = 1e-3

// cells returns the grid of the table.
func (h *Heat) cells() *cells {
	g := &cells{Heat: h, low: math.Inf(1), high: math.Inf(-1)}
	for i := range h.Rows {
		for k := range h.Columns {
			if x := g.value(k, i); drawable(x) {
				g.low, g.high = min(g.low, x), max(g.high, x)
				g.values = append(g.values, x)
			}
		}
	}
	return g
}

// cells is the grid of a table, with shares from 0 to 1 in place of its values.
type cells struct {
	*Heat
	low, high float64
	values    []float64 // all that can be drawn
}

// value returns the value of a cell, NaN if there is none.
func (g *cells) value(column, row int) float64 {
	if row >= len(g.Values) || column >= len(g.Values[row]) || !drawable(g.Values[row][column]) {
		return math.NaN()
	}
	return g.Values[row][column]
}

// Dims is a method of plotter.GridXYZ.
func (g *cells) Dims() (columns, rows int) { return len(g.Columns), len(g.Rows) }

// X is a method of plotter.GridXYZ.
func (g *cells) X(column int) float64 { return float64(column) }

// Y is a method of plotter.GridXYZ.
func (g *cells) Y(row int) float64 { return float64(row) }

// Z is a method of plotter.GridXYZ.
func (g *cells) Z(column, row int) float64 {
	if g.low == g.high {
		return 0.5 + 0*g.value(column, row) // NaN for an empty cell
	}
	return (g.value(column, row) - g.low) / (g.high - g.low)
}

// labels returns the values as texts for cells of a width, readable on the colour of the cell.
func (g *cells) labels(width vg.Length) *plotter.Labels {
	labels, decimals := &plotter.Labels{Offset: vg.Point{Y: 2}}, decimalsFor(g.values)
	for i := range g.Rows {
		for k := range g.Columns {
			share := g.Z(k, i)
			if math.IsNaN(share) {
				continue
			}
			style := textStyle(tickSize)
			style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
			if share > 0.55 {
				style.Color = white
			}
			labels.XYs = append(labels.XYs, plotter.XY{X: g.X(k), Y: g.Y(i)})
			labels.Labels = append(labels.Labels, fit(style, number(g.value(k, i), decimals), width-2))
			labels.TextStyle = append(labels.TextStyle, style)
		}
	}
	return labels
}

// shades is a palette from nearly white to dark blue.
type shades struct{}

// Colors is the method of palette.Palette.
func (shades) Colors() []color.Color {
	stops := [...][3]float64{{240, 246, 252}, {107, 174, 214}, {8, 48, 107}}
	const steps = 100 // between two stops
	var all []color.Color
	for i := range 2 * (steps + 1) {
		from, share := stops[i/(steps+1)], float64(i%(steps+1))/steps
		to := stops[i/(steps+1)+1]
		mix := func(k int) uint8 { return uint8(math.Round(from[k] + (to[k]-from[k])*share)) }
		all = append(all, color.RGBA{mix(0), mix(1), mix(2), 255})
	}
	return all
}
