package analyse

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/work"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/database/query"
)

// The boards of problems with different verdicts.
var boards = []struct{ fen, stipulation, verdict string }{
	{"8/8/8/8/8/k2K4/7Q/8 w - -", "#2", "sound"},
	{"7k/8/6K1/8/8/8/8/RQ6 w - -", "#1", "cooked"},
	{"k7/8/1K6/8/8/8/8/7R w - -", "#2", "short"},
	{"k7/8/8/8/8/8/8/K6N w - -", "#2", "none"},
	{"8/8/8/8/8/k2K4/7Q/8 w - -", "s#2", ""},
}

// filled makes a collection of the boards.
func filled(t *testing.T) *database.DB {
	t.Helper()
	db := must.Get(database.Create(filepath.Join(t.TempDir(), "problems.db")))(t)
	t.Cleanup(func() { db.Close() })
	for _, b := range boards {
		must.Do(t, db.Batch(func(tx *database.Tx) error {
			_, err := tx.Add(&problem.Record{FEN: b.fen, Stipulation: b.stipulation}, database.AddDoubles)
			return err
		}))
	}
	return db
}

// here is a queue of this process.
func here(kind work.Kind) work.Queue { return &work.Local{Kinds: []work.Kind{kind}, Threads: 2} }

// saying is a queue that says the same of each problem: fields of the report.
func saying(fields string) work.Queue {
	return here(work.Kind{Name: taskKind, Version: "test", Open: work.HandlerFunc(func(_ context.Context, payload []byte) ([]byte, error) {
		var q question
		if err := json.Unmarshal(payload, &q); err != nil {
			return nil, err
		}
		return fmt.Appendf(nil, `{"version":1,"program":"x","fen":%q,"stipulation":"#%d",%s}`, q.FEN, q.Moves, fields), nil
	}).Open})
}

// run runs a job and returns its events by problem.
func run(t *testing.T, j Job) (Summary, map[int64]Event) {
	t.Helper()
	events := map[int64]Event{}
	j.Tell = func(e *Event) {
		if _, twice := events[e.ID]; twice {
			t.Errorf("problem %d is reported twice", e.ID)
		}
		if events[e.ID] = *e; e.Done != len(events) {
			t.Errorf("%d are done, not %d", e.Done, len(events))
		}
	}
	sum := must.Get(j.Run(t.Context()))(t)
	if sum.Done() != len(events) || sum.Total != sum.Done() {
		t.Errorf("%+v, and %d are reported", sum, len(events))
	}
	return sum, events
}

func TestWhatIsMissingIsAnalysedOnce(t *testing.T) {
	db := filled(t)
	j := Job{DB: db, Queue: here(Kind("Alfiere 1.1", "test")), Program: "Alfiere 1.1"}
	sum, events := run(t, j)
	if sum.Total != 4 || sum.Others != 1 || sum.Outcomes[Stored] != 4 || sum.Turned != 0 {
		t.Errorf("%+v", sum)
	}
	for i, b := range boards {
		id := int64(i + 1)
		f, err := db.Findings(id)
		if f.Verdict != b.verdict || events[id].Verdict != b.verdict || (err == nil) != (b.verdict != "") {
			t.Errorf("problem %d: %q, reported %q, not %q, %v", id, f.Verdict, events[id].Verdict, b.verdict, err)
		}
		if b.verdict != "" && (f.Program != "Alfiere 1.1" || !f.Complete || sum.Verdicts[b.verdict] != 1) {
			t.Errorf("problem %d: %+v", id, f)
		}
	}
	if sum, _ := run(t, j); sum.Total != 0 {
		t.Errorf("again: %+v", sum)
	}
	j.Program, j.Queue = "Alfiere 1.2", saying(`"verdict":"cooked","complete":true`)
	q := must.Get(query.Parse("sound or no solution sort by id desc"))(t)
	j.Query = q
	sum, events = run(t, j)
	if sum.Total != 2 || sum.Turned != 2 {
		t.Errorf("%+v", sum)
	}
	if e := events[1]; !e.Turned() || e.Before != "sound" || e.Verdict != "cooked" {
		t.Errorf("%+v", e)
	}
	j.Query = nil
	if sum, _ = run(t, j); sum.Total != 2 || sum.Turned != 1 {
		t.Errorf("the rest: %+v", sum)
	}
	j.Program, j.Force = "Alfiere 1.1", true
	if sum, _ = run(t, j); sum.Total != 4 || sum.Turned != 0 {
		t.Errorf("all: %+v", sum)
	}
}

// TestIntendedSolutionsAreSound, until their number is edited, which removes the report.
func TestIntendedSolutionsAreSound(t *testing.T) {
	db := must.Get(database.Create(filepath.Join(t.TempDir(), "problems.db")))(t)
	defer db.Close()
	p := problem.Record{FEN: "8/6K1/R7/8/1B3kB1/7P/4R3/8 w - -", Stipulation: "#2", Solutions: 2}
	must.Do(t, db.Batch(func(tx *database.Tx) error { _, err := tx.Add(&p, database.RefuseImages); return err }))
	for solutions, verdict := range []string{2: "sound", 3: "missing"} {
		if verdict == "" {
			continue
		}
		p.Solutions = solutions
		must.Do(t, db.Batch(func(tx *database.Tx) error { return tx.Update(&p) }))
		_, events := run(t, Job{DB: db, Queue: here(Kind("Alfiere 1.1", "test")), Program: "Alfiere 1.1"})
		if events[p.ID].Verdict != verdict {
			t.Errorf("%d solutions: %+v", solutions, events)
		}
	}
}

func TestWhatALimitEndedIsAnalysedAgainWithAWiderOne(t *testing.T) {
	db := filled(t)
	half := saying(`"verdict":"undecided","complete":false,"nodes":5000,"seconds":2`)
	j := Job{DB: db, Queue: half, Program: "Alfiere 1.1", Limit: 2 * time.Second}
	run(t, j)
	for _, c := range []struct {
		limit   time.Duration
		nodes   uint64
		pending int
	}{{2 * time.Second, 0, 0}, {time.Second, 0, 0}, {3 * time.Second, 0, 4}, {3 * time.Second, 5000, 0}, {3 * time.Second, 9000, 4}, {0, 5000, 0}, {0, 9000, 4}, {0, 0, 4}} {
		j.Limit, j.Nodes = c.limit, c.nodes
		if ids, _, err := j.Pending(t.Context()); len(ids) != c.pending || err != nil {
			t.Errorf("%v, %d nodes: %v, %v", c.limit, c.nodes, ids, err)
		}
	}
	j.Limit, j.Nodes, j.Queue = 0, 0, saying(`"verdict":"sound","complete":true`)
	if sum, _ := run(t, j); sum.Turned != 4 {
		t.Errorf("%+v", sum)
	}
	j.Queue, j.Program = half, "Alfiere 1.2"
	sum, events := run(t, j)
	if sum.Outcomes[Kept] != 4 || events[2].Before != "sound" || events[2].Verdict != "undecided" {
		t.Errorf("%+v, %+v", sum, events[2])
	}
	if f, err := db.Findings(2); f.Verdict != "sound" || err != nil {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestOlderVersions(t *testing.T) {
	for _, c := range []struct {
		program, present string
		older            bool
	}{
		{"Alfiere 1.1", "Alfiere 1.1", false}, {"Alfiere 1.1", "Alfiere 1.2", true}, {"Alfiere 1.2", "Alfiere 1.1", false}, {"Alfiere 1.9", "Alfiere 1.10", true},
		{"Alfiere 1", "Alfiere 1.1", true}, {"Alfiere 1.1.1", "Alfiere 1.1", false}, {"Alfiere 2", "Alfiere 1.1", false},
		{"Popeye 4.87", "Alfiere 1.1", true}, {"", "Alfiere 1.1", true}, {"Alfiere", "Alfiere 1.1", true}, {"Alfiere 1.x", "Alfiere 1.1", true},
	} {
		if older(c.program, c.present) != c.older {
			t.Errorf("%s, seen by %s: %v", c.program, c.present, !c.older)
		}
	}
}

func TestProblemsThatChangeMeanwhileAndFaults(t *testing.T) {
	db := filled(t)
	edit := func(id int64) {
		p, err := db.Get(id)
		if err == nil {
			p.FEN = "8/8/8/8/8/k2K4/6Q1/8 w - -"
			err = db.Batch(func(t *database.Tx) error { return t.Update(&p) })
		}
		if err != nil {
			t.Error(err)
		}
	}
	queue := here(work.Kind{Name: taskKind, Version: "test", Open: work.HandlerFunc(func(ctx context.Context, payload []byte) ([]byte, error) {
		switch text := string(payload); {
		case strings.Contains(text, "7Q/8 w"):
			edit(1)
		case strings.Contains(text, "RQ6"):
			if err := db.Batch(func(t *database.Tx) error { return t.Delete(2) }); err != nil {
				t.Error(err)
			}
		case strings.Contains(text, "7R"):
			return nil, errors.New("too hard")
		case strings.Contains(text, "K6N"):
			return []byte(`{"version":1}`), nil
		}
		return answer(ctx, "Alfiere 1.1", payload)
	}).Open})
	sum, events := run(t, Job{DB: db, Queue: queue, Program: "Alfiere 1.1"})
	if sum.Outcomes[Changed] != 2 || sum.Outcomes[Faulty] != 2 || events[1].Outcome != Changed || events[2].Outcome != Changed ||
		events[3].Fault != "too hard" || !strings.Contains(events[4].Fault, "invalid analysis report") {
		t.Errorf("%+v, %+v", sum, events)
	}
	sum, _ = run(t, Job{DB: db, Queue: here(Kind("Alfiere 1.1", "test")), Program: "Alfiere 1.1"})
	if sum.Outcomes[Stored] != 3 {
		t.Errorf("%+v", sum)
	}
}

func TestAnEndLeavesWhatWasReported(t *testing.T) {
	db := filled(t)
	if err := db.Batch(func(tx *database.Tx) (err error) {
		for i := 0; i < 600 && err == nil; i++ {
			_, err = tx.Add(&problem.Record{FEN: boards[0].fen, Stipulation: "#1", Title: fmt.Sprint(i)}, database.AddDoubles)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	var reported []int64
	j := Job{DB: db, Queue: here(Kind("Alfiere 1.1", "test")), Program: "Alfiere 1.1", Tell: func(e *Event) {
		if reported = append(reported, e.ID); len(reported) == 100 {
			cancel(enough)
		}
	}}
	sum, err := j.Run(ctx)
	if !errors.Is(err, enough) || sum.Done() != len(reported) || len(reported) < 100 || len(reported) > 599 {
		t.Errorf("%v, %+v, %d are reported", err, sum, len(reported))
	}
	for _, id := range reported {
		if _, err := db.Report(id); err != nil {
			t.Errorf("problem %d: %v", id, err)
		}
	}
	ids, _, err := j.Pending(t.Context())
	if err != nil || len(ids) != 604-len(reported) || slices.Contains(ids, reported[0]) {
		t.Errorf("%d are left, %v", len(ids), err)
	}
}

func TestWhatCannotBeStoredEndsTheRun(t *testing.T) {
	db := filled(t)
	frozen := must.Get(database.Open(db.Path(), database.ReadOnly))(t)
	defer frozen.Close()
	j := Job{DB: frozen, Queue: here(Kind("Alfiere 1.1", "test")), Program: "Alfiere 1.1", Tell: func(*Event) { t.Error("something is reported") }}
	if sum, err := j.Run(t.Context()); !errors.Is(err, database.ErrReadOnly) || sum.Done() != 0 {
		t.Errorf("%v, %+v", err, sum)
	}
	j.DB, j.Queue = db, &work.Local{}
	if _, err := j.Run(t.Context()); !errors.Is(err, work.ErrKind) {
		t.Errorf("without a kind: %v", err)
	}
}

// Reports are made by the goroutine that stores. If one panics, Run panics, and the stored problems remain.
func TestAPanicOfTheHearerIsTheCallers(t *testing.T) {
	db := filled(t)
	before := runtime.NumGoroutine()
	func() {
		defer func() {
			if p, is := recover().(*work.Panic); !is || p.Value != "hit" || !strings.Contains(p.Stack, "(*store).tell") {
				t.Errorf("%v", p)
			}
		}()
		j := Job{DB: db, Program: "test", Queue: saying(`"verdict":"sound","complete":true`), Tell: func(*Event) { panic("hit") }}
		sum, err := j.Run(t.Context())
		t.Errorf("%+v, %v", sum, err)
	}()
	for end := time.Now().Add(2 * time.Minute); runtime.NumGoroutine() > before && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines, before %d", n, before)
	}
	if _, err := db.Report(1); err != nil {
		t.Error(err)
	}
	run(t, Job{DB: db, Program: "other", Queue: saying(`"verdict":"sound","complete":true`)})
}
