package arena

import (
	"context"
	"strings"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol/client"
)

// script is a player that plays given moves, telling given scores at depth 1; where
// there is no score left it tells nothing.
type script struct {
	moves  []string
	scores []client.Score
	late   time.Duration // how long it takes for its last move

	offers  int  // the number of the move with which it offers a draw; 0 is none
	accepts bool // a draw that it is offered
	resigns bool // instead of its last move

	made int
}

func (s *script) NewGame(context.Context, client.Setup) error {
	s.made = 0
	return nil
}

func (s *script) Move(_ context.Context, turn client.Turn) (reply client.Reply, err error) {
	switch {
	case s.accepts && turn.DrawOffered:
		return client.Reply{AcceptsDraw: true}, nil
	case s.resigns && s.made == len(s.moves)-1:
		return client.Reply{Resigns: true}, nil
	}
	position := turn.Game.Position()
	if reply.Move, err = notation.ParseMove(&position, s.moves[s.made%len(s.moves)], notation.English); err != nil {
		return reply, &client.UnplayableError{Text: s.moves[s.made%len(s.moves)], Err: err}
	}
	if s.made < len(s.scores) {
		reply.Report = client.Report{Depth: 1, Score: s.scores[s.made]}
	}
	reply.OffersDraw = s.made+1 == s.offers
	if s.made++; s.made == len(s.moves) {
		time.Sleep(s.late)
	}
	return reply, nil
}

func (s *script) Ponder(context.Context, client.Turn) error { return nil }

func (s *script) Close() error { return nil }

func TestGamesEndAsTheyShould(t *testing.T) {
	t.Parallel()
	shuffle := func(scores ...client.Score) *script { return &script{moves: []string{"Nf3", "Ng1"}, scores: scores} }
	reply := func(scores ...client.Score) *script { return &script{moves: []string{"Nf6", "Ng8"}, scores: scores} }
	tests := []struct {
		name         string
		fen          string
		white, black *script
		rules        Rules
		plies        int
		result       movegen.Result
		termination  Termination
		reason       string
	}{
		{name: "mate", white: &script{moves: []string{"f3", "g4"}}, black: &script{moves: []string{"e5", "Qh4#"}},
			plies: 4, result: movegen.BlackWins, reason: "checkmate"},
		{name: "stalemate", fen: "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", white: &script{moves: []string{"Qf7"}}, black: reply(),
			plies: 1, result: movegen.Drawn, reason: "stalemate"},
		{name: "three repetitions", white: shuffle(), black: reply(), plies: 8, result: movegen.Drawn, reason: "threefold repetition"},
		{name: "fifty moves", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 98 80", white: shuffle(), black: reply(),
			plies: 2, result: movegen.Drawn, reason: "fifty moves"},
		{name: "nobody can mate", fen: "7k/8/8/8/8/8/1p6/K7 w - - 0 1", white: &script{moves: []string{"Kxb2"}}, black: reply(),
			plies: 1, result: movegen.Drawn, reason: "neither side can mate"},
		{name: "mate comes before fifty moves", fen: "7k/8/6K1/8/8/8/8/R7 w - - 99 80", white: &script{moves: []string{"Ra8#"}}, black: reply(),
			plies: 1, result: movegen.WhiteWins, reason: "checkmate"},

		{name: "a draw is offered and accepted", white: &script{moves: []string{"Nf3", "Ng1"}, offers: 2}, black: &script{moves: []string{"Nf6"}, accepts: true},
			plies: 3, result: movegen.Drawn, reason: "agreement"},
		{name: "a draw is offered and declined", white: &script{moves: []string{"Nf3", "Ng1"}, offers: 1}, black: reply(),
			plies: 8, result: movegen.Drawn, reason: "threefold"},
		{name: "both offer a draw in turn, and neither accepts", white: &script{moves: []string{"Nf3", "Ng1"}, offers: 1},
			black: &script{moves: []string{"Nf6", "Ng8"}, offers: 1}, plies: 8, result: movegen.Drawn, reason: "threefold"},
		{name: "resigning", white: shuffle(), black: &script{moves: []string{"Nf6", ""}, resigns: true},
			plies: 3, result: movegen.WhiteWins, reason: "resignation"},

		{name: "resigning by scores", white: shuffle(-100, -650, -601, -600), black: reply(),
			rules: Rules{Resign: Resign{600, 3}}, plies: 7, result: movegen.BlackWins, termination: Adjudication, reason: "white's own scores"},
		{name: "resigning takes scores in a row", white: shuffle(-700, -599, -700, -700), black: reply(),
			rules: Rules{Resign: Resign{600, 3}}, plies: 8, result: movegen.Drawn, reason: "threefold"},
		{name: "a move without a score breaks the row", white: shuffle(-700, -700), black: reply(),
			rules: Rules{Resign: Resign{600, 3}}, plies: 8, result: movegen.Drawn, reason: "threefold"},
		{name: "a high score resigns nothing", white: shuffle(700, 700, 700, 700), black: reply(),
			rules: Rules{Resign: Resign{600, 3}}, plies: 8, result: movegen.Drawn, reason: "threefold"},
		{name: "a draw by scores", white: shuffle(50, 10, -10, 0), black: reply(10, 10, 0, 0),
			rules: Rules{Draw: draw{10, 2, 0}}, plies: 5, result: movegen.Drawn, termination: Adjudication, reason: "both players' scores"},
		{name: "a draw by scores waits for its move", white: shuffle(0, 0, 0, 0), black: reply(0, 0, 0, 0),
			rules: Rules{Draw: draw{10, 1, 3}}, plies: 6, result: movegen.Drawn, termination: Adjudication, reason: "both players' scores"},
		{name: "a draw by scores takes both", white: shuffle(0, 0, 0, 0), black: reply(0, 11, 0, 11),
			rules: Rules{Draw: draw{10, 2, 0}}, plies: 8, result: movegen.Drawn, reason: "threefold"},
		{name: "too many moves", white: shuffle(), black: reply(), rules: Rules{MaxMoves: 3},
			plies: 6, result: movegen.Drawn, termination: MoveLimit, reason: "cut after 3 moves"},

		{name: "an illegal move", white: shuffle(), black: &script{moves: []string{"Nf6", "Ke6"}},
			plies: 3, result: movegen.WhiteWins, termination: IllegalMove, reason: `black: move "Ke6"`},
		{name: "a late move", white: shuffle(), black: &script{moves: []string{"Nf6", "Ng8"}, late: 250 * time.Millisecond},
			plies: 3, result: movegen.WhiteWins, termination: TimeForfeit, reason: "black: "},
		{name: "a late move within the margin", white: shuffle(), black: &script{moves: []string{"Nf6", "Ng8"}, late: 250 * time.Millisecond},
			rules: Rules{Margin: time.Minute}, plies: 8, result: movegen.Drawn, reason: "threefold"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			record := &Game{Start: movegen.StartPosition()}
			if test.fen != "" {
				var err error
				if record.Start, err = movegen.ParseFEN(test.fen); err != nil {
					t.Fatal(err)
				}
			}
			test.rules.Longest, test.rules.Grace = time.Minute, time.Minute
			controls := [2]client.Control{{Depth: 1}, {MoveTime: 200 * time.Millisecond}}
			if err := test.rules.Play(context.Background(), record, [2]Player{test.white, test.black}, controls); err != nil {
				t.Fatal(err)
			}
			if len(record.Moves) != test.plies || record.Result != test.result || record.Termination != test.termination ||
				!strings.Contains(record.Reason, test.reason) {
				t.Errorf("%d plies, %v, %v, %q", len(record.Moves), record.Result, record.Termination, record.Reason)
			}
		})
	}
}

func TestPointsAndColours(t *testing.T) {
	for _, test := range []struct {
		result movegen.Result
		white  int
		points [2]int
	}{
		{movegen.WhiteWins, 0, [2]int{2, 0}},
		{movegen.WhiteWins, 1, [2]int{0, 2}},
		{movegen.BlackWins, 0, [2]int{0, 2}},
		{movegen.BlackWins, 1, [2]int{2, 0}},
		{movegen.Drawn, 1, [2]int{1, 1}},
	} {
		g := Game{White: test.white, Black: 1 - test.white, Result: test.result}
		if points := [2]int{g.Points(0), g.Points(1)}; points != test.points {
			t.Errorf("%v with %d as White: %v", test.result, test.white, points)
		}
		if g.Contestant(movegen.White) != test.white || g.Contestant(movegen.Black) != 1-test.white {
			t.Errorf("colours of %+v", g)
		}
	}
}
