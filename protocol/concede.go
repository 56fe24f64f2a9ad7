package protocol

import "alfiere/search"

// When a draw offer is accepted: the engine's last score was bad, or the game is even
// and has not moved on for a while. The engine itself offers none.
const (
	acceptBelow    = -50 // centipawns
	evenWithin     = 10  // centipawns
	evenAfterPlies = 50  // half-moves without capture or pawn move
	minMovesToDraw = 10  // of the engine, so that no early slip decides
)

// AcceptsDraw reports whether the engine agrees to a draw that its opponent offers, given the
// score of its last move. It is false if the engine plays neither side.
func (p *Player) AcceptsDraw(score search.Score) bool {
	position := p.Position()
	return !p.Force && p.controller.settings.AcceptsDraw(score, position.HalfmoveClock(), p.Len())
}

// AcceptsDraw reports whether an engine of these settings agrees to a draw given its score. The
// game has lasted plies half-moves, the last quiet of them without a capture or pawn move.
func (Settings) AcceptsDraw(score search.Score, quiet, plies int) bool {
	even := max(score, -score) <= evenWithin && quiet >= evenAfterPlies
	return plies >= 2*minMovesToDraw && (score <= acceptBelow || even)
}
