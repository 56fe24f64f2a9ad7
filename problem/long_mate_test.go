package problem

import "testing"

// TestLongMates solves problems of five to eight moves from a public collection for
// testing engines (matetrack); its lengths and these keys were found independently.
func TestLongMates(t *testing.T) {
	cases := []struct {
		fen   string
		moves int
		key   string
		slow  bool
	}{
		{"1B6/1B6/8/1k6/8/1K6/1P6/8 w - - 0 1", 5, "b8a7", false},
		{"1b6/kPp5/p1P5/R5Rr/P1N1P3/8/6p1/6Kb w - - 0 1", 5, "g5c5", false},
		{"1B4n1/p7/1p1R4/8/2R5/4K3/n3pppp/4kbr1 w - - 0 1", 5, "d6c6", false},
		{"1bqQ1B2/1r6/2P1r3/1P2P3/1p5p/3PpP2/4P1pp/R3K1kb w Q - 0 1", 5, "f8h6", true},
		{"1K1k1BB1/8/4P3/2p1P3/2p4b/8/8/8 w - - 0 1", 6, "f8d6", false},
		{"1b6/8/4pp2/1pQbkp2/5p2/5P2/4K3/8 w - - 0 1", 6, "e2d2", true},
		{"1b6/8/1p6/N2N1KBk/4P3/8/8/b7 w - - 0 1", 6, "a5c4", true},
		{"1b1B4/kP1N4/P6p/1P1n3P/p5p1/P4pP1/5P2/7K w - - 0 1", 7, "d8a5", true},
		{"1B6/8/8/7p/8/8/P4K2/7k w - - 0 1", 8, "a2a4", false},
		{"1r6/8/8/8/1P3p2/p6B/3p1pp1/3Kbkrb w - - 0 1", 8, "h3f5", false},
	}
	for _, c := range cases {
		if c.slow && !long() {
			continue
		}
		report := analyse(t, composed(t, c.fen), Options{Moves: c.moves, Threads: 2})
		if report.Verdict != Sound || report.Keys[0].Move.String() != c.key {
			t.Errorf("%s: %v with %d keys, want the key %s alone", c.fen, report.Verdict, len(report.Keys), c.key)
		}
	}
}
