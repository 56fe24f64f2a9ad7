package broker_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"alfiere/council/broker"
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

// TestTheBadNetworkIsAsBadAsItSays checks the faults of the network that the other tests use.
func TestTheBadNetworkIsAsBadAsItSays(t *testing.T) {
	const sent = 2000
	n := newNetwork(1, faults{loss: 0.2, double: 0.3, delay: time.Millisecond})
	a, b := n.line(), n.line()
	var mutex sync.Mutex
	var got []byte
	cancel, _ := b.Subscribe("here.>", func(m broker.Message) {
		mutex.Lock()
		got = append(got, m.Data[0])
		mutex.Unlock()
	})
	for i := range sent {
		if err := a.Publish("here.x", "", []byte{byte(i)}); err != nil {
			t.Fatal(err)
		}
		if i%100 == 0 {
			time.Sleep(time.Millisecond)
		}
	}
	time.Sleep(50 * time.Millisecond)
	cancel()
	mutex.Lock()
	defer mutex.Unlock()
	overtaken := 0
	for i := range got[1:] {
		if int8(got[i+1]-got[i]) < 0 {
			overtaken++
		}
	}
	if want := sent * 0.8 * 1.3; float64(len(got)) < want*0.9 || float64(len(got)) > want*1.1 || overtaken < sent/10 {
		t.Errorf("%d of %d messages came, %d overtaken", len(got), sent, overtaken)
	}
	if b.cut(true); b.Publish("here.x", "", []byte{1}) == nil {
		t.Error("a cut line sends")
	}
}
