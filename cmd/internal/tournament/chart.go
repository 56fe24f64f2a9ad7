package tournament

import (
	"fmt"
	"math"
	"strings"
)

// chart is a picture of curves over a common axis.
type chart struct {
	Title, Across, Up string    // the texts above it and at its axes
	Levels            []float64 // heights of broken lines
	Lines             []Curve
}

// Sizes of the picture, in its units.
const (
	chartWidth, chartHeight         = 800, 420
	chartLeft, chartRight           = 60, 190 // margins; the names are on the right
	chartTop, chartBottom           = 40, 45
	plotWidth, plotHeight   float64 = chartWidth - chartLeft - chartRight, chartHeight - chartTop - chartBottom
)

// chartColors are distinguishable for colour-blind readers, too (Okabe and Ito).
func chartColors() []string {
	return []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999933"}
}

// scale maps numbers to places on an axis.
type scale struct{ low, high float64 }

// include widens the scale.
func (s *scale) include(value float64) { s.low, s.high = min(s.low, value), max(s.high, value) }

// at returns the place of a value, from 0 to 1.
func (s *scale) at(value float64) float64 { return (value - s.low) / (s.high - s.low) }

// step returns the distance between about that many marks: 1, 2 or 5 times a power of ten.
func (s *scale) step(marks int) float64 {
	raw := (s.high - s.low) / float64(marks)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, factor := range []float64{1, 2, 5} {
		if factor*power >= raw {
			return factor * power
		}
	}
	return 10 * power
}

// scales returns the scales of both axes, with all that is drawn and 0 in them.
func (c *chart) scales() (x, y scale) {
	for _, level := range c.Levels {
		y.include(level)
	}
	for _, l := range c.Lines {
		for i, p := range l.Points {
			x.include(p[0])
			y.include(p[1])
			if i >= len(l.Points)/10 { // the band of the first games would flatten all else
				y.include(p[1] - p[2])
				y.include(p[1] + p[3])
			}
		}
	}
	if x.high == x.low {
		x.high = x.low + 1
	}
	if y.high == y.low {
		y.low, y.high = y.low-1, y.high+1
	}
	return x, y
}

// svg returns the picture.
func (c *chart) svg() string {
	var b strings.Builder
	x, y := c.scales()
	across := func(value float64) float64 { return chartLeft + plotWidth*x.at(value) }
	up := func(value float64) float64 { return chartTop + plotHeight*(1-min(max(y.at(value), 0), 1)) }
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" `+
		`font-family="sans-serif" font-size="12">`+"\n", chartWidth, chartHeight)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", chartWidth, chartHeight)
	fmt.Fprintf(&b, `<text x="%d" y="24" font-size="15">%s</text>`+"\n", chartLeft, escape(c.Title))
	for value, step := math.Ceil(y.low/y.step(6))*y.step(6), y.step(6); value <= y.high+step/1000; value += step {
		fmt.Fprintf(&b, `<path d="M%d %.1fh%.0f" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n",
			chartLeft, up(value), plotWidth, chartLeft-6, up(value)+4, mark(value, step))
	}
	games := max(1, x.step(8))
	for value, step := math.Ceil(x.low/games)*games, games; value <= x.high+step/1000; value += step {
		fmt.Fprintf(&b, `<path d="M%.1f %.0fv5" stroke="#666"/><text x="%.1f" y="%.0f" text-anchor="middle">%s</text>`+"\n",
			across(value), chartTop+plotHeight, across(value), chartTop+plotHeight+18, mark(value, step))
	}
	fmt.Fprintf(&b, `<path d="M%d %.1fh%.0f" stroke="#666"/>`+"\n", chartLeft, up(0), plotWidth)
	fmt.Fprintf(&b, `<text x="%.0f" y="%d" text-anchor="middle">%s</text><text x="12" y="%d">%s</text>`+"\n",
		chartLeft+plotWidth/2, chartHeight-8, escape(c.Across), chartTop-6, escape(c.Up))
	for _, level := range c.Levels {
		fmt.Fprintf(&b, `<path d="M%d %.1fh%.0f" stroke="#666" stroke-dasharray="6 4"/>`+"\n", chartLeft, up(level),
			plotWidth)
	}
	for i := range c.Lines {
		color := chartColors()[i%len(chartColors())]
		c.Lines[i].draw(&b, color, across, up)
		fmt.Fprintf(&b, `<text x="%.0f" y="%d" fill="%s">%s</text>`+"\n", chartLeft+plotWidth+10, chartTop+12+16*i, color,
			escape(c.Lines[i].label()))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// draw draws the curve and its band.
func (l *Curve) draw(b *strings.Builder, color string, across, up func(float64) float64) {
	if len(l.Points) == 0 {
		return
	}
	if last := l.Points[len(l.Points)-1]; last[2]+last[3] > 0 {
		b.WriteString(`<path d="M`)
		for _, p := range l.Points {
			fmt.Fprintf(b, "%.1f %.1f ", across(p[0]), up(p[1]+p[3]))
		}
		for i := len(l.Points) - 1; i >= 0; i-- {
			p := l.Points[i]
			fmt.Fprintf(b, "%.1f %.1f ", across(p[0]), up(p[1]-p[2]))
		}
		fmt.Fprintf(b, `Z" fill="%s" fill-opacity="0.15"/>`+"\n", color)
	}
	b.WriteString(`<path d="M`)
	for _, p := range l.Points {
		fmt.Fprintf(b, "%.1f %.1f ", across(p[0]), up(p[1]))
	}
	fmt.Fprintf(b, `" fill="none" stroke="%s" stroke-width="1.8"/>`+"\n", color)
}

// label is the name with the last value.
func (l *Curve) label() string {
	name := []rune(l.Name)
	if len(name) > 16 {
		name = append(name[:15], '…')
	}
	if len(l.Points) == 0 {
		return string(name)
	}
	return string(name) + " " + minus(fmt.Sprintf("%+.1f", l.Points[len(l.Points)-1][1]))
}

// mark returns a value at an axis, with as many digits as the step needs.
func mark(value, step float64) string {
	digits := max(0, int(-math.Floor(math.Log10(step))))
	return minus(fmt.Sprintf("%.*f", digits, value+0)) // no -0
}

// minus gives a number its sign in place of a hyphen.
func minus(number string) string { return strings.Replace(number, "-", "−", 1) }

// escape makes text fit for XML.
func escape(text string) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0xfffe || r == 0xffff {
			return '?'
		}
		return r
	}, text)
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`,
		"&quot;").Replace(strings.ToValidUTF8(clean, "?"))
}
