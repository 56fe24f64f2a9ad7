package protocol

import (
	"testing"

	"alfiere/search"
)

func TestWDL(t *testing.T) {
	lastWin := -1
	for s := 1 - search.MateScore; s < search.MateScore; s++ {
		win, draw, loss := WDL(s)
		if win < 0 || draw < 0 || loss < 0 || win+draw+loss != 1000 {
			t.Fatalf("score %d: %d %d %d", s, win, draw, loss)
		}
		if mirrorWin, _, mirrorLoss := WDL(-s); mirrorWin != loss || mirrorLoss != win {
			t.Fatalf("score %d: %d %d, the other side %d %d", s, win, loss, mirrorWin, mirrorLoss)
		}
		if win < lastWin {
			t.Fatalf("score %d wins less than %d", s, s-1)
		}
		lastWin = win
	}
	if win, _, _ := WDL(evenChance); win != 500 {
		t.Errorf("at %v centipawns %d of 1000 are won", evenChance, win)
	}
}
