package laboratory

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/protocol/client/arena"
)

// matchOf returns a match between two players that a queue of this process plays.
func matchOf(t *testing.T, threads int, words ...string) *arena.Match {
	t.Helper()
	judge := gameJudge{Nodes: 500}
	m := &arena.Match{Games: 4, Rules: gameRules()}
	m.Rules.MaxMoves, m.Rules.Judge = 8, judge.Points
	var players []*Player
	for _, w := range words {
		p, err := parsePlayer(w)
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, p)
		m.Contestants = append(m.Contestants, p.Contestant)
	}
	playBy(&work.Local{Kinds: []work.Kind{GuestKind(64)}, Threads: threads}, m, players, 500)
	return m
}

// playedGame is what must be the same whenever a game is played.
type playedGame struct {
	moves       []movegen.Move
	scores      []int
	result      movegen.Result
	termination arena.Termination
	points      float64
	capture     bool
}

// playMatch plays a match and returns its games by their numbers.
func playMatch(t *testing.T, m *arena.Match) (games map[int]playedGame) {
	t.Helper()
	games = map[int]playedGame{}
	m.Report = func(pair []*arena.Game, _ *arena.Standing) error {
		for _, g := range pair {
			played := playedGame{result: g.Result, termination: g.Termination, points: g.WhitePoints, capture: g.Capture}
			for i := range g.Moves {
				played.moves = append(played.moves, g.Moves[i].Move)
				played.scores = append(played.scores, int(g.Moves[i].Report.Score))
			}
			if _, twice := games[g.Number]; twice {
				t.Errorf("game %d is played twice", g.Number)
			}
			games[g.Number] = played
		}
		return nil
	}
	standing, err := m.Run(t.Context())
	if err != nil || standing.Count() != m.Games {
		t.Fatalf("%d games, %v", standing.Count(), err)
	}
	return games
}

// TestTheSameGameTwiceIsTheSame plays a match by one thread and by three, in an order that is
// another each time.
func TestTheSameGameTwiceIsTheSame(t *testing.T) {
	words := []string{"consult='mpar mbxkcpar~15#2 mbxp' criterion=re-search second=67 nodes=900", "threads=3 noise=15 seed=4 nodes=500"}
	one, three := playMatch(t, matchOf(t, 1, words...)), playMatch(t, matchOf(t, 3, words...))
	for number, want := range one {
		got := three[number]
		if !slices.Equal(got.moves, want.moves) || !slices.Equal(got.scores, want.scores) || got.result != want.result ||
			got.termination != want.termination || got.points != want.points || got.capture != want.capture {
			t.Errorf("game %d is\n%+v\nand once more\n%+v", number, want, got)
		}
	}
	if len(one[0].moves) != 16 || one[0].termination != arena.MoveLimit || slices.Equal(one[0].moves, one[1].moves) {
		t.Errorf("the first games are %+v and %+v", one[0], one[1])
	}
}

func TestTasksThatCannotBePlayedSayWhy(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside")
	good := task{Players: [2]string{"nodes=1", "nodes=1"}, Games: 2, Start: movegen.StartFEN, MaxMoves: 1}
	for name, test := range map[string]struct {
		change func(*task)
		says   string
	}{
		"a good one":             {func(*task) {}, ""},
		"a start":                {func(t *task) { t.Start = "x" }, "FEN"},
		"a player":               {func(t *task) { t.Players[1] = "nodes=x" }, `player "nodes=x"`},
		"a program":              {func(t *task) { t.Players[0] = "cmd=sh nodes=1" }, "other engines can play only in"},
		"a program in a council": {func(t *task) { t.Players[0] = "consult=uci:sh nodes=1" }, "other engines can play only in"},
		"a program in any case":  {func(t *task) { t.Players[0] = `"option.con sULT=uci:sh" nodes=1` }, "other engines can play only in"},
		"a hash file":            {func(t *task) { t.Players[0] = "option.hashfile=" + outside + " nodes=1" }, "option hashfile is allowed only"},
		"a log":                  {func(t *task) { t.Players[0] = `"option.Debug Log File=` + outside + `" nodes=1` }, "option Debug Log File is allowed only"},
		"a large table":          {func(t *task) { t.Players[1] = "hash=17 nodes=1" }, "needs tables of 17 MB, but the limit is 16 MB"},
		"many tables":            {func(t *task) { t.Players[1] = "consult=noise5 nodes=1" }, "needs tables of 20 MB"},
		"a rule":                 {func(t *task) { t.Resign = "1" }, "2 numbers"},
		"no game":                {func(t *task) { t.Games = 0 }, "0 games"},
		"many games":             {func(t *task) { t.Games = 3 }, "3 games"},
	} {
		changed := good
		test.change(&changed)
		payload, err := json.Marshal(&changed)
		if err != nil {
			t.Fatal(err)
		}
		h := &handler{guest: guest{megabytes: 16}}
		text, err := h.Handle(t.Context(), payload)
		if test.says == "" && (err != nil || !strings.Contains(string(text), `"Termination":2`)) ||
			test.says != "" && (err == nil || !strings.Contains(err.Error(), test.says)) {
			t.Errorf("%s: %s, %v", name, text, err)
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(outside); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a guest has written a file: %v", err)
	}
	if _, err := (&handler{guest: guest{megabytes: 16}}).Handle(t.Context(), []byte(`{"players":[],"strange":1}`)); err == nil {
		t.Error("an unknown word is taken")
	}
}

// TestAnInterruptDropsTheGame ends a match in the middle of a game.
func TestAnInterruptDropsTheGame(t *testing.T) {
	m := matchOf(t, 2, "nodes=2000", "nodes=2000")
	m.Games = 1000
	ctx, cancel := context.WithCancel(t.Context())
	m.Report = func([]*arena.Game, *arena.Standing) error { cancel(); return nil }
	if standing, err := m.Run(ctx); err == nil || standing.Count() > 6 || standing.Count()%2 == 1 {
		t.Errorf("%d games, %v", standing.Count(), err)
	}
}
