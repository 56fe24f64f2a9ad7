package arena

import (
	"context"
	"errors"
	"sync"

	"alfiere/movegen"
	"alfiere/protocol/client"
)

// Match is a match between two players.
type Match struct {
	Contestants [2]Contestant

	// Openings are the positions that games begin with, in turn; none means the initial
	// position. Each is played twice, with colours changed: in games of even numbers
	// the first contestant has White.
	Openings []movegen.Position

	Chess960 bool // kings and rooks may castle from any file, and the PGN says so

	Games       int // to be played in all
	Concurrency int // games at a time; 0 counts as 1
	Rules       Rules
	Test        *SPRT // ends the match when it is decided; may be nil

	// Played are games of an earlier run that are not to be played again. What is read
	// of them are Number, White, Result and Termination.
	Played []Game

	// Report is called for every game that is played, by one goroutine at a time. An
	// error ends the match.
	Report func(*Game, *Tally) error
}

// Run plays the match and returns the standing, Played included. When ctx ends, games
// that are under way are dropped; the error is then that of ctx. Other errors are those
// of Report and *client.StartError. No process and no goroutine is left behind.
func (m *Match) Run(ctx context.Context) (*Tally, error) {
	tally := &Tally{}
	for i := range m.Played {
		tally.Add(&m.Played[i])
	}
	if m.decided(tally) {
		return tally, nil
	}
	playing, stop := context.WithCancel(ctx)
	defer stop()
	numbers, ends := make(chan int), make(chan end)
	var workers sync.WaitGroup
	workers.Go(func() { m.deal(playing, numbers) })
	for range max(m.Concurrency, 1) {
		workers.Go(func() { m.work(playing, numbers, ends) })
	}
	go func() { // ends before the range below does
		workers.Wait()
		close(ends)
	}()
	var fault error
	stopped := false
	for e := range ends {
		if stopped {
			continue
		}
		fault = e.err
		if fault == nil {
			tally.Add(e.game)
			if m.Report != nil {
				fault = m.Report(e.game, tally)
			}
		}
		if fault != nil || m.decided(tally) {
			stopped = true
			stop()
		}
	}
	if fault == nil && !stopped {
		fault = ctx.Err()
	}
	return tally, fault
}

// decided reports whether the match's test has come to a verdict.
func (m *Match) decided(tally *Tally) bool {
	return m.Test != nil && m.Test.Judge(tally.Sample()) != Undecided
}

// end is what comes of a game: its record, or why there is none.
type end struct {
	game *Game
	err  error
}

// deal sends the numbers of the games that are to be played.
func (m *Match) deal(ctx context.Context, numbers chan<- int) {
	defer close(numbers)
	played := map[int]bool{}
	for i := range m.Played {
		played[m.Played[i].Number] = true
	}
	for number := range m.Games {
		if played[number] {
			continue
		}
		select {
		case numbers <- number:
		case <-ctx.Done():
			return
		}
	}
}

// work plays games with players of its own until there are no more.
func (m *Match) work(ctx context.Context, numbers <-chan int, ends chan<- end) {
	players := [2]Player{m.Contestants[0].Open(), m.Contestants[1].Open()}
	for number := range numbers {
		game := &Game{Number: number, White: number % 2, Start: m.Opening(number), Chess960: m.Chess960}
		white, black := game.White, 1-game.White
		err := m.Rules.play(ctx, game, [2]Player{players[white], players[black]},
			[2]client.Control{m.Contestants[white].Control, m.Contestants[black].Control})
		if err != nil && ctx.Err() != nil {
			break // the game is dropped
		}
		ends <- end{game, err}
		if err != nil {
			break
		}
	}
	if err := errors.Join(players[0].Close(), players[1].Close()); err != nil {
		ends <- end{err: err}
	}
}

// Opening returns the position that a game begins with.
func (m *Match) Opening(number int) movegen.Position {
	if len(m.Openings) == 0 {
		return movegen.StartPosition()
	}
	return m.Openings[number/2%len(m.Openings)]
}
