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
// score of its last move. It has no say where it plays neither side.
func (p *Player) AcceptsDraw(score search.Score) bool {
	position := p.Position()
	even := max(score, -score) <= evenWithin && position.HalfmoveClock() >= evenAfterPlies
	return !p.Force && p.Len() >= 2*minMovesToDraw && (score <= acceptBelow || even)
}
