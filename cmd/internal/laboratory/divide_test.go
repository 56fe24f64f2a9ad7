package laboratory

import (
	"math"
	"slices"
	"strings"
	"testing"

	"alfiere/council"
	"alfiere/movegen"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

func TestDivisionsHaveTheWorkThatTheyAreSaidToHave(t *testing.T) {
	names := map[string]bool{}
	for _, d := range divisions([]int{2, 4, 16}) {
		words := d.Words(4000, 20, "majority")
		p, err := parsePlayer(words)
		if err != nil {
			t.Errorf("%s: %v", words, err)
			continue
		}
		consult := p.Program.Settings[slices.IndexFunc(p.Program.Settings, func(s client.Setting) bool { return s.Name == "Consult" })].Value
		seats, err := council.ParseCouncil(consult)
		if err != nil {
			t.Fatal(err)
		}
		members, searches := uint64(len(seats)), 0
		for _, s := range seats {
			searches += max(s.Threads, 1)
		}
		if strings.HasPrefix(consult, "mbxkcparn*") != (d.Way == byThreads) {
			t.Errorf("%s plays as %s", words, consult)
		}
		total := members * p.Control.Nodes
		if want := map[bool]uint64{false: 4000 * uint64(d.N), true: 4000}[d.Total]; total != want {
			t.Errorf("%s: %d nodes in all, not %d", words, total, want)
		}
		if d.Way != byThreads && searches != d.N {
			t.Errorf("%s: %d searches", words, searches)
		}
		if names[d.Name()] {
			t.Errorf("%s stands twice", d.Name())
		}
		names[d.Name()] = true
	}
	if len(names) != 16 {
		t.Errorf("%d divisions", len(names))
	}
}

func TestTheTableOfDivisions(t *testing.T) {
	all := divisions([]int{2, 4})
	results := []movegen.Result{movegen.WhiteWins, movegen.Drawn, movegen.WhiteWins, movegen.WhiteWins, movegen.BlackWins, movegen.Drawn}
	for i, d := range all[:4] {
		tally := &arena.Tally{}
		for number := range 2 * (i + 1) {
			g := arena.Game{Number: number, White: number % 2, Black: 1 - number%2, Result: results[(number+i)%len(results)]}
			if i == 3 {
				g.Result = []movegen.Result{movegen.WhiteWins, movegen.BlackWins}[number%2]
			}
			tally.Add(&g)
		}
		d.Count(tally)
	}
	const want = `each with 500 nodes, against one search with 500: Elo (95 %)
   N  council            threads            both
   2  +191 ± ?           +89 [-∞, ∞]
   4  +0 [-∞, ∞]         8.0 of 8           -

all together with 500 nodes, against one search with 500: Elo (95 %)
   N  council            threads            both
   2  -                  -
   4  -                  -                  -
`
	if got := divisionTable(all, 500); got != want {
		t.Errorf("%s\nis not\n%s", got, want)
	}
	all[0].Played.Rule, all[1].Played.Rule = "8 games, fixed beforehand", "8 games, fixed beforehand; stopped early, after 4"
	all = all[:2]
	const rule = `
Rule for each figure: 8 games, fixed beforehand.
But threads2-time: 8 games, fixed beforehand; stopped early, after 4.
`
	if got := ruleText(all, 8); got != rule {
		t.Error(got)
	}
	all = all[:4]
	if e := all[3].Played; e.Elo != nil || e.Points != 8 || math.Abs(*all[0].Played.Elo-190.85) > 0.01 {
		t.Errorf("%+v, %+v", all[0].Played, e)
	}
}
