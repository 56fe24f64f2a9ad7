package analysis

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
)

// Table returns the moves with their scores, a move of each side on a line of at most 40
// characters. Mistakes are coloured if color is set.
func (t Text) Table(g *Game, color bool) (lines []string) {
	const empty = "..."
	var line strings.Builder
	for i := range g.Moves {
		m := &g.Moves[i]
		if m.Position.Side() == movegen.White || i == 0 {
			line.Reset()
			fmt.Fprintf(&line, "%4d. ", m.Position.FullmoveNumber())
			if m.Position.Side() == movegen.Black {
				line.WriteString(cell(empty, "", 0, false) + " ")
			}
		}
		line.WriteString(cell(t.san(&m.Position, m.Move), Score(m.Score), m.Mistake, color))
		if m.Position.Side() == movegen.Black || i == len(g.Moves)-1 {
			lines = append(lines, strings.TrimRight(line.String(), " "))
		} else {
			line.WriteByte(' ')
		}
	}
	return lines
}

// cell returns a move and its score in 16 characters.
func cell(move, score string, glyph gametree.NAG, color bool) string {
	const width = 9
	text := move + kindOf(glyph).sign
	blanks := strings.Repeat(" ", max(width-utf8.RuneCountInString(text), 0))
	return paint(text, glyph, color) + blanks + fmt.Sprintf(" %6s", score)
}

// Mistakes returns the mistakes of both sides with the better lines, at most length half-moves of each.
func (t Text) Mistakes(g *Game, length int) (lines []string) {
	for i := range g.Moves {
		m := &g.Moves[i]
		if m.Mistake == 0 {
			continue
		}
		w := notation.Wrapper{Width: t.Width}
		words := t.Moves(m.Position, []movegen.Move{m.Move})
		words[len(words)-1] += kindOf(m.Mistake).sign
		words = append(words, "("+Score(m.Score)+"),", "better")
		words = append(words, t.Moves(m.Position, m.Better[:min(length, len(m.Better))])...)
		for _, word := range append(words, "("+Score(m.Missed)+")") {
			w.Word(word)
		}
		lines = append(lines, strings.Split(string(w.Text), "\n")...)
	}
	return lines
}

// Summary returns a line for each side with the numbers of its mistakes.
func (g *Game) Summary() []string {
	lines := make([]string, 0, 2)
	for side, name := range [...]string{"White", "Black"} {
		c := g.Tally(movegen.Color(side))
		lines = append(lines, fmt.Sprintf("%s: %s, %s, %s in %s", name, count(c.Blunders, "blunder", "blunders"),
			count(c.Mistakes, "mistake", "mistakes"), count(c.Inaccuracies, "inaccuracy", "inaccuracies"),
			count(c.Moves, "move", "moves")))
	}
	return lines
}

// count returns a number with one or several after it.
func count(n int, one, several string) string {
	switch n {
	case 0:
		return "no " + several
	case 1:
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}
