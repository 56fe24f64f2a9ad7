package theme

import "testing"

// Few composed examples of some manoeuvres are known to us; here their geometry is played
// with men that need not force anything.
func TestManoeuvresAreToldByTheirSquares(t *testing.T) {
	tests := []struct {
		name, fen string
		moves     []string
		has       func(*manoeuvre) bool
		want      bool
	}{
		{"a queen follows a rook along the rank", "7k/6pp/8/8/8/8/8/1Q1R2K1 w - - 0 1",
			[]string{"d1f1", "h7h6", "b1e1"}, isBristol, true},
		{"a queen stops before the square that the rook has left", "7k/6pp/8/8/8/8/8/1Q1R2K1 w - - 0 1",
			[]string{"d1f1", "h7h6", "b1c1"}, isBristol, false},
		{"a rook comes nearer to the queen", "7k/6pp/8/8/8/8/8/1Q3RK1 w - - 0 1",
			[]string{"f1d1", "h7h6", "b1c1"}, isBristol, false},
		{"the second leaves the line", "7k/6pp/8/8/8/8/8/1Q1R2K1 w - - 0 1",
			[]string{"d1f1", "h7h6", "b1e4"}, isBristol, false},
		{"Black's queen follows Black's rook", "1q1r4/8/8/k7/8/8/7P/7K w - - 0 1",
			[]string{"h2h3", "d8f8", "h3h4", "b8e8"}, (*manoeuvre).isBlackBristol, true},
		{"Black's queen stops before the square that the rook has left", "1q1r4/8/8/k7/8/8/7P/7K w - - 0 1",
			[]string{"h2h3", "d8f8", "h3h4", "b8c8"}, (*manoeuvre).isBlackBristol, false},
		{"White's queen follows Black's rook", "3r4/8/8/k7/8/8/7P/1Q5K w - - 0 1",
			[]string{"h2h3", "d8f8", "b1b8", "f8g8", "b8e8"}, (*manoeuvre).isBlackBristol, false},
		{"a rook goes back, and a queen moves before it", "R7/7k/3Q4/8/8/8/8/5K2 w - - 0 1",
			[]string{"a8a1", "h7g7", "d6a3", "g7h7", "a3a8"}, isTurton, true},
		{"the queen moves towards the rook", "R7/7k/3Q4/8/8/8/8/5K2 w - - 0 1",
			[]string{"a8a1", "h7g7", "d6a3", "g7h7", "a3a2"}, isTurton, false},
		{"the queen does not come to a crossed square", "R7/7k/3Q4/8/8/8/8/5K2 w - - 0 1",
			[]string{"a8a4", "h7g7", "d6a3", "g7h7", "a3c3"}, isTurton, false},
		{"a rook goes on with a queen behind", "8/7k/3Q4/8/8/8/8/R4K2 w - - 0 1",
			[]string{"a1a5", "h7g7", "d6a3", "g7h7", "a5a8"}, isZepler, true},
		{"a rook goes on with a queen beside", "8/7k/3Q4/8/8/8/8/R4K2 w - - 0 1",
			[]string{"a1a5", "h7g7", "d6b4", "g7h7", "a5a8"}, isZepler, false},
		{"the queen behind goes instead", "8/7k/3Q4/8/8/8/8/R4K2 w - - 0 1",
			[]string{"a1a5", "h7g7", "d6a3", "g7h7", "a3a4"}, isZepler, false},
		{"a bishop crosses, a rook shuts it and opens", "8/8/8/4k3/8/p2B4/8/6KR w - - 0 1",
			[]string{"d3b1", "e5e6", "h1h2", "e6e5", "h2c2", "e5e4", "c2c8"}, isIndian, true},
		{"the rook shuts a square that was not crossed", "8/8/8/4k3/8/p2B4/8/6KR w - - 0 1",
			[]string{"d3b1", "e5e6", "h1h3", "e6e5", "h3d3", "e5e4", "d3d8"}, isIndian, false},
		{"the rook stays on the line", "8/8/8/4k3/8/p2B4/8/6KR w - - 0 1",
			[]string{"d3b1", "e5e6", "h1h2", "e6e5", "h2c2"}, isIndian, false},
		{"the rook shuts another line", "8/8/8/4k3/8/p2B4/8/6KR w - - 0 1",
			[]string{"d3b1", "e5e6", "h1h2", "e6e5", "h2c2", "e5d5", "c2c8"}, isIndian, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, l := follow(t, test.fen, test.moves...)
			if got := test.has(s.manoeuvre(l)); got != test.want {
				t.Errorf("%t", got)
			}
		})
	}
}
