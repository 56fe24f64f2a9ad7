package client

import "testing"

func TestScoresAnnounceMates(t *testing.T) {
	for _, n := range []int{-maxMate, -3, -1, 0, 1, 2, maxMate} {
		if moves, ok := MateIn(n).Mate(); !ok || moves != n {
			t.Errorf("mate in %d is read as %d, %v", n, moves, ok)
		}
	}
	if moves, ok := MateIn(1 << 40).Mate(); !ok || moves != maxMate {
		t.Errorf("a mate beyond all is in %d, %v", moves, ok)
	}
	for _, centipawns := range []int64{0, -300, 1 << 40, -1 << 40} {
		if moves, ok := clampScore(centipawns).Mate(); ok {
			t.Errorf("%d centipawns announce mate in %d", centipawns, moves)
		}
	}
}

func TestTheHitsBeforeATabAreRead(t *testing.T) {
	for _, test := range []struct {
		line string
		hits uint64
	}{
		{"9 31 5 400 12 8000 77\te2e4 e7e5", 77}, {"9 31 5 400 12 8000 3 4 77\te2e4", 77}, {"9 31 5 400 77\te2e4", 77},
		{"9 31 5 400\te2e4", 0}, {"9 31 5 400 12 8000 77 e2e4", 0}, {"9 31 5 400 e2e4 12\te7e5", 0}, {"9 31 5 400 -3 -4\te2e4", 0},
	} {
		var r Report
		if parseThinking(test.line, &r); r.TBHits != test.hits || r.Nodes != 400 {
			t.Errorf("%q is read as %+v", test.line, r)
		}
	}
}

// FuzzReports reads lines of engines that may be anything.
func FuzzReports(f *testing.F) {
	f.Add("depth 9 score cp 31 nodes 3400 time 12")
	f.Add("score mate 3 depth")
	f.Add("depth x nodes -7 time 99999999999999999999 score mate -9223372036854775808")
	f.Add("12& 31 5 400 e2e4")
	f.Add("999999999999 100001 -2 3")
	f.Add("9 31 5 400 12 -7\te2e4")
	f.Fuzz(func(t *testing.T, line string) {
		var search pendingSearch
		var thinking Report
		search.info(line)
		parseThinking(line, &thinking)
		for _, r := range []Report{search.report, thinking} {
			if r != (Report{}) && (r.Depth < 1 || r.Elapsed < 0 || r.Score > MateIn(1) || r.Score < MateIn(0)) {
				t.Errorf("%q is read as %+v", line, r)
			}
		}
	})
}
