package broker

import "time"

// attempt is a job that was sent to one worker.
type attempt struct {
	number   uint64
	peer     *peer
	distance time.Duration // of the worker, there and back
	offset   time.Duration // of its clock, if told is true
	told     bool
	words    chan *word
}

// begin makes an attempt and registers it to receive words.
func (p *Pool) begin(w *peer) *attempt {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.last++
	a := &attempt{number: p.last, peer: w, distance: w.distance, offset: w.offset, told: !w.measured.IsZero(),
		words: make(chan *word, 64)}
	p.attempts[a.number] = a
	return a
}

// end makes the pool drop later words about an attempt.
func (p *Pool) end(a *attempt) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.attempts, a.number)
}
