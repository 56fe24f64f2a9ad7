package analysis

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/search"
	"alfiere/tt/syzygy"
)

// invented are tables whose values a test invents.
type invented struct {
	men   int
	value func(p *movegen.Position) (value syzygy.WDL, distance int, ok bool)
	short bool // files of distances are missing
}

func (v invented) MaxPieces() int { return v.men }

func (v invented) WDL(p *movegen.Position) (syzygy.WDL, bool) {
	value, _, ok := v.value(p)
	return value, ok
}

func (v invented) DTZ(p *movegen.Position) (int, bool) {
	_, distance, ok := v.value(p)
	return distance, ok && !v.short
}

// Moves has them in the order of the generator, with their values by turns.
func (v invented) Moves(p *movegen.Position) (moves []syzygy.Move, ok bool) {
	for _, m := range p.Moves() {
		after := p.After(m)
		value, distance, ok := v.value(&after)
		if !ok || v.short {
			return nil, false
		}
		distance = -distance
		if value > 0 {
			distance--
		} else if value < 0 {
			distance++
		}
		moves = append(moves, syzygy.Move{Move: m, WDL: -value, DTZ: distance})
	}
	return moves, true
}

func endgamePosition(t *testing.T, fen string) movegen.Position {
	t.Helper()
	return must.Get(movegen.ParseFEN(fen))(t)
}

// queen is a table in which the side with the queen wins, this many half-moves from the end as a row says.
func queen(value syzygy.WDL, distance int) invented {
	return invented{men: 3, value: func(p *movegen.Position) (syzygy.WDL, int, bool) {
		if p.Occupied().Count() == 2 {
			return syzygy.Draw, 0, true
		}
		sign := 1
		if p.Pieces(p.Side(), movegen.Queen) == 0 {
			sign = -1
		}
		return value * syzygy.WDL(sign), distance * sign, true
	}}
}

func TestAVerdictIsInWords(t *testing.T) {
	const (
		white = "8/8/4k3/8/8/8/1Q6/K7 w - - %c 80"
		black = "8/8/4k3/8/8/8/1Q6/K7 b - - %c 80"
	)
	for _, test := range []struct {
		fen      string
		value    syzygy.WDL
		distance int
		verdict  string
	}{
		{white, syzygy.Win, 13, "White wins; 13 half-moves (7 moves) to a mate, a capture or a pawn move"},
		{black, syzygy.Win, 14, "White wins; 14 half-moves (7 moves) to a mate, a capture or a pawn move"},
		{white, syzygy.Win, 1, "White wins; 1 half-move (1 move) to a mate, a capture or a pawn move"},
		{white, syzygy.Draw, 0, "draw"},
		{white, syzygy.CursedWin, 121, "draw, but only by the 50-move rule, without which White wins (a cursed win for White); 121 half-moves (61 moves) to a mate, a capture or a pawn move"},
		{black, syzygy.CursedWin, 120, "draw, but only by the 50-move rule, without which White wins (a blessed loss for Black); 120 half-moves (60 moves) to a mate, a capture or a pawn move"},
	} {
		r, err := Endgame(queen(test.value, test.distance), endgamePosition(t, strings.ReplaceAll(test.fen, "%c", "0")))
		if err != nil || r.verdict() != test.verdict {
			t.Errorf("%s: %s, %v", test.fen, r.verdict(), err)
		}
	}
	for fen, verdict := range map[string]string{
		"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1": "checkmate: White has won",
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": "stalemate: a draw",
	} {
		r, err := Endgame(queen(syzygy.Win, 1), endgamePosition(t, fen))
		if lines := r.Lines(notation.English, 0); err != nil || len(lines) != 1 || lines[0] != verdict {
			t.Errorf("%s: %q, %v", fen, lines, err)
		}
	}
}

func TestTheClockMayTakeAWin(t *testing.T) {
	for _, test := range []struct{ clock, note, group string }{
		{"0", "", "wins"},
		{"83", "", "wins"},
		{"84", "", "wins"}, // a move of the same length loses a half-move
		{"87", "the clock of the 50-move rule is at 87 half-moves: just in time, or a half-move too late if the table counts in moves", "wins too late"},
		{"88", "but the clock of the 50-move rule is at 88 half-moves: too late, a draw", "wins too late"},
	} {
		r := must.Get(Endgame(queen(syzygy.Win, 13),
			endgamePosition(t, "8/8/4k3/8/8/8/1Q6/K7 w - - "+test.clock+" 80")))(t)
		lines := r.Lines(notation.English, 0)
		note := ""
		if !strings.HasPrefix(lines[1], test.group) {
			note, lines = lines[1], lines[1:]
		}
		if (test.clock == "88") != strings.HasPrefix(r.verdict(), "White wins if the clock is at zero; 13") || note != test.note || !strings.HasPrefix(lines[1], test.group+"  ") {
			t.Errorf("clock %s: %q", test.clock, lines)
		}
	}
}

func TestMovesStandInGroupsAndColumns(t *testing.T) {
	p := endgamePosition(t, "8/8/4k3/8/8/8/1Q6/K7 w - - 0 1")
	win, nine := syzygy.Win, 9
	r := EndgameValues{position: p, WDL: &win, DTZ: &nine}
	values := []syzygy.WDL{2, 2, 2, 2, 2, 2, 2, 1, 0, -1, -2, -2}
	distances := []int{9, 9, 11, 13, 13, 15, 15, 101, 0, -101, -12, -8}
	for i, m := range p.Moves()[:len(values)] {
		r.add(m, &values[i], &distances[i])
	}
	r.add(p.Moves()[len(values)], nil, nil)
	lines := r.Lines(notation.English, 60)
	want := []string{
		"White wins; 9 half-moves (5 moves) to a mate, a capture or a pawn move",
		"wins          Kb1    9  Ka2    9  Qb1   11  Qc1   13",
		"              Qa2+  13  Qc2   15  Qd2   15",
		"cursed win    Qe2+ 101",
		"draws         Qf2",
		"blessed loss  Qg2  101",
		"loses         Qh2   12  Qa3    8",
		"unknown       Qb3+",
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("it says\n%s", strings.Join(lines, "\n"))
	}
	for _, l := range r.Lines(notation.English, 1)[1:] {
		if len(strings.Fields(l)) > 4 {
			t.Errorf("a line of a narrow table is %q", l)
		}
	}
}

func TestJSONHasValuesAsTheMoverSeesThem(t *testing.T) {
	var out bytes.Buffer
	r, err := Endgame(queen(syzygy.Win, 4), endgamePosition(t, "k7/8/1K6/8/8/8/8/7Q b - - 0 1"))
	r.ID = "corner"
	if err != nil || r.WriteJSON(&out) != nil {
		t.Fatal(err)
	}
	if want := `{"fen":"k7/8/1K6/8/8/8/8/7Q b - - 0 1","id":"corner","wdl":-2,"dtz":-4,"moves":[{"san":"Kb8","uci":"a8b8","wdl":-2,"dtz":-5}]}` + "\n"; out.String() != want {
		t.Errorf("it is %s", out.String())
	}
	out.Reset()
	r, unknown := Endgame(invented{men: 4, value: func(*movegen.Position) (syzygy.WDL, int, bool) { return 0, 0, false }},
		endgamePosition(t, "r3k3/8/8/8/8/8/8/4K3 b q - 0 1"))
	if err := r.WriteJSON(&out); err != nil || unknown != errCastling {
		t.Fatal(err, unknown)
	}
	if want := `{"fen":"r3k3/8/8/8/8/8/8/4K3 b q - 0 1","error":"a position with castling rights is in no table","moves":[]}` + "\n"; out.String() != want {
		t.Errorf("it is %s", out.String())
	}
}

func TestAMissingFileLeavesTheRest(t *testing.T) {
	tables := queen(syzygy.Win, 4)
	tables.short = true
	r := must.Get(Endgame(tables, endgamePosition(t, "8/8/8/8/8/8/1qk5/K7 w - - 0 1")))(t)
	var out bytes.Buffer
	if err := r.WriteJSON(&out); err != nil || strings.Contains(out.String(), "dtz") {
		t.Errorf("%s, %v", out.String(), err)
	}
	r = must.Get(Endgame(tables, endgamePosition(t, "8/8/8/8/8/8/1q6/K3k3 w - - 0 1")))(t)
	if lines := r.Lines(notation.English, 0); strings.Join(lines, "; ") != "Black wins; how soon is not known, for a file .rtbz is not there, or not usable; draws  Kxb2" {
		t.Errorf("%q", lines)
	}
}

func TestWhyThereIsNoAnswer(t *testing.T) {
	// Only positions of two men and a rook against a knight are known.
	tables := invented{men: 4, value: func(p *movegen.Position) (syzygy.WDL, int, bool) {
		name := syzygy.Name(p)
		return 0, 0, name == "KvK" || name == "KRvKN" || name == "KRvK"
	}}
	for fen, want := range map[string]string{
		"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1":   "a position with castling rights is in no table",
		"4k3/8/8/8/8/8/8/1R1QKBNR w - - 0 1": "7 men; the tables here have at most 4",
		"4k2n/8/8/8/8/8/8/4K2Q w - - 0 1":    "KQvK.rtbw is not there, or not usable", // the queen takes
		"4k3/7n/8/8/8/8/8/4K1Q1 w - - 0 1":   "KQvKN.rtbw is not there, or not usable",
		"4k3/8/8/8/8/8/7r/4K1R1 b - - 0 1":   "KRvKR.rtbw is not there, or not usable",
		"8/8/8/8/8/8/6rk/4K1N1 b - - 0 1":    "",
	} {
		p := endgamePosition(t, fen)
		_, err := Endgame(tables, p)
		if got := ""; err != nil {
			if got = err.Error(); got != want {
				t.Errorf("%s: %s", fen, got)
			}
		} else if want != "" {
			t.Errorf("%s is known", fen)
		}
	}
	if _, err := Endgame((*syzygy.Tables)(nil), movegen.StartPosition()); !errors.Is(err, errNoTables) {
		t.Errorf("without tables: %v", err)
	}
}

func TestMaterialIsNamedAsFilesAre(t *testing.T) {
	for fen, want := range map[string]string{
		"8/8/8/4k3/8/8/8/K7 w - - 0 1":          "KvK",
		"8/8/8/4k1q1/8/8/8/K7 w - - 0 1":        "KQvK",
		"8/8/8/4k1r1/8/8/8/KQ6 w - - 0 1":       "KQvKR",
		"8/8/8/4k1q1/8/8/8/KR6 w - - 0 1":       "KQvKR",
		"8/8/8/4k1q1/8/P7/8/KR6 w - - 0 1":      "KRPvKQ",
		"8/8/8/4k1qn/8/8/8/KRR5 w - - 0 1":      "KQNvKRR",
		"8/3p4/8/4k1r1/8/3P4/2N5/KR6 b - - 0 1": "KRNPvKRP",
		"8/8/8/4kbn1/8/8/8/KBB5 w - - 0 1":      "KBBvKBN",
		"8/8/8/4kbn1/8/8/2P5/KN6 w - - 0 1":     "KBNvKNP",
	} {
		p := endgamePosition(t, fen)
		if got := syzygy.Name(&p); got != want {
			t.Errorf("%s: %s, not %s", fen, got, want)
		}
	}
}

// threeMen opens the tables of three men.
func threeMen(t *testing.T) *syzygy.Tables {
	t.Helper()
	tables := must.Get(syzygy.Open("../../tt/syzygy/testdata"))(t)
	t.Cleanup(func() { tables.Close() })
	return tables
}

// ending reads the moves of a game from a position on.
func ending(t *testing.T, fen, moves string) *gametree.Tree {
	t.Helper()
	r := pgn.NewReader(strings.NewReader(fmt.Sprintf("[SetUp \"1\"]\n[FEN \"%s\"]\n\n%s", fen, moves)), pgn.Reading{})
	if !r.Next() {
		t.Fatal("no game")
	}
	g := must.Get(r.Game())(t)
	return g.Tree
}

func TestTablesJudgeTheMovesOfEndings(t *testing.T) {
	for _, test := range []struct{ name, fen, moves, want string }{
		{"thrown away by both", "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", "1... Kd5 2. Kd2 {hm} Kc4 3. Ke3 Kd5 4. Kd3 Kc5 5. e4 Kd6 *",
			"1... Kd5 {tables: White wins} 2. Kd2 $4 {hm; tables: win -> draw} (2. Kf4 2... Ke6) 2... Kc4 $4 {tables: draw -> loss} (2... Kd4) " +
				"3. Ke3 3... Kd5 4. Kd3 4... Kc5 5. e4 $4 {tables: win -> draw} (5. Ke4 5... Kd6) 5... Kd6 *"},
		{"into the tables", "8/8/8/8/4k3/2K5/8/rR6 b - - 0 1", "1... Rxb1 2. Kc2 Rb8 *", "1... Rxb1 {tables: Black wins} 2. Kc2 2... Rb8 *"},
		{"the rook is left to be taken", "8/8/8/8/4k3/2K5/8/1r6 b - - 0 1", "1... Ke3 2. Kc2 Ke2 3. Kxb1 *",
			"1... Ke3 {tables: Black wins} 2. Kc2 2... Ke2 $4 {tables: win -> draw} (2... Rf1 3. Kb3) 3. Kxb1 *"},
		{"mate is no news", "8/8/8/8/8/1k6/2q5/K7 b - - 0 1", "1... Qb2# 0-1", "1... Qb2# 0-1"},
		{"stalemate is", "8/8/8/8/8/1k6/3q4/K7 b - - 0 1", "1... Qc2 1/2-1/2", "1... Qc2 $4 {tables: win -> draw} (1... Qc1#) 1/2-1/2"},
		{"the rule takes a win that is not pressed", "8/8/8/8/8/4k3/8/KR6 w - - 77 60", "60. Rb4 Kd3 61. Ka2 *",
			"60. Rb4 {tables: White wins} 60... Kd3 61. Ka2 $4 {tables: win -> draw} (61. Kb2 61... Kd2) *"},
	} {
		tree, engine := ending(t, test.fen, test.moves), &byPly{results: make([]search.Result, 20)}
		a := Annotator{Engine: engine, Line: 2, Tables: threeMen(t)}
		must.Do(t, a.Annotate(context.Background(), tree))
		got := withoutEvaluations(t, tree)
		if got != test.want {
			t.Errorf("%s:\n%s\nnot\n%s", test.name, got, test.want)
		}
		// Writing twice gives the same text.
		engine.requests = nil
		must.Do(t, a.Annotate(context.Background(), tree))
		if again := withoutEvaluations(t, tree); again != got {
			t.Errorf("%s, for a second time:\n%s", test.name, again)
		}
	}
}

// withoutEvaluations returns a game without what the engine has said, which is nothing.
func withoutEvaluations(t *testing.T, tree *gametree.Tree) string {
	t.Helper()
	return strings.NewReplacer("{[%eval 0.00]} ", "", " {[%eval 0.00]})", ")", "[%eval 0.00] ", "").Replace(written(t, tree))
}

// TestReportsAgreeWithThemselves asks real tables for random positions, with any clock: the best move has the value and
// distance of the position, all moves are reported once, and groups and lines are as wide as they may be.
func TestReportsAgreeWithThemselves(t *testing.T) {
	tables := must.Get(syzygy.Open("../../tt/syzygy/testdata"))(t)
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
		var reported []string
		for _, line := range lines[1:] {
			if strings.HasPrefix(line, "but the clock") || strings.HasPrefix(line, "the clock") {
				continue
			}
			if len(line) > width {
				t.Errorf("%s: a line of %d characters, not %d: %s", p.FEN(), len(line), width, line)
			}
			reported = append(reported, strings.Fields(line)...)
		}
		for _, m := range r.Moves {
			san := m.SAN
			if at := slices.Index(reported, san); at < 0 || slices.Contains(reported[at+1:], san) {
				t.Fatalf("%s: %s is not reported once:\n%s", p.FEN(), san, strings.Join(lines, "\n"))
			}
		}
	}
}
