package gametree

import (
	"math"

	"alfiere/movegen"
)

// entryKind separates moves from the place-holders of lines that have none.
type entryKind uint8

const (
	moveEntry    entryKind = iota
	endedEntry             // the line has ended, here or in an earlier generation
	missingEntry           // foreseen, not yet computed
)

// entry is what the three notations write of a move or place-holder.
type entry struct {
	kind entryKind
	deed
	from  movegen.Square
	count int // replies announced; 1 for place-holders
	// either is set if captured may as well be empty: the text uses a piece's letter
	// that also stands for nothing.
	either bool

	// Numbers of entries in the order of writing, from 0; none is -1.
	parent, first int
	family        bool // the entry before it has another parent
}

// deed is what a move looks like on the board on which it is played.
type deed struct {
	piece, captured figure
	becomes         figure         // the piece without its history, or promoted; empty if it stays
	to              movegen.Square // of a castling king; in Chess960 its rook
	color           movegen.Color
	colorKnown      bool // false for the place-holders of some notations
}

// deedOf describes m, a legal move of p.
func deedOf(p *movegen.Position, m movegen.Move) deed {
	d := deed{piece: figureAt(p, m.From()), to: m.To(), color: p.Side(), colorKnown: true}
	switch m.Kind() {
	case movegen.Castling:
		if straightCastling(m) {
			d.to = m.KingTo()
		}
	case movegen.EnPassant:
		d.captured = militia
	default:
		d.captured = figureAt(p, m.To())
	}
	switch {
	case m.Kind() == movegen.Promotion:
		d.becomes = figures[m.PromotionType()]
	case d.piece != d.piece.plain():
		d.becomes = d.piece.plain()
	}
	return d
}

// straightCastling reports whether the castling m is one of standard chess, which is
// written as the king's step of two files. Any other is written as king takes rook.
func straightCastling(m movegen.Move) bool {
	return m.From().File() == 4 && (movegen.FileA | movegen.FileH).Has(m.To())
}

// item is an entry to be written: a node, or a place-holder.
type item struct {
	kind   entryKind
	node   Node
	parent int // index in the generation before
}

// generationsOf calls visit with each generation to be written, and whether another
// one follows. A generation of nothing but place-holders is written only where it tells
// something: that a line has ended, or below the root.
// over marks the nodes behind which the rules leave no move.
func (t *Tree) generationsOf(over []bool, visit func(items []item, further bool) error) error {
	current := t.replies(nil, item{}, 0, over)
	for len(current) > 0 {
		var next []item
		moves, ends := false, false
		for i, it := range current {
			from := len(next)
			next = t.replies(next, it, i, over)
			for _, reply := range next[from:] {
				moves = moves || reply.kind == moveEntry
				ends = ends || reply.kind == endedEntry && it.kind == moveEntry && t.nodes[it.node].ended
			}
		}
		further := moves || ends
		if err := visit(current, further); err != nil {
			return err
		}
		if !further {
			return nil
		}
		current = next
	}
	return nil
}

// replies appends what follows it, which has the given index in its generation.
func (t *Tree) replies(items []item, it item, index int, over []bool) []item {
	switch {
	case it.kind != moveEntry:
		return append(items, item{it.kind, Root, index})
	case over[it.node]:
		return append(items, item{endedEntry, Root, index})
	}
	for n := range t.Children(it.node) {
		items = append(items, item{moveEntry, n, index})
	}
	if t.nodes[it.node].ended {
		items = append(items, item{endedEntry, Root, index})
	}
	for range t.Missing(it.node) {
		items = append(items, item{missingEntry, Root, index})
	}
	return items
}

// entries calls visit with every entry in order; generation counts from 1. The error is
// that of visit, or wraps ErrPass.
func (t *Tree) entries(visit func(generation int, e entry) error) error {
	deeds, over := make([]deed, len(t.nodes)), make([]bool, len(t.nodes))
	for n, p := range t.Walk() {
		if t.nodes[n].move == movegen.NoMove {
			return &Error{Generation: t.Depth(n), Err: ErrPass}
		}
		deeds[n] = deedOf(p, t.nodes[n].move)
		if t.nodes[n].child == Root {
			after := p.After(t.nodes[n].move)
			over[n] = !after.HasLegalMove()
		}
	}
	color := t.start.Side()
	generation, before, here := 0, math.MinInt, 0 // numbers of the first entries of the generations
	return t.generationsOf(over, func(items []item, further bool) error {
		generation++
		child := here + len(items)
		for i, it := range items {
			e := entry{kind: it.kind, count: 1, parent: max(before+it.parent, -1), first: -1,
				family: i > 0 && items[i-1].parent != it.parent}
			e.color, e.colorKnown = color, true
			if it.kind == moveEntry {
				e.deed, e.from, e.count = deeds[it.node], t.nodes[it.node].move.From(), t.Announced(it.node)
				if over[it.node] {
					e.count = 1
				}
			}
			if further {
				e.first = child
				child += e.count
			}
			if err := visit(generation, e); err != nil {
				return err
			}
		}
		before, here = here, here+len(items)
		color = color.Other()
		return nil
	})
}
