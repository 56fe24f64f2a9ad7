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

// entry is the content of a move or place-holder in the three notations.
type entry struct {
	kind entryKind
	figureMove
	from  movegen.Square
	count int // replies announced; 1 for place-holders
	// either is set if captured may also be empty: the text uses a piece's letter that also means nothing.
	either bool

	// Numbers of entries in the order of writing, from 0; none is -1.
	parent, first int
	newParent     bool // the previous entry has another parent
}

// figureMove is a move in the form of the notations: with the figures that move and are
// captured on the board before it.
type figureMove struct {
	piece, captured figure
	becomes         figure         // the piece without its history, or promoted; empty if it stays
	to              movegen.Square // of a castling king; in Chess960 its rook
	color           movegen.Color
	colorKnown      bool // false for the place-holders of some notations
}

// figureMoveOf describes m, a legal move of p.
func figureMoveOf(p *movegen.Position, m movegen.Move) figureMove {
	d := figureMove{piece: figureAt(p, m.From()), to: m.To(), color: p.Side(), colorKnown: true}
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

// item is an entry to be written: a node, or a run of place-holders of one kind.
type item struct {
	kind   entryKind
	spread bool // each entry of the run has a parent of its own, one after the other
	node   Node
	run    int // entries
	parent int // index of the first one in the previous generation
}

// countOf returns the number of entries.
func countOf(items []item) (count int) {
	for i := range items {
		count += items[i].run
	}
	return count
}

// generationsOf calls visit with each generation to be written, and whether another one follows. A generation of
// place-holders alone is written only if it holds information: that a line has ended, or below the root. over marks the
// nodes after which the rules leave no move.
func (t *Tree) generationsOf(over []bool, visit func(items []item, further bool) error) error {
	current := t.replies(nil, &item{run: 1}, 0, over)
	for len(current) > 0 {
		var next []item
		further := false
		index := 0
		for i := range current {
			it := &current[i]
			from := len(next)
			next = t.replies(next, it, index, over)
			index += it.run
			for _, reply := range next[from:] {
				further = further || reply.kind == moveEntry ||
					reply.kind == endedEntry && it.kind == moveEntry && t.nodes[it.node].ended
			}
		}
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

// replies appends the items that follow it; the first entry of it has the given index in its generation.
func (t *Tree) replies(items []item, it *item, index int, over []bool) []item {
	switch {
	case it.kind != moveEntry:
		return append(items, item{kind: it.kind, run: it.run, spread: true, parent: index})
	case over[it.node]:
		return append(items, item{kind: endedEntry, run: 1, parent: index})
	}
	for n := range t.Children(it.node) {
		items = append(items, item{kind: moveEntry, node: n, run: 1, parent: index})
	}
	if t.nodes[it.node].ended {
		items = append(items, item{kind: endedEntry, run: 1, parent: index})
	}
	if missing := t.Missing(it.node); missing > 0 {
		items = append(items, item{kind: missingEntry, run: missing, parent: index})
	}
	return items
}

// entries calls visit with every entry in order; generation counts from 1. The error is
// that of visit, or wraps errPass.
func (t *Tree) entries(visit func(generation int, e entry) error) error {
	moves, over := make([]figureMove, len(t.nodes)), make([]bool, len(t.nodes))
	for n, p := range t.Walk() {
		if t.nodes[n].move == movegen.NoMove {
			return &Error{Generation: t.Depth(n), Err: errPass}
		}
		moves[n] = figureMoveOf(p, t.nodes[n].move)
		if t.nodes[n].child == Root {
			after := p.After(t.nodes[n].move)
			over[n] = !after.HasLegalMove()
		}
	}
	color := t.start.Side()
	generation, before, here := 0, math.MinInt, 0 // numbers of the first entries of the generations
	return t.generationsOf(over, func(items []item, further bool) error {
		generation++
		count := countOf(items)
		child, parent := here+count, -1 // of the previous entry
		for i := range items {
			it := &items[i]
			e := entry{kind: it.kind, count: 1, figureMove: figureMove{color: color, colorKnown: true}}
			if it.kind == moveEntry {
				e.figureMove, e.from = moves[it.node], t.nodes[it.node].move.From()
				if !over[it.node] {
					e.count = t.Announced(it.node)
				}
			}
			for k := range it.run {
				own := it.parent
				if it.spread {
					own += k
				}
				e.newParent, e.parent, e.first = parent >= 0 && own != parent, max(before+own, -1), -1
				if parent = own; further {
					e.first = child
					child += e.count
				}
				if err := visit(generation, e); err != nil {
					return err
				}
			}
		}
		before, here = here, here+count
		color = color.Other()
		return nil
	})
}
