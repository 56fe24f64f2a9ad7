package search

import (
	"testing"

	"alfiere/movegen"
	"alfiere/tt/syzygy"
)

// Each row ranks some moves, the best first; those of one string are alike.
func TestMovesAreRankedByDistanceClockAndRepetition(t *testing.T) {
	type ranked struct {
		distance int // as the tables give it
		before   int // times that the position after the move has been there
	}
	type group []ranked
	const off, shortest = true, true
	for _, c := range []struct {
		name     string
		clock    int
		ruleOff  bool
		shortest bool
		groups   []group
	}{
		{"the search chooses among safe wins, and among draws", 0, !off, !shortest,
			[]group{{{1, 0}, {89, 0}}, {{0, 0}}, {{-1, 0}}}},
		{"what comes near to the rule is ordered by distance", 0, !off, !shortest,
			[]group{{{90, 0}}, {{91, 0}}, {{99, 0}}, {{100, 0}}, {{101, 0}}, {{102, 0}}, {{0, 0}}}},
		{"the clock brings the rule nearer", 50, !off, !shortest,
			[]group{{{1, 0}, {40, 0}}, {{41, 0}}, {{49, 0}}, {{50, 0}}, {{51, 0}}, {{0, 0}}}},
		{"a capture into a win that the rule takes is no more than that", 98, !off, !shortest,
			[]group{{{1, 0}}, {{2, 0}}, {{101, 0}}, {{0, 0}}}},
		{"the shortest way", 40, !off, shortest,
			[]group{{{1, 0}}, {{3, 0}}, {{59, 0}}, {{60, 0}}, {{0, 0}}}},
		{"a repetition is worse than other wins, a third one a draw", 20, !off, !shortest,
			[]group{{{1, 0}, {31, 0}}, {{75, 0}}, {{3, 1}}, {{5, 1}}, {{80, 0}}, {{85, 0}}, {{0, 0}, {3, 2}}, {{-3, 0}}}},
		{"the same on the shortest way", 20, !off, shortest,
			[]group{{{3, 0}}, {{31, 0}}, {{1, 1}}, {{80, 0}}, {{1, 2}}}},
		{"without the rule all wins are won", 0, off, !shortest, []group{{{1, 0}, {100, 0}, {101, 0}, {400, 0}}, {{0, 0}}}},
		{"without the rule, the shortest way", 60, off, shortest,
			[]group{{{1, 0}}, {{100, 0}}, {{101, 0}}, {{400, 0}}, {{3, 1}}, {{0, 0}, {1, 2}}, {{-101, 0}, {-1, 0}}}},
		{"lost moves are alike where the rule is far", 0, !off, !shortest, []group{{{0, 0}}, {{-1, 0}, {-40, 0}}}},
		{"near to it the longest resists best", 20, !off, !shortest,
			[]group{{{-101, 0}}, {{-81, 0}}, {{-80, 0}}, {{-60, 0}}, {{-40, 0}}, {{-39, 0}, {-1, 0}}}},
		{"a third repetition saves a lost game", 20, !off, !shortest, []group{{{-30, 2}}, {{-81, 0}}, {{-30, 1}, {-20, 0}}}},
	} {
		root := tableRoot{rule50: !c.ruleOff, clock: c.clock, shortest: c.shortest}
		previous := 1 << 20
		for i, group := range c.groups {
			first := 0
			for j, move := range group {
				rank := root.rank(&syzygy.Move{DTZ: move.distance}, move.before).rank
				if j == 0 {
					first = rank
				}
				if rank != first || rank >= previous {
					t.Errorf("%s: group %d, %+v: rank %d, the first of the group %d, the group before %d", c.name, i, move, rank, first, previous)
				}
			}
			previous = first
		}
	}
}

func TestRankedMovesAreToldByTheirOutcome(t *testing.T) {
	for _, c := range []struct {
		distance, clock, before int
		ruleOff                 bool
		want                    Score
	}{
		{5, 0, 0, false, TableWin}, {5, 95, 0, false, TableWin}, {5, 96, 0, false, 7 + cursedScore}, {5, 96, 0, true, TableWin},
		{5, 9, 1, false, TableWin}, {5, 9, 2, false, 7}, {0, 3, 0, false, 7}, {-5, 3, 0, false, -TableWin},
		{-5, 96, 0, false, 7 - cursedScore}, {-101, 0, 0, false, 7 - cursedScore}, {-101, 0, 0, true, -TableWin},
	} {
		root := tableRoot{rule50: !c.ruleOff, clock: c.clock, drawScore: 7}
		if got := root.rank(&syzygy.Move{DTZ: c.distance}, c.before).score; got != c.want {
			t.Errorf("%+v: told as %d", c, got)
		}
	}
}

func TestMatesOfRankedMovesAreTold(t *testing.T) {
	for _, c := range []struct {
		found, table, want Score
	}{
		{300, TableWin, TableWin}, {MateScore - 5, TableWin, MateScore - 5}, {-MateScore + 4, TableWin, TableWin},
		{-MateScore + 4, -TableWin, -MateScore + 4}, {300, 0, 0}, {MateScore - 5, 0, 0}, {MateScore - 5, cursedScore, cursedScore},
	} {
		m := rootMove{lastScore: c.found, bound: Lower, tables: &tableRank{score: c.table}}
		got, bound := m.told()
		if got != c.want || (bound == Exact) != (got == c.table) {
			t.Errorf("%+v: %d, bound %d", c, got, bound)
		}
	}
	if got, bound := (&rootMove{lastScore: 300, bound: Upper}).told(); got != 300 || bound != Upper {
		t.Errorf("without tables: %d, bound %d", got, bound)
	}
}

// A king that goes to and fro: what has stood on the board since the last pawn move.
func TestRepetitionsAreCountedSinceTheLastPawnMove(t *testing.T) {
	p := mustPosition(t, "8/8/8/8/4k3/8/4P3/4K2R w - - 0 1")
	var history []movegen.Key
	play := func(moves ...string) {
		for _, text := range moves {
			history = append(history, p.Key())
			p.Make(quietly(t, text))
		}
	}
	times := func(move string) int { return timesBefore(&p, quietly(t, move), history) }
	play("h1h2", "e4d4", "h2h1")
	if hasRepeated(&p, history) || times("d4e4") != 1 || times("d4c4") != 0 {
		t.Errorf("before the first repetition: %v, %d, %d", hasRepeated(&p, history), times("d4e4"), times("d4c4"))
	}
	play("d4e4")
	if !hasRepeated(&p, history) || times("h1h2") != 1 || times("h1h3") != 0 {
		t.Errorf("after the first repetition: %v, %d, %d", hasRepeated(&p, history), times("h1h2"), times("h1h3"))
	}
	play("h1h2", "e4d4", "h2h1")
	if times("d4e4") != 2 {
		t.Errorf("before the second repetition: %d", times("d4e4"))
	}
	play("d4c4", "e2e3", "c4d5")
	if hasRepeated(&p, history) || times("h1h2") != 0 {
		t.Errorf("after a pawn move: %v, %d", hasRepeated(&p, history), times("h1h2"))
	}
	history = nil // a position whose clock is older than what is known of the game
	if hasRepeated(&p, history) || times("h1h2") != 0 {
		t.Error("without a history there are repetitions")
	}
}
