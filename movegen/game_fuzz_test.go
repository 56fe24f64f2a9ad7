package movegen_test

import (
	"errors"
	"testing"

	"alfiere/movegen"
)

// FuzzGame reads three bytes a move: from, to and promotion piece.
func FuzzGame(f *testing.F) {
	f.Add([]byte{12, 28, 0, 52, 36, 0, 5, 26, 0, 57, 42, 0, 3, 39, 0, 62, 45, 0, 39, 53, 0}, uint8(0)) // fool's mate
	f.Add([]byte{6, 21, 0, 62, 45, 0, 21, 6, 0, 45, 62, 0}, uint8(1))
	f.Add([]byte{255, 64, 7}, uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, rule uint8) {
		g := movegen.Referee{Draws: movegen.DrawRule(rule % 3)}.Start(movegen.StartPosition())
		for data = data[:min(len(data), 600)]; len(data) >= 3; data = data[3:] {
			before, outcome, moves := g.Position(), g.Outcome(), g.Len()
			if data[0] >= 128 && data[1] >= 128 {
				if g.TakeBack(int(data[2]%4)) != nil && (g.Position() != before || g.Len() != moves) {
					t.Fatal("a refused take-back changed the game")
				}
				continue
			}
			err := g.Move(movegen.Square(data[0]), movegen.Square(data[1]), movegen.PieceType(data[2]))
			switch {
			case err != nil && !errors.As(err, new(*movegen.RefusalError)):
				t.Fatalf("the move is refused with %T", err)
			case err != nil && (g.Position() != before || g.Outcome() != outcome || g.Len() != moves):
				t.Fatalf("the move refused with %v changed the game", err)
			case err == nil && (g.Len() != moves+1 || outcome.Result != movegen.Ongoing):
				t.Fatalf("a move was played in a game with %v", outcome)
			}
			p := g.Position()
			again, err := movegen.ParseFEN(p.FEN())
			if err != nil || again != p {
				t.Fatalf("%s is no position of a game: %v", p.FEN(), err)
			}
		}
	})
}
