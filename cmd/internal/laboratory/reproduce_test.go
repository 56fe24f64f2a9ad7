package laboratory

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"alfiere/cmd/internal/tournament"
	"alfiere/council"
	"alfiere/council/experiment"
	"alfiere/council/proposals"
	"alfiere/eval"
	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

func TestAReproductionBeginsWithAnEmptyFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	run := func(more ...string) (status int, out, errors string) {
		var stdout, stderr bytes.Buffer
		program := cli.Root("experiment", "", "", Experiments(hereQueue)...)
		status = cli.Execute(program, append([]string{"reproduce", "--folder", folder, "--small", "--positions", "3", "--nodes", "500"}, more...),
			cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
		return status, stdout.String(), stderr.String()
	}
	status, first, errors := run("--games", "2")
	if status != cli.ExitGood {
		t.Fatalf("status %d, %s\n%s", status, errors, first)
	}
	r := reproduction{folder: folder, small: true}
	for _, c := range r.chapters() {
		for _, ending := range []string{".txt", ".svg", ".figures.json"} {
			if info, err := os.Stat(filepath.Join(folder, c.file+ending)); err != nil || info.Size() < 100 {
				t.Errorf("%s%s: %v", c.file, ending, err)
			}
		}
		if !strings.Contains(first, c.title+"\n\n    alfiere-lab experiment "+c.words[0]+" ") {
			t.Errorf("%s is not in\n%s", c.title, first)
		}
	}
	searcher := must.Get(proposals.NewSearcher(usualMegabytes))(t)
	defer searcher.Close()
	for _, name := range []string{"suite.epd", "heldout.epd"} {
		suite := must.Get(proposals.ReadSuite(filepath.Join(folder, name)))(t)
		for i := range suite.Tests {
			p := &suite.Tests[i]
			a, err := searcher.Answer(t.Context(), &proposals.Question{Position: p.Position, Seat: seatOf(eval.All), Nodes: 5000,
				Megabytes: usualMegabytes})
			if err != nil || experiment.Judge(p, a.Move) != experiment.Best {
				t.Errorf("%s: a deep search plays %v, %v", p.Position.FEN(), a.Move, err)
			}
		}
	}
	if status, _, errors := run("--games", "4"); status == cli.ExitGood || !strings.Contains(errors, "games is 2, not 4") {
		t.Errorf("status %d, %s", status, errors)
	}
}

// All commands of a whole reproduction have flags that there are.
func TestAWholeReproductionHasValidCommands(t *testing.T) {
	r := reproduction{scale: reproductionScale{Positions: 610, Nodes: 100_000, Games: 400}}
	for _, c := range r.chapters() {
		for _, experiment := range Experiments(hereQueue) {
			if experiment.Name() != c.words[0] {
				continue
			}
			if err := experiment.ParseFlags(c.words[1:]); err != nil || experiment.Flags().NArg() > 0 {
				t.Errorf("%q: %v", c.words, err)
			}
		}
	}
}

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
		seats := must.Get(council.ParseCouncil(consult))(t)
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
	if e := all[3].Played; !e.Elo.IsZero() || e.Points != 8 || math.Abs(float64(all[0].Played.Elo)-190.85) > 0.01 {
		t.Errorf("%+v, %+v", all[0].Played, e)
	}
}

// The page of results quotes matches by points and Elo. Both are those of a match in the file that reproduce has
// written, whose Elo follows from its pairs of games.
func TestThePageOfResultsHasTheEloOfItsGames(t *testing.T) {
	text := string(must.Get(os.ReadFile("../../../docs/consultation/results.txt"))(t))
	played := map[string]bool{}
	matches := regexp.MustCompile(`points +([\d.]+) of (\d+).*\n +Elo .*\n.*\n +pairs .*: `+
		`\[(\d+) (\d+) (\d+) (\d+) (\d+)\]`).FindAllStringSubmatch(text, -1)
	for _, match := range matches {
		pairs, points := make(arena.Sample, 5), 0.0
		for i := range pairs {
			pairs[i] = must.Get(strconv.Atoi(match[3+i]))(t)
			points += float64(i*pairs[i]) / 2
		}
		if points != must.Get(strconv.ParseFloat(match[1], 64))(t) {
			t.Errorf("%s: %v points", match[0], points)
		}
		played[fmt.Sprint(points, " | ", pairs.Elo().Text(0))] = true
	}
	bySums := regexp.MustCompile(`\n +([\d.]+) +[\d.]+\n +Elo +(\S+) (?:\[(\S+), (\S+)\]|± (\S+)) .*by these`)
	for _, judged := range bySums.FindAllStringSubmatch(text, -1) {
		n := make([]float64, 5) // points of 400, Elo, its bounds, or half of its interval
		for i, number := range judged[1:] {
			if number != "" {
				n[i] = must.Get(strconv.ParseFloat(number, 64))(t)
			}
		}
		elo := arena.Interval{Difference: n[1], Low: n[2], High: n[3]}
		if n[4] > 0 {
			elo.Low, elo.High = n[1]-n[4], n[1]+n[4]
		}
		played[fmt.Sprintf("%.2f | %s", n[0]/20, elo.Text(0))] = true
	}
	page := strings.ReplaceAll(string(must.Get(os.ReadFile("../../../docs/consultation-results.md"))(t)), "−", "-")
	quoted, cell := 0, regexp.MustCompile(`([\d.]+)(?: of \d+)? \| ([+-]\d+ (?:± \d+|\[[^\]]+\]))`)
	for table := range strings.SplitSeq(page, "\n\n") {
		heading, rows, _ := strings.Cut(table, "\n")
		if !strings.HasPrefix(heading, "|") || !strings.Contains(heading, "Elo") {
			continue
		}
		for _, row := range cell.FindAllStringSubmatch(rows, -1) {
			if quoted++; !played[row[1]+" | "+row[2]] {
				t.Errorf("no match has %s", row[0])
			}
		}
	}
	if quoted < 30 {
		t.Errorf("%d matches are quoted", quoted)
	}
}

// TestClocksAreScaledToTheMachine plays on a machine with half of the reference's speed, and on one that is far too slow.
func TestClocksAreScaledToTheMachine(t *testing.T) {
	m := matchOf(t, 1, "tc=40/1+0.01", "st=0.05 nodes=100")
	m.Games, m.Rules.Margin, m.Rules.Judge = 2, time.Minute, nil
	var players []*Player
	for i := range m.Contestants {
		c := m.Contestants[i]
		c.Control.Reference = 1_000_000
		m.Contestants[i] = c
		words := []string{"tc=40/1+0.01", "st=0.05 nodes=100"}[i]
		players = append(players, &Player{Player: &tournament.Player{Words: words, Contestant: c}})
	}
	speed := 500_000.0
	queue := &work.Local{Kinds: []work.Kind{{Name: KindName, Open: func() (work.Handler, error) {
		return &handler{guest: guest{megabytes: 64}, speed: func() (float64, error) { return speed, nil }}, nil
	}}}}
	playBy(queue, m, players, 0)
	var text []byte
	m.Report = func(pair []*arena.Game, _ *arena.Standing) error {
		for _, g := range pair {
			text = m.AppendPGN(text, g, "test")
		}
		return nil
	}
	if standing, err := m.Run(t.Context()); err != nil || standing.Count() != 2 || standing.FaultCount() != 0 {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, tag := range []string{`[WhiteControl "40/1+0.01 reference=1000000"]`, `[WhiteScaledControl "40/2+0.02"]`, `[TimeControl "40/2+0.02"]`,
		`[BlackScaledControl "st=0.1 nodes=100"]`, `[WhiteScaledControl "st=0.1 nodes=100"]`} {
		if strings.Count(string(text), tag) != 1 {
			t.Errorf("once: %s\n%s", tag, text)
		}
	}
	if _, err := m.Resume(strings.NewReader(string(text))); err != nil || len(m.Played) != 2 {
		t.Error(err)
	}
	again := *m
	again.Played, again.Contestants = nil, []arena.Contestant{m.Contestants[0], m.Contestants[1]}
	again.Contestants[0].Control.Reference++
	if _, err := again.Resume(strings.NewReader(string(text))); !errors.As(err, new(*arena.ForeignError)) {
		t.Errorf("with another reference: %v", err)
	}
	speed, m.Played, text = 9_000, nil, nil
	if _, err := m.Run(t.Context()); !errors.Is(err, work.ErrKind) ||
		!strings.Contains(err.Error(), "it is for 1000000 nodes a second, and this machine has 9000") {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestScaledTimesStayAboveZero(t *testing.T) {
	c := client.Control{Base: 3 * time.Second, MoveTime: time.Millisecond, Nodes: 5}
	if got := scaleControl(c, 0.01); got != (client.Control{Base: 30 * time.Millisecond, MoveTime: time.Millisecond, Nodes: 5}) {
		t.Errorf("%+v", got)
	}
	if nps, err := Speed(); err != nil || nps < 1000 {
		t.Errorf("%v nodes per second, %v", nps, err)
	}
}
