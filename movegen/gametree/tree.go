// Package gametree holds games of chess with all their alternatives in one tree, and the notations for such trees that
// docs/notations.md explains: the tree text ("P z 20 52 54"), its numeric form, the table of ten integers a move, and
// the board strings (".RDTACPIFM fcadiacf pppppppp …"). It does not search: Grow asks the caller for moves.
//
// A Tree is a starting position and moves; a Node is a number. The tree keeps no positions: Position and Walk rebuild
// them from the ancestors, so that a move costs 24 bytes. Comments, glyphs and evaluations are kept separately.
//
// The notations carry the same entries in the same order, generation by generation. Their readers check every move; the
// first error ends the reading with an *Error that names generation and index. Comments, counters and passes, which
// they cannot hold, are in movegen/pgn, which imports this package.
package gametree

import (
	"iter"
	"slices"

	"alfiere/movegen"
)

// Node is a move of a Tree, or with the value Root the position before all moves. As
// the root is never a child, Root also means "none" among children and siblings.
type Node uint32

// Root is the node of the starting position.
const Root Node = 0

// Tree is a position and the moves that may follow it, each with its alternatives. The first child of a node continues
// the main line. Use New. A tree may be read by many goroutines at once, and changed by one that is alone.
type Tree struct {
	start       movegen.Position
	nodes       []node
	notes       []note       // nodes point into them; index 0 is empty
	evaluations []Evaluation // by node; shorter than nodes, or nil
}

type node struct {
	move      movegen.Move
	ended     bool
	judged    bool // evaluations holds one for it
	parent    Node
	child     Node // the first one
	sibling   Node // the next one
	announced int32
	note      uint32
}

// New returns a tree without moves.
func New(start movegen.Position) *Tree {
	return &Tree{start: start, nodes: make([]node, 1), notes: make([]note, 1)}
}

// Start returns the position before all moves.
func (t *Tree) Start() movegen.Position { return t.start }

// Len returns the number of moves.
func (t *Tree) Len() int { return len(t.nodes) - 1 }

// Add appends m to the children of parent and returns its node. m must be legal there, which is not checked, or
// movegen.NoMove for a pass, which must not be one out of check.
func (t *Tree) Add(parent Node, m movegen.Move) Node {
	n := Node(len(t.nodes))
	t.nodes = append(t.nodes, node{move: m, parent: parent})
	next := &t.nodes[parent].child
	for *next != Root {
		next = &t.nodes[*next].sibling
	}
	*next = n
	return n
}

// Find returns the child of parent with the move m, Root if there is none.
func (t *Tree) Find(parent Node, m movegen.Move) Node {
	for n := range t.Children(parent) {
		if t.nodes[n].move == m {
			return n
		}
	}
	return Root
}

// Move returns the move of n, NoMove for Root and for a pass.
func (t *Tree) Move(n Node) movegen.Move { return t.nodes[n].move }

// Parent returns the node before n, Root for Root itself.
func (t *Tree) Parent(n Node) Node { return t.nodes[n].parent }

// Next returns the first child of n, which continues the main line, Root if there is none.
func (t *Tree) Next(n Node) Node { return t.nodes[n].child }

// Sibling returns the next alternative to n, Root if there is none.
func (t *Tree) Sibling(n Node) Node { return t.nodes[n].sibling }

// Children yields the children of n in their order.
func (t *Tree) Children(n Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for child := t.nodes[n].child; child != Root; child = t.nodes[child].sibling {
			if !yield(child) {
				return
			}
		}
	}
}

// Line yields the main line after n: its first child, the first child of that, and so on.
func (t *Tree) Line(n Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for n = t.nodes[n].child; n != Root; n = t.nodes[n].child {
			if !yield(n) {
				return
			}
		}
	}
}

// Last returns the last move of the main line, Root if there is none.
func (t *Tree) Last() (n Node) {
	for t.nodes[n].child != Root {
		n = t.nodes[n].child
	}
	return n
}

// MainLine returns a tree of the main line alone, without comments, glyphs and evaluations.
func (t *Tree) MainLine() *Tree {
	line := New(t.Start())
	last := Root
	for n := range t.Line(Root) {
		last = line.Add(last, t.Move(n))
	}
	return line
}

// Depth returns the number of moves from the start to n, its own included: its generation.
func (t *Tree) Depth(n Node) (depth int) {
	for ; n != Root; n = t.nodes[n].parent {
		depth++
	}
	return depth
}

// Path returns the moves from the start to n.
func (t *Tree) Path(n Node) []movegen.Move {
	path := make([]movegen.Move, 0, 16)
	for ; n != Root; n = t.nodes[n].parent {
		path = append(path, t.nodes[n].move)
	}
	slices.Reverse(path)
	return path
}

// Position returns the position after the move of n.
func (t *Tree) Position(n Node) movegen.Position {
	p := t.start
	for _, m := range t.Path(n) {
		p.MakeOrPass(m)
	}
	return p
}

// childCount returns the number of children.
func (t *Tree) childCount(n Node) (count int) {
	for range t.Children(n) {
		count++
	}
	return count
}

// Ended reports whether n is marked as the end of a game: mate, draw or resignation.
func (t *Tree) Ended(n Node) bool { return t.nodes[n].ended }

// SetEnded sets the mark of Ended. The tree does not set it by itself: a resignation cannot be seen on the board.
func (t *Tree) SetEnded(n Node, ended bool) { t.nodes[n].ended = ended }

// Announced returns the number of announced replies to n. It counts at least its
// children and, if n has ended, the end; for a move it is at least one.
func (t *Tree) Announced(n Node) int {
	known := t.childCount(n)
	if t.nodes[n].ended {
		known++
	}
	if n != Root {
		known = max(known, 1)
	}
	return max(known, int(t.nodes[n].announced))
}

// Announce sets the number of announced replies to n, from 0 to MaxReplies; those that
// are not in the tree are still to be computed.
func (t *Tree) Announce(n Node, replies int) {
	t.nodes[n].announced = int32(min(max(replies, 0), MaxReplies))
}

// Missing returns how many of the replies announced for n are not in the tree and yet
// to be computed. A leaf without an announcement counts as one missing reply.
func (t *Tree) Missing(n Node) int {
	missing := t.Announced(n) - t.childCount(n)
	if t.nodes[n].ended {
		missing--
	}
	return missing
}

// Limits of the readers of this package.
const (
	MaxReplies     = 9999    // to one move
	maxGenerations = 1 << 14 // more than the longest game under the rule of 75 moves
)

// Promote makes n the first of its siblings, so that the main line goes through it if it goes through its parent.
func (t *Tree) Promote(n Node) {
	first := &t.nodes[t.nodes[n].parent].child
	if *first == n || n == Root {
		return
	}
	for before := *first; ; before = t.nodes[before].sibling {
		if t.nodes[before].sibling == n {
			t.nodes[before].sibling = t.nodes[n].sibling
			break
		}
	}
	t.nodes[n].sibling, *first = *first, n
}

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

// NAG is a numeric annotation glyph of PGN: 1 is "!", 2 is "?".
type NAG uint8

// Evaluation is an engine's evaluation of a move, always from White's point of view.
type Evaluation struct {
	Centipawns int32 // 0 if Mate is set
	Mate       int16 // number of moves to mate, positive if White mates; 0: none found
	Depth      int16 // plies searched, 0 if not known
}

// note holds the comments and glyphs of a move.
type note struct {
	before, after string
	glyphs        []NAG
}

// noteOf returns the note of n, for changing it.
func (t *Tree) noteOf(n Node) *note {
	at := &t.nodes[n].note
	if *at == 0 {
		*at = uint32(len(t.notes))
		t.notes = append(t.notes, note{})
	}
	return &t.notes[*at]
}

// Comment returns the comment that follows n; that of Root precedes all moves.
func (t *Tree) Comment(n Node) string { return t.notes[t.nodes[n].note].after }

// SetComment sets the comment that follows n.
func (t *Tree) SetComment(n Node, text string) {
	if text != t.Comment(n) {
		t.noteOf(n).after = text
	}
}

// Foreword returns the comment before n if a variation begins with n.
func (t *Tree) Foreword(n Node) string { return t.notes[t.nodes[n].note].before }

// SetForeword sets the comment before n.
func (t *Tree) SetForeword(n Node, text string) {
	if text != t.Foreword(n) {
		t.noteOf(n).before = text
	}
}

// NAGs returns the glyphs of n in their order. The slice must not be changed.
func (t *Tree) NAGs(n Node) []NAG { return t.notes[t.nodes[n].note].glyphs }

// AddNAG adds a glyph to n, unless it has it already.
func (t *Tree) AddNAG(n Node, glyph NAG) {
	if !slices.Contains(t.NAGs(n), glyph) {
		own := t.noteOf(n)
		own.glyphs = append(own.glyphs, glyph)
	}
}

// Evaluation returns the evaluation of n; ok is false if it has none.
func (t *Tree) Evaluation(n Node) (e Evaluation, ok bool) {
	if !t.nodes[n].judged {
		return Evaluation{}, false
	}
	return t.evaluations[n], true
}

// SetEvaluation sets the evaluation of n.
func (t *Tree) SetEvaluation(n Node, e Evaluation) {
	if missing := len(t.nodes) - len(t.evaluations); missing > 0 {
		t.evaluations = append(t.evaluations, make([]Evaluation, missing)...)
	}
	t.evaluations[n], t.nodes[n].judged = e, true
}
