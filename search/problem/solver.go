package problem

import (
	"context"

	"alfiere/movegen"
)

// solver searches the AND/OR tree of a stipulation. It owns a stack of plies, so a
// node allocates nothing.
type solver struct {
	ctx     context.Context
	frames  []frame
	table   table
	nodes   uint64
	limit   uint64 // of nodes
	stopped bool   // by limit or context; results are void from then on
}

// frame is one ply of the stack.
type frame struct {
	position movegen.Position
	list     movegen.MoveList
	killers  [2]movegen.Move // moves that lately decided a node of this ply
}

// pollInterval is the number of nodes between two looks at the context: some 0.2 ms.
const pollInterval = 1 << 10

func newSolver(ctx context.Context, p movegen.Position, o Options) *solver {
	s := &solver{
		ctx:    ctx,
		frames: make([]frame, 2*o.Moves+2),
		table:  newTable(o.Moves),
		limit:  o.Nodes,
	}
	s.frames[0].position = p
	s.stopped = ctx.Err() != nil
	return s
}

// count counts a node and looks at the limits.
func (s *solver) count() {
	s.nodes++
	if s.nodes == s.limit || s.nodes%pollInterval == 0 && s.ctx.Err() != nil {
		s.stopped = true
	}
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
	s.table.store(key, n, mates)
	return mates
}

// defenceless reports whether the side to move at ply is mated, or will be in at
// most n more moves of the attacker whatever it plays. Stalemate saves it.
func (s *solver) defenceless(ply, n int) bool {
	f := &s.frames[ply]
	f.position.LegalMoves(&f.list)
	if f.list.Len() == 0 {
		return f.position.InCheck()
	}
	if n == 0 {
		return false
	}
	f.killersFirst()
	for _, m := range f.list.Moves() {
		s.play(ply, m)
		if s.stopped || !s.attack(ply+1, n) {
			f.remember(m)
			return false
		}
	}
	return true
}

// matesAtOnce reports whether the side to move at ply has a mate in one.
func (s *solver) matesAtOnce(ply int) bool {
	f := &s.frames[ply]
	f.position.CheckingMoves(&f.list)
	for _, m := range f.list.Moves() {
		if s.isMate(ply, m) {
			return true
		}
	}
	return false
}

// isMate reports whether m, a legal checking move at ply, mates.
func (s *solver) isMate(ply int, m movegen.Move) bool {
	if kingEscapes(&s.frames[ply].position, m) {
		s.count()
		return false
	}
	s.play(ply, m)
	next := &s.frames[ply+1]
	next.position.LegalMoves(&next.list)
	return next.list.Len() == 0
}

// kingEscapes reports whether the king that m checks has a square to flee to. It
// is worked out without making the move; for castling and en passant, which change
// more than two squares, the answer is always no.
func kingEscapes(p *movegen.Position, m movegen.Move) bool {
	us := p.Side()
	from, to := m.From().Bitboard(), m.To().Bitboard()
	t := p.PieceAt(m.From()).Type()
	switch m.Kind() {
	case movegen.Castling, movegen.EnPassant:
		return false
	case movegen.Promotion:
		t = m.PromotionType()
	}
	king := p.King(us.Other())
	occupied := p.Occupied()&^from&^king.Bitboard() | to // the king shields no square behind it
	flights := movegen.KingAttacks(king) &^ (p.ByColor(us.Other()) &^ to) &^
		movegen.AttacksOf(t, us, m.To(), occupied)
	guards := p.ByColor(us) &^ from
	for flights != 0 {
		if p.AttackersTo(flights.Pop(), occupied)&guards == 0 {
			return true
		}
	}
	return false
}
