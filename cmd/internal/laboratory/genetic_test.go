package laboratory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"alfiere/council/experiment"
	"alfiere/council/proposals"
	"alfiere/eval"
	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
)

// bredSuite has positions in which searches of a hundred nodes differ about the move.
const bredSuite = `r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5 Bc4;
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - bm Bxa6;
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - bm Rxf4+;
4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - bm Rf7 exd4;
r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - bm Nd5 h3;
rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - bm dxc8=Q;
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - am f3 g4;
`

// breedingBench makes a suite and an empty store, and returns what runs the part with these and more arguments.
func breedingBench(t *testing.T) (folder string, run func(args ...string) (string, error)) {
	t.Helper()
	folder = t.TempDir()
	store, err := proposals.Create(t.Context(), filepath.Join(folder, "lab.db"))
	if err == nil {
		err = errors.Join(store.Close(), os.WriteFile(filepath.Join(folder, "suite.epd"), []byte(bredSuite), 0o600))
	}
	var engine string
	if err == nil {
		engine, err = proposals.Signature(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return folder, func(args ...string) (string, error) {
		flags := pflag.NewFlagSet("genetic", pflag.ContinueOnError)
		flags.SetOutput(io.Discard)
		work := defineGenetic(flags, hereQueue(nil))
		all := append([]string{"--store", filepath.Join(folder, "lab.db"), "--nodes", "100", "--hash", "1", "--engine",
			engine, "--council", "mp mkc xa"}, args...)
		if err := flags.Parse(all); err != nil {
			return "", err
		}
		var out bytes.Buffer
		err := work(append(flags.Args(), filepath.Join(folder, "suite.epd")),
			cli.Streams{In: strings.NewReader(""), Out: &out, Err: io.Discard})
		return out.String(), err
	}
}

func TestWeightsAreBredAndJudged(t *testing.T) {
	folder, run := breedingBench(t)
	plot := filepath.Join(folder, "curve.svg")
	text, err := run("--generations", "12", "--runs", "2", "--floor", "-1", "--plot", plot)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"the council mp mkc xa: mp mkc xa.", "suite: 7 positions, 100 nodes, tables of 1 MB",
		"Bred on first half, 4 positions",
		"first half (4)", "other half (3)", "thesis, bred", "majority", "all letters alone", "run 2",
		"m45 b24 x254 k194 c38 p223 a15 r16", "\n          12  ", "On all other positions: "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if svg, err := os.ReadFile(plot); err != nil || !strings.Contains(string(svg), "mean individual") {
		t.Errorf("the picture is %.50q, %v", svg, err)
	}
	text, err = run("--json", "--offline", "--generations", "5", "--runs", "3", "--whole", "--seed", "9", "--population",
		"10", filepath.Join(folder, "suite.epd"))
	var report bredResult
	if err == nil {
		err = json.Unmarshal([]byte(text), &report)
	}
	if err != nil {
		t.Fatal(err)
	}
	if report.Generations != 5 || len(report.Curve.Mean) != 6 || len(report.Trials) != 7 ||
		report.Groups[0].Positions != 7 || report.Parameters.Population != 10 || report.Seed != 9 {
		t.Errorf("%+v", report)
	}
	last := report.Trials[3+report.Best]
	if last.Run != report.Best || float64(last.Counts[0].Best) != report.Curve.Most[5] ||
		last.Counts[1] != last.Counts[0] {
		t.Errorf("the best run is %+v", last)
	}
	for i, l := range report.Letters {
		var shares []float64 // of the runs
		for _, bred := range report.Trials[len(report.Trials)-3:] {
			weight, sum := 0.0, 0.0
			for word := range strings.FieldsSeq(bred.Weights) {
				n := must.Get(strconv.ParseFloat(word[1:], 64))(t)
				if sum += n; word[:1] == eval.ThesisLetters[i:i+1] {
					weight = n
				}
			}
			shares = append(shares, 100*weight/sum)
		}
		mean := (shares[0] + shares[1] + shares[2]) / 3
		squares := math.Pow(shares[0]-mean, 2) + math.Pow(shares[1]-mean, 2) + math.Pow(shares[2]-mean, 2)
		if l.Letter != eval.ThesisLetters[i:i+1] || math.Abs(float64(l.Mean)-mean) > 0.006 ||
			math.Abs(float64(l.Deviation)-math.Sqrt(squares/3)) > 0.006 {
			t.Errorf("%+v of %v", l, shares)
		}
	}
}

// TestAllLettersAreAPlayerOfTheirOwn: a council of that member alone plays as it does.
func TestAllLettersAreAPlayerOfTheirOwn(t *testing.T) {
	_, run := breedingBench(t)
	var alone, beside, first bredResult
	for text, report := range map[string]*bredResult{"mbxkcpar": &alone, "x": &beside, "x mbxkcpar": &first} {
		out, err := run("--json", "--generations", "0", "--runs", "1", "--whole", "--council", text)
		if err == nil {
			err = json.Unmarshal([]byte(out), report)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	want := alone.Trials[0].Counts[0]
	if want == beside.Trials[0].Counts[0] {
		t.Errorf("the member x plays as well as all letters do: %+v", want)
	}
	for _, report := range []*bredResult{&alone, &beside, &first} {
		if got := report.Trials[3]; got.Player != "all letters alone" || got.Counts[0] != want {
			t.Errorf("beside %s: %+v, not %+v", report.Council, got, want)
		}
	}
}

func TestABreedingGoesOnFromItsFile(t *testing.T) {
	folder, run := breedingBench(t)
	state := filepath.Join(folder, "state.json")
	whole := must.Get(run("--generations", "60", "--runs", "2"))(t)
	for _, last := range []string{"0", "7", "60"} {
		text := must.Get(run("--generations", last, "--runs", "2", "--state", state))(t)
		if last == "60" && text != whole {
			t.Errorf("a breeding that was resumed says\n%s\nnot\n%s", text, whole)
		}
	}
	kept := must.Get(os.ReadFile(state))(t)
	if text, err := run("--generations", "3", "--runs", "2", "--state", state); err != nil || text != whole {
		t.Errorf("a breeding that is further than asked: %v\n%s", err, text)
	}
	for args, want := range map[string]string{
		"--runs 3":                       "runs is 2, not 3",
		"--runs 2 --seed 5":              "seed is 1, not 5",
		"--runs 2 --floor .75 --seed 2":  "floor is 1, not 3; seed is 1, not 2",
		"--runs 2 --whole":               "positions is 4, not 7",
		"--runs 2 --council mp":          "council is mp mkc xa, not mp",
		"--runs 2 --mutation 0.5 --json": "parameters is {Population:30 Bits:64 Crossover:0.6 Mutation:0.01}, not",
	} {
		if _, err := run(append(strings.Fields(args), "--state", state)...); err == nil ||
			!strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), state) {
			t.Errorf("%s: %v", args, err)
		}
	}
	_, err := run("--floor", "9")
	if err == nil || !strings.Contains(err.Error(), "--floor must be a share from -1 to 1") {
		t.Errorf("a floor above the suite: %v", err)
	}
	if now, err := os.ReadFile(state); err != nil || !bytes.Equal(now, kept) {
		t.Errorf("the state was changed, %v", err)
	}
	for _, damaged := range [][]byte{nil, []byte("{}"), kept[:len(kept)/2],
		bytes.Replace(kept, []byte(`"generation":5,`), []byte(`"generation":6,`), 1),
		bytes.Replace(kept, []byte(`{"floor":1,`), []byte(`{"floor":7,`), 1),
		bytes.Replace(kept, []byte(`"version":1`), []byte(`"version":2`), 1)} {
		must.Do(t, os.WriteFile(state, damaged, 0o600))
		if _, err := run("--generations", "70", "--runs", "2", "--state", state); err == nil ||
			!strings.Contains(err.Error(), "the file is unchanged") {
			t.Errorf("a state of %d bytes: %v", len(damaged), err)
		}
		if now, err := os.ReadFile(state); err != nil || !bytes.Equal(now, damaged) {
			t.Errorf("a damaged state was changed, %v", err)
		}
	}
}

// TestABreedingThatIsStoppedTellsWhatThereIs stops it between two generations.
func TestABreedingThatIsStoppedTellsWhatThereIs(t *testing.T) {
	folder, _ := breedingBench(t)
	flags := pflag.NewFlagSet("genetic", pflag.ContinueOnError)
	var out bytes.Buffer
	g := breeding{generations: 80, runs: 2, seed: 1, floor: 70, file: filepath.Join(folder, "state")}
	g.bench.define(flags, hereQueue(nil))
	g.nodes, g.megabytes, g.openQueue, g.std = 100, 1, hereQueue(nil), cli.Streams{Out: &out, Err: io.Discard}
	g.council = must.Get(parseCouncil("mp mkc"))(t)
	g.parameters.Population, g.parameters.Bits, g.parameters.Mutation = 30, 64, 0.01
	s := must.Get(proposals.ReadSuite(filepath.Join(folder, "suite.epd")))(t)
	g.store = must.Get(proposals.Open(t.Context(), filepath.Join(folder, "lab.db")))(t)
	defer g.store.Close()
	g.signature = must.Get(g.thisEngine(t.Context()))(t)
	g.suites = []*proposals.Suite{s}
	table, err := g.table(t.Context(), s, uniqueSeats([]councilSeats{g.council}, allLetters(g.council)), g.nodes)
	if err != nil {
		t.Fatal(err)
	}
	g.divide(0, s, table)
	must.Do(t, g.begin())
	must.Do(t, g.saved.Breeding.Advance(t.Context(), g.groups[0].votes, 3, nil))
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cli.ErrInterrupted)
	if err := g.conclude(g.breed(ctx)); !errors.Is(err, cli.ErrInterrupted) {
		t.Errorf("the end is %v", err)
	}
	if !strings.Contains(out.String(), "\n           3  ") {
		t.Errorf("it says\n%s", out.String())
	}
	var kept savedBreeding
	text, err := os.ReadFile(g.file)
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil || len(kept.Breeding.Runs[1].History) != 4 {
		t.Errorf("what was kept: %v", err)
	}
	fresh := breeding{saved: savedBreeding{Breeding: &experiment.Breeding{}}}
	if err := fresh.conclude(cli.ErrInterrupted); !errors.Is(err, cli.ErrInterrupted) {
		t.Errorf("before the first generation: %v", err)
	}
}

func TestBreedingsThatCannotBeAreRefused(t *testing.T) {
	_, run := breedingBench(t)
	for args, want := range map[string]string{
		"--population 7":     "an even number",
		"--mutation 2":       "a mutation: 2",
		"--crossover -1":     "a crossover: -1",
		"--generations -1":   "--generations must be from 0",
		"--runs 0":           "--runs from 1",
		"--council mp*2":     "--council: ",
		"--council uci:x":    "--council: ",
		"--plot curve.jpg":   "must end with .svg or .png",
		"--runs 1 --offline": "answers are not stored",
	} {
		if _, err := run(strings.Fields(args)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// tuneHere runs a tuning of this program, and interrupts it after the given number of pairs; 0 never does.
func tuneHere(t *testing.T, pairs int64, words ...string) (status int, out, err string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stdout, stderr bytes.Buffer
	job := &cli.Job{Begin: func() (context.Context, context.CancelFunc) { return ctx, cancel },
		Show: func(done, _ int64, _ string) {
			if done == pairs {
				cancel()
			}
		}}
	program := cli.Root("experiment", "", "", Experiments(hereQueue)...)
	status = cli.Execute(program, append([]string{"spsa", "--nodes", "60", "--param", "Contempt=50,-100,100,20,.1", "--param",
		"Move Overhead=30,0,500,5"}, words...), cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr, Job: job})
	return status, stdout.String(), stderr.String()
}

func readState(t *testing.T, name string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(name))(t))
}

func TestATuningThatIsInterruptedEndsAsWithout(t *testing.T) {
	folder := t.TempDir()
	openings := filepath.Join(folder, "openings.epd")
	must.Do(t, os.WriteFile(openings, []byte("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n"+
		"rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq -\n"), 0o600))
	words := func(name string) []string {
		return []string{"--pairs", "7", "--openings", openings, "--shuffle", "3", "--resign", "300/2", "--draw", "20/4/20",
			"--state", filepath.Join(folder, name)}
	}
	status, whole, err := tuneHere(t, 0, words("whole.json")...)
	if status != cli.ExitGood || err != "" || !regexp.MustCompile(
		`(?s)^Values after 7 of 7 pairs of games:\n\nparameter +start +now +min +max\nContempt +50 .* -100 +100\n`+
			`Move Overhead +30 .*\n\nsetoption name Contempt value -?\d+\nsetoption name Move Overhead value \d+\n\n`+
			`const \(\n\tcontempt = -?\d+\n\tmoveOverhead = \d+\n\)\n$`).MatchString(whole) {
		t.Fatalf("status %d, %s%s", status, whole, err)
	}
	for _, pairs := range []int64{1, 4} {
		status, out, err := tuneHere(t, pairs, words("part.json")...)
		if status != cli.ExitInput || !strings.Contains(err, "after ") || !strings.Contains(out, "of 7 pairs of games:") {
			t.Errorf("status %d, %s%s", status, out, err)
		}
	}
	picture := filepath.Join(folder, "x.svg")
	status, out, err := tuneHere(t, 0, append(words("part.json"), "--svg", picture)...)
	if status != cli.ExitGood || out != whole || readState(t, filepath.Join(folder, "part.json")) !=
		readState(t, filepath.Join(folder, "whole.json")) {
		t.Errorf("status %d, %s%s\nwithout an interruption\n%s", status, out, err, whole)
	}
	if svg := readState(t, picture); !strings.Contains(svg, "Contempt") || !strings.Contains(svg, "Move Overhead") {
		t.Errorf("%s", svg)
	}
}

func TestTuningsThatCannotBeAreRefused(t *testing.T) {
	folder := t.TempDir()
	other, damaged := filepath.Join(folder, "other.json"), filepath.Join(folder, "damaged.json")
	if status, _, err := tuneHere(t, 1, "--pairs", "3", "--state", other); status != cli.ExitInput {
		t.Fatal(status, err)
	}
	text := strings.Replace(readState(t, other), `"done":`, `"done":9`, 1)
	must.Do(t, os.WriteFile(damaged, []byte(text), 0o600))
	for _, test := range []struct {
		line   string
		status int
		says   string
	}{
		{"x", cli.ExitUsage, "unexpected argument"},
		{"--param Hash", cli.ExitUsage, "expected NAME=START"},
		{"--param Hash=1,1,9", cli.ExitUsage, "expected NAME=START"},
		{"--param Hash=a,1,9,1", cli.ExitUsage, `"a" is not a number`},
		{"--param Hash=0,1,9,1", cli.ExitUsage, "not between 1 and 9"},
		{"--param contempt=0,-1,1,1", cli.ExitUsage, "given twice"},
		{"--param MultiPV=5,1,99999999,1", cli.ExitUsage, "MultiPV"},
		{"--param Nonsense=5,1,9,1", cli.ExitUsage, "Nonsense"},
		{"--pairs 0", cli.ExitUsage, "--pairs"},
		{"--concurrency 0", cli.ExitUsage, "--concurrency"},
		{"--svg x.gif", cli.ExitUsage, ".svg or .png"},
		{"--engine colour=red", cli.ExitUsage, "unknown setting"},
		{"--tc x", cli.ExitUsage, "clock"},
		{"--openings MISSING", cli.ExitInput, "MISSING"},
		{"--state OTHER --pairs 4", cli.ExitInput, "pairs is 3, not 4"},
		{"--state OTHER --pairs 3 --nodes 61", cli.ExitInput, "limits is nodes=60"},
		{"--state DAMAGED --pairs 3", cli.ExitInput, "is damaged"},
		{"--state FOLDER", cli.ExitInput, "not a regular file"},
	} {
		line := strings.NewReplacer("OTHER", other, "DAMAGED", damaged, "FOLDER", folder).Replace(test.line)
		status, out, err := tuneHere(t, 1, strings.Fields(line)...)
		if status != test.status || out != "" || !strings.Contains(err, test.says) {
			t.Errorf("%s: status %d, not %d, %s%s", test.line, status, test.status, out, err)
		}
	}
	program := cli.Root("experiment", "", "", Experiments(hereQueue)...)
	var stderr bytes.Buffer
	if status := cli.Execute(program, []string{"spsa"}, cli.Streams{Err: &stderr}); status != cli.ExitUsage ||
		!strings.Contains(stderr.String(), "--param is needed") {
		t.Errorf("status %d, %s", status, &stderr)
	}
}

func TestOptionsBecomeGoNames(t *testing.T) {
	for option, want := range map[string]string{"Move Overhead": "moveOverhead", "Contempt": "contempt",
		"LMR_base": "lMRBase", "9": "option9", "Range": "optionrange", "null-move depth": "nullMoveDepth"} {
		if got := identifier(option); got != want {
			t.Errorf("%q becomes %q, not %q", option, got, want)
		}
	}
}
