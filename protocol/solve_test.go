package protocol_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/search"
	"alfiere/search/problem"
)

func TestParseProblem(t *testing.T) {
	tests := []struct {
		text string
		want problem.Options
		ok   bool
	}{
		{"2", problem.Options{Moves: 2}, true},
		{" 3\tset ", problem.Options{Moves: 3, SetPlay: true}, true},
		{"32 tries 2 set", problem.Options{Moves: 32, SetPlay: true, Tries: 2}, true},
		{"", problem.Options{}, false},
		{"0", problem.Options{}, false},
		{"33", problem.Options{}, false},
		{"2 tries", problem.Options{}, false},
		{"2 tries 0", problem.Options{}, false},
		{"2 tries x", problem.Options{}, false},
		{"2 3", problem.Options{}, false},
	}
	for _, test := range tests {
		got, err := protocol.ParseProblem(test.text)
		if got != test.want || test.ok != (err == nil) || !test.ok && !errors.Is(err, protocol.ErrProblem) {
			t.Errorf("%q: %+v, %v", test.text, got, err)
		}
	}
}

// last waits for the event that ends the job.
func last(t *testing.T, c *protocol.Controller) protocol.Event {
	t.Helper()
	over := time.After(soon)
	for {
		select {
		case <-c.Ready():
			for e, ok := c.Next(); ok; e, ok = c.Next() {
				if !c.Searching() {
					return e
				}
			}
		case <-over:
			t.Fatal("the job does not end")
		}
	}
}

func TestAProblemIsSolvedAsBySolver(t *testing.T) {
	c, _ := newController(t)
	position, err := movegen.ParseFEN("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	c.SetPosition(position)
	options := problem.Options{Moves: 2, SetPlay: true, Tries: 1}
	number := c.Solve(options)
	if c.Endless() {
		t.Error("a problem counts as endless: at the end of the input it would be given up")
	}
	solved, ok := last(t, c).(protocol.Solved)
	want, err := problem.Analyse(context.Background(), position, options)
	if !ok || err != nil || solved.Search != number || solved.Err != nil {
		t.Fatalf("%+v, error %v", solved, err)
	}
	solved.Report.Elapsed, want.Elapsed = 0, 0
	if !reflect.DeepEqual(solved.Report, want) {
		t.Errorf("got %+v, want %+v", solved.Report, want)
	}
}

func TestJobsCanBeStoppedAndAbandoned(t *testing.T) {
	c, _ := newController(t)
	c.Solve(problem.Options{Moves: problem.MaxMoves})
	c.Stop()
	if solved, ok := last(t, c).(protocol.Solved); !ok || solved.Err != nil || solved.Report.Complete {
		t.Errorf("stopped: %+v", solved)
	}
	c.Bench(100)
	c.Stop()
	if finished, ok := last(t, c).(protocol.BenchFinished); !ok || !finished.Stopped {
		t.Errorf("stopped: %+v", finished)
	}
	c.Solve(problem.Options{Moves: problem.MaxMoves})
	c.Bench(100)
	number := start(t, c, search.Limits{Depth: 1}, false)
	if finished, ok := last(t, c).(protocol.Finished); !ok || finished.Search != number {
		t.Errorf("after two abandoned jobs: %+v", finished)
	}
	if limits := c.Limits(); !reflect.DeepEqual(limits, search.Limits{}) {
		t.Errorf("nothing is searched within %+v", limits)
	}
}
