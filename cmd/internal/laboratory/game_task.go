package laboratory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"time"

	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

// KindName is the kind of tasks that are games.
const KindName = "game"

// task is a game that is to be played.
type task struct {
	Players    [2]string `json:"players"` // White's words and Black's
	Start      string    `json:"start"`   // FEN
	Chess960   bool      `json:"chess960,omitempty"`
	MaxMoves   int       `json:"maxMoves,omitempty"` // as in arena.Rules
	JudgeNodes uint64    `json:"judgeNodes,omitempty"`
	Resign     string    `json:"resign,omitempty"`
	Draw       string    `json:"draw,omitempty"`
}

// result is a game that was played.
type result struct {
	Moves       []move        `json:"moves"`
	Result      string        `json:"result"` // in the form of PGN
	Termination string        `json:"termination"`
	Reason      string        `json:"reason"`
	Points      *float64      `json:"points,omitempty"` // White's, of a game that was cut and judged
	Begun       time.Time     `json:"begun"`
	Duration    time.Duration `json:"duration"` // in nanoseconds
}

// move is a move as it was played.
type move struct {
	Move    string        `json:"move"` // in the form of UCI
	Score   client.Score  `json:"score,omitempty"`
	Depth   int           `json:"depth,omitempty"`
	Nodes   uint64        `json:"nodes,omitempty"`
	Elapsed time.Duration `json:"elapsed,omitempty"` // in nanoseconds
}

// longest is the maximum time of a move at fixed nodes or depth: in effect none.
const longest = 1000 * time.Hour

// grace is how long an engine may take to start and to stop.
const grace = 10 * time.Second

// Rules returns the rules of games in which nothing depends on time.
func gameRules() arena.Rules { return arena.Rules{Longest: longest, Grace: grace} }

// Kind returns the row with which this process plays games of its own tournament.
func Kind() work.Kind { return GuestKind(0) }

// GuestKind returns the row with which a worker plays games from a network, with tables of at most
// that many megabytes for each player. The players start no other engines and name no files.
func GuestKind(megabytes int) work.Kind {
	return work.Kind{Name: KindName, Open: func() (work.Handler, error) { return &handler{megabytes: megabytes}, nil }}
}

// handler plays games, one at a time. The players of the last game stay open: most often the next
// game has the same ones.
type handler struct {
	megabytes int // of a guest's tables; 0 if the players are this process's own
	seats     []seat
	judge     gameJudge
}

// seat is an open player.
type seat struct {
	words  string
	player *Player
	open   arena.Player
}

// Handle implements work.Handler.
func (h *handler) Handle(ctx context.Context, payload []byte) ([]byte, error) {
	var t task
	if err := decode(payload, &t); err != nil {
		return nil, err
	}
	start, _, err := movegen.Rules{Chess960: t.Chess960}.ParseFEN(t.Start)
	if err != nil {
		return nil, err
	}
	rules := gameRules()
	rules.MaxMoves = t.MaxMoves
	if t.Resign != "" {
		err = rules.Resign.Set(t.Resign)
	}
	if t.Draw != "" {
		err = errors.Join(err, rules.Draw.Set(t.Draw))
	}
	if err != nil {
		return nil, err
	}
	if t.JudgeNodes > 0 {
		h.judge.Nodes = t.JudgeNodes
		rules.Judge = h.judge.Points
	}
	seats, err := h.take(t.Players)
	if err != nil {
		return nil, err
	}
	game := arena.Game{Start: start, Chess960: t.Chess960}
	players := [2]arena.Player{movegen.White: seats[0].open, movegen.Black: seats[1].open}
	controls := [2]client.Control{movegen.White: seats[0].player.Contestant.Control,
		movegen.Black: seats[1].player.Contestant.Control}
	if err := rules.Play(ctx, &game, players, controls); err != nil {
		return nil, err
	}
	return json.Marshal(resultOf(&game))
}

// decode reads JSON strictly.
func decode(data []byte, to any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return decoder.Decode(to)
}

// take returns the players with these words, and closes open ones with different words.
func (h *handler) take(words [2]string) (taken [2]seat, err error) {
	before := h.seats
	h.seats = nil
	for i, text := range words {
		found := false
		for j := range before {
			if found = before[j].open != nil && before[j].words == text; found {
				taken[i], before[j] = before[j], seat{}
				break
			}
		}
		if !found {
			var player *Player
			if player, err = parsePlayer(text, h.megabytes); err != nil {
				err = fmt.Errorf("player %q: %w", text, err)
				break
			}
			taken[i] = seat{text, player, player.Contestant.Open()}
		}
		h.seats = append(h.seats, taken[i])
	}
	return taken, errors.Join(err, closeSeats(before))
}

func closeSeats(seats []seat) (err error) {
	for _, s := range seats {
		if s.open != nil {
			err = errors.Join(err, s.open.Close())
		}
	}
	return err
}

// Close implements work.Handler.
func (h *handler) Close() error {
	h.judge.Close()
	err := closeSeats(h.seats)
	h.seats = nil
	return err
}

// resultOf returns the result of a game.
func resultOf(g *arena.Game) *result {
	r := &result{Moves: []move{}, Result: g.Result.String(), Termination: g.Termination.String(), Reason: g.Reason,
		Begun: g.Begun, Duration: g.Duration}
	if g.Judged {
		r.Points = &g.WhitePoints
	}
	for i := range g.Moves {
		m := &g.Moves[i]
		r.Moves = append(r.Moves, move{m.Move.String(), m.Report.Score, m.Report.Depth, m.Report.Nodes, m.Elapsed})
	}
	return r
}

// fill completes the record of a game from the result.
func (r *result) fill(g *arena.Game) (err error) {
	position := g.Start
	for i := range r.Moves {
		m := &r.Moves[i]
		played, err := notation.ParseUCI(&position, m.Move)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		g.Capture = position.IsCapture(played)
		position.Make(played)
		g.Moves = append(g.Moves, arena.Move{Move: played, Elapsed: m.Elapsed,
			Report: client.Report{Depth: m.Depth, Score: m.Score, Nodes: m.Nodes}})
	}
	g.Plies, g.Begun, g.Duration, g.Reason = len(g.Moves), r.Begun, r.Duration, r.Reason
	if g.Result, err = arena.ParseResult(r.Result); err != nil {
		return err
	}
	if g.Termination, err = arena.ParseTermination(r.Termination); err != nil {
		return err
	}
	if g.Judged = r.Points != nil; g.Judged {
		if g.WhitePoints = *r.Points; !(g.WhitePoints >= 0 && g.WhitePoints <= 1) {
			return fmt.Errorf("%v points", g.WhitePoints)
		}
	}
	return nil
}

// Elsewhere lets a crew play the games of a match between players, who are its contestants in
// this order; it is what arena.Match.Elsewhere wants. Games that are cut are judged by a
// search of judgeNodes, if that is above 0.
func Elsewhere(m *arena.Match, players []*Player, crew work.Crew,
	judgeNodes uint64) func(context.Context, iter.Seq[*arena.Game], func(*arena.Game) error) error {
	return func(ctx context.Context, games iter.Seq[*arena.Game], ended func(*arena.Game) error) error {
		open := map[string]*arena.Game{}
		tasks := func(yield func(work.Task) bool) {
			for g := range games {
				t := task{Players: [2]string{players[g.White].Words, players[g.Black].Words}, Start: g.Start.FEN(),
					Chess960: g.Chess960,
					MaxMoves: m.Rules.MaxMoves, JudgeNodes: judgeNodes, Resign: m.Rules.Resign.String(), Draw: m.Rules.Draw.String()}
				payload, err := json.Marshal(&t)
				if err != nil {
					panic("selfplay: the task is not JSON: " + err.Error())
				}
				id := strconv.Itoa(g.Number)
				open[id] = g
				if !yield(work.Task{ID: id, Kind: KindName, Payload: payload}) {
					return
				}
			}
		}
		return crew.Do(ctx, tasks, func(r work.Result) error {
			g := open[r.Task.ID]
			if g == nil {
				return fmt.Errorf("game %s: it was not requested", r.Task.ID)
			}
			delete(open, r.Task.ID)
			var told result
			err := errors.New(r.Fault)
			if r.Fault == "" {
				if err = decode(r.Payload, &told); err == nil {
					err = told.fill(g)
				}
			}
			if err != nil {
				return fmt.Errorf("game %d, by %s: %w", g.Number+1, r.Worker, err)
			}
			return ended(g)
		})
	}
}
