package protocol

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/search"
	"alfiere/tt/syzygy"
)

// smallTables is a folder with the tables of three men.
const smallTables = "../tt/syzygy/testdata"

const queenWins = "8/8/8/8/8/2k5/8/KQ6 w - - 0 1"

// prober is a Searcher that looks up the position again and again until it is stopped, or
// just once if its depth is limited.
type prober struct {
	still
	requests []search.Request
	misses   int           // probes that had no answer
	asked    chan struct{} // gets a token when a search has asked for the first time
}

func (p *prober) Search(ctx context.Context, request search.Request, report func(search.Info)) search.Result {
	p.requests = append(p.requests, request)
	result := search.Result{Best: request.Position.Moves()[0]}
	for first := true; ; first = false {
		if _, ok := request.Endgames.Tables.WDL(&request.Position); ok {
			result.TBHits++
		} else {
			p.misses++
		}
		if first {
			p.asked <- struct{}{}
		}
		if request.Limits.Depth > 0 || ctx.Err() != nil {
			return result
		}
	}
}

// last returns how the newest search was to use the tables.
func (p *prober) last() search.EndgameUse { return p.requests[len(p.requests)-1].Endgames }

// newProber returns a controller with the queen's ending on the board, and its searcher.
func newProber(t *testing.T) (*Controller, *prober) {
	t.Helper()
	p := &prober{asked: make(chan struct{}, 1000)}
	c := NewController(func(int) (Searcher, error) { return p, nil }, Resources{Hash: 1, Threads: 1}, rand.NewPCG(1, 2))
	t.Cleanup(func() { must.Do(t, c.Close()) })
	c.SetPosition(mustParse(t, queenWins))
	return c, p
}

// finish waits for the end of the search that is under way.
func finish(t *testing.T, c *Controller) Finished {
	t.Helper()
	c.Wait()
	for event, ok := c.Next(); ok; event, ok = c.Next() {
		if finished, is := event.(Finished); is {
			return finished
		}
	}
	t.Fatal("the search has not ended")
	return Finished{}
}

// copyTables returns a folder of its own with the tables of three men, in which a file is damaged.
func copyTables(t *testing.T, c *Controller, damaged string) string {
	t.Helper()
	folder := t.TempDir()
	t.Cleanup(func() { // the files are closed before they are removed
		mustSet(t, c, "SyzygyPath", "")
		must.Do(t, c.Prepare())
	})
	must.Do(t, os.CopyFS(folder, os.DirFS(smallTables)))
	must.Do(t, os.WriteFile(filepath.Join(folder, damaged),
		[]byte("this is no endgame table, but as long as a small one would be: some words"), 0o600))
	return folder
}

const foundSmall = "found 5 WDL and 5 DTZ endgame tables of up to 3 men"

func TestWhichEndgameTablesThereAreIsReported(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	both := none + string(os.PathListSeparator) + smallTables
	distances := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(distances, "KQvK.rtbz"), make([]byte, 80), 0o600))
	c, _ := newProber(t)
	for _, step := range []struct {
		name, path  string
		want        any // the error
		used        string
		notice      string
		asItWas     bool // the tables are those of the step before
		namesFolder bool
	}{
		{"a folder that is not there", none, new(*ValueError), "", "", true, true},
		{"an empty folder", filepath.Dir(none), new(*ValueError), "", "", true, true},
		{"a file", smallTables + "/KQvK.rtbw", new(*ValueError), "", "", true, true},
		{"distances alone", distances, new(*ValueError), "", "", true, false},
		{"a folder", smallTables, nil, smallTables, foundSmall, false, false},
		{"it again", smallTables, nil, smallTables, "", true, false},
		{"a bad one", none, new(*ValueError), smallTables, "", true, true},
		{"one beside a bad one", both, new(*ClampError), both, foundSmall, false, true},
		{"that again", both, nil, both, "", true, false},
		{"none", "", nil, "", "", false, false},
		{"none again", "<empty>", nil, "", "", true, false},
	} {
		before := c.Endgames()
		err := c.SetOption("SyzygyPath", step.path)
		if step.want == nil && err != nil || step.want != nil && !errors.As(err, step.want) {
			t.Errorf("%s: %v", step.name, err)
		}
		if step.namesFolder && !strings.Contains(err.Error(), filepath.Base(filepath.Dir(none))) && !strings.Contains(err.Error(), "KQvK.rtbw") {
			t.Errorf("%s: %v does not name the folder", step.name, err)
		}
		if got := c.Settings().SyzygyPath; got != step.used || c.Notice() != step.notice || (c.Endgames() == before) != step.asItWas {
			t.Errorf("%s: the path is %q, reported is %q, the tables are the same: %v",
				step.name, got, c.Notice(), c.Endgames() == before)
		}
	}
	mustSet(t, c, "SyzygyPath", smallTables)
	mustSet(t, c, "MultiPV", "2")
	if c.Notice() != "" {
		t.Errorf("reported at another option: %q", c.Notice())
	}
}

func TestWhenEndgameTablesAreUsed(t *testing.T) {
	game := search.Limits{Depth: 1}
	for _, test := range []struct {
		name   string
		set    string // name=value …
		limits search.Limits
		want   search.EndgameUse // the tables aside
	}{
		{"as they are", "", game, search.EndgameUse{ProbeDepth: 1, ProbeLimit: 7, Rule50: true}},
		{"as is wanted", "SyzygyProbeDepth=5 SyzygyProbeLimit=4 Syzygy50MoveRule=false", game, search.EndgameUse{ProbeDepth: 5, ProbeLimit: 4}},
		{"not at all", "SyzygyProbeLimit=0", game, search.EndgameUse{}},
		{"not for a mate", "", search.Limits{Depth: 1, Mate: 3}, search.EndgameUse{}},
		{"not by a weak engine", "UCI_LimitStrength=true", game, search.EndgameUse{}},
		{"but in its analysis", "UCI_LimitStrength=true UCI_AnalyseMode=true", game, search.EndgameUse{ProbeDepth: 1, ProbeLimit: 7, Rule50: true}},
		{"nor without tables", "SyzygyPath=", game, search.EndgameUse{}},
	} {
		c, p := newProber(t)
		mustSet(t, c, "SyzygyPath", smallTables)
		for setting := range strings.FieldsSeq(test.set) {
			name, value, _ := strings.Cut(setting, "=")
			mustSet(t, c, name, value)
		}
		if test.want != (search.EndgameUse{}) {
			test.want.Tables = c.Endgames()
		}
		must.Get(c.Go(test.limits, false))(t)
		finish(t, c)
		if got := p.last(); got != test.want {
			t.Errorf("%s: %+v, not %+v", test.name, got, test.want)
		}
	}
	p := &prober{asked: make(chan struct{}, 1)}
	weak := must.Get(Settings{Elo: 1500}.Limit(p, rand.NewPCG(1, 2)))(t)
	weak.Search(t.Context(), search.Request{Position: mustParse(t, queenWins), Limits: game, Endgames: search.EndgameUse{ProbeLimit: 7}}, nil)
	if p.last() != (search.EndgameUse{}) {
		t.Errorf("a weak searcher gets %+v", p.last())
	}
}

// The searches look up what is mapped into memory; tables closed under them would end the process.
func TestEndgameTablesAreChangedDuringASearch(t *testing.T) {
	c, p := newProber(t)
	other := copyTables(t, c, "readme.txt")
	paths := []string{other, smallTables, "", smallTables, "/no/such/folder"}
	mustSet(t, c, "SyzygyPath", smallTables)
	for i := range 20 {
		must.Get(c.Go(search.Limits{Infinite: true}, false))(t)
		<-p.asked
		used, next := p.requests[i].Endgames.Tables, paths[i%len(paths)]
		refused := c.SetOption("SyzygyPath", next) != nil
		if err := c.Prepare(); err != nil || refused != (i%len(paths) == 4) {
			t.Fatal(err, refused)
		}
		if used != nil && !refused && next != smallTables && len(c.retired) == 0 {
			t.Errorf("search %d: its tables are not kept", i)
		}
		time.Sleep(time.Millisecond)
		if f := finish(t, c); f.Fault != nil || used != nil && f.TBHits == 0 {
			t.Errorf("search %d: %d hits, %v", i, f.TBHits, f.Fault)
		}
		misses := 0
		if used == nil {
			misses, p.misses = p.misses, 0
		}
		if p.misses > 0 || used == nil && misses == 0 {
			t.Fatalf("search %d: %d probes without an answer", i, p.misses)
		}
		if err := c.Prepare(); err != nil || len(c.retired) > 0 {
			t.Errorf("search %d: %v, %d tables are open that nobody uses", i, err, len(c.retired))
		}
	}
}

func TestADamagedTableIsReportedOnce(t *testing.T) {
	const damaged = "KQvK.rtbw"
	names := func(err error) bool { return err != nil && strings.Contains(err.Error(), damaged) }
	c, p := newProber(t)
	mustSet(t, c, "SyzygyPath", copyTables(t, c, damaged))
	search1 := func() Finished {
		t.Helper()
		if _, err := c.Go(search.Limits{Depth: 1}, false); err != nil {
			t.Errorf("reported beforehand: %v", err)
		}
		f := finish(t, c)
		<-p.asked
		return f
	}
	if f := search1(); !names(f.Fault) || f.TBHits > 0 {
		t.Errorf("the first search tells %v, with %d hits", f.Fault, f.TBHits)
	}
	if f := search1(); f.Fault != nil {
		t.Errorf("the second search tells %v", f.Fault)
	}
	c.SetPosition(mustParse(t, "8/8/8/8/8/2k5/8/KR6 w - - 0 1"))
	if f := search1(); f.TBHits == 0 {
		t.Error("the other tables are not used any more")
	}

	for name, end := range map[string]func(){
		"the next time": func() {},
		"another path":  func() { mustSet(t, c, "SyzygyPath", smallTables) },
		"no path":       func() { mustSet(t, c, "SyzygyPath", "") },
	} {
		mustSet(t, c, "SyzygyPath", copyTables(t, c, damaged))
		c.SetPosition(mustParse(t, queenWins))
		must.Get(c.Go(search.Limits{Infinite: true}, false))(t)
		<-p.asked
		c.Abandon()
		end()
		if err := c.Prepare(); !names(err) {
			t.Errorf("after a search that was abandoned, %s: %v", name, err)
		}
		if err := c.Prepare(); err != nil {
			t.Errorf("%s: reported twice: %v", name, err)
		}
	}
}

func TestOfManyDamagedTablesSomeAreNamed(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KQvKR", "KQvKQ"} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name+".rtbw"), make([]byte, 100), 0o600))
	}
	tables := must.Get(syzygy.Open(folder))(t)
	defer tables.Close()
	for _, men := range []string{"8/8/4KQ2", "8/8/4KR2", "8/8/4KB2", "8/8/4KN2", "8/8/4KP2", "r7/8/4KQ2", "q7/8/4KQ2"} {
		p := mustParse(t, men+"/8/8/1k6/8/8 b - - 0 1")
		tables.WDL(&p)
	}
	if got := strings.Split(faults(tables).Error(), "\n"); len(got) != maxFaultsReported+1 || got[maxFaultsReported] != "and 2 more endgame table files" {
		t.Errorf("%d lines: %q", len(got), got)
	}
	if err := faults(tables); err != nil {
		t.Errorf("reported twice: %v", err)
	}
}

func TestTheCommandsOfEndgameTables(t *testing.T) {
	c, _ := newProber(t)
	const on = "on, " + smallTables + ", 5 WDL and 5 DTZ tables of up to 3 men"
	for _, step := range []struct {
		name, text, state string
		fails             bool
	}{
		{"syzygy", "", "off: no folder", true},
		{"syzygy", "off", "off: no folder", false},
		{"syzygy", "/no/such/folder", "off: no folder", true},
		{"syzygy", smallTables, on, false},
		{"syzygy", "on", on, false},
		{"syzygy", "/no/such/folder", on, true},
		{"syzygy", "", "off, " + smallTables, false},
		{"syzygy", "", on, false},
		{"syzygy", "off", "off, " + smallTables, false},
		{"syzygy", "on", on, false},
		{"probe", "", "1, with at most 7 men", false},
		{"probe", "4", "4, with at most 7 men", false},
		{"probe", "3 6", "3, with at most 6 men", false},
		{"probe", "3 8", "3, with at most 7 men", true},
		{"probe", "x 5", "3, with at most 7 men", true},
		{"probe", "2 x", "2, with at most 7 men", true},
		{"fifty", "", "off", false},
		{"fifty", "maybe", "off", true},
	} {
		o := legacyOption(t, step.name)
		if err := o.Set(c, step.text); err != nil != step.fails || o.State(c) != step.state {
			t.Errorf("%s %s: %v, and then it is %q", step.name, step.text, err, o.State(c))
		}
	}
}
