package problem

import (
	"fmt"
	"sync/atomic"
)

// Progress is how far an analysis has come. It looks for mates of every length, the
// shortest first, and tries all first moves before it moves to the next length.
type Progress struct {
	Without    int // no first move mates in up to this many moves
	In         int // the length of the mates looked for last; 0 before the first
	Refuted    int // first moves that are proven not to mate in In moves, nor sooner
	FirstMoves int

	Tried, Changes int // of a search for neighbours; the rest is 0 then
}

// String returns the progress in English.
func (p Progress) String() string {
	if p.Changes > 0 {
		return fmt.Sprintf("%d of %d changes tried", p.Tried, p.Changes)
	}
	return fmt.Sprintf("no mate in up to %d; mate in %d: %d of %d first moves refuted", p.Without, p.In, p.Refuted,
		p.FirstMoves)
}

// Watch lets other goroutines see how far an analysis has come.
type Watch struct{ without, in, refuted, moves, tried, changes atomic.Int32 }

// Progress returns how far the analysis has come by now.
func (w *Watch) Progress() Progress {
	return Progress{
		Without: int(w.without.Load()), In: int(w.in.Load()),
		Refuted: int(w.refuted.Load()), FirstMoves: int(w.moves.Load()),
		Tried: int(w.tried.Load()), Changes: int(w.changes.Load()),
	}
}

// Try notes how many of a diagram's neighbours have been tried.
func (w *Watch) Try(done, of int) {
	w.tried.Store(int32(done))
	w.changes.Store(int32(of))
}

// begin notes that mates in n moves are looked for next. nothing says that no first move
// mates sooner.
func (w *Watch) begin(n int, nothing bool) {
	if nothing {
		w.without.Store(int32(n - 1))
	}
	w.refuted.Store(0)
	w.in.Store(int32(n))
}
