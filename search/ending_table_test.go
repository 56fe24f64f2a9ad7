package search

import "alfiere/movegen"

// placement is a king with one or two pieces against a bare king. All men of the side
// with the pieces are White.
type placement struct {
	bare, king movegen.Square
	pieces     [2]movegen.Square // the second one counts only if the ending has it
}

// retrograde knows of every placement of an ending how far it is from mate. It is
// worked out backwards from the mates and knows nothing of search or evaluation.
type retrograde struct {
	kinds     []movegen.PieceType
	won, lost []uint8 // White, Black to move: plies to mate plus one; 0 is not won, not lost
	left      []uint8 // Black's moves that are not known to lose, or saved
	longest   int     // plies to mate from the worst placement with White to move
}

// saved in place of a number of moves: Black can take a piece, which is no loss in these endings.
const saved = 255

// The bare king is kept in a quarter of the board, the others follow by reflection.
const placements = 16 << 18

func newRetrograde(kinds ...movegen.PieceType) *retrograde {
	r := &retrograde{kinds: kinds, won: make([]uint8, placements), lost: make([]uint8, placements), left: make([]uint8, placements)}
	var losses, wins []int
	for i := range r.count() {
		p := placementAt(i)
		if !r.valid(&p) {
			continue
		}
		if r.left[i] = r.moves(&p); r.left[i] == 0 && r.attacks(&p, p.bare) {
			r.lost[i] = 1
			losses = append(losses, i)
		}
	}
	for plies := 1; len(losses) > 0; plies += 2 {
		wins = wins[:0]
		for _, i := range losses {
			wins = r.movesTo(placementAt(i), plies, wins)
		}
		if len(wins) > 0 {
			r.longest = plies
		}
		losses = losses[:0]
		for _, i := range wins {
			losses = r.repliesTo(placementAt(i), plies+1, losses)
		}
	}
	return r
}

func (r *retrograde) count() int { return placements >> (6 * (2 - len(r.kinds))) }

// movesTo adds to wins the placements in which White can move to p, a lost one.
func (r *retrograde) movesTo(p placement, plies int, wins []int) []int {
	add := func(q placement) {
		if i := r.index(&q); r.won[i] == 0 && !r.attacks(&q, q.bare) {
			r.won[i] = uint8(plies + 1)
			wins = append(wins, i)
		}
	}
	taken := r.men(&p) | p.bare.Bitboard()
	for set := movegen.KingAttacks(p.king) &^ taken &^ movegen.KingAttacks(p.bare); set != 0; {
		q := p
		q.king = set.Pop()
		add(q)
	}
	for k, kind := range r.kinds {
		for set := reach(kind, p.pieces[k], taken) &^ taken; set != 0; {
			q := p
			q.pieces[k] = set.Pop()
			add(q)
		}
	}
	return wins
}

// repliesTo adds to losses the placements in which Black can move to p, a won one, and has
// had no other move left.
func (r *retrograde) repliesTo(p placement, plies int, losses []int) []int {
	for set := movegen.KingAttacks(p.bare) &^ r.men(&p) &^ movegen.KingAttacks(p.king); set != 0; {
		q := p
		q.bare = set.Pop()
		i := r.index(&q)
		if r.left[i] == saved {
			continue
		}
		if r.left[i]--; r.left[i] == 0 {
			r.lost[i] = uint8(plies + 1)
			losses = append(losses, i)
		}
	}
	return losses
}

// moves returns how many moves Black, to move, has, or saved.
func (r *retrograde) moves(p *placement) (n uint8) {
	men := r.men(p)
	for set := movegen.KingAttacks(p.bare) &^ movegen.KingAttacks(p.king); set != 0; {
		to := set.Pop()
		if r.attacks(p, to) {
			continue
		}
		if men.Has(to) {
			return saved
		}
		n++
	}
	return n
}

// attacks reports whether one of White's pieces attacks s when the bare king is not in
// the way.
func (r *retrograde) attacks(p *placement, s movegen.Square) bool {
	men := r.men(p)
	for k, kind := range r.kinds {
		if reach(kind, p.pieces[k], men).Has(s) {
			return true
		}
	}
	return false
}

// valid reports whether no two men share a square and the kings keep apart.
func (r *retrograde) valid(p *placement) bool {
	men := r.men(p)
	return men.Count() == 1+len(r.kinds) && !men.Has(p.bare) && !movegen.KingAttacks(p.bare).Has(p.king)
}

// men returns the squares of White's men.
func (r *retrograde) men(p *placement) movegen.Bitboard {
	men := p.king.Bitboard()
	for k := range r.kinds {
		men |= p.pieces[k].Bitboard()
	}
	return men
}

func reach(kind movegen.PieceType, s movegen.Square, occ movegen.Bitboard) movegen.Bitboard {
	switch kind {
	case movegen.Knight:
		return movegen.KnightAttacks(s)
	case movegen.Bishop:
		return movegen.BishopAttacks(s, occ)
	case movegen.Rook:
		return movegen.RookAttacks(s, occ)
	}
	return movegen.QueenAttacks(s, occ)
}

// index numbers the placements, those of which one is the reflection of another alike.
func (r *retrograde) index(p *placement) int {
	var mirror movegen.Square
	if p.bare.File() > 3 {
		mirror = 7
	}
	if p.bare.Rank() > 3 {
		mirror |= 56
	}
	bare := p.bare ^ mirror
	index := int(p.king^mirror)<<4 | bare.Rank()<<2 | bare.File()
	for k := range r.kinds {
		index |= int(p.pieces[k]^mirror) << (10 + 6*k)
	}
	return index
}

func placementAt(index int) placement {
	square := func(shift int) movegen.Square { return movegen.Square(index >> shift & 63) }
	return placement{movegen.MakeSquare(index&3, index>>2&3), square(4), [2]movegen.Square{square(10), square(16)}}
}

// placementOf reads a position; it must be one of the ending.
func (r *retrograde) placementOf(p *movegen.Position) (q placement) {
	q.bare, q.king = p.King(movegen.Black), p.King(movegen.White)
	men := p.ByColor(movegen.White) &^ q.king.Bitboard()
	for k, kind := range r.kinds {
		q.pieces[k] = (men & p.ByType(kind)).LSB()
		men &^= q.pieces[k].Bitboard()
	}
	return q
}

// defend returns Black's move that puts the mate off longest, or saves the game.
func (r *retrograde) defend(p *movegen.Position) (best movegen.Move) {
	var moves movegen.MoveList
	p.LegalMoves(&moves)
	longest := -1
	for _, m := range moves.Moves() {
		next := p.After(m)
		if next.ByColor(movegen.White) != p.ByColor(movegen.White) {
			return m
		}
		q := r.placementOf(&next)
		plies := int(r.won[r.index(&q)])
		if plies == 0 {
			return m
		}
		if plies > longest {
			best, longest = m, plies
		}
	}
	return best
}
