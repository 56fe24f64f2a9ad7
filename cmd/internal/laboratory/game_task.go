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

// KindName is the kind of tasks that are pairs of games.
const KindName = "game"

// task is games that are to be played from one position: one, or two with colours changed.
type task struct {
	Players    [2]string `json:"players"`  // the words of White in the first game, and of Black
	Programs   [2]string `json:"programs"` // their executables, as Player.Hash
	Games      int       `json:"games"`
	Start      string    `json:"start"` // FEN
	Chess960   bool      `json:"chess960,omitempty"`
	MaxMoves   int       `json:"maxMoves,omitempty"` // as in arena.Rules
	JudgeNodes uint64    `json:"judgeNodes,omitempty"`
	Resign     string    `json:"resign,omitempty"`
	Draw       string    `json:"draw,omitempty"`

	Reference uint64        `json:"reference,omitempty"` // as in client.Control
	Margin    time.Duration `json:"margin,omitempty"`    // in nanoseconds
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

	Controls [2]client.Control `json:"controls,omitzero"` // by colour, with scaled times
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

// gameRules returns the rules of games in which nothing depends on time.
func gameRules() arena.Rules { return arena.Rules{Longest: longest, Grace: grace} }

// Kind returns the row with which this process plays games of its own tournament.
func Kind() work.Kind { return GuestKind(0) }

// GuestKind returns the row with which a worker plays games from a network, with tables of at most
// that many megabytes for each player. The players start only the given programs, and name no files.
func GuestKind(megabytes int, programs ...Program) work.Kind {
	return work.Kind{Name: KindName, Open: func() (work.Handler, error) {
		return &handler{guest: guest{megabytes, programs}, speed: Speed}, nil
	}}
}

// handler plays games, one at a time. The players of the last game stay open: most often the next
// game has the same ones.
type handler struct {
	guest guest
	speed func() (nodesPerSecond float64, err error) // of this machine
	seats []seat
	judge gameJudge
}

// seat is an open player.
type seat struct {
	words, executable string
	player            *Player
	open              arena.Player
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
	if t.Games < 1 || t.Games > 2 {
		return nil, fmt.Errorf("%d games: a task has one or two", t.Games)
	}
	seats, err := h.take(&t)
	if err != nil {
		return nil, err
	}
	scale, err := h.scaleOf(t.Reference)
	if err != nil {
		return nil, err
	}
	rules.Margin = scaleTime(t.Margin, scale)
	var results []*result
	for white := range t.Games {
		game := arena.Game{Start: start, Chess960: t.Chess960}
		sides := [2]seat{movegen.White: seats[white], movegen.Black: seats[1-white]}
		controls := [2]client.Control{scaleControl(sides[0].player.Control, scale),
			scaleControl(sides[1].player.Control, scale)}
		if t.Reference > 0 {
			game.Controls = controls
		}
		err := rules.Play(ctx, &game, [2]arena.Player{sides[0].open, sides[1].open}, controls)
		if err != nil && h.guest.megabytes > 0 && !errors.Is(err, client.ErrUnable) {
			err = fmt.Errorf("%w: %w", work.ErrKind, err) // another machine may be able to start the program
		}
		if err != nil {
			return nil, err
		}
		results = append(results, resultOf(&game))
	}
	return json.Marshal(results)
}

// decode reads JSON strictly.
func decode(data []byte, to any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return decoder.Decode(to)
}

// take returns the players of a task, and closes open ones with different words.
func (h *handler) take(t *task) (taken [2]seat, err error) {
	before := h.seats
	h.seats = nil
	for i, text := range t.Players {
		found := false
		for j := range before {
			s := &before[j]
			if found = s.open != nil && s.words == text && s.executable == t.Programs[i]; found {
				taken[i], *s = *s, seat{}
				break
			}
		}
		if !found {
			var player *Player
			if player, err = parseLimited(text, &h.guest, t.Programs[i]); err != nil {
				if !errors.Is(err, work.ErrKind) {
					err = fmt.Errorf("player %q: %w", text, err)
				}
				break
			}
			taken[i] = seat{text, t.Programs[i], player, player.Open()}
		}
		h.seats = append(h.seats, taken[i])
		if e := taken[i].player.executable; e != nil {
			if err = e.check(); err != nil {
				break
			}
		}
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
		Begun: g.Begun, Duration: g.Duration, Controls: g.Controls}
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
	g.Plies, g.Begun, g.Duration, g.Reason, g.Controls = len(g.Moves), r.Begun, r.Duration, r.Reason, r.Controls
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

// pair is games between two players, as an arena.Match yields them.
type pair struct {
	players [2]*Player // White's in the first game, and Black's
	games   []*arena.Game
}

// pairCrew lets a crew play pairs of games by some rules. Games that are cut are judged by a search of judgeNodes, if
// that is above 0.
type pairCrew struct {
	crew       work.Queue
	rules      *arena.Rules
	judgeNodes uint64
}

// play plays pairs, and hands each to ended when it is played. After a nil pair the crew waits for an end before it
// takes the next one.
func (c *pairCrew) play(ctx context.Context, pairs iter.Seq[*pair], ended func(*pair) error) error {
	open := map[string]*pair{}
	tasks := func(yield func(work.Task) bool) {
		for p := range pairs {
			if p == nil {
				if !yield(work.Task{}) {
					return
				}
				continue
			}
			g := p.games[0]
			t := task{Games: len(p.games), Start: g.Start.FEN(), Chess960: g.Chess960,
				MaxMoves: c.rules.MaxMoves, JudgeNodes: c.judgeNodes, Resign: c.rules.Resign.String(),
				Draw: c.rules.Draw.String(), Margin: c.rules.Margin}
			for i, player := range p.players {
				t.Reference = max(t.Reference, player.Control.Reference)
				t.Players[i], t.Programs[i] = player.Words, player.Hash
			}
			payload, err := json.Marshal(&t)
			if err != nil {
				panic("selfplay: the task is not JSON: " + err.Error())
			}
			id := strconv.Itoa(g.Number)
			open[id] = p
			if !yield(work.Task{ID: id, Kind: KindName, Payload: payload}) {
				return
			}
		}
	}
	return c.crew.Do(ctx, tasks, func(r work.Result) error {
		p := open[r.Task.ID]
		if p == nil {
			return fmt.Errorf("game %s: it was not requested", r.Task.ID)
		}
		delete(open, r.Task.ID)
		var err error
		if r.Fault != "" {
			err = errors.New(r.Fault)
		} else {
			err = fillAll(p.games, r.Payload)
		}
		if err != nil {
			return fmt.Errorf("game %d, by %s: %w", p.games[0].Number+1, r.Worker, err)
		}
		return ended(p)
	})
}

// fillAll completes the records of games from the results of a task.
func fillAll(games []*arena.Game, payload []byte) error {
	var told []result
	if err := decode(payload, &told); err != nil {
		return err
	}
	if len(told) != len(games) {
		return fmt.Errorf("%d games of %d", len(told), len(games))
	}
	for i, g := range games {
		if err := told[i].fill(g); err != nil {
			return err
		}
	}
	return nil
}

// Elsewhere lets a crew play the games of a match between players, who are its contestants in
// this order; it is what arena.Match.Elsewhere wants. Games that are cut are judged by a
// search of judgeNodes, if that is above 0.
func Elsewhere(m *arena.Match, players []*Player, crew work.Queue,
	judgeNodes uint64) func(context.Context, iter.Seq[[]*arena.Game], func([]*arena.Game) error) error {
	return func(ctx context.Context, due iter.Seq[[]*arena.Game], ended func([]*arena.Game) error) error {
		pairs := func(yield func(*pair) bool) {
			for games := range due {
				if !yield(&pair{[2]*Player{players[games[0].White], players[games[0].Black]}, games}) {
					return
				}
			}
		}
		c := pairCrew{crew, &m.Rules, judgeNodes}
		return c.play(ctx, pairs, func(p *pair) error { return ended(p.games) })
	}
}
