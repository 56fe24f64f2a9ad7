package tournament

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

// TestAMatchWarnsOfMoreThreadsThanCores: threads times games at a time, and with pondering those of both players.
func TestAMatchWarnsOfMoreThreadsThanCores(t *testing.T) {
	for _, test := range []struct {
		players     []string
		gauntlet    bool
		concurrency int
		cores       int
		want        string // part of the warning; "" for none
	}{
		{[]string{"", ""}, false, 4, 4, ""},
		{[]string{"", ""}, false, 5, 4, "up to 5 threads search at a time (1 for each of 5 games) on 4 cores"},
		{[]string{"", ""}, false, 500, 50, ""}, // more than there are pairs
		{[]string{"option.threads=4", ""}, false, 1, 4, ""},
		{[]string{"option.threads=4", ""}, false, 2, 4, "up to 8 threads"},
		{[]string{"option.Threads=4 ponder=true", ""}, false, 1, 4, "up to 5 threads"},
		{[]string{"ponder=true", "ponder=true"}, false, 2, 4, ""},
		{[]string{"ponder=true", "ponder=true"}, false, 3, 4, "up to 6 threads"},
		{[]string{"", "option.Threads=3 ponder=true", "option.Threads=3 ponder=true"}, true, 1, 4, ""},
		{[]string{"", "option.Threads=3 ponder=true", "option.Threads=3 ponder=true"}, false, 1, 4, "up to 6 threads"},
	} {
		m := arena.Match{Games: 100, Concurrency: test.concurrency, Gauntlet: test.gauntlet}
		var err error
		if m.Contestants, err = entry("7").ParseContestants(test.players, nil); err != nil {
			t.Fatal(err)
		}
		if got := overloadText(&m, test.cores); !strings.Contains(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%q, %d pairs on %d cores: %q, want %q", test.players, test.concurrency, test.cores, got, test.want)
		}
	}
}

func TestOpeningsStartAtANumber(t *testing.T) {
	file := filepath.Join(t.TempDir(), "openings.epd")
	if err := os.WriteFile(file, []byte("8/8/8/8/8/k7/8/K6R w - -\n8/8/8/8/8/k7/8/K5R1 w - -\n8/8/8/8/8/k7/8/K4R2 w - -\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for start, want := range map[int]string{0: "K6R K5R1 K4R2", 1: "K6R K5R1 K4R2", 2: "K5R1 K4R2 K6R", 3: "K4R2 K6R K5R1"} {
		openings, err := (&Tournament{Openings: file, Start: start}).ReadOpenings()
		got := ""
		for i := range openings {
			row, _, _ := strings.Cut(openings[i].FEN(), " ")
			got += " " + row[strings.LastIndex(row, "/")+1:]
		}
		if err != nil || got[1:] != want {
			t.Errorf("from %d: %s, %v, want %s", start, got, err, want)
		}
	}
	if _, err := (&Tournament{Openings: file, Start: 4}).ReadOpenings(); err == nil || err.Error() != "--start 4: there are only 3 openings" {
		t.Errorf("from 4: %v", err)
	}
	var s seen
	for _, test := range []struct {
		openings string
		start    int
		chess960 bool
		want     string
	}{{"", 2, false, "--start needs --openings"}, {file, -1, false, "must not be below 1"}, {"x.bin", 2, false, "a book has no order"},
		{"", 2, true, ""}, {"", 1, false, ""}} {
		r := matchRun(t, &s, "name=One", "name=Two")
		r.Openings, r.Start, r.Match.Chess960 = test.openings, test.start, test.chess960
		if err := r.Validate(); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

func TestRestartIsReadForAllAndForOne(t *testing.T) {
	e := entry("7")
	e.Restart = client.RestartOn
	for text, want := range map[string]client.Restart{"cmd=x": client.RestartOn, "cmd=x restart=off": client.RestartOff} {
		p, err := e.Parse(text)
		if err != nil || p.Program.Restart != want {
			t.Errorf("%s: %+v, %v", text, p, err)
		}
	}
}
