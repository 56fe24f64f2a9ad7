package api

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/problem/text"
	"alfiere/protocol"
	"alfiere/search"
	"alfiere/search/analysis"
)

// tableMegabytes is the size of the transposition table of a request.
const tableMegabytes = 16

// Limits of a search request.
const (
	maxSeconds = 600
	maxNodes   = 1_000_000_000
	maxLines   = 16
)

// usualSeconds is the time of a search without limits.
const usualSeconds = 10

// beat is the minimum time between two partial answers.
const beat = 60 * time.Millisecond

// limits end a search when the first of them is reached. Without limits it takes usualSeconds.
type limits struct {
	Depth   int     `json:"depth"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	Clock   *clock  `json:"clock"`
}

// clock is the state of the chess clocks, in seconds.
type clock struct {
	White          float64 `json:"white"`
	Black          float64 `json:"black"`
	WhiteIncrement float64 `json:"whiteIncrement"`
	BlackIncrement float64 `json:"blackIncrement"`
	MovesToGo      int     `json:"movesToGo"`
}

// duration converts seconds, within bounds.
func duration(seconds, most float64) time.Duration {
	return time.Duration(min(max(seconds, 0), most) * float64(time.Second))
}

// read returns the limits for the side to move. The error is a *Fault.
func (q *limits) read(side movegen.Color) (search.Limits, error) {
	switch {
	case q.Depth < 0 || q.Depth > search.MaxPly:
		return search.Limits{}, &Fault{Code: BadRequest, Field: "depth", Message: "depth must be from 1 to 128"}
	case q.Nodes > maxNodes:
		return search.Limits{}, &Fault{Code: BadRequest, Field: "nodes", Message: "nodes must be at most 1000000000"}
	case q.Seconds < 0 || q.Seconds > maxSeconds:
		return search.Limits{}, &Fault{Code: BadRequest, Field: "seconds", Message: "seconds must be from 0 to 600"}
	}
	l := search.Limits{Depth: q.Depth, Nodes: q.Nodes, MoveTime: duration(q.Seconds, maxSeconds)}
	switch {
	case q.Clock != nil:
		l.Clock = q.Clock.of(side)
	case q.Seconds == 0 && q.Depth == 0 && q.Nodes == 0:
		l.MoveTime = usualSeconds * time.Second
	case q.Seconds == 0:
		l.MoveTime = maxSeconds * time.Second
	}
	return l, nil
}

// of returns the time of a side.
func (q *clock) of(side movegen.Color) search.Clock {
	const day, overhead = 24 * 3600, 30 * time.Millisecond
	left, more := q.White, q.WhiteIncrement
	if side == movegen.Black {
		left, more = q.Black, q.BlackIncrement
	}
	return search.Clock{Remaining: max(duration(left, day), time.Millisecond), Increment: duration(more, day),
		MovesToGo: min(max(q.MovesToGo, 0), 1000), Overhead: overhead}
}

// searchQuestion asks for the best moves, or for the move of a player of some strength.
type searchQuestion struct {
	played
	limits
	Letters string `json:"letters"` // evaluation terms to use; empty is all
	Level   int    `json:"level"`   // rating of the player, 0 is full strength
	Lines   int    `json:"lines"`   // number of lines; 0 is 1
}

// searchAnswer is the move and the analysis.
type searchAnswer struct {
	Move        Move            `json:"move"`
	Reply       *Move           `json:"reply,omitempty"` // the expected reply
	AcceptsDraw bool            `json:"acceptsDraw"`     // whether the player would agree to a draw
	Analysis    json.RawMessage `json:"analysis"`        // as in alfiere analyse --json
}

// searching is the method "search".
func searching(ctx context.Context, q *searchQuestion, l text.Language, emit Emit) (any, error) {
	g, err := q.whole(l)
	if err != nil {
		return nil, err
	}
	k, err := knowledge(q.Letters)
	if err != nil {
		return nil, err
	}
	limits, err := q.limits.read(g.Side())
	if err != nil {
		return nil, err
	}
	if q.Lines < 0 || q.Lines > maxLines {
		return nil, &Fault{Code: BadRequest, Field: "lines", Message: "lines must be from 1 to 16"}
	}
	engine, err := player(q.Level)
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	p := g.Position()
	t := teller{text: analysis.Text{Letters: l.Letters(), Chess960: q.Chess960}, emit: emit}
	a := analysis.Analyst{Engine: engine, Limits: limits, Lines: q.Lines}
	state, result := a.Search(ctx, search.Request{Position: p, History: g.Keys(), Knowledge: k}, t.tell)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	text, err := t.state(&state, analysis.Stage{Final: true})
	w := writer{l, q.Chess960}
	answer := searchAnswer{Move: w.move(&p, result.Best), Analysis: text,
		AcceptsDraw: protocol.Settings{}.AcceptsDraw(result.Score, p.HalfmoveClock(), g.Len())}
	if len(result.Line) > 1 {
		next := p.After(result.Line[0])
		reply := w.move(&next, result.Line[1])
		answer.Reply = &reply
	}
	return answer, err
}

// player returns an engine with its own table that plays at a rating, or at full strength if it is
// 0. The error is a *Fault, or that of search.New.
func player(level int) (protocol.Searcher, error) {
	engine, err := search.New(tableMegabytes)
	if err != nil || level == 0 {
		return engine, err
	}
	weak, err := protocol.Settings{Elo: level}.Limit(engine, rand.NewPCG(rand.Uint64(), rand.Uint64()))
	if err != nil {
		engine.Close()
		return nil, &Fault{Code: BadRequest, Field: "level", Err: err}
	}
	return weak, nil
}

// teller reports the state of a search, but not too often.
type teller struct {
	text analysis.Text
	emit Emit
	last time.Time
}

// tell emits the state as a partial answer.
func (t *teller) tell(s *analysis.State) {
	if len(s.Lines) == 0 || time.Since(t.last) < beat {
		return
	}
	t.last = time.Now()
	if text, err := t.state(s, analysis.Stage{}); err == nil {
		t.emit(Partial, text)
	}
}

func (t *teller) state(s *analysis.State, stage analysis.Stage) (json.RawMessage, error) {
	var text bytes.Buffer
	err := t.text.WriteJSON(&text, s, stage)
	return text.Bytes(), err
}

// Limits of the search of each position of a game, or of each member of a council.
const (
	usualGraphNodes = 20_000
	maxGraphNodes   = 20_000_000
)

// tooManyNodes is the message about the nodes of each position.
const tooManyNodes = "nodes must be at most 20000000 per position"

// effort limits the search of each position of a game, or of each member of a council.
type effort struct {
	Nodes   uint64  `json:"nodes"` // 0 is 20000 without seconds
	Seconds float64 `json:"seconds"`
}

// read returns the limits. The error is a *Fault, which has the given message for too many nodes.
func (q *effort) read(tooMany string) (search.Limits, error) {
	bounds := limits{Nodes: q.Nodes, Seconds: q.Seconds}
	switch {
	case q.Nodes > maxGraphNodes:
		return search.Limits{}, &Fault{Code: BadRequest, Field: "nodes", Message: tooMany}
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
	bounds, err := q.effort.read(tooManyNodes)
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
