package council

import (
	"sync"

	"alfiere/movegen"
)

// board holds the newest line of each member in this process, for the others.
type board struct {
	mu    sync.Mutex
	lines [][]movegen.Move // by member; empty before the first
}

// post shows a member's line and returns those of the others. Lines on the board do not change.
func (b *board) post(member int, line []movegen.Move) (others [][]movegen.Move) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lines[member] = line
	for i, other := range b.lines {
		if i != member && len(other) > 0 {
			others = append(others, other)
		}
	}
	return others
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
	b, turns := &board{lines: make([][]movegen.Move, len(own))}, newRoundRobin(len(own), r.gate)
	for i, job := range own {
		job.Request.Exchange = func(line []movegen.Move) [][]movegen.Move { return b.post(i, line) }
		if isFixed(r.limits) {
			job.Request.Limits.Gate = &roundRobinPlace{robin: turns, number: i}
		}
	}
}

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
		if m.now.exchange && d.isOwn() {
			d.settle()
		}
	}
}
