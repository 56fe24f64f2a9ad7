package chart

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bars are bars beside each other, in groups: each name has a bar of each series.
type Bars struct {
	Title, Axis string   // what stands above it and at the axis of the values
	Names       []string // of the groups of bars
	Series      []Series
	Levels      []Level // to compare with
	Sideways    bool    // the bars lie; they do anyway if the names would not fit below them
}

// Series are the bars of a colour, one for each name.
type Series struct {
	Name   string // "" is not explained
	Values []Value
}

// Value is the value of a bar. If Low is less than High, it has an error bar between these.
type Value struct{ Value, Low, High float64 }

func (v *Value) hasBar() bool { return v.Low < v.High && drawable(v.Low, v.High) }

// Measures of bars, in pixels but for the share.
const (
	barHeight, groupGap  = 14, 9
	tallest              = 8000
	standingRoom         = pictureWidth - 2*margin - 70 // about what is left of the width
	leastLabel           = 11                           // the height of a lying bar with a label
	namesShare           = 0.4                          // of the width, for the names beside lying bars
	headRoom             = 120                          // about what title, keys and axis take
	valueSize, valueRoom = 11, 4
)

// groups returns how many groups there are.
func (b *Bars) groups() int {
	count := len(b.Names)
	for i := range b.Series {
		count = max(count, len(b.Series[i].Values))
	}
	return count
}

// name returns the name of a group.
func (b *Bars) name(i int) string {
	if i < len(b.Names) {
		return clean(b.Names[i])
	}
	return ""
}

// sideways says whether the bars lie.
func (b *Bars) sideways() bool {
	style := textStyle(tickSize, black)
	slot := points(standingRoom/float64(max(b.groups(), 1)) - 6)
	for i := range b.Names {
		if b.Sideways || style.Width(b.name(i)) > slot {
			return true
		}
	}
	return b.Sideways
}

func (b *Bars) size() (width, height float64) {
	if !b.sideways() {
		return pictureWidth, pictureHeight
	}
	needed := headRoom + float64(b.groups())*(float64(len(b.Series))*barHeight+groupGap)
	return pictureWidth, min(max(pictureHeight, needed), tallest)
}

// draw is a method of Picture.
func (b *Bars) draw(c draw.Canvas) {
	var extent span
	largest, whole := 0.0, true
	for i := range b.Series {
		for _, v := range b.Series[i].Values {
			extent.include(v.Value)
			if v.hasBar() {
				extent.include(v.Low, v.High)
			}
			if drawable(v.Value) {
				largest, whole = max(largest, math.Abs(v.Value)), whole && v.Value == math.Trunc(v.Value)
			}
		}
	}
	f := frame{title: b.Title, empty: !extent.any}
	for _, level := range b.Levels {
		extent.include(level.Value)
	}
	extent.include(0)
	d := barDrawer{Bars: b, lying: b.sideways(), decimals: decimalsFor(largest, whole)}
	names := b.namesScale(d.lying, c.Max.Y-c.Min.Y)
	if d.lying {
		f.x, f.y, f.grid = extent.linear(b.Axis, 0.1, 8), names, gridLines{vertical: true}
	} else {
		f.x, f.y, f.grid = names, extent.linear(b.Axis, 0.08, 8), gridLines{horizontal: true}
	}
	for i := range b.Series {
		f.layers = append(f.layers, d.bars(i))
		if b.Series[i].Name != "" {
			f.keys = append(f.keys, areaKey(b.Series[i].Name, palette(i)))
		}
	}
	levelLayer, levelKeys := levels(b.Levels, d.lying)
	f.layers = append(f.layers, levelLayer, d.base, d.labels)
	f.keys = append(f.keys, levelKeys...)
	f.draw(c)
}

// decimalsFor returns how many digits values have behind the point, of which the largest is given,
// and whether all are whole numbers.
func decimalsFor(largest float64, whole bool) int {
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

// namesScale returns the axis of the names, the first one to the left or on top. Of names that
// would overlap some are left out.
func (b *Bars) namesScale(lying bool, height vg.Length) scale {
	count := b.groups()
	axis := scale{low: -0.5, high: float64(max(count, 1)) - 0.5}
	style, every := textStyle(tickSize, black), 1
	if lying {
		every = max(1, int(math.Ceil(float64(count)*(tickSize+1)/max(float64(height)-headRoom, 1))))
	}
	for i := 0; i < count; i += every {
		name := fit(style, b.name(i), points(namesShare*pictureWidth))
		if name == "" {
			name = " " // or it would be the tick of no name
		}
		axis.ticks = append(axis.ticks, plot.Tick{Value: b.place(i, lying), Label: name})
	}
	return axis
}

// place returns where a group stands on its axis.
func (b *Bars) place(i int, lying bool) float64 {
	if lying {
		return float64(b.groups() - 1 - i)
	}
	return float64(i)
}

// barDrawer draws the bars of a picture, which stand or lie.
type barDrawer struct {
	*Bars
	lying    bool
	decimals int // of the labels
}

// at returns the place of a value on the axes of names and values.
func (d *barDrawer) at(name, value float64, x, y func(float64) vg.Length) vg.Point {
	if d.lying {
		return vg.Point{X: x(value), Y: y(name)}
	}
	return vg.Point{X: x(name), Y: y(value)}
}

// base is a layer with the line on which the bars stand.
func (d *barDrawer) base(c draw.Canvas, x, y func(float64) vg.Length) {
	from, to := d.at(-0.5, 0, x, y), d.at(float64(max(d.groups(), 1))-0.5, 0, x, y)
	c.StrokeLine2(lineStyle(grey, 1, false), from.X, from.Y, to.X, to.Y)
}

// share returns which part of its place a group fills.
func (d *barDrawer) share() float64 {
	if !d.lying && d.groups()*len(d.Series) < 6 {
		return 0.5
	}
	return 0.8
}

// each calls a function for every bar of a series that can be drawn, with the middle of its
// place on the axis of the names, and returns how much of that the bars have.
func (d *barDrawer) each(series int, do func(v *Value, middle float64)) (wide float64) {
	wide = d.share() / float64(len(d.Series))
	offset := (float64(series) - float64(len(d.Series)-1)/2) * wide
	if d.lying {
		offset = -offset // the first series is on top
	}
	for i := range d.Series[series].Values {
		if v := &d.Series[series].Values[i]; drawable(v.Value) && do != nil {
			do(v, d.place(i, d.lying)+offset)
		}
	}
	return wide
}

// bars is a layer with the bars of a series and their error bars.
func (d *barDrawer) bars(series int) layer {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		half := d.each(series, nil) * 0.47
		d.each(series, func(v *Value, middle float64) {
			one, two := d.at(middle-half, 0, x, y), d.at(middle+half, v.Value, x, y)
			c.FillPolygon(palette(series), []vg.Point{one, {X: two.X, Y: one.Y}, two, {X: one.X, Y: two.Y}})
			if v.hasBar() {
				whisker(c, lineStyle(black, 1.2, false), d.at(middle, v.Low, x, y), d.at(middle, v.High, x, y))
			}
		})
	}
}

// labels is a layer with the values at the ends of the bars, if there is room for all.
func (d *barDrawer) labels(c draw.Canvas, x, y func(float64) vg.Length) {
	if len(d.Series) == 0 || !d.labelsFit(d.each(0, nil), x, y) {
		return
	}
	for i := range d.Series {
		d.each(i, func(v *Value, middle float64) {
			end := v.Value
			if v.hasBar() {
				if end = max(v.Value, v.High); v.Value < 0 {
					end = min(v.Value, v.Low)
				}
			}
			d.label(c, v.Value, d.at(middle, end, x, y))
		})
	}
}

// labelsFit says whether there is room for the values at the ends of all bars, of which each
// has so much of its axis.
func (d *barDrawer) labelsFit(wide float64, x, y func(float64) vg.Length) bool {
	if d.lying {
		return y(wide)-y(0) >= leastLabel
	}
	style := textStyle(valueSize, black)
	for i := range d.Series {
		for _, v := range d.Series[i].Values {
			if drawable(v.Value) && style.Width(number(v.Value, d.decimals)) > x(wide)-x(0)+2 {
				return false
			}
		}
	}
	return true
}

// label writes a value at the end of its bar.
func (d *barDrawer) label(c draw.Canvas, value float64, end vg.Point) {
	style, away := textStyle(valueSize, black), points(valueRoom)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	switch {
	case d.lying && value < 0:
		style.XAlign = draw.XRight
		end.X -= away
	case d.lying:
		style.XAlign = draw.XLeft
		end.X += away
	case value < 0:
		style.YAlign = draw.YTop
		end.Y -= away
	default:
		style.YAlign = draw.YBottom
		end.Y += away - 2
	}
	text := number(value, d.decimals)
	behind := style.Rectangle(text).Add(end)
	behind.Min.Y, behind.Max.Y = behind.Min.Y+3, behind.Max.Y-1
	c.SetColor(white) // that no line crosses it
	c.Fill(behind.Path())
	c.FillText(style, end, text)
}
