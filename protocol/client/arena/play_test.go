package arena

import (
	"context"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol/client"
	"alfiere/tt/syzygy"
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
				record.Start = must.Get(movegen.ParseFEN(test.fen))(t)
			}
			test.rules.Longest, test.rules.Grace = time.Minute, time.Minute
			controls := [2]client.Control{{Depth: 1}, {MoveTime: 200 * time.Millisecond}}
			must.Do(t, test.rules.Play(context.Background(), record, [2]Player{test.white, test.black}, controls))
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
		{movegen.WhiteWins, 0, [2]int{2, 0}}, {movegen.WhiteWins, 1, [2]int{0, 2}},
		{movegen.BlackWins, 0, [2]int{0, 2}}, {movegen.BlackWins, 1, [2]int{2, 0}}, {movegen.Drawn, 1, [2]int{1, 1}},
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

// oracle is in place of tables: it knows all positions of at most so many men, and says the
// same of each, as White sees it.
type oracle struct {
	men      int
	value    syzygy.WDL
	distance int // 0: it knows none
}

func (o oracle) WDL(p *movegen.Position) (syzygy.WDL, bool) {
	if p.Occupied().Count() > o.men {
		return syzygy.Draw, false
	}
	if p.Side() == movegen.Black {
		return -o.value, true
	}
	return o.value, true
}

func (o oracle) DTZ(p *movegen.Position) (int, bool) {
	value, ok := o.WDL(p)
	if value < syzygy.Draw {
		return -o.distance, ok && o.distance > 0
	}
	return o.distance, ok && o.distance > 0
}

func TestTablesEndGames(t *testing.T) {
	// White's king can take this knight at once.
	const knight = "4k3/8/8/8/8/8/3n4/R3K3 w - - 7 60"
	tests := []struct {
		name   string
		fen    string
		tables endgames
		rules  Rules
		moves  []string // of White
		plies  int
		result movegen.Result
		how    Termination
		reason string
	}{
		{"no tables", "4k3/8/8/8/8/8/3n4/R3K3 w - - 0 60", nil, Rules{MaxMoves: 2}, []string{"Kxd2", "Ke1"}, 4, movegen.Drawn, MoveLimit, "cut after 2 moves"},
		{"White wins", knight, oracle{3, syzygy.Win, 0}, Rules{}, []string{"Kxd2"}, 1, movegen.WhiteWins, Adjudication, "endgame tables: White wins"},
		{"Black wins", knight, oracle{3, syzygy.Loss, 0}, Rules{}, []string{"Kxd2"}, 1, movegen.BlackWins, Adjudication, "endgame tables: Black wins"},
		{"a draw", knight, oracle{3, syzygy.Draw, 0}, Rules{}, []string{"Kxd2"}, 1, movegen.Drawn, Adjudication, "endgame tables: a draw"},
		{"a win that fifty moves take", knight, oracle{3, syzygy.CursedWin, 120}, Rules{}, []string{"Kxd2"}, 1,
			movegen.Drawn, Adjudication, "endgame tables: a draw by the fifty-move rule"},
		{"a loss that fifty moves save", knight, oracle{3, syzygy.BlessedLoss, 120}, Rules{}, []string{"Kxd2"}, 1,
			movegen.Drawn, Adjudication, "endgame tables: a draw by the fifty-move rule"},
		{"too many men", knight, oracle{2, syzygy.Win, 0}, Rules{MaxMoves: 2}, []string{"Kxd2", "Ke1"}, 4, movegen.Drawn, MoveLimit, "cut after 2 moves"},

		{"a win without its distance waits for a capture", "4k3/8/8/8/8/8/6n1/R3K3 w - - 0 60", oracle{4, syzygy.Win, 0}, Rules{},
			[]string{"Kf2", "Kxg2"}, 3, movegen.WhiteWins, Adjudication, "endgame tables: White wins"},
		{"a draw does not wait", "4k3/8/8/8/8/8/6n1/R3K3 w - - 0 60", oracle{4, syzygy.Draw, 0}, Rules{},
			[]string{"Kf2"}, 1, movegen.Drawn, Adjudication, "endgame tables: a draw"},
		{"a win in time", "4k3/8/8/8/8/8/8/R3K3 w - - 88 100", oracle{3, syzygy.Win, 10}, Rules{}, []string{"Kd2"}, 1,
			movegen.WhiteWins, Adjudication, "endgame tables: White wins"},
		{"a win that may be late", "4k3/8/8/8/8/8/8/R3K3 w - - 89 100", oracle{3, syzygy.Win, 10}, Rules{MaxMoves: 1}, []string{"Kd2"}, 2,
			movegen.Drawn, MoveLimit, "cut after 1 moves"},
		{"the clock of a loss", "4k3/8/8/8/8/8/8/R3K3 w - - 89 100", oracle{3, syzygy.Loss, 10}, Rules{MaxMoves: 1}, []string{"Kd2"}, 2,
			movegen.Drawn, MoveLimit, "cut after 1 moves"},

		{"stalemate goes before tables", "k7/8/1K6/8/8/8/8/2Q5 w - - 0 60", oracle{3, syzygy.Win, 1}, Rules{}, []string{"Qc7"}, 1, movegen.Drawn, Normal, "stalemate"},
		{"tables go before scores", knight, oracle{3, syzygy.Win, 0}, Rules{Resign: Resign{100, 1}}, []string{"Kxd2"}, 1,
			movegen.WhiteWins, Adjudication, "endgame tables: White wins"},
		{"and before the limit of moves", knight, oracle{3, syzygy.Win, 0}, Rules{MaxMoves: 1}, []string{"Kxd2"}, 1,
			movegen.WhiteWins, Adjudication, "endgame tables: White wins"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			start := must.Get(movegen.ParseFEN(test.fen))(t)
			record := &Game{Start: start}
			test.rules.Longest, test.rules.Grace, test.rules.Endgames = time.Minute, time.Minute, test.tables
			white, black := &script{moves: test.moves, scores: []client.Score{-700}}, &script{moves: []string{"Kf8", "Ke8"}}
			must.Do(t, test.rules.Play(context.Background(), record, [2]Player{white, black},
				[2]client.Control{{Depth: 1}, {Depth: 1}}))
			if len(record.Moves) != test.plies || record.Result != test.result || record.Termination != test.how || record.Reason != test.reason {
				t.Errorf("%d plies, %v, %v, %q", len(record.Moves), record.Result, record.Termination, record.Reason)
			}
		})
	}
}

// The fake engine is right about every other reply. While it ponders it prints more
// than a pipe holds, and what it says when a reply was another is no move at all.
func TestEnginesPonder(t *testing.T) {
	t.Parallel()
	protocoltest.NoLeak(t)
	for _, test := range []struct {
		name     string
		protocol client.Protocol
		depths   map[int]bool // that the engine tells of its moves
	}{
		{"UCI", client.UCI, map[int]bool{3: true, 5: true}}, // without and with what it had found before
		{"xboard", client.CECP, map[int]bool{3: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			program := fakeProgram(t, test.protocol, "ponders")
			control := client.Control{Base: time.Hour, Ponder: true}
			match := Match{Contestants: []Contestant{partner(), {Name: "Fake", Control: control, Open: opened(program)}}, Games: 3, Rules: patientRules}
			reported := map[int]bool{}
			match.Report = eachGame(func(g *Game) {
				if g.Termination.IsFault() {
					t.Errorf("game %d: %v, %s", g.Number, g.Termination, g.Reason)
				}
				for i := 1 - g.White; i < len(g.Moves); i += 2 {
					reported[g.Moves[i].Report.Depth] = true
				}
			})
			if tally, err := match.Run(context.Background()); err != nil || tally.Count() != 3 {
				t.Errorf("error %v, tally %+v", err, tally)
			}
			for depth := range test.depths {
				if !reported[depth] || len(reported) != len(test.depths) {
					t.Errorf("reported %v, want %v", reported, test.depths)
				}
			}
		})
	}
}

func TestEnginesAgreeOnADraw(t *testing.T) {
	protocoltest.NoLeak(t)
	offering, agreeing, silent := fakeProgram(t, client.CECP, "offers"), fakeProgram(t, client.CECP, "agrees"), fakeProgram(t, client.UCI, "good")
	for _, test := range []struct {
		name  string
		other *client.Program
		want  string
	}{{"at once", agreeing, "agreement"}, {"not with one that cannot", silent, "threefold repetition"}} {
		t.Run(test.name, func(t *testing.T) {
			control := client.Control{Base: time.Hour}
			match := Match{Contestants: []Contestant{{Name: "A", Control: control, Open: opened(offering)}, {Name: "B", Control: control, Open: opened(test.other)}},
				Games: 2, Rules: patientRules}
			match.Report = eachGame(func(g *Game) {
				if g.Reason != test.want || g.Result != movegen.Drawn {
					t.Errorf("game %d: %v, %s", g.Number, g.Result, g.Reason)
				}
			})
			if tally, err := match.Run(context.Background()); err != nil || tally.Count() != 2 {
				t.Errorf("error %v, tally %+v", err, tally)
			}
		})
	}
}
