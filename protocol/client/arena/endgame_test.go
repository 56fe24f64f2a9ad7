package arena

import (
	"context"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/protocol/client"
	"alfiere/tt/syzygy"
)

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
			start, err := movegen.ParseFEN(test.fen)
			if err != nil {
				t.Fatal(err)
			}
			record := &Game{Start: start}
			test.rules.Longest, test.rules.Grace, test.rules.Endgames = time.Minute, time.Minute, test.tables
			white, black := &script{moves: test.moves, scores: []client.Score{-700}}, &script{moves: []string{"Kf8", "Ke8"}}
			if err := test.rules.Play(context.Background(), record, [2]Player{white, black}, [2]client.Control{{Depth: 1}, {Depth: 1}}); err != nil {
				t.Fatal(err)
			}
			if len(record.Moves) != test.plies || record.Result != test.result || record.Termination != test.how || record.Reason != test.reason {
				t.Errorf("%d plies, %v, %v, %q", len(record.Moves), record.Result, record.Termination, record.Reason)
			}
		})
	}
}
