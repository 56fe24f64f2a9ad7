package tournament

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

// fourPlayers is a small round robin without its last games.
func fourPlayers() ([]string, *arena.Standing) {
	var s arena.Standing
	number := 0
	add := func(white, black int, result movegen.Result, how arena.Termination) {
		s.Add(&arena.Game{Number: number, White: white, Black: black, Result: result, Termination: how})
		number++
	}
	for range 3 {
		add(0, 1, movegen.WhiteWins, arena.Normal)
		add(1, 0, movegen.Drawn, arena.Adjudication)
		add(0, 2, movegen.Drawn, arena.Normal)
		add(2, 0, movegen.BlackWins, arena.Normal)
		add(1, 2, movegen.WhiteWins, arena.TimeForfeit)
		add(2, 1, movegen.Drawn, arena.Normal)
		add(3, 1, movegen.BlackWins, arena.Normal)
		add(1, 3, movegen.Drawn, arena.Normal)
	}
	return []string{"One", "Two", "Three", "Wörld 4"}, &s
}

func TestACrossTable(t *testing.T) {
	names, s := fourPlayers()
	var b bytes.Buffer
	must.Do(t, writeCross(&b, "Test", "6 games of each, fixed beforehand", s, rank(names, s, anchor{})))
	const want = `Test: 4 players, 24 games
  rule     6 games of each, fixed beforehand
  #  name        Elo  ± 95 %      LOS  points  games   score  +  =  -      1      2      3      4
  1  One      +179.1    49.3  100.0 %     9.0     12  75.0 %  6  6  0      ×  4.5/6  4.5/6      -
  2  Two       +47.7    34.2  100.0 %    10.5     18  58.3 %  6  9  3  1.5/6      ×  4.5/6  4.5/6
  3  Three     -83.7    49.3   89.9 %     3.0     12  25.0 %  0  6  6  1.5/6  1.5/6      ×      -
  4  Wörld 4  -143.1    67.9              1.5      6  25.0 %  0  3  3      -  1.5/6      -      ×
  ends     normal 18, adjudication 3, time forfeit 3
  faults   One: none
  faults   Two: none
  faults   Three: time forfeit 3
  faults   Wörld 4: none
`
	if b.String() != want {
		t.Errorf("got\n%s", &b)
	}
}

func TestAnAnchorMovesAllRatings(t *testing.T) {
	names, s := fourPlayers()
	free, fixed := rank(names, s, anchor{}), rank(names, s, anchor{Name: "Two", Elo: 2500})
	sum := 0.0
	for i := range free.rows {
		sum += float64(free.rows[i].Elo)
		if difference := fixed.rows[i].Elo - free.rows[i].Elo; math.Abs(float64(difference-(2500-free.rows[1].Elo))) > 1e-6 {
			t.Errorf("%s is moved by %v", fixed.rows[i].Name, difference)
		}
	}
	if fixed.rows[1].Name != "Two" || math.Abs(float64(fixed.rows[1].Elo)-2500) > 1e-9 || fixed.rows[1].Error > 1e-6 ||
		math.Abs(sum) > 1e-6 {
		t.Errorf("anchored: %+v, sum %v", fixed.rows[1], sum)
	}
}

func TestATournamentOfFour(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	var s seen
	r := matchRun(t, &s, "name=One", "name=Two option.Clumsy", "name=Three", "")
	r.Record = file
	if err := r.Play(t.Context()); err == nil || !strings.Contains(err.Error(), "12 games were lost by faults") {
		t.Fatalf("error %v", err)
	}
	table := s.table.String()
	if !strings.HasPrefix(table, "Test, round robin: 4 players, 24 games\n") ||
		!strings.Contains(table, "faults   Two: illegal move 12\n") ||
		!strings.Contains(table, "decide no Elo: somebody, or a group, has all points or none against the rest") {
		t.Errorf("the table is\n%s", table)
	}
	var again bytes.Buffer
	counting := Tournament{Table: &again}
	must.Do(t, counting.Recount(file, ""))
	lines, recounted := strings.Split(table, "\n"), again.String()
	for _, line := range lines[1:] {
		if !strings.Contains(recounted, line) {
			t.Errorf("%q is not in the table counted again:\n%s", line, recounted)
		}
	}
	if games := readFile(t, file); strings.Count(games, "[Round \"1.1.") != 2 ||
		strings.Count(games, "[Round \"2.6.") != 2 {
		t.Errorf("the rounds are others:\n%s", games)
	}
}

func TestAFileOfEngines(t *testing.T) {
	folder := t.TempDir()
	write := func(text string) string {
		name := filepath.Join(folder, "engines.json")
		must.Do(t, os.WriteFile(name, []byte(text), 0o666))
		return name
	}
	file := write(`[{"name": "One", "nodes": 9, "options": {"Hash": 16, "Own Book": false}},
	 {"name": "Crafty", "command": "./crafty -x", "arguments": ["a b"], "workingDirectory": "/tmp", "protocol": "xboard",
	  "ponder": true, "options": [{"name": "Threads", "value": 2, "type": "spin"}],
	  "variants": ["standard"], "restart": "auto", "initStrings": []},
	 {"option.Hash": "4", "st": 0.5}]`)
	described, err := readEngines(file)
	if err != nil || len(described) != 3 {
		t.Fatalf("%+v, error %v", described, err)
	}
	for i, want := range []string{
		"name=One|nodes=9|option.Hash=16|option.Own Book=false",
		"cmd=./crafty -x \"a b\"|name=Crafty|option.Threads=2|ponder=true|proto=xboard|restart=auto|dir=/tmp",
		"option.Hash=4|st=0.5",
	} {
		if got := strings.Join(described[i].Words, "|"); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
	all, err := entry("7").ParseContestants([]string{"name=Zero"}, described)
	if err != nil || len(all) != 4 || all[1].Control.Nodes != 9 || !all[2].Control.Ponder || all[3].Name != "Mover" {
		t.Errorf("%+v, error %v", all, err)
	}
	for text, want := range map[string]string{
		"":                                 "no engine in it",
		"# nobody\n":                       "no engine in it",
		"cmd=x\n'name=":                    "line 2: ",
		"{}":                               "JSON list",
		"[]":                               "no engine in it",
		`[{"name": ["x"]}]`:                "engine 1: name: a text",
		`[{"options": 3}]`:                 "options: an object or a list",
		`[{"options": [{"value": 3}]}]`:    "options: each needs a name",
		`[{"cmd": "x", "arguments": "y"}]`: "arguments: a list",
		`[{"initStrings": ["x"]}]`:         "initStrings",
	} {
		if _, err := readEngines(write(text)); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "engines.json") {
			t.Errorf("%s: error %v", text, err)
		}
	}
	programs, err := ReadPrograms(write("# two\ncmd='./x -y \"a b\"' dir=/tmp \"option.Own Book=false\" nodes=5\n\ncmd=z proto=xboard\n"), 3)
	if err != nil || len(programs) != 2 || !slices.Equal(programs[0].Command, []string{"./x", "-y", "a b"}) ||
		programs[0].Folder != "/tmp" || programs[0].Grace != 3 || len(programs[0].Settings) != 1 || programs[1].Protocol != client.CECP {
		t.Errorf("%+v, error %v", programs, err)
	}
	if _, err := ReadPrograms(write("cmd=x\n\nname=y"), 3); err == nil || !strings.Contains(err.Error(), "engines.json: line 3: cmd is needed") {
		t.Errorf("error %v", err)
	}
	described = must.Get(readEngines(write(`[{"name": "A"}, {"colour": "red"}]`)))(t)
	if _, err := entry("7").ParseContestants(nil, described); err == nil ||
		!strings.Contains(err.Error(), `engines.json: engine 2: unknown setting: "colour"`) {
		t.Errorf("error %v", err)
	}
}

func TestWhatIsSaidOfEachGoesBeforeItsOwn(t *testing.T) {
	e := entry("7")
	e.Each = `option.Hash=8 "option.Own Book=true" nodes=5 ponder=true`
	for text, want := range map[string]struct {
		nodes   uint64
		ponder  bool
		options string
	}{
		"":                                    {5, true, "Hash=8 Own Book=true "},
		"nodes=6 ponder=false":                {6, false, "Hash=8 Own Book=true "},
		"depth=3 option.ownbook=false name=X": {0, true, "Hash=8 ownbook=false "},
	} {
		p := must.Get(e.Parse(text))(t)
		options := ""
		for _, s := range p.Program.Settings {
			options += s.Name + "=" + s.Value + " "
		}
		if c := p.Contestant.Control; c.Nodes != want.nodes || c.Ponder != want.ponder || options != want.options {
			t.Errorf("%q: %+v, %s", text, c, options)
		}
	}
	e.Each = "colour=red"
	if _, err := e.Parse(""); err == nil || !strings.Contains(err.Error(), `(--each "colour=red")`) {
		t.Errorf("error %v", err)
	}
	names, err := entry("7").ParseContestants([]string{"", "", "name='Mover 2'", ""}, nil)
	if err != nil || names[1].Name != "Mover 2" || names[2].Name != "Mover 2 2" || names[3].Name != "Mover 3" {
		t.Errorf("%+v, error %v", names, err)
	}
}

// threeMen is a folder of endgame tables.
const threeMen = "../../../tt/syzygy/testdata"

// endings writes a file of openings: White wins one with the queen, and cannot win one with the pawn.
func endings(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "endings.epd")
	must.Do(t, os.WriteFile(file, []byte("7k/8/8/8/8/8/1Q6/K7 b - -\n7k/8/8/8/8/8/7P/K7 b - -\n"), 0o666))
	return file
}

func TestTablesEndTheGamesOfAMatch(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	openings := endings(t)
	play := func(s *seen, tables string) error {
		r := matchRun(t, s, "name=One", "name=Two")
		r.Openings, r.Record, r.Resume, r.Syzygy, r.JSON = openings, file, true, tables, file+".json"
		return r.Play(t.Context())
	}
	var s seen
	if err := play(&s, threeMen); err != nil || s.log.Len() > 0 {
		t.Fatalf("error %v, %s", err, &s.log)
	}
	games := readFile(t, file)
	for text, count := range map[string]int{`[Termination "adjudication"]`: 4, `[PlyCount "1"]`: 4, `[Result "1-0"]`: 2,
		`[Result "1/2-1/2"]`: 2, "{endgame tables: White wins}": 2, "{endgame tables: a draw}": 2} {
		if got := strings.Count(games, text); got != count {
			t.Errorf("%s: %d times, not %d, in\n%s", text, got, count, games)
		}
	}
	if text := readFile(t, file+".json"); !strings.Contains(text, `"syzygy": "`) {
		t.Errorf("the conditions are not in\n%s", text)
	}
	// Half of the match goes on without tables.
	must.Do(t, os.Truncate(file, int64(strings.Index(games, `[Round "2.1"]`))))
	must.Do(t, play(new(seen), ""))
	if games := readFile(t, file); strings.Count(games, `[Termination "adjudication"]`) != 2 ||
		strings.Count(games, `[Termination "move limit"]`) != 2 {
		t.Errorf("the file is now\n%s", games)
	}
}

func TestAFolderWithoutTablesPlaysNothing(t *testing.T) {
	for name, folder := range map[string]string{"missing": filepath.Join(t.TempDir(), "none"), "empty": t.TempDir(),
		"one of two": threeMen + string(os.PathListSeparator) + filepath.Join(t.TempDir(), "none")} {
		var s seen
		r := matchRun(t, &s, "name=One", "name=Two")
		r.Syzygy, r.Record = folder, filepath.Join(t.TempDir(), "games.pgn")
		err := r.Play(t.Context())
		if err == nil || !strings.HasPrefix(err.Error(), "--syzygy: ") || s.table.Len() > 0 {
			t.Errorf("%s: error %v, %s", name, err, &s.table)
		}
		if _, err := os.Stat(r.Record); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a record is left: %v", name, err)
		}
	}
}

// A damaged table is named once, and the game goes on to its end.
func TestADamagedTableIsNamedOnce(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"KQvK.rtbw", "KQvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"} {
		text := readFile(t, filepath.Join(threeMen, name))
		if name == "KQvK.rtbw" {
			text = text[:len(text)/2]
		}
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	var s seen
	r := matchRun(t, &s, "name=One", "name=Two")
	r.Openings, r.Syzygy = endings(t), folder
	must.Do(t, r.Play(t.Context()))
	if log := s.log.String(); strings.Count(log, "KQvK.rtbw") != 1 || strings.Count(log, "\n") != 1 ||
		!strings.HasSuffix(log, "; it counts as missing\n") {
		t.Errorf("the log is %q", log)
	}
	if table := s.table.String(); !strings.Contains(table, "ends     adjudication 2, move limit 2\n") {
		t.Errorf("the table is\n%s", table)
	}
}
