package chart

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bars are horizontal bars in groups: each name has a bar of each series.
type Bars struct {
	Title, Axis string   // the texts above the picture and at the axis of the values
	Names       []string // of the groups of bars
	Series      []Series
	Levels      []Level // to compare with
}

// Series are the bars of a colour, one for each name.
type Series struct {
	Name   string // a series without a name is not in the legend
	Values []Value
}

// Value is the value of a bar. If Low is less than High, it has an error bar between these.
type Value struct{ Value, Low, High float64 }

// Measures of bars, in pixels except for the shares.
const (
	barHeight, groupGap = 14, 9
	headRoom            = 120                // roughly the height of title, legend and axis
	groupShare          = 0.8                // of the place of a group, for its bars
	leastLabel          = 11                 // the height of a bar with a label
	barNames            = 0.4 * pictureWidth // the room for the longest name
)

// groups returns the number of groups.
func (b *Bars) groups() int {
	count := max(1, len(b.Names))
	for i := range b.Series {
		count = max(count, len(b.Series[i].Values))
	}
	return count
}

func (b *Bars) size() (width, height vg.Length) {
	needed := headRoom + vg.Length(b.groups())*(vg.Length(len(b.Series))*barHeight+groupGap)
	return pictureWidth, min(max(pictureHeight, needed), tallest)
}

// draw is a method of Picture.
func (b *Bars) draw(c draw.Canvas) {
	f := newFigure(b.Title, b.Axis, "")
	f.grid(true, false)
	labels, values := &valueLabels{}, []float64(nil)
	var charts []*plotter.BarChart
	for i := range b.Series {
		bars, drawn := b.series(f, i, labels)
		charts, values = append(charts, bars), append(values, drawn...)
	}
	f.empty = len(values) == 0
	f.levels(b.Levels, true)
	f.baseline(true)
	f.X.Min, f.X.Max = min(f.X.Min, 0), max(f.X.Max, 0)
	linear(&f.X, 0.1, 8, 0)
	f.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}} // the first name is on top
	f.Y.Min, f.Y.Max = -0.5, float64(b.groups())-0.5
	apart := math.Ceil(float64(b.groups()) * (tickSize + 1) / float64(c.Size().Y-headRoom))
	f.Y.Tick.Marker = nominal(b.Names, barNames, int(apart))
	area := f.frame(c)
	place := f.DataCanvas(area).Size().Y / vg.Length(b.groups()) * vg.Length(b.share())
	for _, bars := range charts {
		bars.Width = place * 0.94
	}
	if place >= leastLabel {
		labels.write(values)
		f.Add(labels)
	}
	f.finish(area)
}

// share returns the height of a bar, as a share of the place of its group.
func (b *Bars) share() float64 { return groupShare / float64(len(b.Series)) }

// series adds the bars of a series, whose widths are still missing, and their error bars. It
// returns the values that can be drawn, and gives each a place among the labels.
func (b *Bars) series(f *figure, i int, labels *valueLabels) (bars *plotter.BarChart, values []float64) {
	offset := (float64(i) - float64(len(b.Series)-1)/2) * b.share()
	bars = &plotter.BarChart{Color: palette(i), XMin: offset, Horizontal: true}
	errors := &plotter.XErrorBars{LineStyle: lineStyle(black, 1.2), CapWidth: capWidth}
	for k, v := range b.Series[i].Values {
		if !drawable(v.Value) {
			bars.Values = append(bars.Values, 0)
			continue
		}
		bars.Values, values = append(bars.Values, v.Value), append(values, v.Value)
		at, end := float64(k)+offset, max(v.Value, 0)
		if v.Low < v.High && drawable(v.Low, v.High) {
			errors.XYs = append(errors.XYs, plotter.XY{X: (v.Low + v.High) / 2, Y: at})
			errors.XErrors = append(errors.XErrors, halves(v.High-v.Low))
			end = max(end, v.High)
		}
		labels.XYs = append(labels.XYs, plotter.XY{X: end, Y: at})
	}
	f.Add(bars, errors)
	f.explain(b.Series[i].Name, bars)
	return bars, values
}

// valueLabels are labels on a white ground, so that no line crosses them.
type valueLabels struct{ plotter.Labels }

// write sets the texts of the labels to values.
func (l *valueLabels) write(values []float64) {
	style := textStyle(valueSize)
	style.YAlign, l.Offset = draw.YCenter, vg.Point{X: 4, Y: 2}
	decimals := decimalsFor(values)
	for _, x := range values {
		l.Labels.Labels, l.TextStyle = append(l.Labels.Labels, number(x, decimals)), append(l.TextStyle, style)
	}
}

// Plot is the method of plot.Plotter.
func (l *valueLabels) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.SetColor(white)
	for i, text := range l.Labels.Labels {
		ground := l.TextStyle[i].Rectangle(text).Add(vg.Point{X: x(l.XYs[i].X), Y: y(l.XYs[i].Y)}.Add(l.Offset))
		ground.Min.Y, ground.Max.Y = ground.Min.Y+3, ground.Max.Y-1
		c.Fill(ground.Path())
	}
	l.Labels.Plot(c, p)
}
