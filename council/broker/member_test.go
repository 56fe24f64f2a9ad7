package broker_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"alfiere/council"
	"alfiere/council/broker"
	"alfiere/eval"
	evalnetwork "alfiere/eval/network"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/search"
)

func openLocal(_ council.Seat, megabytes int) (council.Member, error) {
	return council.OpenLocal(megabytes)
}

// notes are reported lines.
type notes struct {
	mutex sync.Mutex
	lines []string
}

func (n *notes) tell(line string) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.lines = append(n.lines, line)
}

func (n *notes) String() string {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	return strings.Join(n.lines, "\n")
}

func versions(engine string) broker.Versions {
	return broker.NewVersions(map[string]string{broker.EngineKind: engine})
}

func card(name string) broker.Card {
	return broker.Card{ID: broker.NewID(), Name: name, Versions: versions("test"), Threads: 2, Hash: 16, Longest: time.Minute}
}

// serve runs a worker on a line until stop is called or the test ends.
func serve(t *testing.T, w *broker.Worker, l broker.Transport) (stop func()) {
	t.Helper()
	if w.Open == nil {
		w.Open = openLocal
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Serve(ctx, l) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return stop
}

// join makes a pool on a line and counts the members that it opens in its own process.
func join(t *testing.T, l broker.Transport, said *notes) (p *broker.Pool, here *atomic.Int64) {
	t.Helper()
	here = new(atomic.Int64)
	engine := broker.Engine{Version: "test", Local: func(s council.Seat, megabytes int) (council.Member, error) {
		here.Add(1)
		return openLocal(s, megabytes)
	}}
	if said != nil {
		engine.Tell = said.tell
	}
	p = must.Get(broker.NewPool(l, engine))(t)
	t.Cleanup(p.Close)
	return p, here
}

func seat(t *testing.T, p *broker.Pool, s council.Seat) council.Member {
	t.Helper()
	if s.Knowledge == 0 {
		s.Knowledge = eval.All
	}
	m := must.Get(p.Open(s, 1))(t)
	t.Cleanup(func() { must.Do(t, m.Close()) })
	return m
}

// opener counts the members that workers open.
type opener struct{ count atomic.Int64 }

func (o *opener) open(s council.Seat, megabytes int) (council.Member, error) {
	o.count.Add(1)
	return openLocal(s, megabytes)
}

// untilNothingIsLost plays until no table is lost: each seat is opened once, at a worker or here. If a worker
// falls silent on a busy machine, its seats rightly move to others, whose tables are empty.
func untilNothingIsLost(t *testing.T, seats int64, play func(t *testing.T) (opened int64, differs string)) {
	t.Helper()
	const tries = 20
	for range tries {
		opened, differs := play(t)
		if opened == seats {
			if differs != "" {
				t.Error(differs)
			}
			return
		}
		t.Logf("%d seats were opened %d times: repeated", seats, opened)
	}
	t.Errorf("a worker was lost in each of %d games", tries)
}

// TestWhateverIsLostEveryMoveIsLegalAndInTime disconnects and reconnects workers while clocks run.
func TestWhateverIsLostEveryMoveIsLegalAndInTime(t *testing.T) {
	n := newNetwork(2, faults{loss: 0.25, double: 0.2, delay: 4 * time.Millisecond})
	var lines []*line
	for i := range 3 {
		l := n.line()
		lines = append(lines, l)
		serve(t, &broker.Worker{Card: card(fmt.Sprint("w", i))}, l)
	}
	engine := n.line()
	lines = append(lines, engine)
	p, here := join(t, engine, nil)
	p.Await(6, time.Second)
	m := seat(t, p, council.Seat{Name: "full"})
	r := rand.New(rand.NewPCG(4, 5))
	game, absent := movegen.NewGame(), 0
	var worst time.Duration
	moves := effort.Of(40, 16, 12)
	for number := range uint64(moves) {
		for _, l := range lines {
			l.cut(r.IntN(4) == 0)
		}
		if game.Over() {
			game = movegen.NewGame()
		}
		job := &council.Job{Number: number, Seat: council.Seat{Name: "full"}, Request: requestOf(game)}
		hard := 80 * time.Millisecond
		if number%2 == 0 {
			job.Request.Limits.MoveTime = hard
		} else {
			job.Request.Limits.Clock = search.Clock{Remaining: 500 * time.Millisecond, Increment: 20 * time.Millisecond}
			hard = job.Request.Limits.Clock.Budget().Limit
		}
		began := time.Now()
		proposal, err := m.Propose(t.Context(), job, nil)
		worst = max(worst, time.Since(began)-hard)
		if err != nil {
			absent++
			if proposal.Move = legalMoves(game.Position())[0]; game.Len() > 300 {
				t.Fatal(err)
			}
		}
		must.Do(t, game.Play(proposal.Move))
	}
	for _, l := range lines {
		l.cut(false)
	}
	t.Logf("of %d moves %d without a proposal, members in this process: %d, the latest %v after its time, %d words "+
		"dropped", moves, absent, here.Load(), worst, p.Dropped())
	if worst > 10*time.Second { // allows for a busy machine; usually some milliseconds
		t.Errorf("a move came %v after its time", worst)
	}
}

// stalled is a member that reports when it is asked and then does nothing until it is stopped.
type stalled struct {
	*council.Local
	asked chan struct{}
}

func (s stalled) Propose(ctx context.Context, job *council.Job, _ func(search.Info)) (council.Proposal, error) {
	s.asked <- struct{}{}
	<-ctx.Done()
	return council.Proposal{}, ctx.Err()
}

// TestAWorkerThatDiesOrHangsIsReplaced ends workers in the middle of a search. The first search never ends.
func TestAWorkerThatDiesOrHangsIsReplaced(t *testing.T) {
	for name, end := range map[string]func(l *line, stop func()){
		"killed": func(l *line, _ func()) { l.kill() }, "stopped": func(l *line, _ func()) { l.cut(true) },
		"leaving": func(_ *line, stop func()) { stop() },
	} {
		t.Run(name, func(t *testing.T) {
			n := newNetwork(3, faults{})
			asked := make(chan struct{}, 10)
			first, second := n.line(), n.line()
			stop := serve(t, &broker.Worker{Card: card("hangs"),
				Open: func(_ council.Seat, megabytes int) (council.Member, error) {
					own, err := council.OpenLocal(megabytes)
					return stalled{own, asked}, err
				}}, first)
			p, here := join(t, n.line(), nil)
			p.Await(2, time.Second)
			m := seat(t, p, council.Seat{Name: "full"})
			serve(t, &broker.Worker{Card: card("works")}, second)
			p.Await(4, time.Second)
			go func() {
				<-asked
				end(first, stop)
			}()
			job := &council.Job{Seat: council.Seat{Name: "full"}, Request: requestOf(movegen.NewGame())}
			job.Request.Limits.Depth = 6
			proposal, err := m.Propose(t.Context(), job, nil)
			if err != nil || proposal.Depth != 6 || here.Load() > 0 {
				t.Errorf("%+v, %v, members here: %d", proposal, err, here.Load())
			}
			workers := p.Workers() // a leaving worker says so after its answer
			for late := time.Now().Add(2 * time.Minute); len(workers) > 1 && time.Now().Before(late); workers = p.Workers() {
				time.Sleep(time.Millisecond)
			}
			if len(workers) != 1 || workers[0].Name != "works" {
				t.Errorf("the workers are %+v", workers)
			}
		})
	}
}

func TestWithoutAWorkerTheEngineSearchesByItself(t *testing.T) {
	n := newNetwork(4, faults{})
	p, here := join(t, n.line(), nil)
	m := seat(t, p, council.Seat{Name: "full"})
	job := &council.Job{Seat: council.Seat{Name: "full"}, Request: requestOf(movegen.NewGame())}
	job.Request.Limits.Depth = 3
	if proposal, err := m.Propose(t.Context(), job, nil); err != nil || proposal.Depth != 3 || here.Load() != 1 {
		t.Errorf("%+v, %v, members here: %d", proposal, err, here.Load())
	}
}

// TestRefusalsSayWhy lets the only worker refuse. Then the engine searches by itself; if no time is left, the
// seat is absent and its error gives the reason.
func TestRefusalsSayWhy(t *testing.T) {
	tests := []struct {
		name  string
		card  func(c *broker.Card)
		job   func(j *council.Job)
		says  string // by the worker
		hears string // by the engine
	}{
		{"another version", func(c *broker.Card) { c.Versions = versions("older") }, nil,
			`an engine has another version and is left to other workers: engines is "older" here and "test" there`,
			`worker w is skipped: engines is "test" here and "older" there`},
		{"too long", func(c *broker.Card) { c.Longest = time.Second },
			func(j *council.Job) { j.Request.Limits.MoveTime = time.Minute }, "the limit is 1s", ""},
		{"a large table", nil, func(j *council.Job) { j.Fresh, j.Megabytes, j.Request.Limits.Depth = true, 64, 1 },
			"the job needs a table of 64 MB, but the worker has 16 MB", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n := newNetwork(5, faults{})
			var said, heard notes
			w := &broker.Worker{Card: card("w"), Tell: said.tell}
			if test.card != nil {
				test.card(&w.Card)
			}
			serve(t, w, n.line())
			p, here := join(t, n.line(), &heard)
			p.Await(2, 100*time.Millisecond)
			m := seat(t, p, council.Seat{Name: "full"})
			job := &council.Job{Seat: council.Seat{Name: "full"}, Request: requestOf(movegen.NewGame())}
			if test.job != nil {
				test.job(job)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			if _, err := m.Propose(ctx, job, nil); err != nil || here.Load() != 1 {
				t.Errorf("%v, members here: %d", err, here.Load())
			}
			for range 100 { // the roll is called twice a second
				if strings.Contains(said.String(), test.says) && strings.Contains(heard.String(), test.hears) {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			if !strings.Contains(said.String(), test.says) || !strings.Contains(heard.String(), test.hears) {
				t.Errorf("the worker says\n%s\nand the engine\n%s", &said, &heard)
			}
		})
	}
}

// TestANetworkThatWorkersDoNotHaveIsUsedHere: a message does not carry networks.
func TestANetworkThatWorkersDoNotHaveIsUsedHere(t *testing.T) {
	line := newNetwork(11, faults{})
	serve(t, &broker.Worker{Card: card("w")}, line.line())
	p, here := join(t, line.line(), nil)
	p.Await(2, time.Second)
	job := council.Job{Seat: council.Seat{Name: "full"}, Request: requestOf(movegen.NewGame()), Megabytes: 1}
	job.Request.Network, job.Request.Limits.Depth = evalnetwork.Builtin(), 1
	if _, err := seat(t, p, job.Seat).Propose(t.Context(), &job, nil); err != nil || here.Load() != 1 {
		t.Errorf("%v, members here: %d", err, here.Load())
	}
	for letters, fits := range map[eval.Knowledge]bool{0: false, eval.All: false, eval.Learned: false, eval.Thesis: true} {
		job.Seat.Knowledge = letters
		if _, err := broker.FormatJob(&broker.Assignment{Job: job}); (err == nil) != fits {
			t.Errorf("a job for %q: %v", letters, err)
		}
	}
}

// TestWorkersThatArePassedOverAreNamed seats a member that no worker can take, each for a different reason. The
// ballot names the reasons, and engine and worker log each reason once.
func TestWorkersThatArePassedOverAreNamed(t *testing.T) {
	n := newNetwork(10, faults{})
	var heard notes
	said := map[string]*notes{}
	for name, change := range map[string]func(c *broker.Card){
		"large": func(c *broker.Card) { c.Threads = 1 },
		"small": func(c *broker.Card) { c.Hash = 4 },
		"other": func(c *broker.Card) { c.Versions = versions("signature 0123456789abcdef, other") },
	} {
		said[name] = &notes{}
		w := &broker.Worker{Card: card(name), Tell: said[name].tell}
		change(&w.Card)
		serve(t, w, n.line())
	}
	asked := make(chan struct{}, 1000)
	p, err := broker.NewPool(n.line(), broker.Engine{Version: "test", Tell: heard.tell,
		Local: func(_ council.Seat, megabytes int) (council.Member, error) {
			own, err := council.OpenLocal(megabytes)
			return stalled{own, asked}, err
		}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	p.Await(3, 20*time.Second)
	open := func() council.Member {
		return must.Get(p.Open(council.Seat{Name: "full", Knowledge: eval.All}, 8))(t)
	}
	defer open().Close() // uses the thread of the large worker
	ctx, cancel := context.WithCancel(t.Context())
	var searching sync.WaitGroup
	for range max(runtime.GOMAXPROCS(0)-1, 1) { // the number of searches that this process allows
		m := open()
		searching.Go(func() {
			job := &council.Job{Seat: council.Seat{Name: "full"}, Request: requestOf(movegen.NewGame())}
			_, _ = m.Propose(ctx, job, nil)
			_ = m.Close()
		})
		select {
		case <-asked:
		case <-time.After(2 * time.Minute):
			t.Fatalf("this process does not search; the engine says\n%s", &heard)
		}
	}
	m := open()
	job := &council.Job{Seat: council.Seat{Name: "full"}, Request: requestOf(movegen.NewGame())}
	job.Request.Limits.MoveTime = time.Minute
	_, err = m.Propose(ctx, job, nil)
	if err == nil || err.Error() != "no worker is available; worker large: its threads are in use; "+
		`worker other: engines is "test" here and "signature 0123456789abcdef, other" there; `+
		"worker small: it has 4 MB for tables (--hash), but the seat needs 8 MB" {
		t.Errorf("the vote says %v", err)
	}
	cancel()
	searching.Wait()
	_ = m.Close()
	for _, want := range []string{
		"worker large is skipped: its threads are in use",
		"worker small is skipped: it has 4 MB for tables (--hash), but the seat needs 8 MB",
		`worker other is skipped: engines is "test" here and "signature 0123456789abcdef, other" there`} {
		if strings.Count(heard.String(), want) != 1 {
			t.Errorf("the engine does not say once %q, but\n%s", want, &heard)
		}
	}
	for name, want := range map[string]string{"large": "an engine skips this worker: its threads are in use",
		"small": "an engine skips this worker: it has 4 MB for tables (--hash), but the seat needs 8 MB",
		"other": `engines is "signature 0123456789abcdef, other" here and "test" there`} {
		for end := time.Now().Add(2 * time.Minute); !strings.Contains(said[name].String(), want) && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		if strings.Count(said[name].String(), want) != 1 {
			t.Errorf("worker %s does not say once %q, but\n%s", name, want, said[name])
		}
	}
}

func TestABusyWorkerIsPassedOver(t *testing.T) {
	n := newNetwork(6, faults{})
	w := &broker.Worker{Card: card("w")}
	w.Threads = 1
	serve(t, w, n.line())
	var members []council.Member
	var counts []*atomic.Int64
	for range 2 {
		p, here := join(t, n.line(), nil)
		p.Await(1, time.Second)
		members, counts = append(members, seat(t, p, council.Seat{Name: "full"})), append(counts, here)
	}
	job := func(limits search.Limits) *council.Job {
		j := &council.Job{Seat: council.Seat{Name: "full"}, Request: requestOf(movegen.NewGame())}
		j.Request.Limits = limits
		return j
	}
	ctx, cancel := context.WithCancel(t.Context())
	begun := make(chan struct{}, 1000)
	var first sync.WaitGroup
	first.Go(func() {
		// on a busy machine it is late
		_, _ = members[0].Propose(ctx, job(search.Limits{Infinite: true}), func(search.Info) { begun <- struct{}{} })
	})
	<-begun
	must.Get(members[1].Propose(t.Context(), job(search.Limits{Depth: 3}), nil))(t)
	cancel()
	first.Wait()
	if counts[0].Load() != 0 || counts[1].Load() != 1 {
		t.Errorf("the engines searched %d and %d times by themselves", counts[0].Load(), counts[1].Load())
	}
}

func TestStopAndPonderHitReachTheWorker(t *testing.T) {
	n := newNetwork(7, faults{loss: 0.2, delay: time.Millisecond})
	serve(t, &broker.Worker{Card: card("w")}, n.line())
	p, _ := join(t, n.line(), nil)
	p.Await(2, time.Second)
	m := seat(t, p, council.Seat{Name: "full"})
	var reports atomic.Int64
	late := 0
	for i := range 6 {
		ctx, cancel := context.WithCancel(t.Context())
		hit := make(chan struct{})
		job := &council.Job{Number: uint64(i), Seat: council.Seat{Name: "full"}, Request: requestOf(movegen.NewGame())}
		job.Request.Limits = search.Limits{PonderHit: hit, Clock: search.Clock{Remaining: 2 * time.Second}}
		end := cancel
		if i%2 == 0 {
			end = func() { close(hit) }
		}
		time.AfterFunc(100*time.Millisecond, end)
		began := time.Now()
		proposal, err := m.Propose(ctx, job, func(search.Info) { reports.Add(1) })
		took := time.Since(began)
		if err != nil && proposal.Move == movegen.NoMove {
			late++ // of the answer too much was lost
		} else if err != nil {
			t.Errorf("%+v, %v", proposal, err)
		}
		if most := 100*time.Millisecond + job.Request.Limits.Clock.Budget().Limit; took < 99*time.Millisecond ||
			took > most+time.Minute {
			t.Errorf("it took %v", took)
		}
		cancel()
	}
	if reports.Load() == 0 || late > 3 {
		t.Errorf("%d lines were reported, %d answers were late", reports.Load(), late)
	}
}

func TestNothingIsLeftWhenAllHaveGone(t *testing.T) {
	before := runtime.NumGoroutine()
	n := newNetwork(8, faults{})
	t.Run("work", func(t *testing.T) {
		serve(t, &broker.Worker{Card: card("w")}, n.line())
		p, _ := join(t, n.line(), nil)
		p.Await(2, time.Second)
		m := seat(t, p, council.Seat{Name: "full"})
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		defer cancel()
		_, _ = m.Propose(ctx, &council.Job{Seat: council.Seat{Name: "full"}, Request: requestOf(movegen.NewGame())}, nil)
	})
	for range 6000 {
		if runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		stacks := make([]byte, 1<<16)
		t.Errorf("%d goroutines, %d before\n%s", n, before, stacks[:runtime.Stack(stacks, true)])
	}
	if len(n.ears) > 0 {
		t.Errorf("%d subscriptions are left", len(n.ears))
	}
}

func TestAWorkerTellsHowManyThreadsAreBusy(t *testing.T) {
	n := newNetwork(5, faults{})
	reported := make(chan int, 10)
	serve(t, &broker.Worker{Card: card("w"), Busy: func(threads int) { reported <- threads }}, n.line())
	p, _ := join(t, n.line(), nil)
	p.Await(2, time.Second)
	m := seat(t, p, council.Seat{Name: "full"})
	job := &council.Job{Seat: council.Seat{Name: "full"}, Request: requestOf(movegen.NewGame())}
	job.Request.Limits.Depth = 4
	must.Get(m.Propose(t.Context(), job, nil))(t)
	for _, want := range []int{1, 0} {
		select {
		case threads := <-reported:
			if threads != want {
				t.Errorf("%d threads are busy, not %d", threads, want)
			}
		case <-time.After(2 * time.Minute):
			t.Fatalf("it is not reported that %d threads are busy", want)
		}
	}
}
