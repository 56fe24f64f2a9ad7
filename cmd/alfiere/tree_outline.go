package main

import (
	"fmt"
	"io"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
)

// outline shows a tree to people: moves without alternatives follow each other on a
// line, alternatives stand on lines of their own, two blanks further to the right.
type outline struct {
	w        io.Writer
	letters  notation.PieceLetters
	diagrams bool // at the end of each line of moves
	game     bool // of a game nobody foresees replies
}

// glyphSigns are the glyphs that have signs.
var glyphSigns = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// write writes the position before the moves and all of these.
func (o outline) write(t *gametree.Tree) error {
	start := t.Start()
	diagram := notation.Diagram{Letters: o.letters, Coords: true, ToMove: [2]string{"White to move", "Black to move"}}
	if _, err := fmt.Fprintf(o.w, "%s\n", diagram.Draw(&start)); err != nil {
		return err
	}
	if t.Ended(gametree.Root) {
		if _, err := fmt.Fprintln(o.w, "(ended)"); err != nil {
			return err
		}
	}
	var line strings.Builder
	indents := []int{-1} // of the lines on which the node's ancestors stand, by generation
	for n, p := range t.Walk() {
		depth := t.Depth(n)
		alone := t.Next(t.Parent(n)) == n && t.Sibling(n) == gametree.Root
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
		if next := t.Next(n); next != gametree.Root && t.Sibling(next) == gametree.Root {
			continue
		}
		line.WriteByte('\n')
		if o.diagrams {
			after := t.Position(n)
			for row := range strings.Lines("\n" + diagram.Draw(&after) + "\n") {
				line.WriteString(strings.TrimRight(indent+"    "+row, " \n") + "\n")
			}
		}
		if _, err := io.WriteString(o.w, line.String()); err != nil {
			return err
		}
		line.Reset()
	}
	return nil
}

// move returns a move with what is known of it.
func (o outline) move(t *gametree.Tree, n gametree.Node, p *movegen.Position, numbered bool) string {
	text := notation.SAN(p, t.Move(n), o.letters)
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
	case missing > 0 && !o.game:
		text += fmt.Sprintf(" (%d not computed)", missing)
	}
	return text
}

// evaluationText returns an evaluation in pawns for White, or a mate, with its depth.
func evaluationText(e gametree.Evaluation) string {
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
