package search

import (
	"slices"
	"testing"

	"alfiere/movegen"
)

// twoWorkers returns the workers of a run that has not begun, with the start's moves.
func twoWorkers(t *testing.T, request Request) (ahead, behind *worker) {
	t.Helper()
	request.Position = movegen.StartPosition()
	engine := newEngine(t)
	engine.SetThreads(2)
	r := &run{request: &request, table: engine.table, workers: engine.workers, team: engine.team, report: func(Info) {}}
	for i, w := range r.workers {
		w.prepare(r, i)
		w.listRootMoves()
	}
	return r.workers[1], r.workers[0]
}

func TestAThreadThatIsOvertakenGoesOnFromTheLead(t *testing.T) {
	ahead, behind := twoWorkers(t, Request{})
	ahead.completed, ahead.spent = 7, 1234
	slices.Reverse(ahead.rootMoves)
	ahead.rootMoves[0].score, ahead.rootMoves[0].nodes = 31, 1000
	ahead.run.lead.offer(ahead)

	behind.iteration, behind.completed = 8, 6
	if behind.check(); behind.stopped {
		t.Error("stopped in an iteration that nobody has completed")
	}
	behind.iteration = 7
	if behind.check(); !behind.stopped || !behind.follow() || behind.stopped {
		t.Fatal("goes its own way")
	}
	if behind.completed != 7 || behind.spent != 1234 || behind.rootMoves[0].score != 31 || behind.rootMoves[0].nodes != 1000 {
		t.Errorf("has %d, %d, %+v", behind.completed, behind.spent, behind.rootMoves[0])
	}
	ahead.rootMoves[0].line[0] = movegen.NoMove
	if behind.rootMoves[0].line[0] == movegen.NoMove || behind.run.lead.moves[0].line[0] == movegen.NoMove {
		t.Error("lines are shared between threads")
	}
}

func TestTheLeadIsNeverGivenBack(t *testing.T) {
	ahead, behind := twoWorkers(t, Request{})
	ahead.completed, ahead.spent = 7, 70
	ahead.run.lead.offer(ahead)
	for _, depth := range []int{5, 7} {
		behind.completed, behind.spent = depth, 50
		behind.run.lead.offer(behind)
	}
	if l := &ahead.run.lead; l.depth.Load() != 7 || l.spent != 70 {
		t.Errorf("depth %d, %d nodes", l.depth.Load(), l.spent)
	}
}

func TestAStopForGoodIsNotFollowed(t *testing.T) {
	for _, test := range []struct {
		name    string
		request Request
		stop    bool
	}{
		{"the search has ended", Request{}, true},
		{"several lines are wanted", Request{MultiPV: 2}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			ahead, behind := twoWorkers(t, test.request)
			ahead.completed = 7
			ahead.run.lead.offer(ahead)
			behind.iteration = 5
			behind.run.stop.Store(test.stop)
			if behind.check(); behind.stopped != test.stop || behind.follow() {
				t.Errorf("stopped %v, or follows", behind.stopped)
			}
		})
	}
}
