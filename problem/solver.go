package problem

import (
	"context"
	"runtime"

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

// pass puts the position after a null move onto the next frame; an en-passant
// right vanishes with it.
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
