package xboard

import "alfiere/protocol"

func (a *adapter) drawOffered(string) {
	if a.player.AcceptsDraw(a.score) {
		a.out.Printf("offer draw")
	}
}

// resigns reports whether to resign instead of making the move found: enough searches
// in a row have judged the game lost.
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
