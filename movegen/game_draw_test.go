package movegen_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// dance is four moves after which the pieces are on their initial squares again.
var dance = []string{"g1f3", "g8f6", "f3g1", "f6g8"}

func TestRepetitionsEndTheGameByTheRule(t *testing.T) {
	for rule, want := range []struct {
		plies  int // after which the game is over, 0 for never
		ending movegen.Ending
	}{
		movegen.DrawsAtOnce:  {8, movegen.ThreefoldRepetition},
		movegen.DrawsByClaim: {16, movegen.FivefoldRepetition},
		movegen.DrawsNever:   {0, movegen.NotEnded},
	} {
		g := movegen.Referee{Draws: movegen.DrawRule(rule)}.Start(movegen.StartPosition())
		for !g.Over() && g.Len() < 300 {
			if want := g.Len()/4 + 1; g.Repetitions() != want {
				t.Fatalf("rule %d: after %d plies the position has stood %d times, not %d", rule, g.Len(), g.Repetitions(), want)
			}
			playAll(t, g, dance[g.Len()%4])
		}
		if g.Over() && g.Len() != want.plies || g.Outcome().Ending != want.ending {
			t.Errorf("rule %d: %v after %d plies", rule, g.Outcome(), g.Len())
		}
	}
}

// slowRepetitions compares the whole past as text.
func slowRepetitions(g *movegen.Game) int {
	now := g.Position()
	count := 1
	for before := range g.Plies() {
		if before.EPD() == now.EPD() {
			count++
		}
	}
	return count
}

func TestRepetitionsAreThoseThatAWalkThroughThePastCounts(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	starts := []string{movegen.StartFEN, "r3k2r/8/8/3p4/4P3/8/8/R3K2R w KQkq - 40 60",
		"4k3/2p1p3/8/1P1P4/1p1p4/8/2P1P3/4K3 w - - 0 1", "8/8/8/8/8/1k6/8/K1R5 w - - 0 1"}
	repeated := 0
	for i := range 40 {
		g := startGame(t, movegen.Referee{Draws: movegen.DrawsNever}, starts[i%len(starts)])
		for range 120 {
			moves := g.MovesOf(side(g))
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			if past := g.Moves(); len(past) > 1 && random.IntN(3) > 0 { // step back if possible
				last := past[len(past)-2]
				if back := movegen.MakeMove(last.To(), last.From(), movegen.Normal); slices.Contains(moves, back) {
					m = back
				}
			}
			must.Do(t, g.Play(m))
			got, want := g.Repetitions(), slowRepetitions(g)
			if got != want {
				p := g.Position()
				t.Fatalf("%s after %v: %d, not %d", p.FEN(), g.Moves(), got, want)
			}
			if got > 2 {
				repeated++
			}
		}
	}
	if repeated < 100 {
		t.Errorf("only %d positions stood three times: the test tests little", repeated)
	}
}

func side(g *movegen.Game) movegen.Color {
	p := g.Position()
	return p.Side()
}

func TestResigningAndAgreeing(t *testing.T) {
	ends := []struct {
		name  string
		moves []string
		end   func(*movegen.Game) error
		want  movegen.Outcome
	}{
		{"White gives up", nil, (*movegen.Game).Resign, movegen.Outcome{Result: movegen.BlackWins, Ending: movegen.Resignation}},
		{"Black gives up", []string{"e2e4"}, (*movegen.Game).Resign, movegen.Outcome{Result: movegen.WhiteWins, Ending: movegen.Resignation}},
		{"both agree", nil, (*movegen.Game).AgreeDraw, movegen.Outcome{Result: movegen.Drawn, Ending: movegen.Agreement}},
		{"a repetition is claimed", slices.Concat(dance, dance), (*movegen.Game).ClaimDraw,
			movegen.Outcome{Result: movegen.Drawn, Ending: movegen.ThreefoldRepetition}},
	}
	for _, test := range ends {
		t.Run(test.name, func(t *testing.T) {
			g := movegen.Referee{Draws: movegen.DrawsByClaim}.Start(movegen.StartPosition())
			playAll(t, g, test.moves...)
			if err := test.end(g); err != nil || g.Outcome() != test.want {
				t.Fatalf("error %v, outcome %v", err, g.Outcome())
			}
			for _, again := range []func(*movegen.Game) error{(*movegen.Game).Resign, (*movegen.Game).AgreeDraw, (*movegen.Game).ClaimDraw} {
				if err := again(g); !errors.Is(err, movegen.ErrGameOver) || g.Outcome() != test.want {
					t.Errorf("ending it again gives %v and %v", err, g.Outcome())
				}
			}
			if moves := g.AllMoves(); len(moves) != 0 {
				t.Errorf("in a game that is over there are the moves %v", moves)
			}
			if winner, ok := g.Outcome().Winner(); ok && movegen.WinFor(winner) != test.want.Result {
				t.Errorf("the winner is %v", winner)
			}
		})
	}
}

func TestOnlyADrawOnTheBoardCanBeClaimed(t *testing.T) {
	g := movegen.Referee{Draws: movegen.DrawsByClaim}.Start(movegen.StartPosition())
	playAll(t, g, dance...)
	if err := g.ClaimDraw(); !errors.Is(err, movegen.ErrNoClaim) || g.Over() {
		t.Errorf("a position that has stood twice is claimed: %v, %v", err, g.Outcome())
	}
	g = startGame(t, movegen.Referee{Draws: movegen.DrawsNever}, "3R2k1/5ppp/8/8/8/8/8/4K3 b - - 100 99")
	if err := g.ClaimDraw(); !errors.Is(err, movegen.ErrGameOver) || g.Draw() != movegen.NotEnded {
		t.Errorf("a mate is claimed as a draw: %v", err)
	}
}

func TestNothingPanicsWhateverTheSquares(t *testing.T) {
	games := []*movegen.Game{movegen.NewGame(), new(movegen.Game)}
	for _, g := range games {
		for _, s := range []movegen.Square{0, 63, movegen.NoSquare, 65, 255} {
			for _, promotion := range []movegen.PieceType{0, 1, 5, 6, 7, 255} {
				for _, err := range []error{g.Move(s, movegen.NoSquare, promotion), g.Move(movegen.NoSquare, s, promotion), g.Move(s, s, promotion)} {
					if err == nil || err.Error() == "" {
						t.Errorf("a move with square %d and promotion %d gives %v", s, promotion, err)
					}
				}
			}
			g.MovesFrom(s)
		}
		g.AllMoves()
		g.Draw()
		g.Repetitions()
	}
	for code := range 256 {
		for _, text := range []string{movegen.Ending(code).String(), movegen.Result(code).String(),
			(&movegen.RefusalError{Reason: movegen.Reason(code)}).Error()} {
			if text == "" {
				t.Errorf("code %d has no words", code)
			}
		}
	}
}

func BenchmarkPositionWithFiveHundredMoves(b *testing.B) {
	var moves []movegen.Move
	g := movegen.Referee{Draws: movegen.DrawsNever}.Start(movegen.StartPosition())
	for g.Len() < 500 {
		playAll(b, g, dance[g.Len()%4])
	}
	moves = g.Moves()
	b.ReportAllocs()
	for b.Loop() {
		g := movegen.Referee{Draws: movegen.DrawsNever}.Start(movegen.StartPosition())
		for _, m := range moves {
			must.Do(b, g.Play(m))
		}
	}
}

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
