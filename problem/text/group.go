package text

import (
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
)

// group is a set of defences that are answered alike.
type group struct {
	defences []movegen.Move
	mates    []movegen.Move // sorted
	answer   answer
	dual     bool
	partial  bool   // the defences separate threats and leave several
	inactive bool   // the defences stop no threat
	letter   string // of each of the defences in the table, behind a blank
}

// answer is what is written after a defence. A capture after one defence may be
// none after another, so that equal mates need not be equal answers.
type answer struct {
	line  string // on the line of the defence
	below string // the lines of longer play
}

// groups sorts the variations into groups, in the order of their first defences. p is
// the position in which the defender makes the given move.
func (t *text) groups(p *movegen.Position, variations []problem.Variation, at depth) (groups []group) {
	for i := range variations {
		v := &variations[i]
		after := p.After(v.Defence)
		g := group{
			defences: []movegen.Move{v.Defence},
			mates:    slices.Sorted(slices.Values(v.Mates.Moves)),
			answer:   t.answer(&after, &v.Mates, at),
			dual:     v.Effective && v.IsDual(),
			partial:  v.Separates && v.Mates.Different() > 1,
			inactive: !v.Effective,
			letter:   t.defenceLetter(v.Defence, at),
		}
		same := slices.IndexFunc(groups, func(other group) bool {
			return other.answer == g.answer && other.inactive == g.inactive && other.letter == g.letter &&
				slices.Equal(other.mates, g.mates)
		})
		if same < 0 || t.options.Ungrouped {
			groups = append(groups, g)
		} else {
			groups[same].defences = append(groups[same].defences, v.Defence)
		}
	}
	return groups
}

// foldedFrom is the number of moves of one piece from which they are written as one, Nf3~ (g1,e1,d2).
const foldedFrom = 3

// divided returns the squares of the men that have moves in more than one group, or also
// refute: "any move" of such a man would not say which.
func divided(groups []group, refutations []movegen.Move) (squares movegen.Bitboard) {
	var once movegen.Bitboard
	add := func(moves []movegen.Move) {
		var men movegen.Bitboard
		for _, m := range moves {
			men |= m.From().Bitboard()
		}
		squares |= once & men
		once |= men
	}
	for i := range groups {
		add(groups[i].defences)
	}
	add(refutations)
	return squares
}

// defences writes the defences of a group, a piece's many moves folded into one, with
// their targets if the man is one of those listed.
func (t *text) defences(p *movegen.Position, moves []movegen.Move, listed movegen.Bitboard) string {
	var names []string
	folded := map[movegen.Square]bool{}
	for _, m := range moves {
		siblings := slices.DeleteFunc(slices.Clone(moves), func(other movegen.Move) bool {
			return other.From() != m.From() || !isFoldable(other)
		})
		switch {
		case !isFoldable(m) || len(siblings) < foldedFrom:
			names = append(names, t.san(p, m))
		case !folded[m.From()]:
			folded[m.From()] = true
			names = append(names, t.fold(p, siblings, listed.Has(m.From())))
		}
	}
	return strings.Join(names, "/")
}

// isFoldable keeps promotions and castling apart: their target is not all that
// tells them from other moves of the piece.
func isFoldable(m movegen.Move) bool {
	return m.Kind() == movegen.Normal || m.Kind() == movegen.EnPassant
}

// fold writes the moves of one piece as its letter and square and, if they are wanted, a list of targets.
func (t *text) fold(p *movegen.Position, moves []movegen.Move, list bool) string {
	targets := make([]string, len(moves))
	for i, m := range moves {
		if p.IsCapture(m) {
			targets[i] = "x"
		}
		targets[i] += m.To().String()
		if san := t.san(p, m); strings.ContainsAny(san[len(san)-1:], "+#") {
			targets[i] += san[len(san)-1:]
		}
	}
	from := moves[0].From()
	piece := ""
	if kind := p.PieceAt(from).Type(); kind != movegen.Pawn {
		piece = string(t.letters.Letter(kind))
	}
	piece += from.String() + "~"
	if !list {
		return piece
	}
	return piece + " (" + strings.Join(targets, ",") + ")"
}
