package tournament

import (
	"math"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/protocol/client/arena"
)

// judgedGames are four games, of which the last two are in the wrong order.
var judgedGames = []arena.Game{
	{Number: 0, White: 0, Black: 1, Result: movegen.WhiteWins},
	{Number: 1, White: 1, Black: 0, Result: movegen.Drawn, Termination: arena.MoveLimit, Judged: true, WhitePoints: 0.25,
		Capture: true},
	{Number: 3, White: 1, Black: 0, Result: movegen.WhiteWins, Capture: true},
	{Number: 2, White: 0, Black: 1, Result: movegen.Drawn},
}

func TestTheTableOfTheThesis(t *testing.T) {
	var b strings.Builder
	if err := writeJudged(&b, &outcome{names: []string{"Gnupar", "Gnu"}, games: judgedGames}, "4 games"); err != nil {
		t.Fatal(err)
	}
	const want = `Gnupar - Gnu: 4 games
  rule     4 games
game      first    second
   1     1.000 w   0.000 b
   2 c   0.750 b   0.250 w  judged
   3     0.500 w   0.500 b
   4 c   0.000 b   1.000 w
         2.250     1.750
  Elo      +43.66 [-∞, ∞] (95 %), by these points
  cut      1 of 4 games, and judged
`
	if b.String() != want {
		t.Errorf("%s\nis not%s", b.String(), want)
	}
}

func TestEloByPointsIsThatOfTheTallyWhereNothingIsJudged(t *testing.T) {
	var standing arena.Standing
	var games []arena.Game
	for i, result := range []movegen.Result{movegen.WhiteWins, movegen.Drawn, movegen.Drawn, movegen.Drawn,
		movegen.BlackWins, movegen.BlackWins, movegen.WhiteWins, movegen.Drawn} {
		g := arena.Game{Number: i, White: i % 2, Black: 1 - i%2, Result: result}
		games = append(games, g)
		standing.Add(&g)
	}
	want := standing.Tally(arena.Pairing{First: 0, Second: 1}).Sample().Elo()
	if got := judgementOf(games).Estimate(); math.Abs(got.Difference-want.Difference) > 1e-9 ||
		math.Abs(got.Low-want.Low) > 1e-9 || math.Abs(got.High-want.High) > 1e-9 || got.Difference == 0 {
		t.Errorf("%v, not %v", got, want)
	}
	if one := judgementOf(games[:1]); one.First != 1 || !one.Elo.IsZero() {
		t.Errorf("one game: %+v", one)
	}
}
