package arena

import (
	"fmt"

	"alfiere/movegen"
)

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
