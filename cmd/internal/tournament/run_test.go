package tournament

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/protocol/client/arena"
)

// shown keeps what a person would see.
type shown struct {
	texts      []string
	done, left int64
}

func (s *shown) show(done, whole int64, text string) {
	s.done, s.left, s.texts = done, whole-done, append(s.texts, text)
}

// seen is what a match has reported.
type seen struct {
	table, log bytes.Buffer
	progress   shown
}

// matchRun returns a match of four short games between movers, who have the descriptions.
func matchRun(t *testing.T, s *seen, texts ...string) *Tournament {
	t.Helper()
	r := &Tournament{Event: "Test", Table: &s.table, Log: &s.log, Progress: cli.NewProgress(cli.Streams{Err: io.Discard, Job: &cli.Job{Show: s.progress.show}}),
		Match: arena.Match{Games: 4, Concurrency: 1,
			Rules: arena.Rules{Longest: time.Minute, Grace: time.Minute, MaxMoves: 5}}}
	r.Match.Contestants = must.Get(entry("7").ParseContestants(texts, nil))(t)
	return r
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(name))(t))
}

func TestAMatchIsRecordedAndCountedAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	var s seen
	r := matchRun(t, &s, "name=One", "name=Two")
	r.Record = file
	r.Match.Test = &arena.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	must.Do(t, r.Play(t.Context()))
	if !strings.HasPrefix(s.table.String(), "One - Two: 4 games\n  rule     SPRT of normalised Elo [0, 10] (errors 0.05, 0.05), at most 4 games, fixed beforehand\n"+
		"  points   2.0 of 4 (50.00 %): +0 =4 -0\n") {
		t.Errorf("the table is\n%s", &s.table)
	}
	if games := readFile(t, file); strings.Count(games, `[Termination "move limit"]`) != 4 ||
		strings.Count(games, `[Event "Test"]`) != 4 {
		t.Errorf("the games are\n%s", games)
	}
	if n := len(s.progress.texts); n != 2 || !strings.HasPrefix(s.progress.texts[1], "4 of 4 games: +0 =4 -0, Elo ") ||
		s.log.Len() > 0 {
		t.Errorf("%d lines of progress, %q, %s", n, s.progress.texts, &s.log)
	}
	if !strings.Contains(s.progress.texts[1], ", LLR ") {
		t.Errorf("nothing is said of the test: %s", s.progress.texts[1])
	}

	var again bytes.Buffer
	r.Table = &again
	r.Match.Contestants = nil
	if err := r.Recount(file, "One"); err != nil || again.String() != s.table.String() {
		t.Errorf("counted again, error %v:\n%s", err, &again)
	}
	if err := r.Recount(file, "Three"); !errors.Is(err, arena.ErrNobody) || !strings.HasPrefix(err.Error(), file) {
		t.Errorf("for who did not play: error %v", err)
	}
	if err := r.Recount(file+"x", ""); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of no file: error %v", err)
	}
}

func TestARecordIsNotOverwritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	must.Do(t, os.WriteFile(file, []byte("dear"), 0o666))
	r := matchRun(t, new(seen), "name=One", "name=Two")
	r.Record = file
	if err := r.Play(t.Context()); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), "--resume") ||
		readFile(t, file) != "dear" {
		t.Errorf("error %v, the file is %s", err, readFile(t, file))
	}
}

func TestAMatchGoesOnWhereItWasKilled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	r := matchRun(t, new(seen), "name=One", "name=Two")
	r.Record, r.Resume = file, true // there is nothing to go on with yet
	must.Do(t, r.Play(t.Context()))
	whole := readFile(t, file)
	must.Do(t, os.Truncate(file, int64(len(whole)*5/8)))
	var s seen
	r = matchRun(t, &s, "name=One", "name=Two")
	r.Record, r.Resume = file, true
	if err := r.Play(t.Context()); err != nil || !strings.HasPrefix(s.table.String(), "One - Two: 4 games\n") {
		t.Errorf("error %v\n%s", err, &s.table)
	}
	again := readFile(t, file)
	// nothing stands between games
	if strings.Count(again, "\n\n[Event ") != 3 || !strings.HasPrefix(again, whole[:len(whole)/2]) {
		t.Errorf("the file is now\n%s", again)
	}
	if len(s.progress.texts) != 1 {
		t.Errorf("%d pairs were played again", len(s.progress.texts))
	}
	if p := &s.progress; p.done != 4 || p.left != 0 {
		t.Errorf("after resuming: %d games are done, %d are left", p.done, p.left)
	}
	r = matchRun(t, new(seen), "name=One nodes=8", "name=Two")
	r.Record, r.Resume = file, true
	var foreign *arena.ForeignError
	if err := r.Play(t.Context()); !errors.As(err, &foreign) || foreign.Tag != "WhiteControl" ||
		!strings.HasPrefix(err.Error(), file) {
		t.Errorf("another match goes on: error %v", err)
	}
}

func TestGamesLostByFaultsAreReported(t *testing.T) {
	var s seen
	r := matchRun(t, &s, "name=One", "name=Two option.Clumsy")
	if err := r.Play(t.Context()); err != faultsError(4) || err.Error() != "4 games were lost by faults of an engine" {
		t.Errorf("error %v", err)
	}
	if !strings.HasPrefix(s.log.String(), "game 1, One - Two: illegal move, ") ||
		strings.Count(s.log.String(), "\n") != 4 {
		t.Errorf("the log is\n%s", &s.log)
	}
	if !strings.Contains(s.table.String(), "faults   Two: illegal move 4\n") {
		t.Errorf("the table is\n%s", &s.table)
	}
}

func TestAnInterruptedMatchShowsItsTable(t *testing.T) {
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(enough)
	var s seen
	err := matchRun(t, &s, "name=One", "name=Two").Play(ctx)
	if !errors.Is(err, enough) || err.Error() != "enough after 0 games" ||
		s.table.String() != "One - Two: 0 games\n  rule     4 games, fixed beforehand; stopped early, after 0\n" {
		t.Errorf("error %v\n%s", err, &s.table)
	}
}

func TestGamesBeginWithTheOpeningsOfAFile(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(folder, name)
		must.Do(t, os.WriteFile(name, []byte(text), 0o666))
		return name
	}
	const e4, d4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
		"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -"
	for _, test := range []struct {
		name     string
		r        Tournament
		count    int
		first    string
		fault    string // part of the error
		chess960 bool
	}{
		{"none", Tournament{}, 0, "", "", false},
		{"two lines", Tournament{Openings: write("a.epd", e4+"\n"+d4+"\n")}, 2, e4, "", false},
		{"two games", Tournament{Openings: write("a.PGN", "1. d4 *\n\n1. e4 *\n")}, 2, d4, "", false},
		{"nothing", Tournament{Openings: write("b.epd", "# nothing\n")}, 0, "", "b.epd: there are no positions in it", false},
		{"no file", Tournament{Openings: "no such file"}, 0, "", "no such file", false},
		{"a faulty line", Tournament{Openings: write("c.epd", "x\n")}, 0, "", "c.epd: ", false},
		{"each of Chess960", Tournament{}, 960, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w", "", true},
	} {
		test.r.Match.Chess960 = test.chess960
		openings, err := test.r.ReadOpenings()
		if test.fault == "" && err != nil || test.fault != "" && (err == nil || !strings.Contains(err.Error(), test.fault)) {
			t.Errorf("%s: error %v", test.name, err)
		}
		if len(openings) != test.count || test.count > 0 && !strings.HasPrefix(openings[0].FEN(), test.first) {
			t.Errorf("%s: %d openings", test.name, len(openings))
		}
	}
	shuffled := Tournament{Shuffle: 3, Match: arena.Match{Chess960: true}}
	openings, err := shuffled.ReadOpenings()
	if err != nil || len(openings) != 960 || openings[0] == movegen.Chess960Start(0) &&
		openings[1] == movegen.Chess960Start(1) {
		t.Errorf("the order is the same, or %v", err)
	}
}

func TestAMatchThatCannotBePlayedIsRefused(t *testing.T) {
	if err := matchRun(t, new(seen), "", "").Validate(); err != nil {
		t.Errorf("a good one: %v", err)
	}
	for name, change := range map[string]func(*Tournament){
		"games": func(r *Tournament) { r.Match.Games = 0 }, "concurrency": func(r *Tournament) { r.Match.Concurrency = 0 },
		"moves":      func(r *Tournament) { r.Match.Rules.MaxMoves = -1 },
		"margin":     func(r *Tournament) { r.Match.Rules.Margin = -1 },
		"grace":      func(r *Tournament) { r.Match.Rules.Grace = 0 },
		"longest":    func(r *Tournament) { r.Match.Rules.Longest = 0 },
		"resumption": func(r *Tournament) { r.Resume = true },
	} {
		r := matchRun(t, new(seen), "", "")
		change(r)
		if r.Validate() == nil {
			t.Errorf("%s: it is taken", name)
		}
	}
}

func TestTheTableOfAMatch(t *testing.T) {
	o := &outcome{names: []string{"One", "Two"}, standing: new(arena.Standing)}
	for number, game := range []arena.Game{
		{Result: movegen.WhiteWins}, {Result: movegen.Drawn, Termination: arena.Adjudication},
		{Result: movegen.BlackWins, Termination: arena.TimeForfeit},
		{Result: movegen.BlackWins, Termination: arena.Disconnect},
		{Result: movegen.Drawn}, {Result: movegen.Drawn}, {Result: movegen.WhiteWins},
	} {
		game.Number, game.White, game.Black = number, number%2, 1-number%2
		o.standing.Add(&game)
	}
	var text strings.Builder
	err := writeTable(&text, o, &arena.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05, Logistic: true}, "")
	const want = `One - Two: 7 games
  points   4.5 of 7 (64.29 %): +3 =3 -1
  Elo      +58.45 [-215.07, +483.91], normalised +173.72 ± 278.00 (95 %)
  LOS      88.97 %
  pairs    3, by points from 0 to 2: [0 0 2 1 0]
  SPRT     LLR 0.08 of (-2.94, 2.94) for logistic Elo [0, 10]: undecided
  ends     normal 4, adjudication 1, time forfeit 1, disconnect 1
  faults   One: time forfeit 1
  faults   Two: disconnect 1
`
	if err != nil || text.String() != want {
		t.Errorf("error %v, got\n%s", err, text.String())
	}
}

func TestATestThatIsDecidedSaysSo(t *testing.T) {
	for verdict, pairs := range map[string][5]int{"0 is accepted": {90, 20, 9, 1, 1},
		"10 is accepted": {1, 1, 9, 20, 90}} {
		text := testText(&arena.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}, arena.Sample(pairs[:]))
		if !strings.HasSuffix(text, "for normalised Elo [0, 10]: "+verdict) {
			t.Errorf("%v: %s", pairs, text)
		}
	}
}

// The rule is written with the games, so that a match that is played on, or was stopped, shows it later, too.
func TestATournamentShowsItsStoppingRule(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	play := func(games int, resume bool) string {
		var s seen
		r := matchRun(t, &s, "name=One", "name=Two")
		r.Record, r.Resume, r.Match.Games = file, resume, games
		must.Do(t, r.Play(t.Context()))
		var again bytes.Buffer
		must.Do(t, (&Tournament{Table: &again}).Recount(file, ""))
		for _, text := range []string{s.table.String(), again.String()} {
			if !strings.Contains(text, "  rule     "+r.Rule+"\n") {
				t.Errorf("%q is not in\n%s", r.Rule, text)
			}
		}
		return r.Rule
	}
	if rule := play(4, false); rule != "4 games, fixed beforehand" {
		t.Error(rule)
	}
	if rule := play(6, true); rule != "6 games, changed after games under another rule: 4 games" {
		t.Error(rule)
	}
}

func TestARuleShowsWhetherItWasKept(t *testing.T) {
	game := func(number int, rule string) arena.Game {
		return arena.Game{Number: number, White: number % 2, Black: 1 - number%2, Rule: rule}
	}
	two := make([]arena.Contestant, 2)
	planned := arena.Match{Contestants: two, Games: 4}
	tested := arena.Match{Contestants: two, Games: 4, Test: &arena.SPRT{Elo0: 0, Elo1: 3, Alpha: 0.05, Beta: 0.1}}
	const sprt = "SPRT of normalised Elo [0, 3] (errors 0.05, 0.1), at most 4 games"
	for want, test := range map[string]struct {
		match arena.Match
		rules []string
	}{
		"": {arena.Match{}, []string{"", ""}},
		"4 games, fixed beforehand; stopped early, after 0":                                  {planned, nil},
		"4 games, fixed beforehand; stopped early, after 2":                                  {planned, []string{"4 games", "4 games"}},
		"4 games, fixed after games under an unknown rule; stopped early, after 1":           {planned, []string{""}},
		sprt + ", fixed beforehand; stopped early, after 2":                                  {tested, []string{sprt, sprt}},
		"3 games, fixed beforehand; stopped early, after 1":                                  {arena.Match{}, []string{"3 games"}},
		"4 games, changed after games under another rule: 2 games; stopped early, after 3":   {arena.Match{}, []string{"2 games", "2 games", "4 games"}},
		"SPRT of logistic Elo [0, 3] (errors 0.05, 0.05), at most 9 games, fixed beforehand": {arena.Match{}, []string{"SPRT of logistic Elo [0, 3] (errors 0.05, 0.05), at most 9 games"}},
	} {
		o := &outcome{names: []string{"A", "B"}, standing: new(arena.Standing)}
		for i, rule := range test.rules {
			o.games = append(o.games, game(i, rule))
			o.standing.Add(&o.games[i])
		}
		if got := (&Tournament{Match: test.match}).ruleOf(o); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
