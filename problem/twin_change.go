package problem

import (
	"slices"

	"alfiere/movegen"
)

// CompareTwins lists how the actual play differs between two twins that have one key each, as Compare does between
// phases. Moves are the same if a man of one kind makes them from the same square to the same square. A man that alone
// of its kind stands elsewhere in the later twin is counted as if it stood where it does in the earlier one.
func CompareTwins(from, to *Report) (changes []Change) {
	a, b := newTwinPlay(from, from), newTwinPlay(to, from)
	change := func(kind ChangeKind, c Change) {
		c.Kind, c.From, c.To = kind, a.key.Move, b.key.Move
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
	var seen []twinMove
	for i := range a.plays {
		for _, m := range a.plays[i].mates {
			if slices.Contains(seen, m) {
				continue
			}
			seen = append(seen, m)
			lost, gained := a.alone(b, m), b.alone(a, m)
			for k := range max(len(lost), len(gained)) {
				if len(lost) == 0 || len(gained) == 0 {
					break
				}
				p, q := lost[min(k, len(lost)-1)], gained[min(k, len(gained)-1)]
				change(Transferred, Change{Defence: p.Defence, Other: q.Defence,
					Before: []movegen.Move{p.played(m)}, New: []movegen.Move{q.played(m)}})
			}
		}
	}
	return changes
}

// twinMove is a move as it says the same in all twins.
type twinMove struct {
	man       movegen.Piece
	from, to  movegen.Square
	promotion movegen.PieceType
}

// twinPlay is the actual play of a twin.
type twinPlay struct {
	key   *Phase
	plays []twinVariation // the effective ones
}

type twinVariation struct {
	*Variation
	defence twinMove
	mates   []twinMove
}

// newTwinPlay reads the actual play of r with the squares of the diagram of home.
func newTwinPlay(r, home *Report) *twinPlay {
	t := &twinPlay{key: &r.Keys[0]}
	squares := twinSquares(&home.Position, &r.Position)
	move := func(m movegen.Move, at movegen.Square) twinMove {
		return twinMove{r.Position.PieceAt(at), squares[at], m.To(), m.PromotionType()}
	}
	for i := range t.key.Variations {
		v := &t.key.Variations[i]
		if !v.Effective {
			continue
		}
		p := twinVariation{Variation: v, defence: move(v.Defence, v.Defence.From())}
		for _, m := range v.Mates.Moves {
			p.mates = append(p.mates, move(m, t.key.Identity(m).From()))
		}
		t.plays = append(t.plays, p)
	}
	return t
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

// play returns the variation after a defence, nil if there is none.
func (t *twinPlay) play(defence twinMove) *twinVariation {
	for i := range t.plays {
		if t.plays[i].defence == defence {
			return &t.plays[i]
		}
	}
	return nil
}

// alone returns the variations that the mate answers here, but not in the other twin.
func (t *twinPlay) alone(other *twinPlay, m twinMove) (plays []*twinVariation) {
	for i := range t.plays {
		if p := &t.plays[i]; p.has(m) {
			if q := other.play(p.defence); q == nil || !q.has(m) {
				plays = append(plays, p)
			}
		}
	}
	return plays
}

func (v *twinVariation) has(m twinMove) bool { return slices.Contains(v.mates, m) }

// played returns the mate as it is played in its twin.
func (v *twinVariation) played(m twinMove) movegen.Move {
	return v.Mates.Moves[slices.Index(v.mates, m)]
}
