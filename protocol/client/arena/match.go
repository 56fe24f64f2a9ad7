// Package arena plays matches between two or more players and computes their statistics. It does not search.
//
// A Player is an engine in its own process (client.Engine) or in this one (inprocess.Player). The referee is
// movegen.Game: it checks every move, and repetition, fifty moves and dead positions end a game at once. A player
// loses, and the fault is counted, if it plays an illegal move, exceeds its time, makes a false claim, crashes or
// hangs. The PGN file is the state of a match: an interrupted match resumes from it.
//
// Only cmd and experiments may import the package.
package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
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

// Pairing is two contestants that play each other, by their numbers; First is the lower one.
type Pairing struct{ First, Second int }

// pairingOf returns the pairing of two contestants.
func pairingOf(a, b int) Pairing { return Pairing{min(a, b), max(a, b)} }

// Pairings returns the number of pairings; each plays Games games.
func (m *Match) Pairings() int {
	n := len(m.Contestants)
	if m.Gauntlet {
		return max(n-1, 0)
	}
	return n * (n - 1) / 2
}

// Rule returns what ends the match, as fixed before its first game: a number of games, or a test and the
// number of games after which it ends undecided.
func (m *Match) Rule() string {
	if m.Test == nil {
		return fmt.Sprintf("%d games", m.GameCount())
	}
	return fmt.Sprintf("SPRT of %v (errors %g, %g), at most %d games", m.Test, m.Test.Alpha, m.Test.Beta, m.GameCount())
}

// GameCount returns the total number of games.
func (m *Match) GameCount() int { return m.Games * m.Pairings() }

// Round returns the round of a game, from 0. In a round each pairing plays one opening with both colours.
func (m *Match) Round(number int) int { return number / (2 * m.Pairings()) }

// pairing returns the contestants of a game. A gauntlet goes through the first contestant's opponents in their order.
// In a round robin the contestants sit round a table, all but the last one move on by a seat each round, and opposite
// contestants meet: so all have played about equally often at any time.
func (m *Match) pairing(number int) Pairing {
	encounter := number / 2 % m.Pairings()
	if m.Gauntlet {
		return Pairing{0, encounter + 1}
	}
	n := len(m.Contestants)
	tables := n / 2
	turn, table := encounter/tables, encounter%tables
	seats := n - 1 + n%2 // that move; with an odd number the contestant opposite the last seat is free
	if n%2 == 1 {
		table++
	}
	if table == 0 {
		return pairingOf(turn, n-1)
	}
	return pairingOf((turn+table)%seats, (turn-table+seats)%seats)
}

// colours returns the contestants with White and with Black in a game.
func (m *Match) colours(number int) (white, black int) {
	p := m.pairing(number)
	if (p.First+p.Second+number)%2 == 1 { // balances the colours if each pairing plays only one game
		return p.First, p.Second
	}
	return p.Second, p.First
}

// isDue reports whether a game belongs to the match: with an odd number of games the last
// opening is played once by each pairing.
func (m *Match) isDue(number int) bool { return 2*m.Round(number)+number%2 < m.Games }

// numbers returns one more than the highest number that a game of the match has.
func (m *Match) numbers() int { return (m.Games + 1) / 2 * 2 * m.Pairings() }

// Opening returns the position that a game begins with: the same for all of a round.
func (m *Match) Opening(number int) movegen.Position {
	if len(m.Openings) == 0 {
		return movegen.StartPosition()
	}
	return m.Openings[m.Round(number)%len(m.Openings)]
}

// errOver is wrapped by the error for an opening in which the game is over.
var errOver = errors.New("the game is over in this position")

// ReadOpenings reads the positions of an EPD or FEN file, one per line, under the rules; see
// notation.EPDReader. The error, which wraps a *notation.EPDError or errOver, is that of the first
// invalid line: a match should not begin with only some of its openings.
func ReadOpenings(r io.Reader, rules movegen.Rules) ([]movegen.Position, error) {
	var openings []movegen.Position
	for reader := notation.NewEPDReader(r, rules); ; {
		line, err := reader.Read()
		if err == io.EOF {
			return openings, nil
		}
		if err != nil {
			return nil, err
		}
		if referee.Start(line.Position).Over() {
			return nil, fmt.Errorf("line %d: %w", reader.Line(), errOver)
		}
		openings = append(openings, line.Position)
	}
}

// ReadGameOpenings reads openings that are given as games in PGN: matches begin in the position
// after the last move of each game's main line, or after plies half-moves if plies is above 0, with
// the castling rights of the rules. The error, which wraps a *pgn.Error, *movegen.FENError or
// errOver, is that of the first invalid game, or wraps pgn.ErrNoGame.
func ReadGameOpenings(r io.Reader, rules movegen.Rules, plies int) ([]movegen.Position, error) {
	var openings []movegen.Position
	reader := pgn.NewReader(r, pgn.Reading{})
	for reader.Next() {
		moves, err := reader.Moves()
		if err != nil {
			return nil, err
		}
		final := reader.Final()
		if plies > 0 && plies < len(moves) {
			final, _ = reader.Start() // set by the reading of Moves
			for _, m := range moves[:plies] {
				final.Make(m)
			}
		}
		position, _, err := rules.ParseFEN(final.FEN())
		if err == nil && referee.Start(position).Over() {
			err = errOver
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", reader.Line(), err)
		}
		openings = append(openings, position)
	}
	return openings, cmp.Or(reader.Err(), reader.NoGame())
}

// Shuffle puts openings into a random order that depends on seed alone.
func Shuffle(openings []movegen.Position, seed uint64) {
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(openings), func(i, j int) {
		openings[i], openings[j] = openings[j], openings[i]
	})
}
