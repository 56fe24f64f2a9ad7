package protocol

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"alfiere/eval"
	"alfiere/eval/network"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/search"
)

// still is a Searcher that only remembers what is asked of it.
type still struct {
	megabytes, threads, newGames int
	fault                        error
}

func (s *still) Search(context.Context, search.Request, func(search.Info)) search.Result {
	return search.Result{}
}
func (s *still) NewGame()             { s.newGames++ }
func (s *still) Close()               {}
func (s *still) SetThreads(count int) { s.threads = count }
func (s *still) Resize(megabytes int) error {
	if s.fault == nil {
		s.megabytes = megabytes
	}
	return s.fault
}

// newStill returns a controller and its searcher, which opens with at most the given megabytes.
func newStill(most int) (*Controller, *still) {
	s := new(still)
	open := func(megabytes int) (Searcher, error) {
		if megabytes > most {
			return nil, errors.New("too much")
		}
		s.megabytes = megabytes
		return s, nil
	}
	return NewController(open, Resources{Hash: 1024, Threads: 8, Council: &pair{}}, rand.NewPCG(1, 1)), s
}

// pair is a council that knows two members and one text of weights.
type pair struct{ members, criterion, weights, second string }

func (p *pair) SetMembers(text string) error {
	if text != "" && text != "mp mc" {
		return errors.New("who is that?")
	}
	p.members = text
	return nil
}

func (p *pair) SetCriterion(name string) error { p.criterion = name; return nil }

func (p *pair) SetWeights(text string) error {
	if text != "" && text != "m30" {
		return errors.New("no weight")
	}
	p.weights = text
	return nil
}

func (p *pair) SetSecondSearch(percent int) { p.second = strconv.Itoa(percent) }

func (p *pair) SetSecondThreads(int) {}

func (p *pair) SetExchange(bool) {}

func (p *pair) SetExchangeDelay(int) {}

func (p *pair) Prepare() {}

func (p *pair) Await() error { return nil }

func (p *pair) Criteria() []string { return []string{"weights", "majority"} }

func TestTheCouncilHearsWhatIsSet(t *testing.T) {
	council := &pair{}
	c := NewController(nil, Resources{Council: council}, nil)
	for _, set := range [][2]string{{"Consult", "mp mc"}, {"Consult", "mp"}, {"criterion", "Majority"}, {"Criterion", "best"},
		{"ConsultWeights", "m30"}, {"Consult Weights", "m"}, {"SecondSearch", "50"}, {"SecondSearch", "x"}} {
		_ = c.SetOption(set[0], set[1])
	}
	if want := (pair{"mp mc", "majority", "m30", "50"}); *council != want {
		t.Errorf("it heard %+v, want %+v", *council, want)
	}
}

func TestWithoutACouncilItsOptionsAreNotOffered(t *testing.T) {
	c := NewController(nil, Resources{}, nil)
	for _, name := range []string{"Consult", "Criterion", "ConsultWeights", "SecondSearch", "SecondThreads",
		"ConsultExchange", "ExchangeDelay"} {
		if err := c.SetOption(name, ""); !errors.Is(err, ErrNoOption) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDefaultsAreWhatIsSet(t *testing.T) {
	c, _ := newStill(1024)
	before := c.Settings()
	for _, o := range c.Options() {
		if err := c.SetOption(o.Name, o.Default); err != nil {
			t.Errorf("default of %s: %v", o.Name, err)
		}
		if o.Kind == Spin && o.Min > o.Max {
			t.Errorf("%s: from %d to %d", o.Name, o.Min, o.Max)
		}
	}
	if after := c.Settings(); after != before {
		t.Errorf("the defaults change %+v to %+v", before, after)
	}
}

func TestDefaultsFitSmallMachines(t *testing.T) {
	c := NewController(nil, Resources{}, nil)
	for _, o := range c.Options() {
		if _, err := o.parse(o.Default); err != nil {
			t.Errorf("default of %s: %v", o.Name, err)
		}
	}
}

func TestSetOption(t *testing.T) {
	beside := filepath.Join(t.TempDir(), "none") + string(os.PathListSeparator) + smallTables
	tests := []struct {
		name        string
		option, to  string
		wantSetting func(*Settings)
		wantError   any // pointer to an error type, or nil
	}{
		{"a number", "Hash", "32", func(s *Settings) { s.Hash = 32 }, nil},
		{"names ignore case and blanks", "moveOVERHEAD", "7", func(s *Settings) { s.Overhead = 7 * time.Millisecond }, nil},
		{"below the least", "Threads", "-3", func(s *Settings) { s.Threads = 1 }, new(*ClampError)},
		{"above the most", "MultiPV", "1000", func(s *Settings) { s.MultiPV = 256 }, new(*ClampError)},
		{"beyond 64 bits", "Contempt", "-99999999999999999999", func(s *Settings) { s.Contempt = -200 }, new(*ClampError)},
		{"no number", "Hash", "12x", nil, new(*ValueError)},
		{"a number with a fraction", "Hash", "1.5", nil, new(*ValueError)},
		{"nothing for a number", "Hash", "", nil, new(*ValueError)},
		{"a check", "UCI_Chess960", "true", func(s *Settings) { s.Chess960 = true }, nil},
		{"a check as CECP writes it", "OwnBook", "1", func(s *Settings) { s.OwnBook = true }, nil},
		{"no check", "UCI_ShowWDL", "yes", nil, new(*ValueError)},
		{"letters", "Knowledge", "xm", func(s *Settings) { s.Knowledge = eval.Mobility | eval.Material }, nil},
		{"an unknown letter", "Knowledge", "q", nil, new(*eval.KnowledgeError)},
		{"no letter", "Knowledge", "", nil, new(*ValueError)},
		{"a book that is not there", "BookFile", "/no/such/book.bin", nil, new(*ValueError)},
		{"a network that is not there", "EvalFile", "/no/such/n.net", nil, new(*ValueError)},
		{"a network that is none", "EvalFile", "option_test.go", nil, new(*ValueError)},
		{"the network of the program", "EvalFile", "<builtin>", func(*Settings) {}, nil},
		{"a log in a folder that is not there", "Debug Log File", "/no/such/folder/log", nil, new(*ValueError)},
		{"a log", "debuglogfile", os.DevNull, func(*Settings) {}, nil},
		{"no book", "BookFile", "<empty>", func(s *Settings) { s.Book = "" }, nil},
		{"the book of the program", "BookFile", "<builtin>", func(*Settings) {}, nil},
		{"endgame tables that are not there", "SyzygyPath", "/no/such/folder", nil, new(*ValueError)},
		{"endgame tables", "SyzygyPath", smallTables, func(s *Settings) { s.SyzygyPath = smallTables }, nil},
		{"endgame tables beside none", "SyzygyPath", beside, func(s *Settings) { s.SyzygyPath = beside }, new(*ClampError)},
		{"no endgame tables", "SyzygyPath", "<empty>", func(*Settings) {}, nil},
		{"deep probes only", "SyzygyProbeDepth", "9", func(s *Settings) { s.ProbeDepth = 9 }, nil},
		{"too deep probes", "SyzygyProbeDepth", "101", func(s *Settings) { s.ProbeDepth = 100 }, new(*ClampError)},
		{"small tables only", "SyzygyProbeLimit", "4", func(s *Settings) { s.ProbeLimit = 4 }, nil},
		{"tables that nobody has", "SyzygyProbeLimit", "8", func(*Settings) {}, new(*ClampError)},
		{"without the rule", "Syzygy50MoveRule", "false", func(s *Settings) { s.Rule50 = false }, nil},
		{"members", "Consult", "mp mc", func(s *Settings) { s.Consult = "mp mc" }, nil},
		{"nobody", "Consult", "<empty>", func(*Settings) {}, nil},
		{"unknown members", "Consult", "mp Kasparov", nil, new(*ValueError)},
		{"one of the choices", "criterion", "MAJORITY", func(s *Settings) { s.Criterion = "majority" }, nil},
		{"none of the choices", "Criterion", "the best", nil, new(*ValueError)},
		{"weights", "ConsultWeights", "m30", func(s *Settings) { s.ConsultWeights = "m30" }, nil},
		{"no weights", "ConsultWeights", "m", nil, new(*ValueError)},
		{"all the time for one search", "SecondSearch", "100", func(s *Settings) { s.SecondSearch = 90 }, new(*ClampError)},
		{"perhaps with the rule", "Syzygy50MoveRule", "", nil, new(*ValueError)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, _ := newStill(1024)
			want := c.Settings()
			if test.wantSetting != nil {
				test.wantSetting(&want)
			}
			err := c.SetOption(test.option, test.to)
			if test.wantError == nil && err != nil || test.wantError != nil && !errors.As(err, test.wantError) {
				t.Errorf("error %v, want %v", err, reflect.TypeOf(test.wantError))
			}
			if got := c.Settings(); got != want {
				t.Errorf("settings %+v, want %+v", got, want)
			}
		})
	}
	c, _ := newStill(1)
	if err := c.SetOption("No Such", "1"); !errors.Is(err, ErrNoOption) {
		t.Errorf("unknown option: %v", err)
	}
}

// TestTheMachineLimitsANumberAndNotItsRange: clients refuse to send a number outside of the declared range, so that
// a configuration for a larger machine must be within it. The answer names the number in use, once.
func TestTheMachineLimitsANumberAndNotItsRange(t *testing.T) {
	for cores := 1; cores <= 4; cores++ {
		c := NewController(nil, Resources{Hash: 512 * cores, Threads: 4 * cores}, nil)
		for _, name := range []string{"Threads", "Hash"} {
			option := c.table[slices.IndexFunc(c.table, func(o Option) bool { return o.Name == name })]
			limit, value := 4*cores, func() int { return c.settings.Threads }
			if name == "Hash" {
				limit, value = 512*cores, func() int { return c.settings.Hash }
			}
			if option.Min != 1 || option.Max < 1024 {
				t.Errorf("%s is from %d to %d", name, option.Min, option.Max)
			}
			for _, n := range []int{1, 2, limit, limit + 1, 2 * limit, option.Max, option.Max + 1, 1 << 40} {
				err := c.SetOption(name, strconv.Itoa(n))
				if want := min(n, limit); value() != want {
					t.Errorf("%s %d becomes %d, want %d", name, n, value(), want)
				}
				if n <= limit != (err == nil) {
					t.Errorf("%s %d: error %v", name, n, err)
				}
				if err != nil && (!strings.Contains(err.Error(), strconv.Itoa(n)) || !strings.Contains(err.Error(), strconv.Itoa(limit))) {
					t.Errorf("%s %d: the message is %q", name, n, err)
				}
			}
		}
	}
}

// TestEvalFileChangesLetterNAlone writes a network that is a pawn more optimistic.
func TestEvalFileChangesLetterNAlone(t *testing.T) {
	weights := network.Builtin().Float()
	for bucket := range weights.OutputBiases {
		weights.OutputBiases[bucket] += 0.25
	}
	n := must.Get(weights.Quantize("a pawn more optimistic"))(t)
	path := filepath.Join(t.TempDir(), "optimistic.net")
	must.Do(t, os.WriteFile(path, n.Bytes(), 0o600))
	c := hashController(t)
	nodes := func() uint64 {
		t.Helper()
		return must.Get(searchTo(t, c, 6))(t)
	}
	usual := nodes()
	mustSet(t, c, "EvalFile", path)
	if s := c.Settings(); s.Network == nil || s.EvalFile != path || nodes() == usual {
		t.Errorf("the network of %s is not used: %+v", path, s)
	}
	if err := c.SetOption("EvalFile", "option_test.go"); err == nil || c.Settings().EvalFile != path {
		t.Errorf("%v, and the network is %s", err, c.Settings().EvalFile)
	}
	mustSet(t, c, "EvalFile", "<builtin>")
	c.NewGame()
	if got := nodes(); got != usual {
		t.Errorf("%d nodes with the network of the program, at first %d", got, usual)
	}
}

func TestPrepare(t *testing.T) {
	c, s := newStill(1024)
	if s.megabytes != 0 {
		t.Error("the searcher was opened before it was needed")
	}
	prepare := func(wantMegabytes, wantThreads, wantNewGames int, wantError bool) {
		t.Helper()
		if err := c.Prepare(); (err != nil) != wantError {
			t.Errorf("error %v", err)
		}
		if s.megabytes != wantMegabytes || s.threads != wantThreads || s.newGames != wantNewGames {
			t.Errorf("%d MB, %d threads, %d new games; want %d, %d, %d",
				s.megabytes, s.threads, s.newGames, wantMegabytes, wantThreads, wantNewGames)
		}
	}
	prepare(64, 1, 0, false)
	set := func(name, text string) {
		t.Helper()
		must.Do(t, c.SetOption(name, text))
	}
	set("Hash", "128")
	set("Threads", "3")
	set("Clear Hash", "")
	if s.megabytes != 64 || s.threads != 1 || s.newGames != 0 {
		t.Error("an option changed the searcher before Prepare")
	}
	prepare(128, 3, 1, false)
	prepare(128, 3, 1, false)
	set("Hash", "512")
	s.fault = errors.New("no memory")
	prepare(128, 3, 1, true)
	if c.Settings().Hash != 128 {
		t.Errorf("the setting is %d MB after a failure", c.Settings().Hash)
	}
	prepare(128, 3, 1, false)
}

func TestPrepareTakesWhatMemoryThereIs(t *testing.T) {
	c, s := newStill(10)
	if err := c.Prepare(); err == nil || s.megabytes != 8 || c.Settings().Hash != 8 {
		t.Errorf("error %v, %d MB, setting %d", err, s.megabytes, c.Settings().Hash)
	}
	if err := c.Prepare(); err != nil {
		t.Errorf("reported twice: %v", err)
	}
}

// startBook is a book with two moves in the initial position: e2e4 and, of no weight,
// d2d4. The key is the first of the format's test keys.
const startBook = "\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x01\x00\x00\x00\x00" +
	"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x02\xdb\x00\x00\x00\x00\x00\x00"

func TestBook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book with blanks.bin")
	must.Do(t, os.WriteFile(path, []byte(startBook), 0o600))
	c, _ := newStill(1024)
	must.Do(t, c.SetOption("BookFile", ""))
	if moves, err := c.BookMoves(); err != nil || len(moves) != 0 {
		t.Errorf("without a book: %v, %v", moves, err)
	}
	must.Do(t, c.SetOption("BookFile", path))
	moves, err := c.BookMoves()
	if err != nil || len(moves) != 1 || moves[0].Move.String() != "e2e4" {
		t.Fatalf("book moves %v, %v", moves, err)
	}
	if err := c.SetOption("BookFile", filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a book that is not there was taken")
	}
	if moves, _ := c.BookMoves(); len(moves) != 1 {
		t.Error("the old book is gone")
	}

	analysis := search.Limits{Infinite: true}
	game := search.Limits{Depth: 1}
	choice := search.Limits{Depth: 1, Moves: []movegen.Move{moves[0].Move}}
	tests := []struct {
		name   string
		option string // switched on before
		limits search.Limits
		ponder bool
		want   bool
	}{
		{"a book is not asked unless it is wanted", "", game, false, false},
		{"a wanted book plays at once", "OwnBook", game, false, true},
		{"a choice among certain moves is searched", "", choice, false, false},
		{"infinite analysis is no game", "", analysis, false, false},
		{"pondering looks for more than the book says", "", game, true, false},
		{"nor does the analysis mode want it", "UCI_AnalyseMode", game, false, false},
	}
	for _, test := range tests {
		if test.option != "" {
			must.Do(t, c.SetOption(test.option, "true"))
		}
		must.Get(c.Go(test.limits, test.ponder))(t)
		c.Wait()
		e, _ := c.Next()
		if f := e.(Finished); f.FromBook != test.want || test.want && f.Best != moves[0].Move {
			t.Errorf("%s: %+v", test.name, f.Result)
		}
	}
	must.Do(t, c.Close())
}

func TestABookWithStrayBytesIsUsedWithAWarning(t *testing.T) {
	c, _ := newStill(1024)
	path := filepath.Join(t.TempDir(), "stray.bin")
	must.Do(t, os.WriteFile(path, make([]byte, 17), 0o600))
	var warning *ClampError
	if err := c.SetOption("BookFile", path); !errors.As(err, &warning) || !strings.Contains(err.Error(), "offset 16") || c.Settings().Book != path {
		t.Errorf("%v, %q", err, c.Settings().Book)
	}
	if err := c.useBook(path); !errors.As(err, &warning) || !c.Settings().OwnBook {
		t.Errorf("%v, %+v", err, c.Settings())
	}
	if err := c.SetOption("BookFile", ""); err != nil { // which closes the file
		t.Error(err)
	}
}
