package protocol

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
	"alfiere/tt"
)

func hashController(t *testing.T) *Controller {
	t.Helper()
	t.TempDir() // is removed after the cleanup below: Windows removes no file that is open
	c := NewController(func(megabytes int) (Searcher, error) { return search.New(megabytes) },
		Resources{Hash: 1, Threads: 1}, rand.NewPCG(1, 2))
	t.Cleanup(func() { must.Do(t, c.Close()) })
	return c
}

// searchTo returns the nodes of a search of the position on the board, and Go's error.
func searchTo(t *testing.T, c *Controller, depth int) (nodes uint64, err error) {
	t.Helper()
	_, err = c.Go(search.Limits{Depth: depth}, false)
	for range c.Ready() {
		for {
			event, ok := c.Next()
			if !ok {
				break
			}
			if finished, ok := event.(Finished); ok {
				return finished.Nodes, err
			}
		}
	}
	return 0, err
}

func mustSet(t *testing.T, c *Controller, name, value string) {
	t.Helper()
	must.Do(t, c.SetOption(name, value))
}

func mustParse(t *testing.T, fen string) movegen.Position {
	t.Helper()
	return must.Get(movegen.ParseFEN(fen))(t)
}

const endingAt = "8/5pk1/3r2p1/p2P3p/P4P1P/6P1/3R1K2/8 "

// Two games begin alike; the second engine knows only what the first one has left in the
// file. By default that helps from the first move on.
func TestTheSecondGameOfAnOpeningIsFaster(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.hash")
	openings := []string{"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7", "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 e2e3 e8g8",
		"e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6", "c2c4 e7e5 b1c3 g8f6 g2g3 d7d5 c4d5 f6d5 f1g2 d5b6"}
	play := func(opening string) (sum uint64) {
		c := hashController(t)
		mustSet(t, c, "HashFileSize", "1")
		mustSet(t, c, "HashFile", path)
		for _, text := range strings.Fields(opening) {
			nodes := must.Get(searchTo(t, c, 13))(t)
			sum += nodes
			p := c.Position()
			move := must.Get(notation.ParseUCI(&p, text))(t)
			must.Do(t, c.Play(move))
		}
		return sum
	}
	var first, second uint64
	for _, opening := range openings[:effort.Of(4, 1, 1)] {
		a, b := play(opening), play(opening)
		first, second = first+a, second+b
	}
	if second >= first*3/4 {
		t.Errorf("%d nodes in the first games, %d in the second", first, second)
	}
}

func TestInAGameThatIsTooOldTheFileIsNotLookedUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.hash")
	search := func(limit string, prepare func(*Controller)) uint64 {
		c := hashController(t)
		mustSet(t, c, "HashMoveLimit", limit)
		prepare(c)
		c.SetPosition(mustParse(t, endingAt+"w - - 0 40"))
		return must.Get(searchTo(t, c, 14))(t)
	}
	use := func(c *Controller) { mustSet(t, c, "HashFileSize", "1"); mustSet(t, c, "HashFile", path) }
	without := search("40", func(*Controller) {})
	search("0", use)
	if with := search("40", use); with != without {
		t.Errorf("%d nodes with the file, %d without one", with, without)
	}
	if with := search("0", use); with == without {
		t.Error("the file changes nothing, so the test shows nothing")
	}
}

func TestTheHashFileIsUsedAsFarAsHashMoveLimit(t *testing.T) {
	type set struct{ option, value string }
	for _, test := range []struct {
		name    string
		counter string
		set     set
		written bool
	}{
		{"the first move", "w - - 0 1", set{}, true},
		{"the last half-move of the first forty", "b - - 0 20", set{}, true},
		{"one too late", "w - - 0 21", set{}, false},
		{"too late for another limit", "b - - 0 5", set{"HashMoveLimit", "9"}, false},
		{"no limit", "w - - 0 60", set{"HashMoveLimit", "0"}, true},
		{"analysis", "w - - 0 60", set{"UCI_AnalyseMode", "true"}, true},
		{"noise", "w - - 0 1", set{"Random", "true"}, false},
	} {
		c := hashController(t)
		path := filepath.Join(t.TempDir(), "games.hash")
		mustSet(t, c, "HashFileSize", "1")
		mustSet(t, c, "HashFile", path)
		if test.set.option != "" {
			mustSet(t, c, test.set.option, test.set.value)
		}
		c.SetPosition(mustParse(t, endingAt+test.counter))
		must.Get(searchTo(t, c, 8))(t)
		file := must.Get(search.OpenHashFile(path, 0))(t)
		if census, err := file.Count(); err != nil || census.Used > 0 != test.written {
			t.Errorf("%s: %d entries, %v", test.name, census.Used, err)
		}
		must.Do(t, file.Close())
	}
}

// Only SetOption reports a refused file, and the engine continues with the previous one.
func TestARefusedHashFileIsReportedOnceAndNotUsed(t *testing.T) {
	folder := t.TempDir()
	damaged := filepath.Join(folder, "damaged.hash")
	must.Do(t, os.WriteFile(damaged, []byte("no hash file at all"), 0o600))
	c := hashController(t)
	var fault *tt.FileError
	if err := c.SetOption("HashFile", damaged); !errors.As(err, &fault) || fault.Offset != 0 || !strings.Contains(err.Error(), "offset 0") {
		t.Errorf("a damaged file: %v", err)
	}
	if err := c.SetOption("HashFile", filepath.Join(folder, "none.hash")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	for range 2 {
		if nodes, err := searchTo(t, c, 4); err != nil || nodes == 0 {
			t.Errorf("%d nodes, %v: the engine does not play without a file", nodes, err)
		}
	}
	mustSet(t, c, "HashFileSize", "1")
	mustSet(t, c, "HashFile", filepath.Join(folder, "games.hash"))
	if err := c.SetOption("HashFile", damaged); err == nil || c.Settings().HashFile != filepath.Join(folder, "games.hash") {
		t.Errorf("the old file did not stay: %q, %v", c.Settings().HashFile, err)
	}
}

func TestAHashFileThatBreaksIsReportedOnce(t *testing.T) {
	c := hashController(t)
	path := filepath.Join(t.TempDir(), "games.hash")
	mustSet(t, c, "HashFileSize", "1")
	mustSet(t, c, "HashFile", path)
	mustSet(t, c, "HashMoveLimit", "0")
	must.Do(t, os.Truncate(path, 0))
	reported := 0
	for range 4 {
		nodes, err := searchTo(t, c, 8)
		if nodes == 0 {
			t.Error("the engine does not play on")
		}
		if errors.Is(err, tt.ErrShrunk) {
			reported++
		}
	}
	if reported != 1 {
		t.Errorf("it was reported %d times", reported)
	}
}

// The search continues with the file that it began with, which is closed after it.
func TestTheHashFileMayChangeDuringASearch(t *testing.T) {
	folder := t.TempDir()
	c := hashController(t)
	mustSet(t, c, "HashFileSize", "1")
	mustSet(t, c, "HashFile", filepath.Join(folder, "first.hash"))
	must.Get(c.Go(search.Limits{Infinite: true}, false))(t)
	first := c.hashFile.file
	mustSet(t, c, "HashFile", filepath.Join(folder, "second.hash"))
	mustSet(t, c, "HashFile", "")
	if _, err := first.Count(); err != nil {
		t.Errorf("the search has lost its file: %v", err)
	}
	c.Abandon()
	must.Do(t, c.Prepare())
	if _, err := first.Count(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("the first file is not closed: %v", err)
	}
}

func TestTheSizeOfAHashFileIsRoundedDownToAPowerOfTwo(t *testing.T) {
	c := hashController(t)
	for text, want := range map[string]int{"0": 0, "1": 1, "2": 2, "3": 2, "100": 64, "65536": 65536, "1000000": 65536} {
		err := c.SetOption("HashFileSize", text)
		var clamped *ClampError
		if exact := text == "0" || text == "1" || text == "2" || text == "65536"; exact == errors.As(err, &clamped) || c.Settings().HashFileSize != want {
			t.Errorf("%s becomes %d, %v", text, c.Settings().HashFileSize, err)
		}
		if inRange := text == "3" || text == "100"; inRange && !strings.Contains(err.Error(), "power of two") {
			t.Errorf("%s: the reason is missing: %v", text, err)
		}
	}
}

func legacyOption(t *testing.T, name string) LegacyOption {
	t.Helper()
	options := LegacyOptions()
	i := slices.IndexFunc(options, func(o LegacyOption) bool { return o.Name == name })
	if i < 0 {
		t.Fatalf("there is no %s", name)
	}
	return options[i]
}

func TestTheOldCommandsOfTheHashFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a game.hash")
	c := hashController(t)
	hash, hashDepth := legacyOption(t, "hash"), legacyOption(t, "hashdepth")
	for _, step := range []struct {
		text, state string
		fails       bool
	}{
		{"", "off: no file", true},
		{"off", "off: no file", false},
		{path, "off: no file", true}, // there is none, and no size to make one
		{path + " 3", "off: no file", true},
		{path + " 2", "on, " + path + ", 2 MB", false},
		{"", "off, " + path, false},
		{"on", "on, " + path + ", 2 MB", false},
		{"on", "on, " + path + ", 2 MB", false},
		{"off", "off, " + path, false},
		{path, "on, " + path + ", 2 MB", false},
	} {
		if err := hash.Set(c, step.text); err != nil != step.fails || hash.State(c) != step.state {
			t.Errorf("hash %s: %v, and then it is %q", step.text, err, hash.State(c))
		}
	}
	if size := c.Settings().HashFileSize; size != 0 {
		t.Errorf("the option for the size was changed to %d", size)
	}
	for _, step := range []struct {
		text, state string
		fails       bool
	}{
		{"", "4, in the first 40 half-moves", false}, {"6", "6, in the first 40 half-moves", false},
		{"5  0", "5, in the whole game", false}, {"five", "5, in the whole game", true},
		{"0 10", "1, in the first 10 half-moves", true}, {"7 x", "7, in the first 10 half-moves", true},
	} {
		if err := hashDepth.Set(c, step.text); err != nil != step.fails || hashDepth.State(c) != step.state {
			t.Errorf("hashdepth %s: %v, and then it is %q", step.text, err, hashDepth.State(c))
		}
	}
}

func TestTheOldCommandsOfNumbersFlagsAndTheBook(t *testing.T) {
	for _, steps := range [][]struct {
		name, text, state string
		fails             bool
	}{
		{{"contempt", "", "0", false}, {"contempt", "20", "20", false}, {"contempt", "x", "20", true}, {"contempt", "-900", "-200", true}},
		{{"Awindow", "50", "50", false}, {"Bwindow", "60", "60", false}, {"Awindow", "", "50", false}, {"xwndw", "30", "30", false}},
		{{"random", "", "on", false}, {"random", "", "off", false}, {"random", "on", "on", false}, {"random", "perhaps", "on", true}},
		{{"rcptr", "off", "off", false}, {"rcptr", "", "on", false}, {"random", "off", "off", false}},
		{{"book", "", "on, <builtin>", false}, {"book", "", "off, <builtin>", false}, {"book", "/no/such/book", "off, <builtin>", true},
			{"book", builtinBook, "on, <builtin>", false}, {"book", "off", "off, <builtin>", false}},
	} {
		c := hashController(t)
		for _, step := range steps {
			o := legacyOption(t, step.name)
			if err := o.Set(c, step.text); err != nil != step.fails || o.State(c) != step.state {
				t.Errorf("%s %q: %v, and then it is %q", step.name, step.text, err, o.State(c))
			}
		}
	}
}

func TestABookWithoutAFileIsOff(t *testing.T) {
	c := hashController(t)
	mustSet(t, c, "OwnBook", "true")
	mustSet(t, c, "BookFile", "")
	book := legacyOption(t, "book")
	if book.State(c) != "off: no file" {
		t.Errorf("the book is %s", book.State(c))
	}
}
