package gametree

import (
	"fmt"
	"io"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// Outline shows a tree to people: moves without alternatives follow each other on a line, alternatives have lines of
// their own, two blanks further to the right. No reader exists for it.
type Outline struct {
	Letters  notation.PieceLetters // of moves and diagrams
	Diagrams bool                  // at the end of each line of moves
	Game     bool                  // it is the tree of a game, in which no replies are announced
}

// glyphSigns are the glyphs that have signs.
var glyphSigns = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// Write writes the position before the moves and all moves. The error is that of w.
func (o Outline) Write(w io.Writer, t *Tree) error {
	start := t.Start()
	diagram := notation.Diagram{Letters: o.Letters, Coords: true, ToMove: [2]string{"White to move", "Black to move"}}
	if _, err := fmt.Fprintf(w, "%s\n", diagram.Draw(&start)); err != nil {
		return err
	}
	if t.Ended(Root) {
		if _, err := fmt.Fprintln(w, "(ended)"); err != nil {
			return err
		}
	}
	var line strings.Builder
	indents := []int{-1} // of the lines of the node's ancestors, by generation
	for n, p := range t.Walk() {
		depth := t.Depth(n)
		alone := t.Next(t.Parent(n)) == n && t.Sibling(n) == Root
		begins := !alone || depth == 1
		indents = append(indents[:depth], indents[depth-1])
		if begins {
			indents[depth]++
		}
		indent := strings.Repeat("  ", indents[depth])
		if begins {
			line.WriteString(indent)
		} else {
			line.WriteByte(' ')
		}
		line.WriteString(o.move(t, n, p, begins))
		if next := t.Next(n); next != Root && t.Sibling(next) == Root {
			continue
		}
		line.WriteByte('\n')
		if o.Diagrams {
			after := t.Position(n)
			for row := range strings.Lines("\n" + diagram.Draw(&after) + "\n") {
				line.WriteString(strings.TrimRight(indent+"    "+row, " \n") + "\n")
			}
		}
		if _, err := io.WriteString(w, line.String()); err != nil {
			return err
		}
		line.Reset()
	}
	return nil
}

// move returns a move with its glyphs, evaluation and comments.
func (o Outline) move(t *Tree, n Node, p *movegen.Position, numbered bool) string {
	text := notation.SAN(p, t.Move(n), o.Letters)
	switch {
	case p.Side() == movegen.White:
		text = fmt.Sprintf("%d. %s", p.FullmoveNumber(), text)
	case numbered:
		text = fmt.Sprintf("%d... %s", p.FullmoveNumber(), text)
	}
	for _, glyph := range t.NAGs(n) {
		if int(glyph) < len(glyphSigns) && glyphSigns[glyph] != "" {
			text += glyphSigns[glyph]
		} else {
			text += fmt.Sprintf(" $%d", glyph)
		}
	}
	if e, ok := t.Evaluation(n); ok {
		text += " " + evaluationText(e)
	}
	if comment := t.Comment(n); comment != "" {
		text += " {" + notation.Printable(comment) + "}"
	}
	missing := t.Missing(n)
	switch {
	case t.Ended(n):
		text += " (ended)"
	case missing > 0 && !o.Game:
		text += fmt.Sprintf(" (%d not computed)", missing)
	}
	return text
}

// evaluationText returns an evaluation in pawns for White, or a mate, with its depth.
func evaluationText(e Evaluation) string {
	text := fmt.Sprintf("%+.2f", float64(e.Centipawns)/100)
	switch {
	case e.Mate > 0:
		text = fmt.Sprintf("+M%d", e.Mate)
	case e.Mate < 0:
		text = fmt.Sprintf("-M%d", -e.Mate)
	}
	if e.Depth > 0 {
		text += fmt.Sprintf("/%d", e.Depth)
	}
	return text
}

// summary counts the contents of a tree.
type summary struct {
	Moves       int
	Generations int // the longest line in half-moves
	Ended       int // lines at whose end the game is over
	Missing     int // replies that were announced and are not in the tree
}

// Summary counts the contents of the tree.
func (t *Tree) Summary() summary {
	s := summary{Moves: t.Len(), Missing: t.Missing(Root)}
	for n := Node(1); int(n) <= t.Len(); n++ {
		s.Generations = max(s.Generations, t.Depth(n))
		if t.Ended(n) {
			s.Ended++
		}
		s.Missing += t.Missing(n)
	}
	return s
}
