package problem

import (
	"slices"

	"alfiere/movegen"
)

// changes compares the set play, every try and the intended keys before it with each intended key, or the first one if
// none is known to be. Of tries and keys it reports what becomes of their mates: that other defences matter after
// another first move is obvious.
func (r *Report) changes() (all []Change) {
	keys := r.ActualPlay()
	if keys == nil {
		keys = []*Phase{&r.Keys[0]}
	}
	earlier := []*Phase{}
	for i := range r.Tries {
		earlier = append(earlier, &r.Tries[i])
	}
	for _, key := range keys {
		if r.Set != nil {
			all = append(all, Compare(r.Set, key)...)
		}
		for _, phase := range earlier {
			for _, c := range Compare(phase, key) {
				if c.Kind == Changed || c.Kind == Transferred {
					all = append(all, c)
				}
			}
		}
		earlier = append(earlier, key)
	}
	return all
}

// Compare lists how the play differs between two phases of one problem, by their effective variations:
//
//   - Changed: both answer the defence, and no mate of one answers it in the other;
//   - Removed, Added: only one of the phases answers the defence, because in the other
//     it is illegal, or refutes, or stops no threat;
//   - Transferred: a mate answers a defence in from, which it does not in to, and
//     answers another one in to, which it does not in from. Where several defences
//     lose or gain the mate they are paired in their order, the last of the shorter
//     side with all that are left over.
//
// Mates are the same if the same man reaches the same square. A mate by the man that made a phase's first move is the
// same wherever that has taken it, for the same position comes of it. In longer problems a mate is the move that
// begins the continuation.
func Compare(from, to *Phase) []Change {
	name := func(m movegen.Move) identity { return identity{move: m} }
	return compare(from.compared(name), to.compared(name))
}

// identity is a move as it says the same in both of two phases or twins.
type identity struct {
	man  movegen.Piece // of twins
	move movegen.Move
}

// comparison is the effective play of a phase.
type comparison struct {
	*Phase
	plays []comparedPlay
}

type comparedPlay struct {
	*Variation
	defence identity
	mates   []identity
}

// compared returns the play of the phase with the names of its moves, which begin where their men stand in the diagram.
func (p *Phase) compared(name func(movegen.Move) identity) *comparison {
	c := &comparison{Phase: p}
	for i := range p.Variations {
		v := &p.Variations[i]
		if !v.Effective {
			continue
		}
		play := comparedPlay{v, name(v.Defence), make([]identity, len(v.Mates.Moves))}
		for k, m := range v.Mates.Moves {
			play.mates[k] = name(p.Identity(v.Mates.Named(m)))
		}
		c.plays = append(c.plays, play)
	}
	return c
}

func compare(a, b *comparison) (changes []Change) {
	change := func(kind ChangeKind, c Change) {
		c.Kind, c.From, c.To = kind, a.Move, b.Move
		changes = append(changes, c)
	}
	for i := range a.plays {
		p := &a.plays[i]
		c := Change{Defence: p.Defence, Other: p.Defence, Before: p.Mates.Moves}
		switch q := b.play(p.defence); {
		case q == nil:
			change(Removed, c)
		case !slices.ContainsFunc(p.mates, q.has):
			c.Other, c.New = q.Defence, q.Mates.Moves
			change(Changed, c)
		}
	}
	for i := range b.plays {
		if q := &b.plays[i]; a.play(q.defence) == nil {
			change(Added, Change{Defence: q.Defence, Other: q.Defence, New: q.Mates.Moves})
		}
	}
	var seen []identity
	for i := range a.plays {
		for _, m := range a.plays[i].mates {
			if slices.Contains(seen, m) {
				continue
			}
			seen = append(seen, m)
			lost, gained := a.alone(b, m), b.alone(a, m)
			for k := 0; k < max(len(lost), len(gained)) && len(lost) > 0 && len(gained) > 0; k++ {
				p, q := lost[min(k, len(lost)-1)], gained[min(k, len(gained)-1)]
				change(Transferred, Change{Defence: p.Defence, Other: q.Defence,
					Before: []movegen.Move{p.played(m)}, New: []movegen.Move{q.played(m)}})
			}
		}
	}
	return changes
}

// play returns the variation after a defence, nil if there is none.
func (c *comparison) play(defence identity) *comparedPlay {
	for i := range c.plays {
		if c.plays[i].defence == defence {
			return &c.plays[i]
		}
	}
	return nil
}

// alone returns the variations that the mate answers here, but not in the other phase.
func (c *comparison) alone(other *comparison, m identity) (plays []*comparedPlay) {
	for i := range c.plays {
		if p := &c.plays[i]; p.has(m) {
			if q := other.play(p.defence); q == nil || !q.has(m) {
				plays = append(plays, p)
			}
		}
	}
	return plays
}

func (p *comparedPlay) has(m identity) bool { return slices.Contains(p.mates, m) }

// played returns the mate as it is played in its phase.
func (p *comparedPlay) played(m identity) movegen.Move {
	return p.Mates.Named(p.Mates.Moves[slices.Index(p.mates, m)])
}

// answer returns the effective variation after the defence, nil if there is none.
func (p *Phase) answer(defence movegen.Move) *Variation {
	for i := range p.Variations {
		if v := &p.Variations[i]; v.Effective && v.Defence == defence {
			return v
		}
	}
	return nil
}

// Identity returns a move of the attacker in the phase as it says the same in all phases:
// it begins where its man stands in the diagram.
func (p *Phase) Identity(m movegen.Move) movegen.Move {
	return m&^63 | movegen.Move(p.origin(m.From()))
}

// origin returns where the man that stands on s after the phase's first move stood in the diagram.
func (p *Phase) origin(s movegen.Square) movegen.Square {
	first := p.Move
	switch {
	case first == movegen.NoMove:
		return s
	case first.Kind() != movegen.Castling:
		if s == first.To() {
			return first.From()
		}
		return s
	case s == first.KingTo():
		return first.From()
	case s == first.RookTo():
		return first.To()
	}
	return s
}

// CompareTwins lists how the actual play differs between two twins that have one key each, as Compare does between
// phases. Moves are the same if a man of one kind makes them from the same square to the same square. A man that alone
// of its kind stands elsewhere in the later twin is counted as if it stood where it does in the earlier one.
func CompareTwins(from, to *Report) []Change {
	twin := func(r *Report) *comparison {
		squares := twinSquares(&from.Position, &r.Position)
		return r.Keys[0].compared(func(m movegen.Move) identity {
			return identity{r.Position.PieceAt(m.From()), m&^63 | movegen.Move(squares[m.From()])}
		})
	}
	return compare(twin(from), twin(to))
}

// twinSquares returns for each square of a twin where its man stands in the diagram: on the same square, unless it
// alone of its kind has moved.
func twinSquares(diagram, twin *movegen.Position) (squares [64]movegen.Square) {
	gone, come := map[movegen.Piece]movegen.Bitboard{}, map[movegen.Piece]movegen.Bitboard{}
	for s := range movegen.NoSquare {
		squares[s] = s
		if was, is := diagram.PieceAt(s), twin.PieceAt(s); was != is {
			gone[was] |= s.Bitboard()
			come[is] |= s.Bitboard()
		}
	}
	for man, at := range come {
		if man != movegen.NoPiece && at.Count() == 1 && gone[man].Count() == 1 {
			squares[at.LSB()] = gone[man].LSB()
		}
	}
	return squares
}
