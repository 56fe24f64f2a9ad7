package arena

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strconv"
	"sync"
	"time"

	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/protocol/client"
)

// Match is a match between two players, or a tournament of more.
type Match struct {
	Contestants []Contestant // at least two
	Gauntlet    bool         // the first one meets all the rest; else all meet each other

	// Openings are the starting positions of games, one per round; none means the initial position.
	// Each pairing plays each of them twice, with colours reversed.
	Openings []movegen.Position

	Chess960 bool // kings and rooks may castle from any file, and the PGN has the tag Variant

	Games       int // of each pairing
	Concurrency int // pairs at a time; 0 counts as 1
	Rules       Rules
	Wait        time.Duration // between two games, of each of those that are played at a time
	Test        *SPRT         // ends the match when it is decided; may be nil

	// Played are games of an earlier run that are not played again. Only Number, White, Black, Result
	// and Termination are used.
	Played []Game

	// Elsewhere, if not nil, plays the games instead of players opened here: it takes pairs of records from
	// the sequence as it needs them, fills in the same fields as Rules.Play, in any order, and passes each
	// pair to ended, from one goroutine at a time. Its error, or that of ended, ends the match; it must
	// have stopped all work when it returns.
	Elsewhere func(ctx context.Context, pairs iter.Seq[[]*Game], ended func([]*Game) error) error

	// Report is called for every pair that is played, with its games, by one goroutine at a time. An
	// error ends the match.
	Report func([]*Game, *Standing) error
}

// Run plays the match and returns the standing, Played included. Two games of one opening are played and
// counted together, so that no test ends between them. When ctx ends, unfinished pairs are dropped; the
// error is then that of ctx. Other errors are those of Report and *client.StartError. No process and no
// goroutine is left running, even if a player panics: that is an error with its place.
func (m *Match) Run(ctx context.Context) (*Standing, error) {
	standing := &Standing{}
	for i := range m.Played {
		standing.Add(&m.Played[i])
	}
	if m.decided(standing) {
		return standing, nil
	}
	play := m.Elsewhere
	if play == nil {
		play = m.playHere
	}
	err := play(ctx, m.due(), func(pair []*Game) error {
		for _, g := range pair {
			standing.Add(g)
		}
		if m.Report != nil {
			if err := m.Report(pair, standing); err != nil {
				return err
			}
		}
		if m.decided(standing) {
			return errDecided
		}
		return nil
	})
	if errors.Is(err, errDecided) {
		err = nil
	}
	return standing, err
}

// errDecided ends a match whose test has a verdict.
var errDecided = errors.New("the match is decided")

// openPair is a pair that is being played here, or why it cannot be.
type openPair struct {
	games []*Game
	err   error
}

// playHere plays pairs with players of the contestants, several at a time; see Elsewhere.
func (m *Match) playHere(ctx context.Context, pairs iter.Seq[[]*Game], ended func([]*Game) error) error {
	const kind = "pair"
	var open sync.Map // the pairs by their tasks
	tasks := func(yield func(work.Task) bool) {
		for games := range pairs {
			id := strconv.Itoa(games[0].Number)
			open.Store(id, &openPair{games: games})
			if !yield(work.Task{ID: id, Kind: kind, Payload: []byte(id)}) {
				return
			}
		}
	}
	find := func(id string) *openPair {
		pair, _ := open.Load(id)
		return pair.(*openPair)
	}
	crew := work.Local{Threads: m.Concurrency, Kinds: []work.Kind{{Name: kind, Open: func() (work.Handler, error) {
		return &handler{match: m, find: find}, nil
	}}}}
	return crew.Do(ctx, tasks, func(r work.Result) error {
		pair := find(r.Task.ID)
		open.Delete(r.Task.ID)
		switch {
		case r.Fault != "": // a panic
			return errors.New(r.Fault)
		case pair.err != nil:
			return pair.err
		}
		return ended(pair.games)
	})
}

// handler plays pairs with players of its own.
type handler struct {
	match  *Match
	find   func(id string) *openPair
	seats  Seats
	played bool // a game
}

// Handle implements work.Handler. The error is kept in the pair.
func (h *handler) Handle(ctx context.Context, id []byte) ([]byte, error) {
	pair := h.find(string(id))
	for _, game := range pair.games {
		if pair.err == nil {
			pair.err = h.play(ctx, game)
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

// decided reports whether the match's test, which concerns the first two contestants, has a
// verdict.
func (m *Match) decided(s *Standing) bool {
	return m.Test != nil && m.Test.Judge(s.Tally(Pairing{0, 1}).Sample()) != Undecided
}

// due yields the records of the games that are to be played: two of the same opening, or one that has no other.
func (m *Match) due() iter.Seq[[]*Game] {
	played := map[int]bool{}
	for i := range m.Played {
		played[m.Played[i].Number] = true
	}
	return func(yield func([]*Game) bool) {
		var pair []*Game
		for number := range m.numbers() {
			if !played[number] && m.isDue(number) {
				white, black := m.colours(number)
				pair = append(pair, &Game{Number: number, White: white, Black: black, Start: m.Opening(number),
					Chess960: m.Chess960, Round: m.roundTag(number)})
			}
			if number%2 == 1 && len(pair) > 0 {
				if !yield(pair) {
					return
				}
				pair = nil
			}
		}
	}
}

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

// Take returns the players of White and Black, those with these keys that are open, and new ones of open, which gets the
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
