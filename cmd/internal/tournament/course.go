package tournament

import "alfiere/protocol/client/arena"

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
