package arena_test

import (
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/protocol/arena"
)

func TestChess960BeginsWithAllItsPositions(t *testing.T) {
	seen := map[movegen.Key]bool{}
	for number := range arena.Chess960Starts {
		p := arena.Chess960Start(number)
		seen[p.Key()] = true
		rank, _, _ := strings.Cut(p.FEN(), "/")
		king := strings.IndexByte(rank, 'k')
		if king < strings.IndexByte(rank, 'r') || king > strings.LastIndexByte(rank, 'r') ||
			(strings.IndexByte(rank, 'b')+strings.LastIndexByte(rank, 'b'))%2 == 0 || !strings.HasSuffix(p.FEN(), "w KQkq - 0 1") {
			t.Errorf("%d: %s", number, p.FEN())
		}
	}
	if len(seen) != arena.Chess960Starts {
		t.Errorf("%d different positions", len(seen))
	}
	// Numbers as in the table of R. Scharnagl.
	for number, want := range map[int]string{0: "bbqnnrkr", 518: "rnbqkbnr", 534: "rnbkqbnr", 959: "rkrnnqbb"} {
		p := arena.Chess960Start(number)
		if rank, _, _ := strings.Cut(p.FEN(), "/"); rank != want {
			t.Errorf("%d is %s, not %s", number, rank, want)
		}
	}
}

func TestOpeningsKeepTheRightsOfTheirVariant(t *testing.T) {
	const fen = "1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1"
	for _, test := range []struct {
		name string
		read func(text string) ([]movegen.Position, error)
		want string
	}{
		{"standard", func(s string) ([]movegen.Position, error) { return arena.ReadOpenings(strings.NewReader(s)) }, "-"},
		{"Chess960", func(s string) ([]movegen.Position, error) { return arena.ReadChess960Openings(strings.NewReader(s)) }, "Qq"},
	} {
		positions, err := test.read(fen)
		if err != nil || len(positions) != 1 || strings.Fields(positions[0].FEN())[2] != test.want {
			t.Errorf("%s: %v, %v", test.name, positions, err)
		}
	}
}
