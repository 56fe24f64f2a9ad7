package api

import (
	"bufio"
	"os"
	"slices"
	"testing"

	"alfiere/movegen"
)

// TestMapsAreThoseOfMovedKings puts the king on every square beside it, and looks who attacks it there.
func TestMapsAreThoseOfMovedKings(t *testing.T) {
	file, err := os.Open("../../problem/testdata/two_movers.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	flights, guards := 0, 0
	for n, lines := 0, bufio.NewScanner(file); n < 60 && lines.Scan(); n++ {
		p, err := movegen.ParseFEN(lines.Text())
		if err != nil {
			continue
		}
		answer := asked(t, "position", `{"text":"`+lines.Text()+`","maps":"w"}`)
		king := p.King(movegen.Black)
		for s := range movegen.NoSquare {
			there := p.Builder()
			there.Board[king] = movegen.NoPiece
			own := there.Board[s].Type() != movegen.NoPieceType && there.Board[s].Color() == movegen.Black
			there.Board[s] = p.PieceAt(king)
			there.Side, there.CastlingRooks, there.EnPassant = movegen.Black, 0, movegen.NoSquare
			moved, _, err := there.Build(movegen.Rules{Composed: true})
			if err != nil {
				continue // the other king stands there, or beside it
			}
			attacked := moved.IsAttacked(s, movegen.White)
			listed, _ := answer["guards"].(map[string]any)[s.String()].([]any)
			if len(listed) != moved.AttackersTo(s, moved.Occupied()).Count()-(moved.AttackersTo(s, moved.Occupied())&moved.ByColor(movegen.Black)).Count() {
				t.Errorf("%s: %v is guarded by %v", lines.Text(), s, listed)
			}
			flight := slices.Contains(answer["flights"].([]any), any(s.String()))
			if flight != (movegen.KingAttacks(king).Has(s) && !own && !attacked) {
				t.Errorf("%s: %v is a flight: %t", lines.Text(), s, flight)
			}
			if guards += len(listed); flight {
				flights++
			}
		}
	}
	if flights < 20 || guards < 500 {
		t.Errorf("%d flights, %d guards", flights, guards)
	}
	if plain := asked(t, "position", `{"text":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"}`); plain["flights"] != nil || plain["guards"] != nil {
		t.Error(plain)
	}
	s, _ := New(1, 0)
	if _, err := s.Do(t.Context(), "position", []byte(`{"text":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1","maps":"white"}`), silent); err == nil {
		t.Error("a third side has maps")
	}
}
