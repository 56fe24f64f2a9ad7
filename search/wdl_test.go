package search

import "testing"

func TestWDL(t *testing.T) {
	lastWin := -1
	for s := -MateScore; s <= MateScore; s++ {
		win, draw, loss := s.WDL()
		if win < 0 || draw < 0 || loss < 0 || win+draw+loss != 1000 {
			t.Fatalf("score %d: %d %d %d", s, win, draw, loss)
		}
		if mirrorWin, _, mirrorLoss := (-s).WDL(); mirrorWin != loss || mirrorLoss != win {
			t.Fatalf("score %d: %d %d, the other side %d %d", s, win, loss, mirrorWin, mirrorLoss)
		}
		if win < lastWin {
			t.Fatalf("score %d wins less than %d", s, s-1)
		}
		lastWin = win
	}
	if win, _, _ := Score(evenChance).WDL(); win != 500 {
		t.Errorf("at %v centipawns %d of 1000 are won", evenChance, win)
	}
}
