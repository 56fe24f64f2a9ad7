package laboratory

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alfiere/council"
	"alfiere/council/experiment"
	"alfiere/council/proposals"
	"alfiere/eval"
	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/search"
)

// tests are positions in which members with little time differ.
const tests = `r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5 Bc4; id "opening";
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - bm Bxa6; am dxe6; id "tactics";
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - am Rb3; id "ending";
4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - bm e4; id "attack";
6k1/5ppp/8/8/8/8/q4PPP/1R4K1 w - - bm Rb8#; id "mate";
`

// others are those that only judge.
const others = `2r2rk1/1bqnbppp/p2ppn2/1p6/3NP3/1BN1BP2/PPPQ2PP/2KR3R w - - bm g4 Kb1;
6k1/5p2/1p2q1p1/p2p3p/P2P3P/1P2P1P1/3Q1PK1/8 b - - bm Qe4+;
`

// workplace is a folder with an empty store and two suites, in which commands are run.
type workplace struct {
	testing.TB
	store, suite, other string
}

func newWorkplace(t testing.TB) *workplace {
	t.Helper()
	folder := t.TempDir()
	w := &workplace{t, filepath.Join(folder, "lab.db"), filepath.Join(folder, "suite.epd"),
		filepath.Join(folder, "other.epd")}
	store := must.Get(proposals.Create(t.Context(), w.store))(t)
	for name, text := range map[string]string{w.suite: tests, w.other: others} {
		must.Do(t, os.WriteFile(name, []byte(text), 0o600))
	}
	must.Do(t, store.Close())
	return w
}

// run runs an experiment with few nodes on the store.
func (w *workplace) run(args ...string) (status int, out, err string) {
	w.Helper()
	var stdout, stderr bytes.Buffer
	program := cli.Root("experiment", "", "", Experiments(hereQueue)...)
	words := append([]string{args[0], "--store", w.store, "--nodes", "250", "--hash", "1"}, args[1:]...)
	status = cli.Execute(program, words, cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

// report runs an experiment for its JSON.
func (w *workplace) report(into any, args ...string) {
	w.Helper()
	status, out, err := w.run(append(args, "--json")...)
	if status != cli.ExitGood || err != "" {
		w.Fatalf("%q: status %d, %s", args, status, err)
	}
	if err := json.Unmarshal([]byte(out), into); err != nil {
		w.Fatalf("%q: %v in %s", args, err, out)
	}
}

// solves searches a position as the definition says and reports whether the move is a best one.
func (w *workplace) solves(searcher *proposals.Searcher, p *search.TestPosition, seat council.Seat) experiment.Verdict {
	w.Helper()
	a, err := searcher.Answer(w.Context(), &proposals.Question{Position: p.Position, Seat: seat, Nodes: 250, Megabytes: 1})
	if err != nil {
		w.Fatal(err)
	}
	return experiment.Judge(p, a.Move)
}

// counted searches a suite afresh with some letters and counts.
func (w *workplace) counted(path string, letters string) (c experiment.Count) {
	w.Helper()
	suite := must.Get(proposals.ReadSuite(path))(w)
	searcher := must.Get(proposals.NewSearcher(1))(w)
	defer searcher.Close()
	set := must.Get(eval.ParseKnowledge(letters))(w)
	var verdicts []experiment.Verdict
	for i := range suite.Tests {
		verdicts = append(verdicts, w.solves(searcher, &suite.Tests[i], seatOf(set)))
	}
	return experiment.CountOf(verdicts)
}

func TestAnOrderIsSearchedOnceAndThenAsked(t *testing.T) {
	w := newWorkplace(t)
	if status, out, err := w.run("order", "--offline", w.suite); status != cli.ExitInput || out != "" ||
		!strings.Contains(err, "5 answers are not stored") {
		t.Errorf("an empty store: status %d, %s%s", status, out, err)
	}
	type orderResult struct {
		Conditions conditions
		experiment.Ordering
	}
	var first, second orderResult
	w.report(&first, "order", w.suite, w.other)
	w.report(&second, "order", "--offline", w.suite, w.other)
	if fmt.Sprint(first) != fmt.Sprint(second) {
		t.Errorf("%+v and then %+v", first, second)
	}
	if len(first.Order) != len(eval.ThesisLetters) || len(first.Steps) != len(eval.ThesisLetters)-1 ||
		first.Conditions.Nodes != 250 {
		t.Errorf("%+v", first)
	}
	for i, step := range first.Steps {
		if len(step.Tries) != 7-i {
			t.Errorf("%+v", step)
		}
		for _, set := range []string{step.Kept.Set.String()} {
			if c := w.counted(w.suite, set); step.Kept.Count != c {
				t.Errorf("%s solves %+v, not %+v", set, c, step.Kept.Count)
			}
			if c := w.counted(w.other, set); step.Kept.Others[0] != c {
				t.Errorf("%s solves %+v of the others, not %+v", set, c, step.Kept.Others[0])
			}
		}
	}
	status, out, err := w.run("order", "--offline", w.suite, w.other)
	last := first.Steps[6].Kept
	if status != cli.ExitGood || err != "" || !strings.Contains(out, fmt.Sprintf("%d [", last.Count.Best)) ||
		!strings.Contains(out, "1 of these have only moves to avoid") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
	if lines := strings.Split(out, "\n"); !strings.HasPrefix(strings.TrimSpace(lines[4]), "alone") ||
		strings.Count(out, "*") < 7 {
		t.Errorf("the thesis's table is not in\n%s", out)
	}
}

func TestUnionsAreThoseOfTheirMembers(t *testing.T) {
	w := newWorkplace(t)
	var report struct{ Results []experiment.Reach }
	w.report(&report, "union", "--council", "m mx", "--council", "mpar noise2", w.suite, w.other)
	if len(report.Results) != 4 {
		t.Fatalf("%+v", report)
	}
	for _, r := range report.Results {
		path := map[string]string{"suite": w.suite, "other": w.other}[r.Suite]
		if r.All != w.counted(path, "mbxkcparn") || r.Union < r.Intersection ||
			r.Mean < experiment.Rounded(r.Intersection) || r.Mean > experiment.Rounded(r.Union) {
			t.Errorf("%+v", r)
		}
		if r.Council == "m mx" && (r.Members[0].Count != w.counted(path, "m") ||
			r.Members[1].Count != w.counted(path, "mx")) {
			t.Errorf("%+v", r)
		}
		seats, err := parseMembers(map[string]string{"m mx": "mbxkcparn mbxkcparn~15#1", "mpar noise2": "mbxkcparn mbxkcparn~15#1 mbxkcparn~15#2"}[r.Council])
		if err != nil {
			t.Fatal(err)
		}
		if solved := w.united(path, seats); r.Copies == nil || r.Copies.Union != solved ||
			r.Copies.Gain.Net() != r.Union-solved || float64(r.Copies.Holm) < r.Copies.Gain.P()-1e-4 {
			t.Errorf("%+v: copies solve %d", r.Copies, solved)
		}
		if len(r.Members) != 1+strings.Count(r.Council, " ")+strings.Count(r.Council, "noise2") {
			t.Errorf("%+v", r)
		}
	}
	status, out, err := w.run("union", "--offline", "--council", "mpar noise2", w.suite)
	if status != cli.ExitGood || err != "" || !strings.Contains(out, "\nmpar noise2 ") ||
		!strings.Contains(out, "\nAll letters alone (mbxkcparn): ") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
}

// united searches a suite afresh with some seats and counts what at least one of them solves.
func (w *workplace) united(path string, seats []council.Seat) (n int) {
	w.Helper()
	suite := must.Get(proposals.ReadSuite(path))(w)
	searcher := must.Get(proposals.NewSearcher(1))(w)
	defer searcher.Close()
	for i := range suite.Tests {
		if slices.ContainsFunc(seats, func(s council.Seat) bool {
			return w.solves(searcher, &suite.Tests[i], s) == experiment.Best
		}) {
			n++
		}
	}
	return n
}

// TestCouncilsAreComparedWithTheLettersOfTheirMembers: the player for comparison has n only if a member has it.
func TestCouncilsAreComparedWithTheLettersOfTheirMembers(t *testing.T) {
	for text, want := range map[string]string{"mp|mkc x": "mbxkcpar", "balanced7": "mbxkcpar", "mp|mkc nx": "mbxkcparn",
		"noise2|m": "mbxkcparn"} {
		var councils []councilSeats
		for members := range strings.SplitSeq(text, "|") {
			c := must.Get(parseCouncil(members))(t)
			councils = append(councils, c)
		}
		if got := allLetters(councils...); got.Name != want || got.Knowledge.String() != want {
			t.Errorf("%s: %+v, not %s", text, got, want)
		}
	}
}

// TestCriteriaChooseWhatAMasterWould asks a master who consults the same council in new games.
// Its second search finds a table that is not empty, so that one is left out.
func TestCriteriaChooseWhatAMasterWould(t *testing.T) {
	w := newWorkplace(t)
	var report struct{ Suites []criteriaSuite }
	w.report(&report, "criteria", "--council", "m mx mbxkcpar", "--council", "noise3 mk", w.suite, w.other)
	if len(report.Suites) != 2 || len(report.Suites[0].Results) != 2*(len(council.Criteria())+1) {
		t.Fatalf("%+v", report)
	}
	masters := map[string]*council.Master{"m mx mbxkcpar": w.master("m mx mbxkcpar"), "noise3 mk": w.master("noise3 mk")}
	for i, s := range report.Suites {
		path := []string{w.suite, w.other}[i]
		suite := must.Get(proposals.ReadSuite(path))(t)
		if s.All != w.counted(path, "mbxkcparn") {
			t.Errorf("%+v", s.All)
		}
		for _, r := range s.Results {
			if total := r.Count.Best + r.Count.Worst + r.Count.Other; total != len(suite.Tests) ||
				r.Count.Best-s.All.Best != r.Gain.Net() {
				t.Errorf("%+v", r)
			}
			found := r.Rounds
			if (found != nil) != (r.Second > 0) || found != nil && (found.Majority.Best > found.Proposed ||
				r.Count.Best > found.Proposed || r.Count.Best-found.Majority.Best != found.Over.Net()) {
				t.Errorf("%s by %s: %+v, of two searches %+v", r.Council, r.Criterion, r.Count, found)
			}
			if r.Second > 0 || r.Criterion == "trust" {
				continue
			}
			if c := w.consulted(suite, masters[r.Council], r.Criterion); r.Count != c {
				t.Errorf("%s by %s: %+v, a master solves %+v", r.Council, r.Criterion, r.Count, c)
			}
		}
	}
	status, out, err := w.run("criteria", "--offline", "--council", "noise3 mk", w.suite, w.other)
	if status != cli.ExitGood || err != "" ||
		!strings.Contains(out, "re-search 67 %") || !strings.Contains(out, "solves more than this majority") ||
		!strings.Contains(out, "Trust was earned on suite.") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
}

// master returns the master of a council.
func (w *workplace) master(members string) *council.Master {
	w.Helper()
	seats := must.Get(council.ParseCouncil(members))(w)
	master := must.Get(council.NewMaster(len(seats)))(w)
	w.Cleanup(master.Close)
	master.Convene(seats)
	return master
}

// consulted lets a master play a suite.
func (w *workplace) consulted(s *proposals.Suite, master *council.Master, criterion string) experiment.Count {
	w.Helper()
	must.Do(w, master.SetCriterion(criterion))
	var verdicts []experiment.Verdict
	for i := range s.Tests {
		p := s.Tests[i].Position
		master.NewGame()
		r := master.Search(w.Context(), search.Request{Position: p, Game: search.Record{Start: p},
			Limits: search.Limits{Nodes: 250}}, nil)
		verdicts = append(verdicts, experiment.Judge(&s.Tests[i], r.Best))
	}
	return experiment.CountOf(verdicts)
}

func TestSetsAreChosenOnOneHalfAndJudgedOnTheRest(t *testing.T) {
	w := newWorkplace(t)
	var report struct {
		Councils []setsCouncil
		Both     []both `json:"both_halves"`
	}
	w.report(&report, "search-sets", "--among", "m mx mk mpar ma", "--sizes", "2-3", w.suite, w.other)
	if want := 2 * 2 * len(experiment.Searchable()); len(report.Councils) != want || len(report.Both) != want/2 {
		t.Fatalf("%d councils, %d of both halves", len(report.Councils), len(report.Both))
	}
	for _, c := range report.Councils {
		if !c.Proven || len(c.Members) != c.Size || c.Chosen.Positions+c.Judged.Positions != 5 ||
			c.Others[0].Positions != 2 || c.Chosen.Full+c.Judged.Full != w.counted(w.suite, "mbxkcpar").Best {
			t.Errorf("%+v", c)
		}
	}
	status, out, err := w.run("search-sets", "--offline", "--among", "m mx mk mpar ma", "--sizes", "2", "--criteria",
		"majority", w.suite)
	if status != cli.ExitGood || err != "" || strings.Count(out, "proven") != 2 || !strings.Contains(out, "Both halves") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
}

func TestEveryExperimentHasAPicture(t *testing.T) {
	w := newWorkplace(t)
	for name, args := range map[string][]string{
		"order":       {"--from", "mbxkcp"},
		"union":       {"--council", "mbxkcpar mbxkcpa"},
		"criteria":    {"--council", "mbxkcpar mbxkcpa"},
		"search-sets": {"--among", "mbxkcpar mbxkcpa mbxkcp", "--sizes", "1-2"},
	} {
		for ending, begin := range map[string]string{".svg": "<?xml", ".png": "\x89PNG"} {
			file := filepath.Join(w.TempDir(), name+ending)
			if status, _, err := w.run(append([]string{name, "--plot", file, w.suite}, args...)...); status != cli.ExitGood ||
				err != "" {
				t.Errorf("%s: status %d, %s", name, status, err)
			}
			if picture, err := os.ReadFile(file); err != nil || !bytes.HasPrefix(picture, []byte(begin)) || len(picture) < 1000 {
				t.Errorf("%s: %v, %d bytes", file, err, len(picture))
			}
		}
	}
}

func TestWhatCannotBeAskedIsSaidInWords(t *testing.T) {
	w := newWorkplace(t)
	damaged := filepath.Join(w.TempDir(), "damaged.db")
	must.Do(t, os.WriteFile(damaged, []byte("SQLite format 3\x00 and then nothing of use"), 0o600))
	for _, test := range []struct {
		line   string
		status int
		says   string
	}{
		{"order", cli.ExitUsage, "a SUITE is required"},
		{"order MISSING", cli.ExitInput, "MISSING"},
		{"order --store= SUITE", cli.ExitUsage, "--store is required"},
		{"order --store MISSING SUITE", cli.ExitInput,
			"there is no such store: file does not exist; --create makes it"},
		{"order --store SUITE SUITE", cli.ExitInput, "not a store of proposals"},
		{"order --store DAMAGED SUITE", cli.ExitInput, "damaged.db"},
		{"order --nodes 0 SUITE", cli.ExitUsage, "--nodes"},
		{"order --engine x SUITE", cli.ExitUsage, "not a signature"},
		{"order --engine 0123456789abcdef SUITE", cli.ExitInput, "cannot find them"},
		{"order --plot x.gif SUITE", cli.ExitUsage, ".svg or .png"},
		{"order --from q SUITE", cli.ExitUsage, "--from"},
		{"union --council nobody SUITE", cli.ExitUsage, "--council"},
		{"union --council m*2 SUITE", cli.ExitUsage, "one thread"},
		{"union --council uci:x SUITE", cli.ExitUsage, "own searches"},
		{"criteria --criteria best SUITE", cli.ExitUsage, "no such criterion"},
		{"criteria --second 100 SUITE", cli.ExitUsage, "1 to 99 per cent"},
		{"search-sets --sizes 3-2 SUITE", cli.ExitUsage, "--sizes"},
		{"search-sets --sizes 2-99 SUITE", cli.ExitUsage, "--sizes"},
		{"search-sets --criteria trust SUITE", cli.ExitUsage, `"trust" is not one of`},
		{"search-sets --among m SUITE", cli.ExitUsage, "only 1 members are available"},
	} {
		words := strings.Fields(strings.NewReplacer("SUITE", w.suite, "DAMAGED", damaged).Replace(test.line))
		before, _ := os.ReadFile(damaged)
		status, out, err := w.run(words...)
		if status != test.status || out != "" || !strings.Contains(err, test.says) {
			t.Errorf("%s: status %d, not %d, %s%s", test.line, status, test.status, out, err)
		}
		if after, _ := os.ReadFile(damaged); !bytes.Equal(before, after) {
			t.Fatalf("%s: the damaged store has been written to", test.line)
		}
	}
	if _, err := os.Stat(filepath.Join(w.TempDir(), "MISSING")); err == nil {
		t.Error("a store was made")
	}
}

// TestAnExperimentMakesItsStoreIfItIsAsked runs on a store that is not there.
func TestAnExperimentMakesItsStoreIfItIsAsked(t *testing.T) {
	w := newWorkplace(t)
	w.store = filepath.Join(t.TempDir(), "new.db")
	if status, _, err := w.run("union", "--council", "mp mkc", w.suite); status != cli.ExitInput ||
		!strings.Contains(err, "new.db: there is no such store") {
		t.Errorf("status %d, %s", status, err)
	}
	if status, out, err := w.run("union", "--create", "--council", "mp mkc", w.suite); status != cli.ExitGood ||
		!strings.Contains(out, "mp mkc") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
}

// TestTheProgressOfAnExperimentHasOneTotal follows the bar through all parts of criteria: it never
// goes back, neither in its count nor in its share, and ends at the whole.
func TestTheProgressOfAnExperimentHasOneTotal(t *testing.T) {
	w := newWorkplace(t)
	program := cli.Root("experiment", "", "", Experiments(hereQueue)...)
	count, share, last, texts := int64(0), 0.0, int64(0), 0
	job := &cli.Job{Begin: func() (context.Context, context.CancelFunc) { return context.WithCancel(t.Context()) },
		Show: func(done, whole int64, text string) {
			if now := float64(done) / float64(whole); done != count+1 || now < share {
				t.Errorf("%d of %d (%s) after %d, %.3f", done, whole, text, count, share)
			} else {
				count, share, last = done, now, whole
			}
			if strings.Contains(text, " of at most ") {
				texts++
			}
		}}
	status := cli.Execute(program, []string{"criteria", "--store", w.store, "--nodes", "250", "--hash", "1", "--council",
		"mp mkc xa", "--council", "mbx kpr", "--criteria", "majority,re-search", "--second", "50,67", w.suite, w.other},
		cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard, Job: job})
	if status != cli.ExitGood || count != last || count < 2*6*7 || texts == 0 || texts == int(count) {
		t.Errorf("status %d, %d of %d, %d unsure", status, count, last, texts)
	}
}

// TestMembersAreMoreThanACouncilHasAndComeOnce reads the sixteen distributions, and members that are named again.
func TestMembersAreMoreThanACouncilHasAndComeOnce(t *testing.T) {
	councils := must.Get(thesisCouncils())(t)
	var words []string
	for _, c := range councils {
		words = append(words, c.text)
	}
	seats, err := parseMembers(strings.Join(words, " "))
	if err != nil || len(seats) != len(uniqueSeats(councils)) {
		t.Errorf("%d seats, %v", len(seats), err)
	}
	if seats, err = parseMembers("noise60 noise40@20 mp"); err != nil || len(seats) != 60+39+1 {
		t.Errorf("%d seats, %v", len(seats), err)
	}
	seats = must.Get(parseMembers("mbxkcpar mp balanced7 mp mbxkcpar"))(t)
	for i, s := range seats {
		if strings.Contains(s.Name, ".") || slices.ContainsFunc(seats[:i],
			func(o council.Seat) bool { return o.Knowledge == s.Knowledge }) {
			t.Errorf("%s comes twice: %+v", s.Name, seats)
		}
	}
	if seats, err = parseMembers("all"); err != nil || len(seats) != 255 {
		t.Errorf("%d seats, %v", len(seats), err)
	}
	for _, text := range []string{"", "mp zz", "uci:x", "m*2"} {
		if seats, err := parseMembers(text); err == nil {
			t.Errorf("%q: %+v", text, seats)
		}
	}
}

func TestAFitnessBelowZeroIsWrittenAsItIs(t *testing.T) {
	for _, test := range []struct {
		floor, positions int
		want             string
	}{{70, 500, "((n - 70))^3/500 + 1, or 1 below 70"}, {-8, 500, "((n + 8))^3/500 + 1"},
		{7, 48, "(500/48*(n - 7))^3/500 + 1, or 1 below 7"}, {0, 48, "(500/48*n)^3/500 + 1"}} {
		if got := formatFitness(test.floor, test.positions); got != test.want {
			t.Errorf("%d of %d: %q, not %q", test.floor, test.positions, got, test.want)
		}
	}
}
