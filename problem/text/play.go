package text

import (
	"fmt"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
)

// depth is where in the play of a problem a defence stands.
type depth struct {
	number int          // of the defender's move
	first  movegen.Move // the first move of the phase, NoMove in set play and below number 1
}

// top is the depth of the defences after a first move.
var top = depth{number: 1}

func (d depth) below() depth { return depth{number: d.number + 1} }

// after returns the depth of the defences after a move of the attacker.
func (d depth) after(m movegen.Move) depth {
	if d.number == 1 {
		d.first = m
	}
	return d
}

// moves writes alternative moves of the attacker in alphabetical order, mates by
// promotion that differ in name only as one, cxb8=Q/B#.
func (t *text) moves(p *movegen.Position, moves []movegen.Move, number int) string {
	return fmt.Sprintf("%d.%s", number, strings.Join(t.alternatives(p, moves, depth{number: number}), "/"))
}

// lettered writes the attacker's answers at a depth as moves does, with their letters in the table.
func (t *text) lettered(p *movegen.Position, moves []movegen.Move, at depth) string {
	return fmt.Sprintf("%d.%s", at.number+1, strings.Join(t.alternatives(p, moves, at), "/"))
}

// alternatives returns the names of the moves, in order.
func (t *text) alternatives(p *movegen.Position, moves []movegen.Move, at depth) []string {
	sorted := slices.SortedFunc(slices.Values(moves), func(a, b movegen.Move) int {
		return int(b.PromotionType()) - int(a.PromotionType())
	})
	var names, letters []string
	table := t.lettersAt(at)
	last := map[movegen.Move]int{} // index of the name that a promotion with mate joins
	for _, m := range sorted {
		name := t.san(p, m)
		queening := movegen.MakePromotion(m.From(), m.To(), movegen.Queen)
		i, joins := last[queening]
		switch mates := strings.HasSuffix(name, "#"); {
		case m.Kind() != movegen.Promotion || m.PromotionType() == movegen.Knight || !mates:
			names, letters = append(names, name), append(letters, behindBlank(table.answerName(at.first, m)))
		case joins:
			names[i] = strings.TrimSuffix(names[i], "#") + "/" + string(t.letters.Letter(m.PromotionType())) + "#"
		default:
			last[queening] = len(names)
			names, letters = append(names, name), append(letters, behindBlank(table.answerName(at.first, m)))
		}
	}
	for i := range names {
		names[i] += letters[i]
	}
	slices.Sort(names)
	return names
}

// group is the line of a set of defences that are answered alike, but for its text. Of the moves it has the first.
type group struct {
	Line
	defences []movegen.Move
	mates    []movegen.Move // sorted
	below    string         // the lines below as text, which is alike for all of them
	letter   string         // of each of the defences in the table, behind a blank
}

// groups sorts the variations into groups, in the order of their first defences. p is the position in which the
// defender makes the given move. A capture after one defence may be none after another, so that equal mates need not be
// equal answers.
func (t *text) groups(p position, variations []problem.Variation, at depth) (groups []group) {
	for _, v := range variations {
		g := group{
			Line: Line{Kind: defenceLine, Note: t.note(&v), Dual: v.Effective && v.IsDual(), Idle: !v.Effective,
				Moves: p.with(v.Defence, v.Mates.Moves[:min(1, len(v.Mates.Moves))]...)},
			defences: []movegen.Move{v.Defence},
			mates:    slices.Sorted(slices.Values(v.Mates.Moves)),
			letter:   behindBlank(t.lettersAt(at).defenceName(v.Defence)),
		}
		g.Answer, g.Below = t.answer(p.after(v.Defence), &v.Mates, moveLine, at)
		g.below = inLine(t.rendered(g.Below, 0, false))
		same := slices.IndexFunc(groups, func(other group) bool {
			return other.Answer == g.Answer && other.below == g.below && other.Idle == g.Idle &&
				other.letter == g.letter && slices.Equal(other.mates, g.mates)
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
