package protocol_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/search"
)

// quietMate is a mate in two that begins with a quiet move, d5d6; the scripted searcher would play another.
const quietMate = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"

func position(t *testing.T, fen string) movegen.Position {
	t.Helper()
	return must.Get(movegen.ParseFEN(fen))(t)
}

func move(t *testing.T, p movegen.Position, text string) movegen.Move {
	t.Helper()
	for _, m := range p.Moves() {
		if m.String() == text {
			return m
		}
	}
	t.Fatalf("%s is illegal in %s", text, p.FEN())
	return movegen.NoMove
}

// answer holds the reports of a search for a mate.
type answer struct {
	best, line string
	mate       int      // of the last line of rank 1, 0 if it was none
	noMate     int      // as reported, 0 if it was not reported
	lines      []string // the first moves of the last lines by rank, with their mates
	finished   bool
}

func read(events []protocol.Event) (a answer) {
	for _, e := range events {
		switch e := e.(type) {
		case protocol.Thinking:
			if len(e.Line) == 0 {
				continue
			}
			if e.MultiPV == 1 {
				a.line, a.lines = fmt.Sprint(e.Line), nil
				a.mate, _ = e.Score.Mate()
			}
			mate, _ := e.Score.Mate()
			a.lines = append(a.lines, fmt.Sprint(e.Line[0], " ", mate))
		case protocol.NoMate:
			a.noMate = e.Moves
		case protocol.Finished:
			a.best, a.finished = e.Best.String(), true
		}
	}
	return a
}

func TestASearchForAMateProvesIt(t *testing.T) {
	found := answer{best: "d5d6", line: "[d5d6 f3e1 f2h2]", mate: 2, lines: []string{"d5d6 2"}, finished: true}
	clock := search.Clock{Remaining: time.Hour}
	tests := []struct {
		name   string
		limits search.Limits
		fen    string
		want   answer
	}{
		{"no other limit", search.Limits{Mate: 2}, quietMate, found},
		{"a shorter one than asked for", search.Limits{Mate: 4}, quietMate, found},
		{"longer than any proof", search.Limits{Mate: 1000}, quietMate, found},
		{"a time", search.Limits{Mate: 2, MoveTime: time.Minute}, quietMate, found},
		{"a clock", search.Limits{Mate: 2, Clock: clock}, quietMate, found},
		{"nodes", search.Limits{Mate: 2, Nodes: 100_000}, quietMate, found},
		{"none so short", search.Limits{Mate: 1}, quietMate,
			answer{best: "d5c4", line: "[d5c4 f3e1 c4b3]", noMate: 1, lines: []string{"d5c4 0"}, finished: true}},
		{"none so short, by nodes", search.Limits{Mate: 1, Nodes: 1000}, quietMate,
			answer{best: "d5c4", line: "[d5c4 f3e1 c4b3]", noMate: 1, lines: []string{"d5c4 0"}, finished: true}},
		{"too few nodes", search.Limits{Mate: 2, Nodes: 100}, quietMate,
			answer{best: "d5c4", line: "[d5c4 f3e1 c4b3]", lines: []string{"d5c4 0"}, finished: true}},
		{"fifty moves are over before", search.Limits{Mate: 2}, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 98 80",
			answer{best: "d5c4", line: "[d5c4 f3e1]", lines: []string{"d5c4 0"}, finished: true}},
		{"fifty moves are not over", search.Limits{Mate: 2}, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 97 80", found},
		{"mated", search.Limits{Mate: 2}, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", answer{best: movegen.NoMove.String(), finished: true}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, _ := newController(t)
			c.SetPosition(position(t, test.fen))
			start(t, c, test.limits, false)
			if got := read(wait(t, c, soon)); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v\nwant %+v", got, test.want)
			}
		})
	}
}

func TestASearchForAMateAmongCertainMoves(t *testing.T) {
	c, _ := newController(t)
	p := position(t, "6k1/8/8/8/8/8/8/K1RR4 w - - 0 1") // c1c7 and d1d7 mate in two
	c.SetPosition(p)
	start(t, c, search.Limits{Mate: 2, Moves: []movegen.Move{move(t, p, "d1d7"), move(t, p, "c1b1")}}, false)
	if got := read(wait(t, c, soon)); got.best != "d1d7" || got.mate != 2 {
		t.Errorf("%+v", got)
	}
	start(t, c, search.Limits{Mate: 2, Moves: []movegen.Move{move(t, p, "c1b1")}}, false)
	if got := read(wait(t, c, soon)); got.best != "c1b1" || got.noMate != 2 {
		t.Errorf("%+v", got)
	}
	must.Do(t, c.SetOption("MultiPV", "4"))
	start(t, c, search.Limits{Mate: 3}, false)
	got := read(wait(t, c, soon))
	if len(got.lines) < 2 || got.best+" 2" != got.lines[0] || !strings.Contains("c1c7 2 d1d7 2", got.lines[0]) || !strings.Contains("c1c7 2 d1d7 2", got.lines[1]) {
		t.Errorf("%+v", got)
	}
	for i, line := range got.lines {
		for _, other := range got.lines[:i] {
			if line == other {
				t.Errorf("twice the same: %v", got.lines)
			}
		}
	}
}

// unfinished returns the events up to the news of a mate or none, and a while longer.
func unfinished(t *testing.T, c *protocol.Controller) (events []protocol.Event) {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < soon; {
		events = append(events, wait(t, c, while)...)
		if got := read(events); got.mate != 0 || got.noMate != 0 {
			break
		}
	}
	return append(events, wait(t, c, while)...)
}

func TestAMateIsReportedWhenItMayBe(t *testing.T) {
	c, _ := newController(t)
	c.SetPosition(position(t, quietMate))
	start(t, c, search.Limits{Mate: 2, Infinite: true}, false)
	if got := read(unfinished(t, c)); got.mate != 2 || got.finished {
		t.Errorf("not stopped: %+v", got)
	}
	c.Stop()
	if got := read(wait(t, c, soon)); got.best != "d5d6" {
		t.Errorf("stopped: %+v", got)
	}
	start(t, c, search.Limits{Mate: 1, Infinite: true}, false)
	if got := read(unfinished(t, c)); got.noMate != 1 || got.finished {
		t.Errorf("not stopped: %+v", got)
	}
	c.Stop()
	if got := read(wait(t, c, soon)); got.best != "d5c4" {
		t.Errorf("stopped: %+v", got)
	}
	start(t, c, search.Limits{Mate: 2}, true)
	if got := read(unfinished(t, c)); got.mate != 2 || got.finished {
		t.Errorf("pondering: %+v", got)
	}
	c.PonderHit()
	if got := read(wait(t, c, soon)); got.best != "d5d6" {
		t.Errorf("after the ponder hit: %+v", got)
	}
	start(t, c, search.Limits{Mate: 1, Clock: search.Clock{Remaining: time.Hour}}, false)
	if got := read(unfinished(t, c)); got.noMate != 1 || got.finished {
		t.Errorf("on a clock the search goes on: %+v", got)
	}
	c.Stop()
	if got := read(wait(t, c, soon)); !got.finished {
		t.Errorf("stopped: %+v", got)
	}
	c.SetPosition(movegen.StartPosition())
	start(t, c, search.Limits{Mate: 30}, false) // it cannot be proven
	if got := read(wait(t, c, while)); got.finished {
		t.Errorf("not stopped: %+v", got)
	}
	c.Stop()
	if got := read(wait(t, c, soon)); !got.finished || got.noMate != 0 {
		t.Errorf("stopped: %+v", got)
	}
	start(t, c, search.Limits{Mate: 30, MoveTime: 50 * time.Millisecond}, false)
	if got := read(wait(t, c, soon)); !got.finished || got.noMate != 0 {
		t.Errorf("after its time: %+v", got)
	}
}

// TestARepetitionIsNoProof: what the solver proves does not count where a position could come for the third time.
func TestARepetitionIsNoProof(t *testing.T) {
	for moves, want := range map[string]int{"": 2, "d5c4 h2g1 c4d5 g1h2": 2, "d5c4 h2g1 c4d5 g1h2 d5c4 h2g1 c4d5 g1h2": 0} {
		c, _ := newController(t)
		c.SetPosition(position(t, quietMate))
		for _, m := range strings.Fields(moves) {
			must.Do(t, c.Play(move(t, c.Position(), m)))
		}
		start(t, c, search.Limits{Mate: 2}, false)
		if got := read(wait(t, c, soon)); got.mate != want || got.noMate != 0 {
			t.Errorf("after %q: %+v", moves, got)
		}
	}
}

// teller is a searcher with prepared reports.
type teller struct {
	score search.Score
	line  []movegen.Move
	depth int
}

func (s *teller) Search(_ context.Context, _ search.Request, report func(search.Info)) search.Result {
	report(search.Info{Depth: s.depth, MultiPV: 1, Score: s.score, Bound: search.Exact, Line: s.line})
	return search.Result{Best: s.line[0], Score: s.score, Depth: s.depth, Line: s.line}
}
func (*teller) NewGame()         {}
func (*teller) Resize(int) error { return nil }
func (*teller) SetThreads(int)   {}
func (*teller) Close()           {}

// TestTheLineOfAMateIsWhole: a search that mates soon enough answers, but what it leaves
// out of its line is proven and added.
func TestTheLineOfAMateIsWhole(t *testing.T) {
	p := position(t, "8/8/8/8/8/2k5/3q4/K7 b - - 0 1") // mates in one, in many ways
	slow := move(t, p, "d2f2")                         // and so in two
	c := protocol.NewController(func(int) (protocol.Searcher, error) {
		return &teller{score: search.MateScore - 5, line: []movegen.Move{slow}, depth: 9}, nil
	}, protocol.Resources{}, rand.NewPCG(1, 1))
	defer c.Close()
	c.SetPosition(p)
	start(t, c, search.Limits{Mate: 3, Moves: []movegen.Move{slow}}, false)
	got := read(wait(t, c, soon))
	if got.mate != 2 || len(strings.Fields(got.line)) != 3 || got.best != "d2f2" {
		t.Errorf("%+v", got)
	}
}

// TestStoppedAtAnyTime stops and hits a search for a mate at all times, mostly for the race detector.
func TestStoppedAtAnyTime(t *testing.T) {
	c, _ := newController(t)
	r := rand.New(rand.NewPCG(14, 1))
	positions := []movegen.Position{position(t, quietMate), movegen.StartPosition(), position(t, "1B2n3/8/2R5/5p2/3kp1n1/4p3/B3K3/8 w - - 0 1")}
	for i := range effort.Of(300, 80, 80) {
		c.SetPosition(positions[i%len(positions)])
		limits := search.Limits{Mate: 1 + r.IntN(6), Infinite: r.IntN(4) == 0}
		if r.IntN(4) == 0 {
			limits.MoveTime = 5 * time.Millisecond
		}
		ponder := r.IntN(3) == 0
		start(t, c, limits, ponder)
		time.Sleep(time.Duration(r.IntN(2_000_000)))
		if ponder && r.IntN(3) > 0 {
			c.PonderHit()
			time.Sleep(time.Duration(r.IntN(1_000_000)))
		}
		if r.IntN(8) == 0 {
			c.Abandon()
			continue
		}
		c.Stop()
		got := read(wait(t, c, soon))
		if !got.finished || got.mate != 0 && got.noMate >= got.mate {
			t.Fatalf("search %d, %+v: %+v", i, limits, got)
		}
	}
}

// TestEveryMateIsFound: go mate N of the real engine finds the mates in two and three of
// the shared data; some of them, or all with ALFIERE_LONG=1.
func TestEveryMateIsFound(t *testing.T) {
	step := 30
	switch {
	case os.Getenv("ALFIERE_LONG") == "1":
		step = 1
	case testing.Short():
		step = 150
	}
	c := protocol.NewController(func(megabytes int) (protocol.Searcher, error) { return search.New(megabytes) },
		protocol.Resources{Hash: 16, Threads: 1}, rand.NewPCG(1, 1))
	defer c.Close()
	for _, file := range []string{"open.jsonl", "m3_open.jsonl"} {
		for i, row := range mates(t, file) {
			if i%step != 0 || len(row.Short) > 0 || len(row.Keys) == 0 {
				continue
			}
			moves := must.Get(strconv.Atoi(row.Stipulation[1:]))(t)
			must.Do(t, c.NewGame())
			p := position(t, row.FEN)
			c.SetPosition(p)
			start(t, c, search.Limits{Mate: moves}, false)
			events := wait(t, c, soon)
			if err := mateIn(p, events, moves); err != nil {
				t.Errorf("%s, mate in %d: %v", row.FEN, moves, err)
			}
		}
	}
}

// mateIn says what is wrong with the answer to a question for a mate.
func mateIn(p movegen.Position, events []protocol.Event, moves int) error {
	got := read(events)
	finished, ok := events[len(events)-1].(protocol.Finished)
	if !ok || got.mate != moves || got.noMate != 0 || len(finished.Line) != 2*moves-1 || fmt.Sprint(finished.Line) != got.line {
		return fmt.Errorf("%+v", got)
	}
	for _, m := range finished.Line {
		p.Make(m)
	}
	if !p.InCheck() || p.HasLegalMove() {
		return fmt.Errorf("%v is no mate", finished.Line)
	}
	return nil
}

// mateRow is a row of the shared data: a mate, its keys and what mates sooner.
type mateRow struct {
	FEN         string
	Stipulation string `json:"stip"`
	Keys, Short []string
}

func mates(t *testing.T, file string) (rows []mateRow) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "shared", "data", "mates", file))
	if err != nil {
		t.Skipf("no shared data: %v", err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row mateRow
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		rows = append(rows, row)
	}
	return rows
}
