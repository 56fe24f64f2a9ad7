package gametree

import "slices"

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
