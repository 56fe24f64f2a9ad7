package gametree

import (
	"iter"

	"alfiere/movegen"
)

// Walk yields every move of the tree, a node before its children and these before its next sibling, with the position
// in which it is played. The position is overwritten by the next step.
func (t *Tree) Walk() iter.Seq2[Node, *movegen.Position] {
	return func(yield func(Node, *movegen.Position) bool) {
		path := []movegen.Position{t.start} // path[i] is before the moves of generation i+1
		n := t.nodes[Root].child
		for n != Root {
			before := &path[len(path)-1]
			if !yield(n, before) {
				return
			}
			if child := t.nodes[n].child; child != Root {
				next := *before
				next.MakeOrPass(t.nodes[n].move)
				path, n = append(path, next), child
				continue
			}
			for n != Root && t.nodes[n].sibling == Root {
				n = t.nodes[n].parent
				path = path[:len(path)-1]
			}
			if n != Root {
				n = t.nodes[n].sibling
			}
		}
	}
}

// Generations yields the generations of moves, the first moves first. Within one, the children of a parent are
// consecutive and in their parents' order. The slice is overwritten by the step after the next.
func (t *Tree) Generations() iter.Seq[[]Node] {
	return func(yield func([]Node) bool) {
		current, spare := []Node{Root}, []Node(nil)
		for {
			spare = spare[:0]
			for _, parent := range current {
				for n := range t.Children(parent) {
					spare = append(spare, n)
				}
			}
			if len(spare) == 0 || !yield(spare) {
				return
			}
			current, spare = spare, current
		}
	}
}
