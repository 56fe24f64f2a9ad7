package arena

import (
	"context"
	"errors"
	"iter"
	"slices"
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
// goroutine is left running, even if a player panics: then Run panics.
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

// playHere plays pairs with players of the contestants, several at a time; see Elsewhere.
func (m *Match) playHere(ctx context.Context, pairs iter.Seq[[]*Game], ended func([]*Game) error) error {
	playing, stop := context.WithCancel(ctx)
	defer stop()
	records, ends := make(chan []*Game), make(chan end)
	workers := work.Group{OnPanic: stop}
	workers.Go(func() { deal(playing, pairs, records) })
	for range max(m.Concurrency, 1) {
		workers.Go(func() { m.work(playing, records, ends) })
	}
	var closing work.Group
	closing.Go(func() {
		defer close(ends)
		workers.Wait()
	})
	defer func() { // even if ended panics
		stop()
		for range ends {
			continue
		}
		closing.Wait()
	}()
	var fault error
	for e := range ends {
		if fault != nil {
			continue
		}
		if fault = e.err; fault == nil {
			fault = ended(e.pair)
		}
		if fault != nil {
			stop()
		}
	}
	if fault == nil {
		fault = ctx.Err()
	}
	return fault
}

// decided reports whether the match's test, which concerns the first two contestants, has a
// verdict.
func (m *Match) decided(s *Standing) bool {
	return m.Test != nil && m.Test.Judge(s.Tally(Pairing{0, 1}).Sample()) != Undecided
}

// end is the outcome of a pair: its records, or why there are none.
type end struct {
	pair []*Game
	err  error
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

// deal sends the pairs that are to be played.
func deal(ctx context.Context, pairs iter.Seq[[]*Game], records chan<- []*Game) {
	defer close(records)
	for pair := range pairs {
		select {
		case records <- pair:
		case <-ctx.Done():
			return
		}
	}
}

// work plays pairs with players of its own until there are no more.
func (m *Match) work(ctx context.Context, pairs <-chan []*Game, ends chan<- end) {
	seats := seats{match: m}
	defer func() { // even if a player panics
		if err := seats.clear(); err != nil {
			ends <- end{err: err}
		}
	}()
	played := false
	for pair := range pairs {
		var err error
		for i := 0; i < len(pair) && err == nil; i++ {
			game := pair[i]
			if err = m.pause(ctx, played); err != nil {
				break
			}
			played = true
			var players [2]Player
			if players, err = seats.take(game.White, game.Black); err == nil {
				err = m.Rules.Play(ctx, game, players, [2]client.Control{m.Contestants[game.White].Control,
					m.Contestants[game.Black].Control})
			}
		}
		if err != nil && ctx.Err() != nil {
			return // the pair is dropped
		}
		ends <- end{pair, err}
		if err != nil {
			return
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

// seats are the two players of a worker. A player that does not play the next game is closed:
// otherwise many contestants would fill the machine with waiting engines.
type seats struct {
	match *Match
	taken []seat // at most two
}

// seat is a player and the number of its contestant.
type seat struct {
	contestant int
	player     Player
}

// take returns the players of two contestants, keeping present ones. The error is that of closing
// players.
func (s *seats) take(white, black int) (players [2]Player, err error) {
	s.taken = slices.DeleteFunc(s.taken, func(t seat) bool {
		if t.contestant == white || t.contestant == black {
			return false
		}
		err = errors.Join(err, t.player.Close())
		return true
	})
	for c, contestant := range [2]int{white, black} {
		i := slices.IndexFunc(s.taken, func(t seat) bool { return t.contestant == contestant })
		if i < 0 {
			i = len(s.taken)
			s.taken = append(s.taken, seat{contestant, s.match.Contestants[contestant].Open()})
		}
		players[c] = s.taken[i].player
	}
	return players, err
}

// clear closes both players.
func (s *seats) clear() (err error) {
	for _, t := range s.taken {
		err = errors.Join(err, t.player.Close())
	}
	return err
}
