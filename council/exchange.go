package council

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"time"

	"alfiere/movegen"
)

// Traffic is what members exchanged for a move: a message takes a line to one other member.
type Traffic struct{ Messages, Bytes int }

// board holds the lines of the members in this process, for the others.
type board struct {
	delay   float64 // part of the search, from 0 to 1, after which a line reaches the others
	mu      sync.Mutex
	posts   [][]post // by member
	traffic Traffic
}

// post is a line with the part of the search after which it was found.
type post struct {
	at   float64
	line []movegen.Move
}

// show shows a member's line, found after that part of its search, and returns the newest lines of the others that
// have reached it. Lines on the board do not change.
func (b *board) show(member int, at float64, line []movegen.Move) (others [][]movegen.Move) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.posts[member] = append(b.posts[member], post{at, line})
	b.traffic.Messages += len(b.posts) - 1
	b.traffic.Bytes += (len(b.posts) - 1) * len(textOf(line))
	for i, posts := range b.posts {
		if i == member {
			continue
		}
		for _, p := range slices.Backward(posts) {
			if p.at+b.delay <= at {
				others = append(others, p.line)
				break
			}
		}
	}
	return others
}

// sum returns what was exchanged so far.
func (b *board) sum() Traffic {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.traffic
}

// textOf returns a line as a message of UCI has it.
func textOf(line []movegen.Move) (text []byte) {
	for _, m := range line {
		text = append(append(text, ' '), m.String()...)
	}
	return text
}

// exchange lets the members in this process exchange their lines. If neither a clock nor a person ends their
// searches, they take turns, a little each, so that the result is the same every time.
func (r *round) exchange(workers []*worker, jobs []*Job) {
	var own []*Job
	for i, d := range workers {
		if d.isOwn() {
			own = append(own, jobs[i])
		}
	}
	if len(own) < 2 {
		return
	}
	r.board = &board{delay: float64(r.session.master.now.delay) / 100, posts: make([][]post, len(own))}
	turns := newRoundRobin(len(own), r.gate)
	for i, job := range own {
		job.company.Exchange = func(line []movegen.Move, nodes uint64) [][]movegen.Move {
			return r.board.show(i, r.part(job, nodes), line)
		}
		if isFixed(r.limits) {
			job.company.Gate = &roundRobinPlace{robin: turns, number: i}
		}
	}
}

// part returns how much of its search a member has done: of its nodes, or else of its time. By other limits it is
// infinite, so that nothing is late.
func (r *round) part(job *Job, nodes uint64) float64 {
	if limit := job.Request.Limits.Nodes; limit > 0 {
		return float64(nodes) / float64(limit)
	}
	budget := r.limits.Budget()
	if limit := cmp.Or(budget.Base, budget.Limit); limit > 0 {
		return float64(time.Since(r.started)) / float64(limit)
	}
	return math.Inf(1)
}

// shares reports whether the members in this process share a table.
func (s *settings) shares() bool { return s.exchange && s.delay == 0 }

// share lets the members in this process use one table, that of the first. Results of different knowledge
// stay apart in it.
func (m *Master) share() {
	owner := m.owner()
	for _, d := range m.workers {
		if guest, is := d.member.(*Local); is && guest != owner {
			guest.engine.Share(owner.engine)
			owner.guests++
		}
	}
	if owner != nil {
		_ = owner.Resize(owner.megabytes) // the old size works, too
	}
}

// owner returns the member whose table is shared, nil if none is in this process.
func (m *Master) owner() *Local {
	for _, d := range m.workers {
		if local, is := d.member.(*Local); is {
			return local
		}
	}
	return nil
}

// settle waits, if there is a shared table, until no member uses it.
func (m *Master) settle() {
	for _, d := range m.workers {
		if m.now.shares() && d.isOwn() {
			d.settle()
		}
	}
}
