package arena

import (
	"alfiere/movegen"
	"alfiere/tt/syzygy"
)

// endgames are endgame tables such as *syzygy.Tables. Concurrent games use them at the same time.
type endgames interface {
	// WDL returns the value for the side to move with the 50-move clock at zero.
	WDL(p *movegen.Position) (value syzygy.WDL, ok bool)

	// DTZ returns the distance to the next capture or pawn move in half-moves, below zero
	// if the side to move loses. It may be one too small.
	DTZ(p *movegen.Position) (distance int, ok bool)
}

// lastPly is the half-move of the 50-move clock by which a win must reach its next capture or pawn
// move to be certain. It is not 100 because distances may be one too small.
const lastPly = 99

// tableVerdict returns the result of a position by the tables: Ongoing if they do not have it, or
// if its clock may prevent the win. A later move then decides.
func tableVerdict(tables endgames, p *movegen.Position) (result movegen.Result, reason string) {
	value, ok := tables.WDL(p)
	switch {
	case !ok:
		return movegen.Ongoing, ""
	case value == syzygy.Draw:
		return movegen.Drawn, "endgame tables: a draw"
	case value != syzygy.Win && value != syzygy.Loss: // and no other clock improves it
		return movegen.Drawn, "endgame tables: a draw by the fifty-move rule"
	}
	if clock := p.HalfmoveClock(); clock > 0 {
		distance, ok := tables.DTZ(p)
		if !ok || clock+max(distance, -distance) > lastPly {
			return movegen.Ongoing, ""
		}
	}
	winner := p.Side()
	if value == syzygy.Loss {
		winner = winner.Other()
	}
	if winner == movegen.White {
		return movegen.WhiteWins, "endgame tables: White wins"
	}
	return movegen.BlackWins, "endgame tables: Black wins"
}
