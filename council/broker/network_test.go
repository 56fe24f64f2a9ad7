package broker_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"alfiere/council"
	"alfiere/council/broker"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/search"
)

// faults are what a network does to messages.
type faults struct {
	loss, double float64       // probabilities
	delay        time.Duration // each message takes up to this, so they overtake each other
}

// network is an unreliable transport in memory. Its faults come from a seed, as far as goroutines allow.
type network struct {
	mutex  sync.Mutex
	faults faults
	random *rand.Rand
	ears   map[*ear]bool
	lines  map[*line]bool // that are cut
}

func newNetwork(seed uint64, f faults) *network {
	return &network{faults: f, random: rand.New(rand.NewPCG(seed, 1)), ears: map[*ear]bool{}, lines: map[*line]bool{}}
}

// line is the connection of one program to a network.
type line struct{ *network }

func (n *network) line() *line { return &line{n} }

// ear is a subscription.
type ear struct {
	line    *line
	subject string
	handle  func(broker.Message)
	mutex   sync.Mutex
	queue   []broker.Message
	wake    chan struct{}
	quit    chan struct{}
}

var errCut = errors.New("the network is cut")

// cut disconnects a line from the network, or reconnects it, without any notice.
func (l *line) cut(is bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if is {
		l.lines[l] = true
	} else {
		delete(l.lines, l)
	}
}

// kill removes all subscriptions of a program, as the end of its process does.
func (l *line) kill() {
	l.cut(true)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for e := range l.ears {
		if e.line == l {
			delete(l.ears, e)
		}
	}
}

func (e *ear) hears(subject string) bool {
	prefix, all := strings.CutSuffix(e.subject, ">")
	return subject == e.subject || all && strings.HasPrefix(subject, prefix)
}

// Publish implements broker.Transport.
func (l *line) Publish(subject, replies string, data []byte) error {
	l.mutex.Lock()
	if l.lines[l] {
		l.mutex.Unlock()
		return errCut
	}
	listening := l.listeners(subject)
	m := broker.Message{Subject: subject, Data: append([]byte(nil), data...)}
	if len(listening) == 0 && replies != "" {
		m, listening = broker.Message{Subject: replies, Nobody: true}, l.listeners(replies)
	}
	l.mutex.Unlock()
	for _, e := range listening {
		l.bring(e, m)
	}
	return nil
}

// listeners returns the subscriptions to a subject. The mutex is held.
func (n *network) listeners(subject string) (ears []*ear) {
	for e := range n.ears {
		if e.hears(subject) {
			ears = append(ears, e)
		}
	}
	return ears
}

// bring delivers a message never, once or twice, at once or later.
func (n *network) bring(e *ear, m broker.Message) {
	n.mutex.Lock()
	f, copies := n.faults, 1
	if n.lines[e.line] || n.random.Float64() < f.loss {
		copies = 0
	} else if n.random.Float64() < f.double {
		copies = 2
	}
	delays := make([]time.Duration, copies)
	for i := range delays {
		delays[i] = time.Duration(n.random.Float64() * float64(f.delay))
	}
	n.mutex.Unlock()
	for _, d := range delays {
		if d == 0 {
			e.put(m)
		} else {
			time.AfterFunc(d, func() { e.put(m) })
		}
	}
}

func (e *ear) put(m broker.Message) {
	e.mutex.Lock()
	e.queue = append(e.queue, m)
	e.mutex.Unlock()
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

// Subscribe implements broker.Transport.
func (l *line) Subscribe(subject string, handle func(broker.Message)) (func(), error) {
	e := &ear{line: l, subject: subject, handle: handle, wake: make(chan struct{}, 1), quit: make(chan struct{})}
	l.mutex.Lock()
	l.ears[e] = true
	l.mutex.Unlock()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		e.listen()
	}()
	return func() {
		l.mutex.Lock()
		delete(l.ears, e)
		l.mutex.Unlock()
		close(e.quit)
		<-ended
	}, nil
}

func (e *ear) listen() {
	for {
		e.mutex.Lock()
		queue := e.queue
		e.queue = nil
		e.mutex.Unlock()
		for _, m := range queue {
			e.handle(m)
		}
		select {
		case <-e.wake:
		case <-e.quit:
			return
		}
	}
}

// TestACouncilPlaysTheSameGameWhereverItSits plays games at fixed nodes by councils in this process, at workers over
// a good network and over one that duplicates and reorders, and with too few workers for all seats. Members keep
// their tables during a game. The second game has tables of another size; the third repeats the first.
func TestACouncilPlaysTheSameGameWhereverItSits(t *testing.T) {
	plies := effort.Of(16, 8, 8)
	for _, criterion := range []string{"majority", "re-search"} {
		want := playGames(t, criterion, plies, nil)
		if !slices.Equal(want[0], want[2]) {
			t.Errorf("%s: the first game is\n%v\nand once more\n%v", criterion, want[0], want[2])
		}
		for name, test := range map[string]struct {
			faults  faults
			workers int
		}{"good": {faults{}, 3}, "doubled and reordered": {faults{double: 0.4, delay: 5 * time.Millisecond}, 3},
			"too few": {faults{}, 1}} {
			t.Run(criterion+", "+name, func(t *testing.T) {
				untilNothingIsLost(t, 3, func(t *testing.T) (opened int64, differs string) {
					n, workers := newNetwork(9, test.faults), opener{}
					for i := range test.workers {
						defer serve(t, &broker.Worker{Card: card(fmt.Sprint("w", i)), Open: workers.open}, n.line())()
					}
					p, here := join(t, n.line(), nil)
					p.Await(2*test.workers, time.Second)
					got := playGames(t, criterion, plies, p.Open)
					opened = workers.count.Load() + here.Load()
					if seats := here.Load(); opened == 3 && (seats > 0) != (test.workers < 2) {
						differs = fmt.Sprintf("%d seats were searched by the engine itself", seats)
					}
					for i := range got {
						if !slices.Equal(got[i], want[i]) {
							differs = fmt.Sprintf("over the network game %d is\n%v\nand here\n%v", i, got[i], want[i])
						}
					}
					return opened, differs
				})
			})
		}
	}
}

// playGames plays three games by a council whose first member is in this process, as in alfiere-lab. open opens the
// other members.
func playGames(t *testing.T, criterion string, plies int,
	open func(council.Seat, int) (council.Member, error)) (games [3][]movegen.Move) {
	t.Helper()
	master := must.Get(council.NewMaster(8))(t)
	defer master.Close()
	seats, err := council.ParseCouncil("balanced4")
	if err == nil {
		err = master.SetCriterion(criterion)
	}
	if err != nil {
		t.Fatal(err)
	}
	master.Open = func(seat council.Seat, megabytes int) (council.Member, error) {
		if open == nil || seat == seats[0] {
			return council.OpenHere(seat, megabytes)
		}
		return open(seat, megabytes)
	}
	master.Convene(seats)
	for i := range games {
		must.Do(t, master.Resize(8-4*(i%2)))
		master.NewGame()
		for game := movegen.NewGame(); len(games[i]) < plies; {
			request := requestOf(game)
			request.Limits.Nodes = 1500
			result := master.Search(t.Context(), request, func(search.Info) {})
			if len(council.BallotOf(result).Absent) > 0 {
				t.Fatalf("absent are %+v", council.BallotOf(result).Absent)
			}
			must.Do(t, game.Play(result.Best))
			games[i] = append(games[i], result.Best)
		}
	}
	return games
}
