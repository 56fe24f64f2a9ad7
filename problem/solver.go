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

// table remembers how many moves the attacker needs in positions met before. Threads
// share it without locks: an entry is one word, which is read and written whole.
//
// The place of an entry and the bits of the key that it holds make up 64 bits, and
// positions with the same 64-bit key are taken for one. In a search of 10^9 nodes
// the odds that any answer is given to the wrong position are below 1 in 10^10.
type table []atomic.Uint64

// An entry is, from the top: 54 bits of the key; the number of moves in which the
// position mates, 0 if unknown; the number of moves in which it does not mate.
const (
	lengthBits = 5
	lengthMask = 1<<lengthBits - 1 // below MaxMoves: the table is asked after the first move
	keyMask    = ^uint64(1<<(2*lengthBits) - 1)
)

// newTable returns a table that suits a stipulation of this many moves. Two-movers
// have no transpositions worth a table. The others' sizes are where more memory
// stopped to pay: positions seldom recur, and a table beyond the caches is slow.
func newTable(moves int) table {
	switch {
	case moves <= 2:
		return nil
	case moves == 3:
		return make(table, 1<<14)
	case moves <= 5:
		return make(table, 1<<18)
	}
	return make(table, 1<<20)
}

// slot returns the place of a position. The low bits, which the entry lacks, choose
// it; a table has at least 2^10 entries.
func (t table) slot(key movegen.Key) *atomic.Uint64 { return &t[uint64(key)&uint64(len(t)-1)] }

// probe returns whether the attacker mates in at most n moves, if that is known.
func (t table) probe(key movegen.Key, n int) (mates, known bool) {
	if t == nil {
		return false, false
	}
	e := t.slot(key).Load()
	if (e^uint64(key))&keyMask != 0 {
		return false, false
	}
	if mateIn := int(e >> lengthBits & lengthMask); mateIn != 0 && mateIn <= n {
		return true, true
	}
	return false, int(e&lengthMask) >= n
}

// store notes whether the attacker mates in at most n moves; the newest position replaces another.
func (t table) store(key movegen.Key, n int, mates bool) {
	if t == nil {
		return
	}
	slot := t.slot(key)
	e := slot.Load()
	if (e^uint64(key))&keyMask != 0 {
		e = uint64(key) & keyMask
	}
	if mates {
		e = e&^(lengthMask<<lengthBits) | uint64(n)<<lengthBits
	} else {
		e = e&^lengthMask | uint64(n)
	}
	slot.Store(e)
}

// Goal is what Prove looks for.
type Goal struct {
	Moves int            // search mates in 1 to Moves moves, at most MaxMoves
	Among []movegen.Move // only mates that begin with one of these; empty means any
	Lines int            // number of shortest mates to find; 0 is 1
	Nodes uint64         // node limit; 0 is none
}

// Proof is the result of Prove.
type Proof struct {
	In      int              // moves of the shortest mate, 0 if none was found
	Lines   [][]movegen.Move // shortest mates, each with the longest defence
	Without int              // proven: no mate in this many moves or fewer
	Nodes   uint64
}

// Prove looks for the shortest mate of the side to move. It ends when it has the requested lines, or all mates of that
// length if there are fewer, or has proven that there is none. If ctx ends or the node limit is reached, it returns
// what is proven so far, and a line may be cut short. It ignores the fifty-move rule and repetitions. The error is
// ErrMoves or ErrPosition.
func Prove(ctx context.Context, p movegen.Position, goal Goal) (Proof, error) {
	if goal.Moves < 1 || goal.Moves > MaxMoves {
		return Proof{}, ErrMoves
	}
	if !isSolvable(&p) {
		return Proof{}, ErrPosition
	}
	s := newSolver(ctx, p, Options{Moves: goal.Moves, Nodes: goal.Nodes})
	f := &s.frames[0]
	f.position.LegalMoves(&f.list)
	f.checksFirst()
	moves := f.list.Moves()
	if len(goal.Among) > 0 {
		moves = goal.Among
	}
	var proof Proof
	for n := 1; n <= goal.Moves && !s.stopped && proof.In == 0; n++ {
		for _, m := range moves {
			if s.play(0, m); s.defenceless(1, n-1) { // even when stopped: then what is left open counts as a refutation
				proof.In = n
				proof.Lines = append(proof.Lines, s.resist(1, n-1, []movegen.Move{m}))
			}
			if s.stopped || len(proof.Lines) == max(goal.Lines, 1) {
				break
			}
		}
		if proof.In == 0 && !s.stopped {
			proof.Without = n
		}
	}
	if proof.In > 0 {
		proof.Without = proof.In - 1
	}
	proof.Nodes = s.nodes
	return proof, nil
}

// resist appends to the line how the side to move at ply, which will be mated in n more
// moves of the attacker, holds out for so long.
func (s *solver) resist(ply, n int, line []movegen.Move) []movegen.Move {
	for ; n > 0; n-- {
		f := &s.frames[ply]
		f.position.LegalMoves(&f.list)
		reply := movegen.NoMove
		for _, m := range f.list.Moves() {
			if s.play(ply, m); !s.attack(ply+1, n-1) {
				reply = m
				break
			}
		}
		if s.stopped || reply == movegen.NoMove {
			return line
		}
		s.play(ply, reply)
		answer := s.mateIn(ply+1, n)
		if answer == movegen.NoMove {
			return line
		}
		line = append(line, reply, answer)
		ply += 2
	}
	return line
}

// mateIn returns a move of the side to move at ply that mates in n moves, and leaves it
// played; NoMove if the search was stopped.
func (s *solver) mateIn(ply, n int) movegen.Move {
	f := &s.frames[ply]
	f.position.LegalMoves(&f.list)
	f.checksFirst()
	f.killersFirst()
	for _, m := range f.list.Moves() {
		if s.play(ply, m); s.defenceless(ply+1, n-1) {
			return m
		}
	}
	return movegen.NoMove
}
