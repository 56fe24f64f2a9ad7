package broker

import "time"

// attempt is a job that was sent to one worker.
type attempt struct {
	number   uint64
	peer     *peer
	distance time.Duration // of the worker, there and back
	offset   time.Duration // of its clock; told is whether it is known
	told     bool
	words    chan *word
}

// begin makes an attempt, whose words are awaited from now on.
func (p *Pool) begin(w *peer) *attempt {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.last++
	a := &attempt{number: p.last, peer: w, distance: w.distance, offset: w.offset, told: !w.measured.IsZero(),
		words: make(chan *word, 64)}
	p.attempts[a.number] = a
	return a
}

// end makes what is still said of an attempt be dropped.
func (p *Pool) end(a *attempt) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.attempts, a.number)
}
