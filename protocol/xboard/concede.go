package xboard

import "alfiere/protocol"

// When a draw offer is accepted: the engine's last score was bad, or the game is even
// and has not moved on for a while. The engine itself offers none.
const (
	acceptBelow    = -50 // centipawns
	evenWithin     = 10  // centipawns
	evenAfterPlies = 50  // half-moves without capture or pawn move
	minMovesToDraw = 10  // of the engine, so that no early slip decides
)

func (a *adapter) drawOffered(string) {
	position := a.player.Position()
	even := max(a.score, -a.score) <= evenWithin && position.HalfmoveClock() >= evenAfterPlies
	if !a.player.Force && a.player.Len() >= 2*minMovesToDraw && (a.score <= acceptBelow || even) {
		a.out.Printf("offer draw")
	}
}

// resigns reports whether the game is given up instead of making the move that a
// search has found: so many searches in a row have said that it is lost.
func (a *adapter) resigns(f *protocol.Finished) bool {
	settings := a.controller.Settings()
	lost := settings.ResignScore > 0 && !f.FromBook && int(f.Score) <= -settings.ResignScore
	if !lost {
		a.hopeless = 0
		return false
	}
	a.hopeless++
	return a.hopeless >= settings.ResignMoves
}
