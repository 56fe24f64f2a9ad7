package movegen

import "iter"

// Len returns the number of moves played, one of each side counting two.
func (g *Game) Len() int { return len(g.past) }

// Start returns the position in which the game began.
func (g *Game) Start() Position {
	if len(g.past) == 0 {
		return g.position
	}
	return g.past[0].before
}

// Moves returns the moves played, oldest first.
func (g *Game) Moves() []Move {
	moves := make([]Move, len(g.past))
	for i := range g.past {
		moves[i] = g.past[i].move
	}
	return moves
}

// Plies yields the moves played, oldest first, each with the position in which it was
// played, as needed to write them.
func (g *Game) Plies() iter.Seq2[Position, Move] {
	return func(yield func(Position, Move) bool) {
		for _, p := range g.past {
			if !yield(p.before, p.move) {
				return
			}
		}
	}
}

// Keys returns the keys of the positions before the current one, oldest first.
func (g *Game) Keys() []Key {
	keys := make([]Key, len(g.past))
	for i := range g.past {
		keys[i] = g.past[i].before.key
	}
	return keys
}

// Repetitions returns how many times the current position has been on the board, this
// time included, by FIDE's rule (article 9.2): the same side is to move, and the
// castling rights and the possible en-passant captures are the same.
func (g *Game) Repetitions() int { return g.times }

// countTimes counts on from the last time that the position was on the board.
func (g *Game) countTimes() int {
	oldest := max(0, len(g.past)-g.position.HalfmoveClock())
	for i := len(g.past) - 4; i >= oldest; i -= 2 { // pieces that have moved need four plies to come back
		if g.past[i].before.same(&g.position) {
			return g.past[i].times + 1
		}
	}
	return 1
}

// same reports whether p and other are the same position, apart from the counters.
// Equal keys alone could be a collision.
func (p *Position) same(other *Position) bool {
	return p.key == other.key && p.board == other.board && p.side == other.side &&
		p.castling == other.castling && p.enPassant == other.enPassant
}
