package tournament

import (
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strings"

	"alfiere/protocol/client/arena"
)

// maxPoints is the approximate number of points of a curve.
const maxPoints = 300

// curves returns the history of the match over the games: the ratio of its test with the bounds, or
// the Elo of the first of two players with its error, or the Elo of each of more players.
func (r *Tournament) curves(o *outcome) *chart {
	c := &chart{Title: r.heading(o), Across: "games"}
	test := r.Match.Test
	switch {
	case len(o.names) == 2 && test != nil:
		c.Up = "LLR"
		lower, upper := test.Bounds()
		c.Levels = []float64{lower, upper}
		c.Lines = []Curve{{Name: "LLR"}}
	case len(o.names) == 2:
		c.Up = "Elo"
		c.Lines = []Curve{{Name: o.names[0]}}
	default:
		c.Up = "Elo"
		for _, row := range rank(o.names, o.standing, r.Anchor).rows { // the strongest first
			c.Lines = append(c.Lines, Curve{Name: row.Name})
		}
	}
	var s arena.Standing
	step := max(len(o.games)/maxPoints, 1)
	for i := range o.games {
		s.Add(&o.games[i])
		if (i+1)%step == 0 || i == len(o.games)-1 {
			r.addPoints(c, o.names, &s, o.games[:i+1])
		}
	}
	return c
}

// heading is the title above the curves.
func (r *Tournament) heading(o *outcome) string {
	if len(o.names) == 2 {
		return fmt.Sprintf("%s - %s, %d games", o.names[0], o.names[1], o.standing.Count())
	}
	return fmt.Sprintf("%s: %d players, %d games", r.title(), len(o.names), o.standing.Count())
}

// addPoints adds the current standing to the curves.
func (r *Tournament) addPoints(c *chart, names []string, s *arena.Standing, games []arena.Game) {
	x := float64(s.Count())
	if len(names) == 2 {
		sample := s.Tally(arena.Pairing{First: 0, Second: 1}).Sample()
		if test := r.Match.Test; test != nil {
			c.Lines[0].add(x, test.LogLikelihoodRatio(sample), 0, 0)
			return
		}
		elo := sample.Elo()
		if figure(elo.High - elo.Low).IsZero() { // too few games: as in the table
			elo = fitted(names, s)
		}
		if r.isJudged() {
			elo = judgementOf(games).Estimate()
		}
		c.Lines[0].add(x, elo.Difference, elo.Difference-elo.Low, elo.High-elo.Difference)
		return
	}
	played := 0
	ranking := rank(names, s, r.Anchor)
	for i := range ranking.rows {
		if ranking.rows[i].Games > 0 {
			played++
		}
	}
	if played < len(names) {
		return // too early to compare them
	}
	for i := range c.Lines {
		for j := range ranking.rows {
			if row := &ranking.rows[j]; row.Name == c.Lines[i].Name {
				c.Lines[i].add(x, float64(row.Elo), 0, 0)
			}
		}
	}
}

// fitted is the lead of the first of two players by the ratings in the table.
func fitted(names []string, s *arena.Standing) arena.Interval {
	rows := rank(names, s, anchor{Name: names[1]}).rows
	first := slices.IndexFunc(rows, func(r row) bool { return r.Contestant == 0 })
	elo, reach := float64(rows[first].Elo), float64(rows[first].Error)
	return arena.Interval{Difference: elo, Low: elo - reach, High: elo + reach}
}

// add adds a point, with the reach of the band below and above it, as far as they can be drawn.
func (l *Curve) add(x, y, below, above float64) {
	if figure(below + above).IsZero() {
		below, above = 0, 0
	}
	if !figure(y).IsZero() {
		l.Points = append(l.Points, Point{x, y, below, above})
	}
}

// Course is the standing of a tournament and its history, for a page.
type Course struct {
	Games  int        `json:"games"`
	Table  [][]string `json:"table"` // the cross table: headings, then the players, the strongest first
	Prior  bool       `json:"prior"` // the games alone decide no Elo: the ratings credit each player with a draw
	Ends   string     `json:"ends"`  // number of games per kind of end
	Curves []Curve    `json:"curves"`
}

// Curve is a curve with its name, such as the Elo of a player over the games.
type Curve struct {
	Name   string  `json:"name"`
	Points []Point `json:"points"`
}

// Point is a point of a curve: the number of games, the value, and how far its interval of 95 % reaches
// below and above it, 0 if there is none.
type Point [4]float64

// CourseOf counts games, as arena.Recount reads them. For two players the rating is the lead of the
// stronger one, in the table and as the curve.
func CourseOf(names []string, played []arena.Game) *Course {
	o := &outcome{names: names, games: played, standing: new(arena.Standing)}
	for i := range played {
		o.standing.Add(&played[i])
	}
	c := &Course{Games: len(played), Ends: endsText(&o.standing.Terminations), Curves: []Curve{}}
	ranked := rank(names, o.standing, anchor{})
	order := ranked.rows
	c.Prior = ranked.prior && len(played) > 0
	sign := 1.0
	r := &Tournament{judged: anyJudged(played)}
	if len(names) == 2 {
		order = rank(names, o.standing, anchor{Name: order[1].Name}).rows
		if r.judged {
			order = judgementOf(played).rows(order)
		}
		if order[0].Contestant == 1 { // the curve is the other one's
			sign = -1
		}
	}
	c.Table = crossLines(o.standing, order)
	for i, l := range r.curves(o).Lines {
		curve := Curve{Name: order[i].Name, Points: []Point{}}
		for _, p := range l.Points {
			if sign < 0 {
				p[1], p[2], p[3] = -p[1], p[3], p[2]
			}
			curve.Points = append(curve.Points, p)
		}
		c.Curves = append(c.Curves, curve)
	}
	return c
}

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
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a builder takes everything
	return b.String()
}
