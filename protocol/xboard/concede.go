package xboard

import "alfiere/protocol"

func (a *adapter) drawOffered(string) {
	if a.player.AcceptsDraw(a.score) {
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
