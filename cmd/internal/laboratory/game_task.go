package laboratory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"alfiere/council/proposals"
	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
	"alfiere/search"
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
	seats arena.Seats
	judge gameJudge
}

// openPlayer is an open player with its description.
type openPlayer struct {
	arena.Player
	described *Player
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
	players, err := h.take(&t)
	if err != nil {
		return nil, err
	}
	scale, err := h.scaleOf(t.Reference)
	if err != nil {
		return nil, err
	}
	rules.Margin = scaleTime(t.Margin, scale)
	games := make([]arena.Game, t.Games)
	for white := range t.Games {
		game := &games[white]
		game.Start, game.Chess960 = start, t.Chess960
		sides := [2]*openPlayer{players[white], players[1-white]}
		controls := [2]client.Control{scaleControl(sides[0].described.Control, scale),
			scaleControl(sides[1].described.Control, scale)}
		if t.Reference > 0 {
			game.Controls = controls
		}
		err := rules.Play(ctx, game, [2]arena.Player{sides[0], sides[1]}, controls)
		if err != nil && h.guest.megabytes > 0 && !errors.Is(err, client.ErrUnable) {
			err = fmt.Errorf("%w: %w", work.ErrKind, err) // another machine may be able to start the program
		}
		if err != nil {
			return nil, err
		}
	}
	return json.Marshal(games)
}

// decode reads JSON strictly.
func decode(data []byte, to any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return decoder.Decode(to)
}

// take returns the players of a task, and closes open ones with different words.
func (h *handler) take(t *task) (taken [2]*openPlayer, err error) {
	players, err := h.seats.Take([2]string{t.Players[0] + "\n" + t.Programs[0], t.Players[1] + "\n" + t.Programs[1]},
		func(i int) (arena.Player, error) {
			p, err := parseLimited(t.Players[i], &h.guest, t.Programs[i])
			if err == nil {
				return &openPlayer{p.Open(), p}, nil
			}
			if !errors.Is(err, work.ErrKind) {
				err = fmt.Errorf("player %q: %w", t.Players[i], err)
			}
			return nil, err
		})
	for i := 0; i < len(taken) && err == nil; i++ {
		taken[i], _ = players[i].(*openPlayer)
		if e := taken[i].described.executable; e != nil {
			err = e.check()
		}
	}
	return taken, err
}

// Close implements work.Handler.
func (h *handler) Close() error {
	h.judge.Close()
	return h.seats.Close()
}

// queueOf lets a queue play pairs of games by some rules. players returns White's in the first game of a pair, and
// Black's. Games that are cut are judged by a search of judgeNodes, if that is above 0.
func queueOf(queue work.Queue, rules *arena.Rules, judgeNodes uint64,
	players func(pair []*arena.Game) [2]*Player) *arena.Queue {
	fill := func(pair []*arena.Game, r *work.Result) error {
		if err := arena.FillPair(pair, r); err != nil {
			return err
		}
		if _, here := queue.(*work.Local); !here {
			for _, game := range pair {
				game.Worker = r.Worker
			}
		}
		return nil
	}
	return &arena.Queue{Queue: queue, Fill: fill, Task: func(pair []*arena.Game) work.Task {
		t := task{Games: len(pair), Start: pair[0].Start.FEN(), Chess960: pair[0].Chess960, MaxMoves: rules.MaxMoves,
			JudgeNodes: judgeNodes, Resign: rules.Resign.String(), Draw: rules.Draw.String(), Margin: rules.Margin}
		for i, player := range players(pair) {
			t.Reference = max(t.Reference, player.Control.Reference)
			t.Players[i], t.Programs[i] = player.Words, player.Hash
		}
		payload, err := json.Marshal(&t)
		if err != nil {
			panic("selfplay: the task is not JSON: " + err.Error())
		}
		return work.Task{Kind: KindName, Payload: payload}
	}}
}

// playBy lets a queue play the games of a match between players, who are its contestants in this order.
func playBy(queue work.Queue, m *arena.Match, players []*Player, judgeNodes uint64) {
	m.Queue = queueOf(queue, &m.Rules, judgeNodes, func(pair []*arena.Game) [2]*Player {
		return [2]*Player{players[pair[0].White], players[pair[0].Black]}
	})
}

// judgeMegabytes is the table of a judge.
const judgeMegabytes = 16

// Judge says what games that were cut are worth, by a search with full knowledge of the final
// position that begins with an empty table. It is for one goroutine.
type gameJudge struct {
	Nodes uint64 // of the search

	engine *search.Engine // nil before the first one
}

// Points returns the value of a position for White, from 0 to 1. The error is that of ctx, or wraps tt.ErrSize.
func (j *gameJudge) Points(ctx context.Context, position *movegen.Position) (float64, error) {
	if j.engine == nil {
		engine, err := search.New(judgeMegabytes)
		if err != nil {
			return 0, err
		}
		j.engine = engine
	}
	j.engine.NewGame()
	result := j.engine.Search(ctx, search.Request{Position: *position, Limits: search.Limits{Nodes: j.Nodes}}, nil)
	points := points(result.Score)
	if position.Side() == movegen.Black {
		points = 1 - points
	}
	return points, ctx.Err()
}

// Close gives the memory back.
func (j *gameJudge) Close() {
	if j.engine != nil {
		j.engine.Close()
		j.engine = nil
	}
}

// Scores, in centipawns, by which the thesis distinguished won games from level ones; in between
// the value is (score + shift) / span.
const (
	wonScore   = 250
	levelScore = 50
	shift      = 150
	span       = 400
)

// points returns the value of a position for the side to move, from 0 to 1, by its score: the rule
// of the thesis for games that were cut.
func points(score search.Score) float64 {
	switch {
	case score < 0:
		return 1 - points(-score)
	case score > wonScore:
		return 1
	case score >= levelScore:
		return float64(score+shift) / span
	}
	return 0.5
}

// The search that measures the speed.
const (
	speedPosition = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
	speedNodes    = 50_000
	megabytes     = 4   // of its table
	speedTimes    = 3   // of which the fastest counts
	maxScale      = 100 // of clocks, and its inverse the least
)

// Speed returns the nodes per second of one thread on this machine. The first call measures it, in some tenths of a
// second. The error is that of missing memory.
var Speed = sync.OnceValues(func() (nodesPerSecond float64, err error) {
	position, err := movegen.ParseFEN(speedPosition)
	for range speedTimes {
		s, open := proposals.NewSearcher(megabytes)
		if err = errors.Join(err, open); err != nil {
			return 0, err
		}
		since := time.Now()
		p, search := s.Answer(context.Background(), &proposals.Question{Position: position, Nodes: speedNodes,
			Megabytes: megabytes})
		nodesPerSecond = max(nodesPerSecond, float64(p.Nodes)/time.Since(since).Seconds())
		err = errors.Join(search, s.Close())
	}
	return nodesPerSecond, err
})

// scaleOf returns by how much times for a machine with reference nodes per second are longer on this one.
func (h *handler) scaleOf(reference uint64) (float64, error) {
	if reference == 0 {
		return 1, nil
	}
	own, err := h.speed()
	if err != nil {
		return 0, fmt.Errorf("%w: %w", work.ErrKind, err)
	}
	scale := float64(reference) / own
	if scale > maxScale || scale < 1.0/maxScale {
		return 0, fmt.Errorf("%w: it is for %d nodes a second, and this machine has %.0f", work.ErrKind, reference, own)
	}
	return scale, nil
}

// scaleTime returns a time on this machine, in whole milliseconds; a time above 0 stays so.
func scaleTime(d time.Duration, scale float64) time.Duration {
	if d == 0 {
		return 0
	}
	return max(time.Duration(float64(d)*scale).Round(time.Millisecond), time.Millisecond)
}

// scaleControl returns a control with times on this machine.
func scaleControl(c client.Control, scale float64) client.Control {
	c.Base, c.Increment, c.MoveTime = scaleTime(c.Base, scale), scaleTime(c.Increment, scale), scaleTime(c.MoveTime, scale)
	return c
}
