package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

// quick are the arguments of a match that takes no time.
func quick(more ...string) []string {
	return append([]string{"match", "--engine", "name=One option.Hash=1", "--engine", `name="The Other" option.Hash=1`,
		"--nodes", "100", "--max-moves", "5", "--games", "4"}, more...)
}

func TestMatchPrintsItsTableAndKeepsItsGames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	status, out, errors := runCommand(quick("--pgn", file, "--sprt", "0,10")...)
	if status != cli.ExitGood || errors != "" || !strings.HasPrefix(out, "One - The Other: 4 games\n  points   2.0 of 4 (50.00 %): +0 =4 -0\n") {
		t.Fatalf("status %d, %s\n%s", status, errors, out)
	}
	games, err := os.ReadFile(file)
	if err != nil || bytes.Count(games, []byte("[Termination \"move limit\"]")) != 4 {
		t.Fatalf("error %v, games\n%s", err, games)
	}

	status, recounted, _ := runCommand("match", "--recount", file, "--first", "One", "--sprt", "0,10")
	if status != cli.ExitGood || recounted != out {
		t.Errorf("recounted, status %d:\n%s\nfirst it was:\n%s", status, recounted, out)
	}
	if status, _, errors = runCommand(quick("--pgn", file)...); status != cli.ExitInput || !strings.Contains(errors, "--resume") {
		t.Errorf("the file is overwritten: status %d, %s", status, errors)
	}
	if again, err := os.ReadFile(file); err != nil || !bytes.Equal(again, games) {
		t.Errorf("error %v, the file is now\n%s", err, again)
	}
}

func TestMatchPlaysChess960AndPonders(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	args := quick("--pgn", file, "--variant", "fischerandom", "--shuffle", "1", "--ponder")
	if status, _, errors := runCommand(args...); status != cli.ExitGood {
		t.Fatal(errors)
	}
	games, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{`[Variant "fischerandom"]`, `[SetUp "1"]`, `[WhiteControl "nodes=100 ponder"]`} {
		if bytes.Count(games, []byte(tag)) != 4 {
			t.Errorf("%s is not in every game of\n%s", tag, games)
		}
	}
	if status, _, errors := runCommand(append(args, "--resume")...); status != cli.ExitGood {
		t.Errorf("the same match: %s", errors)
	}
	if status, _, errors := runCommand(quick("--pgn", file, "--shuffle", "1", "--ponder", "--resume")...); status != cli.ExitInput || !strings.Contains(errors, "Variant") {
		t.Errorf("another match: status %d, %s", status, errors)
	}
}

func TestMatchGoesOnWhereItWasKilled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	if status, _, errors := runCommand(quick("--pgn", file, "--resume")...); status != cli.ExitGood {
		t.Fatal(errors)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, int64(len(whole)*5/8)); err != nil {
		t.Fatal(err)
	}
	status, out, errors := runCommand(quick("--pgn", file, "--resume")...)
	if status != cli.ExitGood || !strings.HasPrefix(out, "One - The Other: 4 games\n") {
		t.Errorf("status %d, %s\n%s", status, errors, out)
	}
	again, err := os.ReadFile(file)
	if err != nil || bytes.Count(again, []byte("[Event ")) != 4 || !bytes.HasPrefix(again, whole[:len(whole)/2]) {
		t.Errorf("error %v, the file is now\n%s", err, again)
	}
	status, _, errors = runCommand(quick("--pgn", file, "--resume", "--nodes", "99")...)
	if status != cli.ExitInput || !strings.Contains(errors, "WhiteControl") {
		t.Errorf("another match goes on: status %d, %s", status, errors)
	}
}

func TestMatchSaysWhatIsWrong(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.epd")
	if err := os.WriteFile(empty, []byte("# nothing\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		args   []string
		status int
		want   string
	}{
		{"no engine", []string{"--nodes", "1"}, cli.ExitUsage, "--engine is needed twice, not 0 times"},
		{"three engines", quick("--engine", "name=Three")[1:], cli.ExitUsage, "not 3 times"},
		{"no limit", []string{"--engine", "name=A", "--engine", "name=B"}, cli.ExitUsage, "one of tc, st, nodes and depth"},
		{"a bad clock", []string{"--engine", "name=A tc=x", "--engine", "name=B", "--nodes", "1"}, cli.ExitUsage, `not a time control: "x"`},
		{"no time", quick("--st", "0")[1:], cli.ExitUsage, `st: "0"`},
		{"no nodes", quick("--nodes", "0")[1:], cli.ExitUsage, `nodes: "0"`},
		{"no depth", quick("--depth", "-1")[1:], cli.ExitUsage, `depth: "-1"`},
		{"an unknown key", []string{"--engine", "colour=red", "--engine", "name=B"}, cli.ExitUsage, `no such key: "colour"`},
		{"no value", []string{"--engine", "cmd", "--engine", "name=B"}, cli.ExitUsage, `"cmd" is not KEY=VALUE`},
		{"an unknown protocol", []string{"--engine", "proto=telepathy", "--engine", "name=B"}, cli.ExitUsage, "telepathy"},
		{"an open quotation", []string{"--engine", `name="A`, "--engine", "name=B"}, cli.ExitUsage, "not closed"},
		{"a test that makes no sense", quick("--sprt", "5,0")[1:], cli.ExitUsage, "elo0 must be less than elo1"},
		{"a test that is no test", quick("--sprt", "5")[1:], cli.ExitUsage, "two numbers or four"},
		{"a bound that is no number", quick("--sprt", "a,b")[1:], cli.ExitUsage, `"a" is not a number`},
		{"an unknown variant", quick("--variant", "atomic")[1:], cli.ExitUsage, `"atomic" is neither`},
		{"pondering, more or less", []string{"--engine", "ponder=perhaps", "--engine", "name=B", "--nodes", "1"}, cli.ExitUsage, `"perhaps" is neither`},
		{"no games", quick("--games", "0")[1:], cli.ExitUsage, "must be above 0"},
		{"resigning without moves", quick("--resign", "600")[1:], cli.ExitUsage, "2 numbers"},
		{"resigning after no moves", quick("--resign", "600/0")[1:], cli.ExitUsage, `"0"`},
		{"a resumption from nowhere", quick("--resume")[1:], cli.ExitUsage, "needs --pgn"},
		{"an argument", quick("games")[1:], cli.ExitUsage, `"games"`},
		{"openings that are not there", quick("--openings", "no such file")[1:], cli.ExitInput, "no such file"},
		{"no openings", quick("--openings", empty)[1:], cli.ExitInput, "no positions"},
		{"an engine that is not there", []string{"--engine", "cmd=./no-such-engine", "--engine", "name=B", "--nodes", "1"}, cli.ExitInput, "start no-such-engine"},
		{"an option that is not there", []string{"--engine", "option.Magic=1", "--engine", "name=B", "--nodes", "1"}, cli.ExitInput, "Magic"},
		{"games that are not there", []string{"--recount", "no such file"}, cli.ExitInput, "no such file"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status, _, errors := runCommand(append([]string{"match"}, test.args...)...)
			if status != test.status || !strings.Contains(errors, test.want) {
				t.Errorf("status %d, %s", status, errors)
			}
		})
	}
}

func TestEnginesAreDescribedInWords(t *testing.T) {
	c := matchCommand{common: controlWords{nodes: "7"}}
	engine, err := c.contestant(`cmd="engine 'with a blank' -x" proto=xboard tc=40/60+1 depth=9 option.A=1 "option.Two words=2 3" option.Clear`)
	if err != nil || engine.Name != "engine" ||
		engine.Control != (client.Control{Moves: 40, Base: time.Minute, Increment: time.Second, Depth: 9}) {
		t.Errorf("%+v, error %v", engine, err)
	}
	engine, err = c.contestant(`name='My "own"'`)
	if err != nil || engine.Name != `My "own"` || engine.Control != (client.Control{Nodes: 7}) {
		t.Errorf("%+v, error %v", engine, err)
	}
	c.ponder = true
	for text, ponder := range map[string]bool{"name=A": true, "name=B ponder=false": false} {
		if engine, err = c.contestant(text); err != nil || engine.Control != (client.Control{Nodes: 7, Ponder: ponder}) {
			t.Errorf("%s: %+v, error %v", text, engine, err)
		}
	}
	c.engines = []string{"", ""}
	if err := c.readEngines(); err != nil || c.match.Contestants[0].Name != "Alfiere" || c.match.Contestants[1].Name != "Alfiere 2" {
		t.Errorf("%+v, error %v", c.match.Contestants, err)
	}
}

func TestWordsAreSplitAtBlanksOutsideQuotes(t *testing.T) {
	for line, want := range map[string][]string{
		"":                          nil,
		" a  b\tc ":                 {"a", "b", "c"},
		`a="b c" d`:                 {"a=b c", "d"},
		`"a 'b' c" '"'`:             {"a 'b' c", `"`},
		`""`:                        {""},
		`C:\Programs\engine.exe -x`: {`C:\Programs\engine.exe`, "-x"},
	} {
		if got, err := splitWords(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, error %v", line, got, err)
		}
	}
}

func TestTheTableOfAMatch(t *testing.T) {
	var tally arena.Tally
	for number, game := range []arena.Game{
		{Result: movegen.WhiteWins}, {Result: movegen.Drawn, Termination: arena.Adjudication},
		{Result: movegen.BlackWins, Termination: arena.TimeForfeit}, {Result: movegen.BlackWins, Termination: arena.Disconnect},
		{Result: movegen.Drawn}, {Result: movegen.Drawn}, {Result: movegen.WhiteWins},
	} {
		game.Number, game.White = number, number%2
		tally.Add(&game)
	}
	var text strings.Builder
	writeTable(&text, [2]string{"One", "Two"}, &tally, &arena.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05, Logistic: true})
	const want = `One - Two: 7 games
  points   4.5 of 7 (64.29 %): +3 =3 -1
  Elo      +58.45 ± 98.05, normalised +173.72 ± 278.00 (95 %)
  LOS      88.97 %
  pairs    3, by points from 0 to 2: [0 0 2 1 0]
  SPRT     LLR 0.08 of (-2.94, 2.94) for logistic Elo [0, 10]: undecided
  ends     normal 4, adjudication 1, time forfeit 1, disconnect 1
  faults   One: time forfeit 1
  faults   Two: disconnect 1
`
	if text.String() != want {
		t.Errorf("got\n%s", text.String())
	}
	text.Reset()
	writeTable(&text, [2]string{"One", "Two"}, &arena.Tally{}, nil)
	if text.String() != "One - Two: 0 games\n" {
		t.Errorf("nothing was played:\n%s", text.String())
	}
}

func TestProgressIsTold(t *testing.T) {
	var text strings.Builder
	var tally arena.Tally
	p := progress{w: &text, live: true, names: [2]string{"One", "Two"}, games: 10, test: &arena.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}}
	game := arena.Game{Number: 1, White: 1, Result: movegen.WhiteWins, Termination: arena.IllegalMove, Reason: "black: so it was"}
	tally.Add(&game)
	p.report(&game, &tally)
	p.clear()
	const want = eraseLine + "game 2, Two - One: illegal move, black: so it was\n" + "1 of 10 games: +0 =0 -1, Elo -∞ ± ?, LLR -0.03" + eraseLine
	if text.String() != want {
		t.Errorf("got %q", text.String())
	}
}
