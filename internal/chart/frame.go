package chart

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// frame is a picture with two axes: its title, the keys to its colours, and what is drawn.
type frame struct {
	title  string
	x, y   scale
	grid   gridLines
	keys   []key
	layers []layer
	empty  bool // there is nothing to draw
}

// gridLines says which ticks have lines across the picture.
type gridLines struct{ vertical, horizontal bool }

// layer draws something on the area between the axes; x and y return where a number is.
type layer func(c draw.Canvas, x, y func(float64) vg.Length)

// Plot is a method of plot.Plotter.
func (l layer) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	l(c, x, y)
}

// key explains a colour: how its sample looks, and its name.
type key struct {
	name   string
	sample func(c draw.Canvas) // fills a canvas with the sample
}

// draw draws all.
func (f *frame) draw(c draw.Canvas) {
	area := drawTitle(c, f.title)
	area = drawKeys(area, f.keys)
	p := plot.New()
	p.BackgroundColor = nil
	f.x.apply(&p.X, area.Max.X-area.Min.X-f.y.width())
	f.y.apply(&p.Y, area.Max.Y-area.Min.Y-points(axisHeight))
	p.Add(layer(f.drawGrid))
	for _, l := range f.layers {
		p.Add(l)
	}
	if f.empty {
		p.Add(layer(func(c draw.Canvas, _, _ func(float64) vg.Length) { drawNothing(c) }))
	}
	p.Draw(area)
}

// drawNothing says that there is nothing to draw.
func drawNothing(c draw.Canvas) {
	style := textStyle(titleSize, grey)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	c.FillText(style, c.Center(), "no data")
}

func (f *frame) drawGrid(c draw.Canvas, x, y func(float64) vg.Length) {
	style := lineStyle(pale, 1, false)
	if f.grid.vertical {
		for _, t := range f.x.ticks {
			c.StrokeLine2(style, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
		}
	}
	if f.grid.horizontal {
		for _, t := range f.y.ticks {
			c.StrokeLine2(style, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	}
}

// Sizes of axes in pixels: about how high the one across is, and how wide the other one is
// without what stands at its ticks.
const axisHeight, axisWidth = 60, 50

// width returns how wide an upright axis is, or a bit more.
func (s *scale) width() (widest vg.Length) {
	for _, t := range s.ticks {
		widest = max(widest, textStyle(tickSize, black).Width(t.Label))
	}
	return widest + points(axisWidth)
}

// apply sets an axis up, whose label has so much room.
func (s *scale) apply(a *plot.Axis, room vg.Length) {
	a.Min, a.Max, a.Padding = s.low, s.high, 0
	style := textStyle(labelSize, black)
	style.XAlign, style.YAlign = draw.XCenter, draw.YBottom
	a.Label.TextStyle, a.Label.Padding = style, points(6)
	if s.label != "" {
		a.Label.Text = fit(style, s.label, room)
	}
	a.Tick.Label.Font = textStyle(tickSize, black).Font
	a.LineStyle = lineStyle(grey, 1, false)
	a.Tick.LineStyle, a.Tick.Length = a.LineStyle, points(5)
	a.Tick.Marker = plot.ConstantTicks(s.ticks)
}

// drawTitle paints the background and the title, and returns the canvas that is left.
func drawTitle(c draw.Canvas, title string) draw.Canvas {
	c.SetColor(white)
	c.Fill(c.Rectangle.Path())
	area := draw.Crop(c, margin, -margin, margin, -margin)
	if title == "" {
		return area
	}
	style := titleStyle()
	c.FillText(style, vg.Point{X: area.Min.X, Y: area.Max.Y}, fit(style, title, area.Max.X-area.Min.X))
	area.Max.Y -= points(titleSize + 12)
	return area
}

// Measures of the keys, in pixels.
const (
	sampleWidth, sampleGap  = 26, 6
	keyGap, keyHeight       = 20, 18
	mostKeyRows             = 6
	keyShare                = 0.45 // of the width at most, for a key
	keyTextSize, keysBottom = 12, 8
)

// drawKeys draws the keys in rows below the title, and returns the canvas that is left. What
// does not fit into six rows is counted.
func drawKeys(area draw.Canvas, keys []key) draw.Canvas {
	if len(keys) == 0 {
		return area
	}
	style := textStyle(keyTextSize, black)
	style.YAlign = draw.YCenter
	most := keyShare * (area.Max.X - area.Min.X)
	at := vg.Point{X: area.Min.X, Y: area.Max.Y - points(keyHeight)/2}
	for i, rows := 0, 1; i < len(keys); i++ {
		name := fit(style, keys[i].name, most)
		width := points(sampleWidth+sampleGap) + style.Width(name)
		reserve := vg.Length(0)
		if rows == mostKeyRows && i < len(keys)-1 {
			reserve = points(110)
		}
		if at.X > area.Min.X && at.X+width+reserve > area.Max.X {
			if rows == mostKeyRows {
				c := area
				c.FillText(style, at, "and "+number(float64(len(keys)-i), 0)+" more")
				break
			}
			at.X, at.Y = area.Min.X, at.Y-points(keyHeight)
			rows++
		}
		sample := area
		sample.Rectangle = vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - points(6)}, Max: vg.Point{X: at.X + points(sampleWidth), Y: at.Y + points(6)}}
		keys[i].sample(sample)
		area.FillText(style, vg.Point{X: at.X + points(sampleWidth+sampleGap), Y: at.Y}, name)
		at.X += width + points(keyGap)
	}
	area.Max.Y = at.Y - points(keyHeight)/2 - points(keysBottom)
	return area
}

// Level is a line across the picture at a value, to compare with.
type Level struct {
	Name  string
	Value float64
}

// levelStyle is that of a level; several differ by their dashes.
func levelStyle(i int) draw.LineStyle {
	style := lineStyle(grey, 1.5, true)
	style.Dashes = [][]vg.Length{{8, 4}, {2, 3}, {8, 3, 2, 3}}[i%3]
	return style
}

// levels returns a layer that draws levels, which lie on their side in a picture that does,
// and their keys.
func levels(all []Level, sideways bool) (l layer, keys []key) {
	for i, level := range all {
		if drawable(level.Value) && level.Name != "" {
			keys = append(keys, lineKey(level.Name, levelStyle(i), nil))
		}
	}
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		for i, level := range all {
			switch {
			case !drawable(level.Value):
			case sideways:
				c.StrokeLine2(levelStyle(i), x(level.Value), c.Min.Y, x(level.Value), c.Max.Y)
			default:
				c.StrokeLine2(levelStyle(i), c.Min.X, y(level.Value), c.Max.X, y(level.Value))
			}
		}
	}, keys
}

// lineKey is the key to a line, with the mark of its points if it has any.
func lineKey(name string, style draw.LineStyle, glyph *draw.GlyphStyle) key {
	return key{name, func(c draw.Canvas) {
		middle := c.Center()
		c.StrokeLine2(style, c.Min.X, middle.Y, c.Max.X, middle.Y)
		if glyph != nil {
			c.DrawGlyphNoClip(*glyph, middle)
		}
	}}
}

// areaKey is the key to a coloured area.
func areaKey(name string, colour color.Color) key {
	return key{name, func(c draw.Canvas) {
		c.SetColor(colour)
		c.Fill(draw.Crop(c, 6, -6, 0, 0).Rectangle.Path())
	}}
}
