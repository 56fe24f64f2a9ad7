package api

import (
	"context"
	"encoding/json"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/problem/text"
	"alfiere/search"
	"alfiere/search/analysis"
)

// Limits of the search of each position of a game.
const (
	usualGraphNodes = 20_000
	maxGraphNodes   = 20_000_000
)

// effort limits the search of each position of a game.
type effort struct {
	Nodes   uint64  `json:"nodes"` // 0 is 20000 without seconds
	Seconds float64 `json:"seconds"`
}

// read returns the limits. The error is a *Fault.
func (q *effort) read() (search.Limits, error) {
	bounds := limits{Nodes: q.Nodes, Seconds: q.Seconds}
	switch {
	case q.Nodes > maxGraphNodes:
		return search.Limits{}, &Fault{Code: BadRequest, Field: "nodes",
			Message: "nodes must be at most 20000000 per position"}
	case q.Nodes == 0 && q.Seconds == 0:
		bounds.Nodes = usualGraphNodes
	}
	return bounds.read(movegen.White)
}

// graphQuestion asks for the evaluation of a whole game.
type graphQuestion struct {
	played
	effort
}

// point is a move and its evaluation. Each partial answer is a further point.
type point struct {
	Ply         int             `json:"ply"`         // from 1
	Plies       int             `json:"plies"`       // of the game
	Expectation float64         `json:"expectation"` // White's, after the move: points from 0 to 1
	Move        json.RawMessage `json:"move"`        // as in alfiere analyse --json
}

// tally counts the mistakes of a side.
type tally struct {
	Moves        int `json:"moves"`
	Blunders     int `json:"blunders"`
	Mistakes     int `json:"mistakes"`
	Inaccuracies int `json:"inaccuracies"`
}

// graphAnswer is the whole game.
type graphAnswer struct {
	Points []point `json:"points"`
	White  tally   `json:"white"`
	Black  tally   `json:"black"`
}

// graph is the method "graph".
func graph(ctx context.Context, q *graphQuestion, l text.Language, emit Emit) (any, error) {
	g, refused, err := q.game(movegen.DrawsNever, l)
	if err != nil {
		return nil, err
	}
	if refused != nil {
		return nil, &Fault{Code: BadRequest, Field: "moves", Message: refused.Message, Squares: refused.Squares}
	}
	bounds, err := q.effort.read()
	if err != nil {
		return nil, err
	}
	tree := gametree.New(g.Start())
	at := gametree.Root
	for _, m := range g.Moves() {
		at = tree.Add(at, m)
	}
	engine, err := search.New(tableMegabytes)
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	answer := graphAnswer{Points: []point{}}
	text := analysis.Text{Letters: l.Letters(), Chess960: q.Chess960}
	a := analysis.Analyst{Engine: engine, Limits: bounds, Heard: func(m *analysis.Move) {
		made, _ := text.MoveJSON(m)
		next := point{len(answer.Points) + 1, g.Len(), float64(analysis.Expectation(m.Score)) / 1000, made}
		answer.Points = append(answer.Points, next)
		emit(Partial, next)
	}}
	judged, err := a.Game(ctx, tree, nil)
	answer.White, answer.Black = tally(judged.Tally(movegen.White)), tally(judged.Tally(movegen.Black))
	return answer, err
}
