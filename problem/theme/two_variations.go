package theme

import (
	"slices"

	"alfiere/movegen"
)

func twoVariationThemes() []*Theme {
	return []*Theme{
		{"Grimshaw", TwoVariations, everywhere(grimshaw)},
		{"pawn Grimshaw", TwoVariations, everywhere(pawnGrimshaw)},
		{"white Grimshaw", TwoVariations, whiteGrimshaw},
		{"Novotny", TwoVariations, everywhere(novotny)},
		{"Nietvelt", TwoVariations, inStages(pinnedInAdvance(true))},
		{"Schiffmann", TwoVariations, inStages(pinnedInAdvance(false))},
		{"Goethart", TwoVariations, inStages(unpinnedInVain(false))},
		{"Gamage", TwoVariations, inStages(unpinnedInVain(true))},
		{"Barulin", TwoVariations, inStages(barulin)},
		{"Levman", TwoVariations, inStages(levman)},
		{"Somov B1", TwoVariations, inStages(somovB1)},
		{"Somov B2", TwoVariations, inStages(somovB2)},
		{"Isaev", TwoVariations, inStages(isaev)},
		{"black correction", TwoVariations, inStages(blackCorrection)},
		{"white correction", TwoVariations, whiteCorrection},
		{"dual avoidance", TwoVariations, inStages(dualAvoidance)},
		{"focal", TwoVariations, inStages(focal)},
		{"Stocchi", TwoVariations, inStages(stocchi)},
		{"Mansfield couplet", TwoVariations, inStages(mansfieldCouplet)},
		{"magnet", TwoVariations, magnet},
		{"echo", TwoVariations, echoes(true)},
		{"chameleon echo", TwoVariations, echoes(false)},
	}
}

// variations returns the plays after the key of a two-mover, or of a stage of two moves,
// that can show something; none of a longer problem.
func (s *study) variations() []*play {
	if !s.twoMover {
		return nil
	}
	return s.actual.thematic()
}

// eachPair calls show for every two of the variations that have different mates, in
// both orders, and collects what it returns: of random moves that show the same, once.
func (s *study) eachPair(show func(a, b *play) showing) []showing {
	return pairsOf(s.variations(), show)
}

// pairsOf is eachPair of the given plays, which have one answer each.
func pairsOf(plays []*play, show func(a, b *play) showing) (found []showing) {
	type pair struct {
		a, b         movegen.Square
		mateA, mateB movegen.Move
	}
	seen := map[pair]bool{}
	for _, a := range plays {
		for _, b := range plays {
			p := pair{a.Defence.From(), b.Defence.From(), a.answer(), b.answer()}
			if p.mateA == p.mateB || len(seen) > 0 && (seen[p] || seen[pair{p.b, p.a, p.mateB, p.mateA}]) {
				continue
			}
			if lines := show(a, b); lines != nil {
				seen[p] = true
				found = append(found, lines)
			}
		}
	}
	return found
}

// both is what two plays show together.
func both(a, b *play) showing { return showing{a.line(a.answer()), b.line(b.answer())} }

// end returns the position after the one mate of the play.
func (pl *play) end() movegen.Position { return pl.after.After(pl.mate()) }

// mover returns the type of the man that defends.
func (pl *play) mover() movegen.PieceType { return pl.phase.after.PieceAt(pl.Defence.From()).Type() }

// isThreat reports whether m is a threat of the phase.
func (ph *phase) isThreat(m movegen.Move) bool { return slices.Contains(ph.Threats.Moves, m) }

// matesInOne returns the moves that mate at once.
func matesInOne(p *movegen.Position) (mates []movegen.Move) {
	var list movegen.MoveList
	p.CheckingMoves(&list)
	for _, m := range list.Moves() {
		if next := p.After(m); isMate(&next) {
			mates = append(mates, m)
		}
	}
	return mates
}

func isMate(p *movegen.Position) bool { return p.InCheck() && !p.HasLegalMove() }

// changed returns p with another man, or none, on s, and with side to move. ok is false if
// the position is illegal because the side that is not to move is in check.
func changed(p *movegen.Position, s movegen.Square, man movegen.Piece,
	side movegen.Color) (q movegen.Position, ok bool) {
	b := p.Builder()
	b.Board[s] = man
	b.Side = side
	b.EnPassant = movegen.NoSquare
	b.CastlingRooks &^= s.Bitboard()
	q, _, err := b.Build(movegen.Rules{Chess960: true, Composed: true})
	return q, err == nil
}
