package syzygy

import "alfiere/movegen"

// WDL is the value of a position, or of a move, for the side to move.
type WDL int8

// The values. A cursed win can be forced, but takes more than fifty moves without a capture
// or pawn move, so that the rule makes it a draw; a blessed loss is the other side's view.
const (
	Loss WDL = iota - 2
	BlessedLoss
	Draw
	CursedWin
	Win
)

// String returns the value in words.
func (v WDL) String() string {
	if v < Loss || v > Win {
		return "no value"
	}
	return [...]string{"loss", "blessed loss", "draw", "cursed win", "win"}[v-Loss]
}

// sign returns 1 for wins of any kind, -1 for losses, 0 for a draw.
func (v WDL) sign() int {
	switch {
	case v > Draw:
		return 1
	case v < Draw:
		return -1
	}
	return 0
}

// Move is a legal move with its value and distance, from the mover's point of view.
type Move struct {
	Move movegen.Move
	WDL  WDL

	// DTZ is the distance from before the move to the next capture or pawn move of best play, in
	// half-moves: positive if the mover wins, negative if it loses, 0 for a draw. It is 1 for a
	// move that mates, captures or moves a pawn and wins, above 100 if the 50-move rule prevents
	// the win. With tables that count in moves it is sometimes one too small.
	DTZ int
}
