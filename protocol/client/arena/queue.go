package arena

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"sync"
	"time"

	"alfiere/internal/work"
	"alfiere/protocol/client"
)

// Queue plays pairs of games as tasks.
type Queue struct {
	Queue work.Queue
	Task  func(pair []*Game) work.Task                  // returns the task of a pair; Play sets its ID
	Fill  func(pair []*Game, result *work.Result) error // completes the records, as FillPair does
}

// Play lets the queue play pairs of records, taken as it needs them, in any order, and passes each pair to ended,
// from one goroutine. After a nil pair it waits for an end before it takes the next one. The error is that of ended,
// Fill or the queue; no work is left when it returns.
func (c *Queue) Play(ctx context.Context, pairs iter.Seq[[]*Game], ended func([]*Game) error) error {
	open := map[string][]*Game{}
	tasks := func(yield func(work.Task) bool) {
		for pair := range pairs {
			var t work.Task
			if pair != nil {
				t = c.Task(pair)
				t.ID = strconv.Itoa(pair[0].Number)
				open[t.ID] = pair
			}
			if !yield(t) {
				return
			}
		}
	}
	return c.Queue.Do(ctx, tasks, func(r work.Result) error {
		pair := open[r.Task.ID]
		if pair == nil {
			return fmt.Errorf("game %s: it was not requested", r.Task.ID)
		}
		delete(open, r.Task.ID)
		if err := c.Fill(pair, &r); err != nil {
			return err
		}
		return ended(pair)
	})
}

// FillPair completes the records of a pair from a payload that is the JSON of its games.
func FillPair(pair []*Game, r *work.Result) error {
	var played []Game
	decoder := json.NewDecoder(bytes.NewReader(r.Payload))
	decoder.DisallowUnknownFields()
	var err error
	if r.Fault != "" {
		err = errors.New(r.Fault)
	} else if err = decoder.Decode(&played); err == nil && len(played) != len(pair) {
		err = fmt.Errorf("%d games of %d", len(played), len(pair))
	}
	for i := 0; i < len(pair) && err == nil; i++ {
		err = pair[i].fill(played[i])
	}
	if err != nil {
		return fmt.Errorf("game %d, by %s: %w", pair[0].Number+1, r.Worker, err)
	}
	return nil
}

// here returns a queue of this process, which plays with players of the contestants.
func (m *Match) here() *Queue {
	const kind = "pair"
	var open sync.Map // the pairs by their payloads
	return &Queue{
		Queue: &work.Local{Threads: m.Concurrency, Kinds: []work.Kind{{Name: kind, Open: func() (work.Handler, error) {
			return &handler{match: m, open: &open}, nil
		}}}},
		Task: func(pair []*Game) work.Task {
			id := strconv.Itoa(pair[0].Number)
			open.Store(id, pair)
			return work.Task{Kind: kind, Payload: []byte(id)}
		},
		Fill: func(_ []*Game, r *work.Result) error {
			if r.Fault != "" { // a panic
				return errors.New(r.Fault)
			}
			value, _ := open.LoadAndDelete(r.Task.ID)
			err, _ := value.(error)
			return err
		},
	}
}

// handler plays pairs with players of its own.
type handler struct {
	match  *Match
	open   *sync.Map
	seats  Seats
	played bool // a game
}

// Handle implements work.Handler. An error takes the place of the pair.
func (h *handler) Handle(ctx context.Context, id []byte) ([]byte, error) {
	value, _ := h.open.Load(string(id))
	pair, _ := value.([]*Game)
	for _, game := range pair {
		if err := h.play(ctx, game); err != nil {
			h.open.Store(string(id), err)
			break
		}
	}
	return nil, nil
}

func (h *handler) play(ctx context.Context, game *Game) error {
	if err := h.match.pause(ctx, h.played); err != nil {
		return err
	}
	h.played = true
	sides := [2]*Contestant{&h.match.Contestants[game.White], &h.match.Contestants[game.Black]}
	players, err := h.seats.Take([2]string{strconv.Itoa(game.White), strconv.Itoa(game.Black)},
		func(colour int) (Player, error) { return sides[colour].Open(), nil })
	if err != nil {
		return err
	}
	return h.match.Rules.Play(ctx, game, players, [2]client.Control{sides[0].Control, sides[1].Control})
}

// Close implements work.Handler.
func (h *handler) Close() error { return h.seats.Close() }

// pause waits between two games. The error is that of ctx.
func (m *Match) pause(ctx context.Context, played bool) error {
	if m.Wait <= 0 || !played {
		return nil
	}
	timer := time.NewTimer(m.Wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Seats are the players of a goroutine's last game, which stay open for the next one. A player that does not play it is
// closed: otherwise many contestants would fill the machine with waiting engines. The zero value has none.
type Seats struct{ taken []seat }

// seat is an open player.
type seat struct {
	key    string
	player Player
}

// Take returns the players of White and Black: those with these keys that are open, and new ones of open, which gets a
// colour. The error is that of open, or of closing players.
func (s *Seats) Take(keys [2]string, open func(colour int) (Player, error)) (players [2]Player, err error) {
	before := Seats{s.taken}
	s.taken = nil
	for c, key := range keys {
		i := slices.IndexFunc(before.taken, func(t seat) bool { return t.key == key })
		if i >= 0 {
			players[c] = before.taken[i].player
			before.taken = slices.Delete(before.taken, i, i+1)
		} else if players[c], err = open(c); err != nil {
			break
		}
		s.taken = append(s.taken, seat{key, players[c]})
	}
	return players, errors.Join(err, before.Close())
}

// Close closes all players.
func (s *Seats) Close() (err error) {
	for _, t := range s.taken {
		err = errors.Join(err, t.player.Close())
	}
	s.taken = nil
	return err
}
