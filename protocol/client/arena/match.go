package arena

import (
	"context"
	"errors"
	"iter"
	"time"

	"alfiere/movegen"
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

	Queue *Queue // plays the games; nil: players of the contestants do, in this process

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
	queue := m.Queue
	if queue == nil {
		queue = m.here()
	}
	err := queue.Play(ctx, m.due(), func(pair []*Game) error {
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

// decided reports whether the match's test, which concerns the first two contestants, has a verdict.
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
