package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/text"
	"alfiere/protocol"
	"alfiere/search"
)

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
	position := must.Get(movegen.ParseFEN("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"))(t)
	c.SetPosition(position)
	options := problem.Options{Moves: 2, SetPlay: true, Tries: 1}
	number := c.Solve(text.Request{Options: options})
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

func TestAProblemIsAnsweredAsItWasAskedFor(t *testing.T) {
	c, _ := newController(t)
	position := must.Get(movegen.ParseFEN("8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"))(t)
	c.SetPosition(position)
	for words, want := range map[string]string{
		"2":                          "White mates in 2 (#2)",
		"2 compact language italian": "1.Rd6! zugzwang 1...Cf3~ 2.Dxh2#",
		"2 figurines":                "1.♔d6! zugzwang",
		"2 full":                     "Statistics: keys 1, tries 4",
		"2 json":                     `"verdict":"sound"`,
	} {
		request := must.Get(text.ParseRequest(words))(t)
		c.Solve(request)
		solved, ok := last(t, c).(protocol.Solved)
		if !ok {
			t.Fatalf("%q: no answer", words)
		}
		text, err := solved.Text()
		if err != nil || !strings.Contains(text, want) || !reflect.DeepEqual(solved.Request, request) {
			t.Errorf("%q: %v, no %q in\n%s", words, err, want, text)
		}
	}
	failed := protocol.Solved{Err: problem.ErrPosition}
	if text, err := failed.Text(); text != "" || !errors.Is(err, problem.ErrPosition) {
		t.Errorf("%q, %v", text, err)
	}
}

func TestJobsCanBeStoppedAndAbandoned(t *testing.T) {
	c, _ := newController(t)
	c.Solve(text.Request{Options: problem.Options{Moves: problem.MaxMoves}})
	c.Stop()
	if solved, ok := last(t, c).(protocol.Solved); !ok || solved.Err != nil || solved.Report.Complete {
		t.Errorf("stopped: %+v", solved)
	}
	c.Bench(100)
	c.Stop()
	if finished, ok := last(t, c).(protocol.BenchFinished); !ok || !finished.Stopped {
		t.Errorf("stopped: %+v", finished)
	}
	c.Solve(text.Request{Options: problem.Options{Moves: problem.MaxMoves}})
	c.Bench(100)
	number := start(t, c, search.Limits{Depth: 1}, false)
	if finished, ok := last(t, c).(protocol.Finished); !ok || finished.Search != number {
		t.Errorf("after two abandoned jobs: %+v", finished)
	}
	if limits := c.Limits(); !reflect.DeepEqual(limits, search.Limits{}) {
		t.Errorf("nothing is searched within %+v", limits)
	}
}

// falling is a searcher whose searches panic.
type falling struct{ *protocoltest.Searcher }

func (falling) Search(context.Context, search.Request, func(search.Info)) search.Result {
	panic("fallen")
}

// A search has a goroutine of its own; its panic is that of who asks for its events, or gives
// it up. Afterwards the controller can be closed.
func TestAPanicOfASearchIsThatOfWhoTakesItsEvents(t *testing.T) {
	for name, take := range map[string]func(*protocol.Controller){
		"Next": func(c *protocol.Controller) {
			for {
				<-c.Ready()
				if e, ok := c.Next(); ok {
					t.Errorf("%+v", e)
				}
			}
		},
		"Abandon": func(c *protocol.Controller) { c.Abandon() },
		"Wait":    func(c *protocol.Controller) { c.Wait() },
	} {
		c := protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
			return falling{protocoltest.Open(megabytes)}, nil
		}, protocol.Resources{Hash: 16, Threads: 1}, rand.NewPCG(1, 1))
		must.Get(c.Go(search.Limits{Depth: 3}, false))(t)
		func() {
			defer func() {
				if p, is := recover().(*work.Panic); !is || p.Value != "fallen" {
					t.Errorf("%s: %v", name, p)
				}
			}()
			take(c)
			t.Errorf("%s: nothing", name)
		}()
		if c.Searching() {
			t.Errorf("%s: it still searches", name)
		}
		must.Do(t, c.Close())
	}
}

// An adapter's loop in short: a search is started, and its events are printed until it has finished.
func ExampleController() {
	controller := protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
		return protocoltest.Open(megabytes), nil // search.New in the engine
	}, protocol.Resources{Hash: 256, Threads: 1}, rand.NewPCG(1, 1))
	defer controller.Close()

	position, err := movegen.ParseFEN("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	controller.SetPosition(position)
	if _, err := controller.Go(search.Limits{Depth: 2}, false); err != nil {
		fmt.Println(err)
	}
	for controller.Searching() {
		<-controller.Ready()
		for event, ok := controller.Next(); ok; event, ok = controller.Next() {
			switch e := event.(type) {
			case protocol.Thinking:
				fmt.Println("depth", e.Depth, "line", e.Line)
			case protocol.Finished:
				fmt.Println("best", e.Best)
			}
		}
	}
	// Output:
	// depth 1 line [a1a8]
	// depth 2 line [a1a8]
	// best a1a8
}
