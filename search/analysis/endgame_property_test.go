package analysis

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/tt/syzygy"
)

// TestReportsAgreeWithThemselves asks real tables for random positions, with any clock: the
// best move has the value and distance of the position, all moves are told once, and groups
// and lines are as wide as they may be.
func TestReportsAgreeWithThemselves(t *testing.T) {
	tables, err := syzygy.Open("../../tt/syzygy/testdata")
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	rng := rand.New(rand.NewPCG(3, 8))
	for asked := 0; asked < 3000; {
		b := movegen.Builder{EnPassant: movegen.NoSquare, HalfmoveClock: rng.IntN(120), FullmoveNumber: 90, Side: movegen.Color(rng.IntN(2))}
		men := []movegen.Piece{movegen.MakePiece(movegen.White, movegen.King), movegen.MakePiece(movegen.Black, movegen.King),
			movegen.MakePiece(movegen.Color(rng.IntN(2)), movegen.PieceType(1+rng.IntN(5)))}
		for _, man := range men {
			b.Board[rng.IntN(64)] = man
		}
		p, _, err := b.Build(movegen.Rules{})
		if err != nil || p.Occupied().Count() != len(men) {
			continue
		}
		asked++
		r, err := Endgame(tables, p)
		if err != nil {
			t.Fatalf("%s: %v", p.FEN(), err)
		}
		if len(r.Moves) != len(p.Moves()) || len(r.Moves) > 0 && (*r.Moves[0].WDL != *r.WDL || *r.Moves[0].DTZ != *r.DTZ) {
			t.Fatalf("%s: %+v", p.FEN(), r)
		}
		width := 50 + rng.IntN(80)
		lines := r.Lines(notation.English, width)
		var told []string
		for _, line := range lines[1:] {
			if strings.HasPrefix(line, "but the clock") || strings.HasPrefix(line, "the clock") {
				continue
			}
			if len(line) > width {
				t.Errorf("%s: a line of %d characters, not %d: %s", p.FEN(), len(line), width, line)
			}
			told = append(told, strings.Fields(line)...)
		}
		for _, m := range r.Moves {
			san := m.SAN
			if at := slices.Index(told, san); at < 0 || slices.Contains(told[at+1:], san) {
				t.Fatalf("%s: %s is not told once:\n%s", p.FEN(), san, strings.Join(lines, "\n"))
			}
		}
	}
}
