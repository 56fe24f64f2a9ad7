package protocol

import (
	"math/rand/v2"
	"testing"

	"alfiere/movegen"
)

// TestPlayableLikeReferee compares the cutting of lines with a referee that knows every
// rule by itself, on random games that like to go back and forth.
func TestPlayableLikeReferee(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	ends := 0
	for range 3000 {
		position, err := movegen.ParseFEN([]string{
			"7k/8/8/8/8/8/8/KQ6 w - - 90 100", "7k/8/8/8/8/8/8/K5R1 w - - 0 1", movegen.StartFEN,
			"k7/8/1K6/8/8/8/8/7R b - - 97 80"}[random.IntN(4)])
		if err != nil {
			t.Fatal(err)
		}
		game := movegen.Follower().Start(position)
		for range random.IntN(8) {
			playRandom(game, random)
		}
		j := &job{root: game.Position(), history: game.Keys()}
		referee := game
		var line []movegen.Move
		want := -1
		for len(line) < 14 {
			m, ok := playRandom(referee, random)
			if !ok {
				break
			}
			line = append(line, m)
			if want < 0 && ended(referee) {
				want = len(line)
				ends++
			}
		}
		if random.IntN(3) == 0 {
			line = append(line, movegen.MakeMove(movegen.A1, movegen.A1, movegen.Normal))
			if want < 0 {
				want = len(line) - 1
			}
		} else if want < 0 {
			want = len(line)
		}
		if got := j.legalPrefix(line); len(got) != want {
			t.Fatalf("from %s the line %v is cut after %d moves, want %d", j.root.FEN(), line, len(got), want)
		}
	}
	if ends < 100 {
		t.Errorf("only %d lines ended the game: the test tests nothing", ends)
	}
}

// ended reports whether the game has ended in a way after which a line is cut.
func ended(g *movegen.Game) bool {
	position := g.Position()
	return g.Over() || g.Repetitions() >= 3 || position.HalfmoveClock() >= 100
}

// playRandom plays a random move; half of the time it goes back where it came from.
func playRandom(g *movegen.Game, random *rand.Rand) (movegen.Move, bool) {
	position := g.Position()
	var list movegen.MoveList
	position.LegalMoves(&list)
	if list.Len() == 0 {
		return movegen.NoMove, false
	}
	m := list.At(random.IntN(list.Len()))
	if moves := g.Moves(); len(moves) >= 2 && random.IntN(4) > 0 {
		last := moves[len(moves)-2]
		if back := movegen.MakeMove(last.To(), last.From(), movegen.Normal); position.IsLegal(back) {
			m = back
		}
	}
	return m, g.Play(m) == nil
}
