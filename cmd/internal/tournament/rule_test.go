package tournament

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/protocol/client/arena"
)

// The rule is written with the games, so that a match that is played on, or was stopped, shows it later, too.
func TestATournamentShowsItsStoppingRule(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	play := func(games int, resume bool) string {
		var s seen
		r := matchRun(t, &s, "name=One", "name=Two")
		r.Record, r.Resume, r.Match.Games = file, resume, games
		if err := r.Play(t.Context()); err != nil {
			t.Fatal(err)
		}
		var again bytes.Buffer
		if err := (&Tournament{Table: &again}).Recount(file, ""); err != nil {
			t.Fatal(err)
		}
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
