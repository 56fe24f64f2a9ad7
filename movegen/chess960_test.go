package movegen_test

import (
	"strings"
	"testing"

	"alfiere/movegen"
)

func TestChess960BeginsWithAllItsPositions(t *testing.T) {
	seen := map[movegen.Key]bool{}
	for number := range movegen.Chess960Starts {
		p := movegen.Chess960Start(number)
		seen[p.Key()] = true
		rank, _, _ := strings.Cut(p.FEN(), "/")
		king := strings.IndexByte(rank, 'k')
		if king < strings.IndexByte(rank, 'r') || king > strings.LastIndexByte(rank, 'r') ||
			(strings.IndexByte(rank, 'b')+strings.LastIndexByte(rank, 'b'))%2 == 0 || !strings.HasSuffix(p.FEN(), "w KQkq - 0 1") {
			t.Errorf("%d: %s", number, p.FEN())
		}
	}
	if len(seen) != movegen.Chess960Starts {
		t.Errorf("%d different positions", len(seen))
	}
	// Numbers as in the table of R. Scharnagl.
	for number, want := range map[int]string{0: "bbqnnrkr", 518: "rnbqkbnr", 534: "rnbkqbnr", 959: "rkrnnqbb"} {
		p := movegen.Chess960Start(number)
		if rank, _, _ := strings.Cut(p.FEN(), "/"); rank != want {
			t.Errorf("%d is %s, not %s", number, rank, want)
		}
	}
}
