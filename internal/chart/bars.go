package chart

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bars are grouped bars: each name has a bar of each series.
type Bars struct {
	Title, Axis string   // the texts above the picture and at the axis of the values
	Names       []string // of the groups of bars
	Series      []Series
	Levels      []Level // to compare with
	Sideways    bool    // horizontal bars, which are also drawn if upright ones leave no room for the names
}

// Series are the bars of a colour, one for each name.
type Series struct {
	Name   string // a series without a name is not in the legend
	Values []Value
}

// Value is the value of a bar. If Low is less than High, it has an error bar between these.
type Value struct{ Value, Low, High float64 }

func (v Value) hasBar() bool { return v.Low < v.High && drawable(v.Low, v.High) }

// end returns where a bar ends, with its error bar.
func (v Value) end() float64 {
	switch {
	case !v.hasBar():
		return v.Value
	case v.Value < 0:
		return min(v.Value, v.Low)
	}
	return max(v.Value, v.High)
}

// Measures of bars, in pixels but for the share.
const (
	barHeight, groupGap = 14, 9
	standingRoom        = pictureWidth - 2*margin - 70 // roughly the width of the axis of the names
	leastLabel          = 11                           // the height of a horizontal bar with a label
	namesShare          = 0.4                          // of the width, for the names of horizontal bars
	headRoom            = 120                          // roughly the height of title, legend and axis
	valueRoom           = 4
)

// groups returns the number of groups.
func (b *Bars) groups() int {
	count := max(1, len(b.Names))
	for i := range b.Series {
		count = max(count, len(b.Series[i].Values))
	}
	return count
}

// sideways reports whether the bars are horizontal.
func (b *Bars) sideways() bool {
	style := textStyle(tickSize)
	slot := standingRoom/vg.Length(b.groups()) - 6
	for _, name := range b.Names {
		if b.Sideways || style.Width(clean(name)) > slot {
			return true
		}
	}
	return b.Sideways
}

func (b *Bars) size() (width, height vg.Length) {
	if !b.sideways() {
		return pictureWidth, pictureHeight
	}
	needed := headRoom + vg.Length(b.groups())*(vg.Length(len(b.Series))*barHeight+groupGap)
	return pictureWidth, min(max(pictureHeight, needed), tallest)
}

// draw is a method of Picture.
func (b *Bars) draw(c draw.Canvas) {
	d := barDrawer{Bars: b, lying: b.sideways()}
	var names, values *plot.Axis
	if d.lying {
		d.figure = newFigure(b.Title, b.Axis, "")
		names, values = &d.Y, &d.X
		names.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}} // the first one is on top
	} else {
		d.figure = newFigure(b.Title, "", b.Axis)
		names, values = &d.X, &d.Y
	}
	d.grid(d.lying, !d.lying)
	d.addBars()
	d.levels(b.Levels, d.lying)
	d.baseline(d.lying)
	values.Min, values.Max = min(values.Min, 0), max(values.Max, 0)
	linear(values, 0.1, 8)
	names.Min, names.Max = -0.5, float64(b.groups())-0.5
	names.Tick.Marker = b.ticks(d.lying, c.Size().Y)
	area := d.frame(c)
	d.setWidths(d.DataCanvas(area).Size())
	if d.labelsFit() {
		d.addLabels(1)
		d.addLabels(-1)
	}
	d.finish(area)
}

// ticks returns the names. Names that would overlap are left out.
func (b *Bars) ticks(lying bool, height vg.Length) (ticks plot.ConstantTicks) {
	every := 1
	if lying {
		every = max(1, int(math.Ceil(float64(b.groups())*(tickSize+1)/max(float64(height)-headRoom, 1))))
	}
	for i := 0; i < len(b.Names); i += every {
		name := fit(textStyle(tickSize), b.Names[i], namesShare*pictureWidth)
		if name == "" {
			name = " " // an empty label would mark a minor tick
		}
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
	}
	return ticks
}

// barDrawer draws the bars of a picture, which are upright or lie on their side.
type barDrawer struct {
	*Bars
	*figure
	lying    bool
	charts   []*plotter.BarChart
	width    vg.Length // of a bar
	decimals int       // of the labels
}

// at returns a place for a value on the axes of names and values.
func (d *barDrawer) at(name, value float64) plotter.XY {
	if d.lying {
		return plotter.XY{X: value, Y: name}
	}
	return plotter.XY{X: name, Y: value}
}

// share returns the part of its place that a bar fills, as a part of the place of the group.
func (d *barDrawer) share() float64 {
	group := 0.8
	if !d.lying && d.groups()*len(d.Series) < 6 {
		group = 0.5
	}
	return group / float64(len(d.Series))
}

// offset returns the distance of the bars of a series from the middle of their group.
func (d *barDrawer) offset(series int) float64 {
	return (float64(series) - float64(len(d.Series)-1)/2) * d.share()
}

// addBars adds the bars, whose widths are set later, and their error bars.
func (d *barDrawer) addBars() {
	var all []float64
	for i, series := range d.Series {
		bars := &plotter.BarChart{Color: palette(i), XMin: d.offset(i), Horizontal: d.lying}
		var places plotter.XYs
		var errors plotter.Errors
		for k, v := range series.Values {
			if !drawable(v.Value) {
				bars.Values = append(bars.Values, 0)
				continue
			}
			all = append(all, v.Value)
			bars.Values = append(bars.Values, v.Value)
			if v.hasBar() {
				addBar(&places, &errors, d.at(float64(k)+d.offset(i), (v.Low+v.High)/2), v.High-v.Low)
			}
		}
		d.charts = append(d.charts, bars)
		d.Add(bars)
		if style := lineStyle(black, 1.2); d.lying {
			d.Add(&plotter.XErrorBars{XYs: places, XErrors: plotter.XErrors(errors), LineStyle: style, CapWidth: capWidth})
		} else {
			d.Add(&plotter.YErrorBars{XYs: places, YErrors: plotter.YErrors(errors), LineStyle: style, CapWidth: capWidth})
		}
		d.explain(series.Name, bars)
	}
	d.empty, d.decimals = len(all) == 0, decimalsFor(all)
}

// setWidths gives the bars their width on an area between the axes.
func (d *barDrawer) setWidths(area vg.Point) {
	slot := area.X
	if d.lying {
		slot = area.Y
	}
	d.width = slot / vg.Length(d.groups()) * vg.Length(d.share())
	for _, bars := range d.charts {
		bars.Width = d.width * 0.94
	}
}

// labelsFit reports whether there is room for the values at the ends of all bars.
func (d *barDrawer) labelsFit() bool {
	if d.lying {
		return d.width >= leastLabel
	}
	for _, series := range d.Series {
		for _, v := range series.Values {
			if drawable(v.Value) && textStyle(valueSize).Width(number(v.Value, d.decimals)) > d.width+2 {
				return false
			}
		}
	}
	return true
}

// addLabels adds the values at the ends of the bars on one side of zero: 1 for the positive side,
// -1 for the negative side.
func (d *barDrawer) addLabels(side vg.Length) {
	style, away := textStyle(valueSize), float64(side-1)/2 // the alignment of texts on that side
	labels := &valueLabels{}
	if d.lying {
		style.XAlign, style.YAlign = draw.XAlignment(away), draw.YCenter
		labels.Offset.X = side * valueRoom
	} else {
		style.XAlign, style.YAlign = draw.XCenter, draw.YAlignment(away)
		labels.Offset.Y = side * valueRoom
	}
	for i, series := range d.Series {
		for k, v := range series.Values {
			if drawable(v.Value) && (v.Value < 0) == (side < 0) {
				labels.XYs = append(labels.XYs, d.at(float64(k)+d.offset(i), v.end()))
				labels.TextStyle = append(labels.TextStyle, style)
				labels.Labels.Labels = append(labels.Labels.Labels, number(v.Value, d.decimals))
			}
		}
	}
	d.Add(labels)
}

// valueLabels are labels on a white ground, so that no line crosses them.
type valueLabels struct{ plotter.Labels }

// Plot is the method of plot.Plotter.
func (l *valueLabels) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.SetColor(white)
	for i, text := range l.Labels.Labels {
		at := vg.Point{X: x(l.XYs[i].X), Y: y(l.XYs[i].Y)}.Add(l.Offset)
		ground := l.TextStyle[i].Rectangle(text).Add(at)
		ground.Min.Y, ground.Max.Y = ground.Min.Y+3, ground.Max.Y-1
		c.Fill(ground.Path())
	}
	l.Labels.Plot(c, p)
}
