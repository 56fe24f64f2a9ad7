package tournament

import (
	"fmt"
	"slices"

	"alfiere/protocol/client/arena"
)

// maxPoints is the approximate number of points of a curve.
const maxPoints = 300

// History is how a match has gone, as curves over its games.
type History struct {
	Title  string
	Unit   string    // of the values: Elo or LLR
	Bounds []float64 // of the test
	Lines  []Curve
}

// curves returns the history of the match over the games: the ratio of its test with the bounds, or
// the Elo of the first of two players with its error, or the Elo of each of more players.
func (r *Tournament) curves(o *outcome) *History {
	c := &History{Title: r.heading(o)}
	test := r.Match.Test
	switch {
	case len(o.names) == 2 && test != nil:
		c.Unit = "LLR"
		lower, upper := test.Bounds()
		c.Bounds = []float64{lower, upper}
		c.Lines = []Curve{{Name: "LLR"}}
	case len(o.names) == 2:
		c.Unit = "Elo"
		c.Lines = []Curve{{Name: o.names[0]}}
	default:
		c.Unit = "Elo"
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
func (r *Tournament) addPoints(c *History, names []string, s *arena.Standing, games []arena.Game) {
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
				c.Lines[i].add(x, float64(row.Elo), float64(row.Error), float64(row.Error))
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
