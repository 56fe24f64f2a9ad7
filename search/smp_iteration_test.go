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
	r := &run{request: &request, tt: engine.tt, workers: engine.workers, smp: engine.smp, report: func(Info) {}}
	for i, w := range r.workers {
		w.prepare(r, i == 0)
		w.listRootMoves()
	}
	return r.workers[1], r.workers[0]
}

func TestAThreadThatIsOvertakenGoesOnFromTheLead(t *testing.T) {
	ahead, behind := twoWorkers(t, Request{})
	ahead.completed, ahead.iterationNodes = 7, 1234
	slices.Reverse(ahead.rootMoves)
	ahead.rootMoves[0].score, ahead.rootMoves[0].nodes = 31, 1000
	ahead.run.iteration.publish(ahead)

	behind.rootDepth, behind.completed = 8, 6
	if behind.checkTime(); behind.stopped {
		t.Error("stopped in an iteration that nobody has completed")
	}
	behind.rootDepth = 7
	if behind.checkTime(); !behind.stopped || !behind.run.iteration.adopt(behind) || behind.stopped {
		t.Fatal("goes its own way")
	}
	if behind.completed != 7 || behind.iterationNodes != 1234 || behind.rootMoves[0].score != 31 || behind.rootMoves[0].nodes != 1000 {
		t.Errorf("has %d, %d, %+v", behind.completed, behind.iterationNodes, behind.rootMoves[0])
	}
	ahead.rootMoves[0].pv[0] = movegen.NoMove
	if behind.rootMoves[0].pv[0] == movegen.NoMove || behind.run.iteration.moves[0].pv[0] == movegen.NoMove {
		t.Error("lines are shared between threads")
	}
}

func TestTheLeadIsNeverGivenBack(t *testing.T) {
	ahead, behind := twoWorkers(t, Request{})
	ahead.completed, ahead.iterationNodes = 7, 70
	ahead.run.iteration.publish(ahead)
	for _, depth := range []int{5, 7} {
		behind.completed, behind.iterationNodes = depth, 50
		behind.run.iteration.publish(behind)
	}
	if l := &ahead.run.iteration; l.depth.Load() != 7 || l.nodes != 70 {
		t.Errorf("depth %d, %d nodes", l.depth.Load(), l.nodes)
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
			ahead.run.iteration.publish(ahead)
			behind.rootDepth, behind.completed = 5, 4
			behind.run.stop.Store(test.stop)
			if behind.checkTime(); behind.stopped != test.stop || behind.run.iteration.adopt(behind) {
				t.Errorf("stopped %v, or follows", behind.stopped)
			}
		})
	}
}
