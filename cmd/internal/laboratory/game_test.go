package laboratory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/protocol/client/arena"
	"alfiere/search"
)

// matchOf returns a match between two players that a queue of this process plays.
func matchOf(t *testing.T, threads int, words ...string) *arena.Match {
	t.Helper()
	judge := gameJudge{Nodes: 500}
	m := &arena.Match{Games: 4, Rules: gameRules()}
	m.Rules.MaxMoves, m.Rules.Judge = 8, judge.Points
	var players []*Player
	for _, w := range words {
		p := must.Get(parsePlayer(w))(t)
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

// TestTheSameGameTwiceIsTheSame plays a match by one thread and by three, in an order that is another each time.
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
		"a hash file":            {func(t *task) { t.Players[0] = "option.hashfile=" + outside + " nodes=1" }, "option hashfile: over a broker a value must be"},
		"a log":                  {func(t *task) { t.Players[0] = `"option.Debug Log File=` + outside + `" nodes=1` }, "option Debug Log File: over a broker"},
		"a numbered file":        {func(t *task) { t.Players[0] = "option.BookFile=3 nodes=1" }, "option BookFile: it names a file"},
		"an option":              {func(t *task) { t.Players[0] = `option.Contempt=20 "option.move overhead=5" nodes=1` }, ""},
		"a large table":          {func(t *task) { t.Players[1] = "hash=17 nodes=1" }, "needs tables of 17 MB, but the limit is 16 MB"},
		"many tables":            {func(t *task) { t.Players[1] = "consult=noise5 nodes=1" }, "needs tables of 20 MB"},
		"a rule":                 {func(t *task) { t.Resign = "1" }, "2 numbers"},
		"no game":                {func(t *task) { t.Games = 0 }, "0 games"},
		"many games":             {func(t *task) { t.Games = 3 }, "3 games"},
	} {
		changed := good
		test.change(&changed)
		payload := must.Get(json.Marshal(&changed))(t)
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

func TestPointsByHand(t *testing.T) {
	for score, want := range map[search.Score]float64{
		0: 0.5, 49: 0.5, -49: 0.5, 50: 0.5, -50: 0.5, 51: 201.0 / 400, 150: 0.75, -150: 0.25, 249: 399.0 / 400, -249: 1.0 / 400,
		250: 1, -250: 0, 251: 1, -251: 0, search.MateScore: 1, -search.MateScore: 0,
	} {
		if got := points(score); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d: %v, not %v", score, got, want)
		}
	}
}

// TestPointsAreSymmetricAndWithoutLeaps goes through all scores round the bounds.
func TestPointsAreSymmetricAndWithoutLeaps(t *testing.T) {
	for s := search.Score(-1000); s <= 1000; s++ {
		if sum := points(s) + points(-s); math.Abs(sum-1) > 1e-12 {
			t.Errorf("%d: both sides have %v", s, sum)
		}
		if step := points(s+1) - points(s); step < 0 || step > 1.0/400+1e-12 {
			t.Errorf("from %d to %d points grow by %v", s, s+1, step)
		}
	}
}

func TestAJudgeSeesBothSides(t *testing.T) {
	j := gameJudge{Nodes: 3000}
	defer j.Close()
	for fen, want := range map[string]float64{
		movegen.StartFEN: 0.5,
		"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": 1, // Black's queen is missing
		"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1": 1,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1": 0,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1": 0,
	} {
		p := must.Get(movegen.ParseFEN(fen))(t)
		for range 2 {
			if got, err := j.Points(t.Context(), &p); got != want || err != nil {
				t.Errorf("%s: %v, %v", fen, got, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := movegen.StartPosition()
	if _, err := j.Points(ctx, &p); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestOnlyListedProgramsArePlayedForOthers asks for programs that are listed and for others; none is an engine, so that
// the ones that may be started do not start.
func TestOnlyListedProgramsArePlayedForOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs are scripts")
	}
	folder := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		must.Do(t, os.WriteFile(path, []byte(text), 0o700))
		return path
	}
	write("engine", "#!/bin/sh\necho $* >&2; exit 3\n")
	same, other := write("same", "#!/bin/sh\necho $* >&2; exit 3\n"), write("other", "#!/bin/sh\nexit 4\n")
	programs := must.Get(OpenPrograms(write("list", "cmd='./engine -x' dir="+folder+" option.Path=/tables\n")))(t)
	h := &handler{guest: guest{16, programs}}
	handle := func(words string) error {
		t.Helper()
		p, err := parsePlayer(words)
		if err == nil {
			err = p.identify()
		}
		if err != nil {
			t.Fatal(err)
		}
		payload, err := json.Marshal(&task{Players: [2]string{words, "nodes=1"}, Programs: [2]string{p.Hash}, Games: 1, Start: movegen.StartFEN})
		if err != nil {
			t.Fatal(err)
		}
		if text, err := h.Handle(t.Context(), payload); err == nil {
			t.Errorf("%s: %s", words, text)
		}
		_, err = h.Handle(t.Context(), payload)
		return err
	}
	for _, test := range []struct {
		words, says string
		elsewhere   bool // others may do it
	}{
		{"nodes=1 cmd='%s -x'", "start engine", true},
		{"nodes=1 cmd='%s -x' option.Hash=16 option.Tempo=-0.5 option.Fast=true", "start engine", true},
		{"nodes=1 cmd='%s -x' option.hash=17", "needs tables of 17 MB", false},
		{"nodes=1 cmd='%s -x' option.Log=" + folder + "/log", "option Log: over a broker", false},
		{"nodes=1 cmd='%s -y'", `no program of --engines is "same -y" with the SHA-256 `, true},
		{"nodes=1 cmd=%s", "no program of --engines", true},
		{"nodes=1 cmd='" + other + " -x'", `no program of --engines is "other -x"`, true},
	} {
		words := test.words
		if strings.Contains(words, "%s") {
			words = fmt.Sprintf(words, same)
		}
		if err := handle(words); err == nil || !strings.Contains(err.Error(), test.says) || errors.Is(err, work.ErrKind) != test.elsewhere {
			t.Errorf("%s: %v", words, err)
		}
	}
	write("engine", "#!/bin/sh\nexit 5\n")
	if err := handle(fmt.Sprintf("nodes=1 cmd='%s -x'", same)); err == nil || !strings.Contains(err.Error(), "engine has changed") || !errors.Is(err, work.ErrKind) {
		t.Errorf("a program that has changed: %v", err)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
}

// TestAProgramMustNotChangeInATournament changes one between two tasks of its own process.
func TestAProgramMustNotChangeInATournament(t *testing.T) {
	name := filepath.Join(t.TempDir(), "engine.exe")
	must.Do(t, os.WriteFile(name, []byte("one"), 0o700))
	words := "nodes=1 'cmd=" + name + "'"
	p, err := parsePlayer(words)
	if err == nil {
		err = p.identify()
	}
	if err != nil || p.Hash != "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed" {
		t.Fatal(p.Hash, err)
	}
	if _, err := parseLimited(words, &guest{}, p.Hash); err != nil {
		t.Error(err)
	}
	must.Do(t, os.WriteFile(name, []byte("two"), 0o700))
	if _, err := parseLimited(words, &guest{}, p.Hash); err == nil || !strings.Contains(err.Error(), "has changed since the beginning") {
		t.Errorf("after a change: %v", err)
	}
}

func TestAListOfProgramsMustBeGood(t *testing.T) {
	name := filepath.Join(t.TempDir(), "list")
	for text, says := range map[string]string{
		"":                        "no engine in it",
		"name=x nodes=1":          "line 1: cmd is needed",
		"cmd=./nothing":           "nothing",
		"cmd=x colour=red":        "unknown setting",
		"[{\"name\": \"alone\"}]": "engine 1: cmd is needed",
	} {
		must.Do(t, os.WriteFile(name, []byte(text), 0o600))
		if _, err := OpenPrograms(name); err == nil || !strings.Contains(err.Error(), says) || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// foreignQueue is a queue at a broker as far as a tournament knows.
type foreignQueue struct{ work.Queue }

// TestWhatOtherMachinesRefuseIsNamedBeforeTheFirstGame: options of this engine travel, names of files do not.
func TestWhatOtherMachinesRefuseIsNamedBeforeTheFirstGame(t *testing.T) {
	for words, want := range map[string]string{
		"nodes=1 option.Contempt=20 consult=mp":                                     "",
		`"option.Debug Log File=` + filepath.Join(t.TempDir(), "log") + `" nodes=1`: "option Debug Log File: over a broker",
		"nodes=1 consult=uci:sh":                                                    "other engines can play only",
		"nodes=1 hash=600":                                                          "the limit is",
	} {
		p := must.Get(parsePlayer(words))(t)
		if err := checkGuests(&work.Local{}, p); err != nil {
			t.Errorf("%s: this process refuses it: %v", words, err)
		}
		err := checkGuests(foreignQueue{}, p)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", words, err)
		}
	}
}
