package analysis

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"alfiere/movegen/gametree"
	"alfiere/movegen/pgn"
	"alfiere/search"
	"alfiere/tt/syzygy"
)

// threeMen opens the tables of three men.
func threeMen(t *testing.T) *syzygy.Tables {
	t.Helper()
	tables, err := syzygy.Open("../../tt/syzygy/testdata")
	if err != nil {
		t.Fatal(err)
	}
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
	g, err := r.Game()
	if err != nil {
		t.Fatal(err)
	}
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
		if err := a.Annotate(context.Background(), tree); err != nil {
			t.Fatal(err)
		}
		got := withoutEvaluations(t, tree)
		if got != test.want {
			t.Errorf("%s:\n%s\nnot\n%s", test.name, got, test.want)
		}
		// Writing twice gives the same text.
		engine.requests = nil
		if err := a.Annotate(context.Background(), tree); err != nil {
			t.Fatal(err)
		}
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
