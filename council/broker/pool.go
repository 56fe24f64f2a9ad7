package broker

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"alfiere/council"
)

// Times of calls.
const (
	callInterval = 500 * time.Millisecond
	callSilence  = 1600 * time.Millisecond // a worker is skipped after three calls without an answer
	offsetAge    = time.Minute             // how long the best comparison of clocks is valid
)

// Engine describes the program of a pool.
type Engine struct {
	Version string // workers of another version are skipped

	// Local opens a member that searches in this process, for when there is no worker.
	Local func(seat council.Seat, megabytes int) (council.Member, error)

	// Tell, if not nil, gets a line when a worker comes or goes, from several goroutines.
	Tell func(line string)
}

// Pool is an engine's side of a broker: it knows the workers and seats members with them. It is safe
// for concurrent use.
type Pool struct {
	Engine
	call      Call
	once      *Once
	transport Transport
	cancels   []func()
	seats     atomic.Int64  // number of the newest seat
	here      chan struct{} // holds a token for each search that is done in this process
	quit      chan struct{}
	called    sync.WaitGroup

	mutex    sync.Mutex
	peers    map[string]*peer
	attempts map[uint64]*attempt // in progress
	last     uint64              // number of the newest attempt
	dropped  uint64              // words about attempts that are over or never existed
	changed  chan struct{}       // closed and replaced when a worker comes
}

// peer is a worker as a pool knows it.
type peer struct {
	id, name string // of its card; they never change
	card     Card
	refused  string    // why it cannot be used, "" if it can
	heard    time.Time // zero if it failed to answer
	left     bool      // it has left for good
	offset   time.Duration
	distance time.Duration // round trip of the call that gave offset
	measured time.Time
	members  map[*member]bool // members with their table there
}

// NewID returns an id for an engine or a worker.
func NewID() string {
	var id [8]byte
	_, _ = rand.Read(id[:]) // it never fails
	return hex.EncodeToString(id[:])
}

// NewPool returns a pool that calls the workers. The error comes from the transport.
func NewPool(t Transport, e Engine) (*Pool, error) {
	p := &Pool{Engine: e, once: NewOnce(e.Tell), transport: t, quit: make(chan struct{}),
		here:  make(chan struct{}, max(runtime.GOMAXPROCS(0)-1, 1)),
		peers: map[string]*peer{}, attempts: map[uint64]*attempt{}, changed: make(chan struct{})}
	p.call = Call{Versions: NewVersions(map[string]string{EngineKind: clean(e.Version)}), Master: NewID(),
		Name: "an engine"}
	p.Tell = p.once.tell
	for _, subject := range []string{MasterSubject(p.call.Master), HereSubject} {
		cancel, err := t.Subscribe(subject, p.receive)
		if err != nil {
			p.cancel()
			return nil, err
		}
		p.cancels = append(p.cancels, cancel)
	}
	p.called.Go(p.callWorkers)
	return p, nil
}

func (p *Pool) cancel() {
	for _, cancel := range p.cancels {
		cancel()
	}
}

// Close stops calling and notifies the workers that the engine leaves. Close the members first.
func (p *Pool) Close() {
	close(p.quit)
	p.called.Wait()
	for _, card := range p.Workers() {
		p.send(card.ID, 0, &order{Kind: forgetOrder})
	}
	p.cancel()
}

func (p *Pool) callWorkers() {
	tick := time.NewTicker(callInterval)
	defer tick.Stop()
	for {
		_ = p.call.Publish(p.transport, CallSubject) // a worker that misses it is called again
		select {
		case <-tick.C:
			p.passOver()
		case <-p.quit:
			return
		}
	}
}

// passOver forgets workers that have been silent for long.
func (p *Pool) passOver() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for id, w := range p.peers {
		if w.usable() && time.Since(w.heard) > callSilence {
			p.Tell(fmt.Sprintf("worker %s is silent", w.name))
		}
		if time.Since(w.heard) > callSilence {
			w.heard = time.Time{}
		}
		if (w.heard.IsZero() || w.left) && len(w.members) == 0 {
			delete(p.peers, id)
		}
	}
}

// Workers returns the present workers of this version, by name.
func (p *Pool) Workers() (cards []Card) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, w := range p.peers {
		if w.usable() {
			cards = append(cards, w.card)
		}
	}
	slices.SortFunc(cards, func(a, b Card) int { return strings.Compare(a.Name+" "+a.ID, b.Name+" "+b.ID) })
	return cards
}

// Await waits until the workers together have the given number of threads, or until patience ends. It
// returns how many they have.
func (p *Pool) Await(threads int, patience time.Duration) (there int) {
	late := time.After(patience)
	for {
		p.mutex.Lock()
		changed := p.changed
		p.mutex.Unlock()
		there = 0
		for _, card := range p.Workers() {
			there += card.Threads
		}
		if there >= threads {
			return there
		}
		select {
		case <-changed:
		case <-late:
			return there
		}
	}
}

// usable reports whether the worker may be given jobs.
func (w *peer) usable() bool { return w.refused == "" && !w.left && !w.heard.IsZero() }

// receive handles the words of workers.
func (p *Pool) receive(m Message) {
	if m.Nobody {
		number, err := strconv.ParseUint(m.Subject[strings.LastIndexByte(m.Subject, '.')+1:], 10, 64)
		if err == nil {
			p.deliver(&Word{Kind: nobodyWord, Attempt: number})
		}
		return
	}
	w, err := ParseWord(m.Data, MaxMessage)
	if err != nil {
		return
	}
	if w.Kind == HereWord {
		p.receiveHere(w)
		return
	}
	p.deliver(w)
}

// nobodyWord is the transport's word about a worker that is no longer connected.
const nobodyWord = "nobody"

// deliver passes a word to its attempt. If there is no room the word is dropped: important words are requested again.
func (p *Pool) deliver(w *Word) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if known := p.peers[w.Worker]; known != nil {
		known.heard = time.Now() // the word may be late, but the worker is present
	}
	a := p.attempts[w.Attempt]
	if a == nil || w.Kind != nobodyWord && w.Worker != a.peer.id {
		p.dropped++
		return
	}
	select {
	case a.words <- w:
	default:
	}
}

// receiveHere records that a worker is present, or leaves.
func (p *Pool) receiveHere(w *Word) {
	now, card := time.Now(), w.Here.Card
	p.mutex.Lock()
	defer p.mutex.Unlock()
	known := p.peers[card.ID]
	if w.Here.Leaves {
		if known != nil && known.usable() {
			p.Tell(fmt.Sprintf("worker %s leaves", card.Name))
			known.left = true
		}
		return
	}
	if known != nil && known.left {
		return // an earlier word that arrived late
	}
	if known == nil {
		known = &peer{id: card.ID, name: card.Name, refused: p.call.Differ(card.Versions, p.call.Kinds),
			members: map[*member]bool{}}
		p.peers[card.ID] = known
	}
	known.card = card
	if known.heard.IsZero() {
		p.Tell(known.greeting())
		close(p.changed)
		p.changed = make(chan struct{})
	}
	known.heard = now
	if sent := time.UnixMicro(w.Here.Called); w.Here.Called != 0 && !now.Before(sent) {
		known.compare(sent, now, time.UnixMicro(w.Here.Time))
	}
}

// compare estimates the offset between the worker's clock and ours. The quickest answer is the most exact.
func (w *peer) compare(sent, now, theirs time.Time) {
	distance := now.Sub(sent)
	if w.measured.IsZero() || distance <= w.distance || now.Sub(w.measured) > offsetAge {
		w.distance, w.measured = distance, now
		w.offset = theirs.Sub(sent.Add(distance / 2))
	}
}

func (w *peer) greeting() string {
	if w.refused != "" {
		return w.passed(w.refused)
	}
	return fmt.Sprintf("worker %s: %s, %d MB", w.name, Threads(w.card.Threads), w.card.Hash)
}

// Threads writes a number of threads.
func Threads(n int) string {
	if n == 1 {
		return "1 thread"
	}
	return fmt.Sprintf("%d threads", n)
}

// send sends an order to a worker, with the fields that all orders have.
func (p *Pool) send(worker string, attempt uint64, o *order) error {
	o.Master, o.Attempt = p.call.Master, attempt
	data, err := encode(o)
	if err != nil {
		return err
	}
	replies := ""
	if attempt != 0 {
		replies = ReplySubject(p.call.Master, attempt)
	}
	return p.transport.Publish(WorkerSubject(worker), replies, data)
}

// attempt is a job that was sent to one worker.
type attempt struct {
	number   uint64
	peer     *peer
	distance time.Duration // of the worker, there and back
	offset   time.Duration // of its clock, if it was measured
	measured bool
	words    chan *Word
}

// begin makes an attempt and registers it to receive words.
func (p *Pool) begin(w *peer) *attempt {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.last++
	a := &attempt{number: p.last, peer: w, distance: w.distance, offset: w.offset, measured: !w.measured.IsZero(),
		words: make(chan *Word, 64)}
	p.attempts[a.number] = a
	return a
}

// end makes the pool drop later words about an attempt.
func (p *Pool) end(a *attempt) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.attempts, a.number)
}
