package problem

import (
	"slices"
	"sync/atomic"

	"alfiere/movegen"
)

// playing is the search for everything that a phase reports. It works on a solver's stack: the position before the
// phase's move lies on frame ply, that after it on ply+1, that after a defence on ply+2.
type playing struct {
	*solver
	options *Options
}

// follow works out the phase that begins with the move m, which has been played from ply and after which the attacker
// has n moves left. nest is the number of moves below it whose play is wanted too.
func (w *playing) follow(ply int, m movegen.Move, n, nest int) Phase {
	phase := Phase{Move: m}
	if w.frames[ply+1].position.InCheck() {
		phase.Kind = Check
	} else {
		w.pass(ply + 1)
		threats := w.mates(ply+2, n)
		switch {
		case w.stopped:
			return phase
		case threats.In > 0:
			phase.Kind = Threat
		default:
			phase.Kind = Block
		}
		phase.Threats = threats
		w.nestPlay(ply+2, &phase.Threats, nest)
	}
	w.variations(ply+1, &phase, n, nest)
	if phase.Stalemate { // nobody can wait for a threat
		phase.Kind, phase.Threats = NoKind, Mates{}
	}
	return phase
}

// variations adds every defence at ply to the phase whose threats are known.
func (w *playing) variations(ply int, phase *Phase, n, nest int) {
	f := &w.frames[ply]
	f.position.LegalMoves(&f.list)
	phase.Stalemate = f.list.Len() == 0 && !f.position.InCheck()
	for _, defence := range f.list.Moves() {
		w.play(ply, defence)
		mates := w.mates(ply+1, n)
		if w.stopped {
			return
		}
		if mates.In == 0 {
			phase.Refutations = append(phase.Refutations, defence)
			continue
		}
		v := Variation{Defence: defence, Mates: mates}
		v.judge(&phase.Threats)
		if !v.Effective && !w.options.AllDefences {
			continue
		}
		w.nestPlay(ply+1, &v.Mates, nest)
		phase.Variations = append(phase.Variations, v)
	}
}

// mates returns the moves at ply that mate soonest, if in at most most moves.
func (w *playing) mates(ply, most int) Mates {
	f := &w.frames[ply]
	for n := 1; n <= most; n++ {
		free := movegen.Bitboard(0)
		if n == 1 {
			f.position.CheckingMoves(&f.list)
			free = unguarded(&f.position)
		} else {
			f.position.LegalMoves(&f.list)
		}
		var found []movegen.Move
		for _, m := range f.list.Moves() {
			if w.matesIn(ply, m, n, free) {
				found = append(found, m)
			}
		}
		if w.stopped {
			break
		}
		if found != nil {
			return Mates{In: n, Moves: found}
		}
	}
	return Mates{}
}

// matesIn reports whether m at ply mates in n moves. If n is 1 it must be a check, and
// free is what unguarded says of the position.
func (w *playing) matesIn(ply int, m movegen.Move, n int, free movegen.Bitboard) bool {
	if n == 1 {
		return w.isMate(ply, m, free)
	}
	w.play(ply, m)
	return w.defenceless(ply+1, n-1)
}

// nestPlay adds the phases that follow the mates at ply, as far as they are wanted;
// the position at ply must be the one in which the mates were found.
func (w *playing) nestPlay(ply int, mates *Mates, nest int) {
	if nest <= 0 || mates.In < 2 {
		return
	}
	mates.Play = make([]Phase, len(mates.Moves))
	for i, m := range mates.Moves {
		w.play(ply, m)
		mates.Play[i] = w.follow(ply, m, mates.In-1, nest-1)
	}
}

// shortPlay adds to the short mates what follows them, within the moves to the mate.
func (a *analysis) shortPlay(s *solver) {
	if !a.options.ShortPlay {
		return
	}
	w := playing{s, &a.options}
	for i := range a.report.Short {
		short := &a.report.Short[i]
		s.play(0, short.Move)
		phase := w.follow(0, short.Move, short.In-1, 0)
		if s.stopped {
			return
		}
		short.Play = &phase
	}
}

// nest adds the longer play to the phases of the report. That waits until all keys are known, for how much is wanted
// depends on their number. The solvers take the phases in turn.
func (a *analysis) nest(solvers []*solver) {
	r := &a.report
	var phases []*Phase
	for _, list := range [][]Phase{r.Keys, r.Tries} {
		for i := range list {
			phases = append(phases, &list[i])
		}
	}
	if r.Set != nil {
		phases = append(phases, r.Set)
	}
	wanted := len(phases)
	for i := range r.Short {
		if r.Short[i].Play != nil {
			phases = append(phases, r.Short[i].Play)
		}
	}
	if r.Moves <= 2 || max(a.options.Play, a.options.CookedPlay) <= 2 {
		return
	}
	var next atomic.Int64
	work := func(s *solver) {
		for !s.stopped {
			i := int(next.Add(1)) - 1
			if i >= len(phases) {
				return
			}
			w := playing{s, &a.options}
			depth := a.options.CookedPlay
			if i < wanted {
				depth = a.depth(phases[i].Move)
			}
			w.deepen(phases[i], depth-2)
		}
	}
	together(solvers[:min(len(solvers), max(len(phases), 1))], work)
}

// depth returns the move down to which the play of the phase that begins with m is wanted.
func (a *analysis) depth(m movegen.Move) int {
	if a.report.Surplus() > 0 && !slices.Contains(a.options.Named, m) {
		return a.options.CookedPlay
	}
	return a.options.Play
}

// deepen adds so many more moves of play to a phase that has its threats and variations.
func (w *playing) deepen(phase *Phase, nest int) {
	if nest <= 0 {
		return
	}
	if phase.Move == movegen.NoMove {
		w.pass(0)
	} else {
		w.play(0, phase.Move)
	}
	if phase.Threats.In > 1 {
		w.pass(1)
		w.nestPlay(2, &phase.Threats, nest)
	}
	for i := range phase.Variations {
		v := &phase.Variations[i]
		w.play(1, v.Defence)
		w.nestPlay(2, &v.Mates, nest)
	}
}

// matesAtOnce reports whether the side to move at ply has a mate in one.
func (s *solver) matesAtOnce(ply int) bool {
	f := &s.frames[ply]
	f.position.CheckingMoves(&f.list)
	if f.list.Len() == 0 {
		return false
	}
	free := unguarded(&f.position)
	for _, m := range f.list.Moves() {
		if s.isMate(ply, m, free) {
			return true
		}
	}
	return false
}

// isMate reports whether m, a legal checking move at ply, mates. free is what unguarded says of the position. Castling
// and pawn moves that change more than two squares or allow a capture en passant are made and looked at; of others it
// is worked out what they would lead to.
func (s *solver) isMate(ply int, m movegen.Move, free movegen.Bitboard) bool {
	p := &s.frames[ply].position
	if !isPlain(p, m) {
		s.play(ply, m)
		next := &s.frames[ply+1]
		next.position.LegalMoves(&next.list)
		return next.list.Len() == 0
	}
	s.count()
	piece := placed(p, m)
	// Most checks leave a flight that the piece does not reach. Only by opening a line does
	// the move guard more than the piece does.
	guarded := movegen.PseudoAttacks(piece, m.To()) | movegen.PseudoAttacks(movegen.Queen, m.From()) | m.To().Bitboard()
	if free&^guarded != 0 {
		return false
	}
	c := newChecking(p, m, piece)
	return !c.kingEscapes(free) && !c.isParried()
}

// isPlain reports whether m empties one square, fills another and gives no right to capture en passant.
func isPlain(p *movegen.Position, m movegen.Move) bool {
	switch m.Kind() {
	case movegen.Castling, movegen.EnPassant:
		return false
	}
	return m.From()^m.To() != 16 || p.PieceAt(m.From()).Type() != movegen.Pawn
}

// placed returns the piece that m puts on its square.
func placed(p *movegen.Position, m movegen.Move) movegen.PieceType {
	if m.Kind() == movegen.Promotion {
		return m.PromotionType()
	}
	return p.PieceAt(m.From()).Type()
}

// unguarded returns the squares next to the defender's king that are not its own
// men's and that the side to move does not guard.
func unguarded(p *movegen.Position) (free movegen.Bitboard) {
	us := p.Side()
	king := p.King(us.Other())
	occupied := p.Occupied() &^ king.Bitboard()
	free = movegen.KingAttacks(king) &^ p.ByColor(us.Other()) &^ movegen.KingAttacks(p.King(us)) &^
		movegen.PawnSetAttacks(us, p.Pieces(us, movegen.Pawn))
	for men := p.Pieces(us, movegen.Knight); men != 0; {
		free &^= movegen.KnightAttacks(men.Pop())
	}
	queens := p.Pieces(us, movegen.Queen)
	for men := p.Pieces(us, movegen.Rook) | queens; men != 0; {
		if from := men.Pop(); movegen.PseudoAttacks(movegen.Rook, from)&free != 0 {
			free &^= movegen.RookAttacks(from, occupied)
		}
	}
	for men := p.Pieces(us, movegen.Bishop) | queens; men != 0; {
		if from := men.Pop(); movegen.PseudoAttacks(movegen.Bishop, from)&free != 0 {
			free &^= movegen.BishopAttacks(from, occupied)
		}
	}
	return free
}

// checking is the position after a plain checking move, as far as it decides whether that mates.
type checking struct {
	before   *movegen.Position
	us       movegen.Color
	piece    movegen.PieceType // that has moved; what the pawn became
	from, to movegen.Square
	king     movegen.Square   // in check
	occupied movegen.Bitboard // after the move
	others   movegen.Bitboard // the attacker's men but the one that has moved
}

func newChecking(p *movegen.Position, m movegen.Move, piece movegen.PieceType) checking {
	c := checking{before: p, us: p.Side(), piece: piece, from: m.From(), to: m.To()}
	c.king = p.King(c.us.Other())
	c.occupied = p.Occupied()&^c.from.Bitboard() | c.to.Bitboard()
	c.others = p.ByColor(c.us) &^ c.from.Bitboard()
	return c
}

// kingEscapes reports whether the king has a square to flee to. The king shields no square behind it.
func (c *checking) kingEscapes(free movegen.Bitboard) bool {
	occupied := c.occupied &^ c.king.Bitboard()
	flights := movegen.KingAttacks(c.king) &^ movegen.AttacksOf(c.piece, c.us, c.to, occupied) &^
		(c.before.ByColor(c.us.Other()) &^ c.to.Bitboard())
	if free&flights&^c.to.Bitboard()&^movegen.PseudoAttacks(movegen.Queen, c.from) != 0 {
		return true
	}
	for flights != 0 {
		if c.before.AttackersTo(flights.Pop(), occupied)&c.others == 0 {
			return true
		}
	}
	return false
}

// isParried reports whether a man other than the king captures the checker or steps
// in between. In double check none can do both.
func (c *checking) isParried() bool {
	checkers := c.attackers(c.occupied)
	if checkers.MoreThanOne() {
		return false
	}
	checker := checkers.LSB()
	them := c.us.Other()
	defenders := c.before.ByColor(them) &^ c.to.Bitboard() &^ c.king.Bitboard()
	if c.reaches(c.before.AttackersTo(checker, c.occupied)&defenders, checker) {
		return true
	}
	pawns := defenders & c.before.ByType(movegen.Pawn)
	for between := movegen.Between(c.king, checker); between != 0; {
		square := between.Pop()
		// Pawns step forward to an empty square: seen from there, backward.
		pushed := square.Bitboard().Forward(c.us)
		movers := pushed & pawns
		if pushed&c.occupied == 0 && square.Relative(them).Rank() == 3 {
			movers = pushed.Forward(c.us) & pawns
		}
		movers |= c.before.AttackersTo(square, c.occupied) & defenders &^ pawns
		if c.reaches(movers, square) {
			return true
		}
	}
	return false
}

// reaches reports whether one of the movers, which can reach the square, may do so without leaving its king in check.
func (c *checking) reaches(movers movegen.Bitboard, square movegen.Square) bool {
	for movers != 0 {
		occupied := c.occupied&^movers.Pop().Bitboard() | square.Bitboard()
		if c.attackers(occupied)&^square.Bitboard() == 0 {
			return true
		}
	}
	return false
}

// attackers returns the men that attack the king if the board is so occupied.
func (c *checking) attackers(occupied movegen.Bitboard) movegen.Bitboard {
	attackers := c.before.AttackersTo(c.king, occupied) & c.others
	if movegen.AttacksOf(c.piece, c.us, c.to, occupied).Has(c.king) {
		attackers |= c.to.Bitboard()
	}
	return attackers
}
