package problem

import (
	"slices"

	"alfiere/movegen"
)

// changes compares the set play and every try with the first key. Of the tries it
// tells what becomes of their mates; that other defences matter after another first
// move goes without saying.
func (r *Report) changes() (all []Change) {
	if r.Set != nil {
		all = Compare(r.Set, &r.Keys[0])
	}
	for i := range r.Tries {
		for _, c := range Compare(&r.Tries[i], &r.Keys[0]) {
			if c.Kind == Changed || c.Kind == Transferred {
				all = append(all, c)
			}
		}
	}
	return all
}

// Compare lists how the play differs between two phases of one problem, by their
// effective variations:
//
//   - Changed: both answer the defence, and no mate of one answers it in the other;
//   - Removed, Added: only one of the phases answers the defence, because in the other
//     it is illegal, or refutes, or stops no threat;
//   - Transferred: a mate answers a defence in from, which it does not in to, and
//     answers another one in to, which it does not in from. Where several defences
//     lose or gain the mate they are paired in their order, the last of the shorter
//     side with all that are left over.
//
// Mates are told apart as sameMate does. In longer problems a mate is the move that
// begins the continuation.
func Compare(from, to *Phase) (changes []Change) {
	for i := range from.Variations {
		v := &from.Variations[i]
		if !v.Effective {
			continue
		}
		c := Change{From: from.Move, To: to.Move, Defence: v.Defence, Other: v.Defence, Before: v.Mates.Moves}
		if w := to.answer(v.Defence); w == nil {
			c.Kind = Removed
			changes = append(changes, c)
		} else if !slices.ContainsFunc(v.Mates.Moves, func(m movegen.Move) bool {
			return w.has(to, from, v.Mates.Named(m))
		}) {
			c.Kind, c.New = Changed, w.Mates.Moves
			changes = append(changes, c)
		}
	}
	for i := range to.Variations {
		if w := &to.Variations[i]; w.Effective && from.answer(w.Defence) == nil {
			changes = append(changes, Change{Kind: Added, From: from.Move, To: to.Move,
				Defence: w.Defence, Other: w.Defence, New: w.Mates.Moves})
		}
	}
	return append(changes, transfers(from, to)...)
}

// transfers lists the transferred mates.
func transfers(from, to *Phase) (changes []Change) {
	var seen []movegen.Move
	for i := range from.Variations {
		for _, m := range from.Variations[i].Mates.Moves {
			if m = from.Variations[i].Mates.Named(m); slices.Contains(seen, m) {
				continue
			}
			seen = append(seen, m)
			lost, _ := leaves(from, to, from, m)
			gained, mate := leaves(to, from, from, m)
			for k := 0; k < max(len(lost), len(gained)) && len(lost) > 0 && len(gained) > 0; k++ {
				changes = append(changes, Change{Kind: Transferred, From: from.Move, To: to.Move,
					Defence: lost[min(k, len(lost)-1)], Other: gained[min(k, len(gained)-1)],
					Before: []movegen.Move{m}, New: []movegen.Move{mate}})
			}
		}
	}
	return changes
}

// leaves returns the defences that the mate m of phase home answers in one phase and
// not in the other, and the mate as it is played in the one.
func leaves(one, other, home *Phase, m movegen.Move) (defences []movegen.Move, mate movegen.Move) {
	for i := range one.Variations {
		v := &one.Variations[i]
		if !v.Effective {
			continue
		}
		w := other.answer(v.Defence)
		if k := v.index(one, home, m); k >= 0 && (w == nil || !w.has(other, home, m)) {
			defences = append(defences, v.Defence)
			mate = v.Mates.Named(v.Mates.Moves[k])
		}
	}
	return defences, mate
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

// has reports whether the mate m of phase home is among v's mates; v is in phase p.
func (v *Variation) has(p, home *Phase, m movegen.Move) bool { return v.index(p, home, m) >= 0 }

func (v *Variation) index(p, home *Phase, m movegen.Move) int {
	return slices.IndexFunc(v.Mates.Moves, func(n movegen.Move) bool { return sameMate(home, m, p, v.Mates.Named(n)) })
}

// sameMate reports whether the mate m of phase p is the mate n of phase q: the same
// man reaches the same square. A mate by the man that made a phase's first move is
// the same wherever that has taken it, for the same position comes of it.
func sameMate(p *Phase, m movegen.Move, q *Phase, n movegen.Move) bool {
	return p.Identity(m) == q.Identity(n)
}

// Identity returns a move of the attacker in the phase as it says the same in all phases:
// it begins where its man stands in the diagram. Mates are sameMate if they are identical.
func (p *Phase) Identity(m movegen.Move) movegen.Move {
	return m&^63 | movegen.Move(p.origin(m.From()))
}

// origin returns where the man that stands on s after the phase's first move stood
// in the diagram.
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
