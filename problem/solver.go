package problem

import (
	"context"
	"math"
	"runtime"
	"sync/atomic"

	"alfiere/movegen"
)

// solver searches the AND/OR tree of a stipulation. It owns a stack of plies, so a
// node allocates nothing; the table and the budget it may share with others.
type solver struct {
	ctx     context.Context
	frames  []frame
	table   table
	budget  *budget
	nodes   uint64
	leased  uint64 // the number of nodes at which to look at the limits again
	stopped bool   // by budget or context; results are void from then on
}

// frame is one ply of the stack.
type frame struct {
	position movegen.Position
	list     movegen.MoveList
	killers  [2]movegen.Move // moves that lately decided a node of this ply
}

func newSolver(ctx context.Context, p movegen.Position, o Options) *solver {
	s := &solver{
		ctx:    ctx,
		frames: make([]frame, 2*o.Moves+2),
		table:  newTable(o.Moves),
		budget: newBudget(o.Nodes),
	}
	s.frames[0].position = p
	s.renew()
	return s
}

// another returns a solver for another thread, with its own stack.
func (s *solver) another() *solver {
	other := &solver{ctx: s.ctx, frames: make([]frame, len(s.frames)), table: s.table, budget: s.budget}
	other.frames[0].position = s.frames[0].position
	other.renew()
	return other
}

// count counts a node.
func (s *solver) count() {
	if s.nodes++; s.nodes == s.leased {
		s.renew()
	}
}

// cooperative is true where nothing interrupts a goroutine (WebAssembly): clocks and who tells
// of progress have their turn only when it is given to them.
const cooperative = runtime.GOOS == "js"

// renew looks at the limits and takes nodes from the budget.
func (s *solver) renew() {
	if cooperative {
		runtime.Gosched()
	}
	lease := s.budget.lease()
	s.leased += lease
	s.stopped = s.stopped || lease == 0 || s.ctx.Err() != nil
}

// play puts the position after m onto the next frame.
func (s *solver) play(ply int, m movegen.Move) {
	s.count()
	next := &s.frames[ply+1].position
	*next = s.frames[ply].position
	next.Make(m)
}

// pass puts the position after a null move onto the next frame; an en-passant right vanishes with it.
func (s *solver) pass(ply int) {
	next := &s.frames[ply+1].position
	*next = s.frames[ply].position
	next.MakeNull()
}

// attack reports whether the side to move at ply forces mate in at most n moves.
func (s *solver) attack(ply, n int) bool {
	f := &s.frames[ply]
	if n <= 1 {
		return n == 1 && s.matesAtOnce(ply)
	}
	key := f.position.Key()
	if mates, known := s.table.probe(key, n); known {
		return mates
	}
	// Most defences fail to a shorter mate, and looking for one costs a fraction.
	mates := s.attack(ply, n-1)
	if !mates {
		f.position.LegalMoves(&f.list)
		f.checksFirst()
		f.killersFirst()
		for _, m := range f.list.Moves() {
			s.play(ply, m)
			if mates = s.defenceless(ply+1, n-1); mates {
				f.remember(m)
				break
			}
		}
	}
	if !s.stopped {
		s.table.store(key, n, mates)
	}
	return mates
}

// defenceless reports whether the side to move at ply is mated, or will be in at
// most n more moves of the attacker whatever it plays. Stalemate saves it.
func (s *solver) defenceless(ply, n int) bool {
	f := &s.frames[ply]
	if n > 0 {
		// A killer decides most nodes before any move need be generated.
		for i, m := range f.killers {
			if !f.position.IsLegal(m) {
				continue
			}
			if s.play(ply, m); s.stopped || !s.attack(ply+1, n) {
				f.killers[0], f.killers[i] = m, f.killers[0]
				return false
			}
		}
	}
	f.position.LegalMoves(&f.list)
	if f.list.Len() == 0 {
		return f.position.InCheck()
	}
	if n == 0 {
		return false
	}
	tried := f.killers
	for _, m := range f.list.Moves() {
		if m == tried[0] || m == tried[1] {
			continue
		}
		if s.play(ply, m); s.stopped || !s.attack(ply+1, n) {
			f.remember(m)
			return false
		}
	}
	return true
}

// leaseSize is the number of nodes between two looks of a thread at the budget and at the context: some 0.2 ms.
const leaseSize = 1 << 10

// budget hands out the nodes that the threads of an analysis may visit.
type budget struct {
	limited bool
	left    atomic.Int64
}

func newBudget(nodes uint64) *budget {
	b := &budget{limited: nodes > 0}
	b.left.Store(int64(min(nodes, math.MaxInt64)))
	return b
}

// lease takes up to leaseSize nodes from the budget; 0 says that it is used up.
func (b *budget) lease() uint64 {
	if !b.limited {
		return leaseSize
	}
	left := b.left.Add(-leaseSize)
	return uint64(max(0, min(left, 0)+leaseSize))
}

// checksFirst moves the checks to the front of the list: they leave the defender the fewest replies.
func (f *frame) checksFirst() {
	info := f.position.CheckInfo()
	moves := f.list.Moves()
	front := 0
	for i, m := range moves {
		if f.position.GivesCheck(m, &info) {
			moves[front], moves[i] = m, moves[front]
			front++
		}
	}
}

// killersFirst moves the killers to the front of the list, where they are legal.
func (f *frame) killersFirst() {
	moves := f.list.Moves()
	front := 0
	for _, killer := range f.killers {
		for i, m := range moves {
			if m == killer {
				copy(moves[front+1:i+1], moves[front:i])
				moves[front] = m
				front++
				break
			}
		}
	}
}

// remember notes a move that decided a node.
func (f *frame) remember(m movegen.Move) {
	if m != f.killers[0] {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
}
