package analysis

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/tt/syzygy"
)

// EndgameText is the layout of a report for people.
type EndgameText struct {
	Letters notation.PieceLetters
	Width   int // of the longest line in characters; 0 is 80
}

// Lines returns the value of the position, a note about the clock if it matters, and all
// moves in groups: wins, draws and losses, each with its distance.
func (t EndgameText) Lines(r *endgameReport) []string {
	lines := []string{r.Verdict()}
	if note := r.note(); note != "" {
		lines = append(lines, note)
	}
	var cells []endgameCell
	for i := range r.Moves {
		c := endgameCell{group: r.group(&r.Moves[i]), move: notation.SAN(&r.Position, r.Moves[i].Move.Move, t.Letters)}
		if m := &r.Moves[i]; m.Measured && m.WDL != syzygy.Draw {
			c.distance = strconv.Itoa(max(m.DTZ, -m.DTZ))
		}
		cells = append(cells, c)
	}
	return append(lines, t.table(cells)...)
}

// Verdict returns a sentence with the winner and the distance to the next capture or pawn move.
func (r *endgameReport) Verdict() string {
	if len(r.Moves) == 0 && !r.Position.HasLegalMove() {
		if r.Position.InCheck() {
			return "checkmate: " + sideName(r.Position.Side().Other()) + " has won"
		}
		return "stalemate: a draw"
	}
	winner := sideName(r.Position.Side())
	if r.WDL < syzygy.Draw {
		winner = sideName(r.Position.Side().Other())
	}
	verdict := winner + " wins"
	switch late, _ := r.late(r.DTZ); {
	case r.WDL == syzygy.Draw:
		return "draw"
	case late && r.Measured:
		verdict += " if the clock is at zero"
	case r.WDL == syzygy.CursedWin, r.WDL == syzygy.BlessedLoss:
		verdict = "draw, but only by the 50-move rule, without which " + winner + " wins (a " + r.WDL.String() + " for " +
			sideName(r.Position.Side()) + ")"
	}
	if !r.Measured {
		return verdict + "; how soon is not known, for a file .rtbz is not there, or not usable"
	}
	distance := max(r.DTZ, -r.DTZ)
	return fmt.Sprintf("%s; %s (%s) to a mate, a capture or a pawn move", verdict, counted(distance, "half-move"),
		counted((distance+1)/2, "move"))
}

// sideName returns the name of a side in a sentence.
func sideName(c movegen.Color) string {
	if c == movegen.White {
		return "White"
	}
	return "Black"
}

// counted returns a number with the singular or plural of thing.
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}

// ruleOfFifty is the number of half-moves without a capture or pawn move that draws.
const ruleOfFifty = 100

// late reports whether the 50-move rule ends the game within the distance, because the
// clock of the position has begun. A table that counts in moves can be one too low, so
// that a distance just within the rule may be late.
func (r *endgameReport) late(dtz int) (surely, perhaps bool) {
	clock := r.Position.HalfmoveClock()
	end := clock + max(dtz, -dtz)
	return clock > 0 && end > ruleOfFifty, clock > 0 && end == ruleOfFifty
}

// note describes the effect of the position's clock on a win, "" if there is none.
func (r *endgameReport) note() string {
	if !r.Measured || r.WDL != syzygy.Win && r.WDL != syzygy.Loss {
		return ""
	}
	surely, perhaps := r.late(r.DTZ)
	switch clock := r.Position.HalfmoveClock(); {
	case surely:
		return fmt.Sprintf("but the clock of the 50-move rule is at %d half-moves: too late, a draw", clock)
	case perhaps:
		return fmt.Sprintf("the clock of the 50-move rule is at %d half-moves: just in time, or a half-move too late if "+
			"the table counts in moves", clock)
	}
	return ""
}

// group returns the heading of a move's group.
func (r *endgameReport) group(m *endgameMove) string {
	late, _ := r.late(m.DTZ)
	late = late && m.Measured
	switch {
	case !m.Known:
		return "unknown"
	case m.WDL == syzygy.Win && late:
		return "wins too late"
	case m.WDL == syzygy.Win:
		return "wins"
	case m.WDL == syzygy.CursedWin:
		return "cursed win"
	case m.WDL == syzygy.Draw:
		return "draws"
	case m.WDL == syzygy.BlessedLoss:
		return "blessed loss"
	case late:
		return "loses too late"
	}
	return "loses"
}

// endgameCell is a move in the table.
type endgameCell struct{ group, move, distance string }

// table returns the moves in columns that are the same for all groups, the group before the
// first line of its moves.
func (t EndgameText) table(cells []endgameCell) (lines []string) {
	var group, move, distance int // characters
	for _, c := range cells {
		group, move, distance = max(group, len(c.group)), max(move, utf8.RuneCountInString(c.move)),
			max(distance, len(c.distance))
	}
	width := t.Width
	if width <= 0 {
		width = 80
	}
	columns := max((width-group)/(move+distance+3), 1)
	var line strings.Builder
	inLine := 0
	for i, c := range cells {
		head := ""
		if i == 0 || cells[i-1].group != c.group {
			head = c.group
		}
		if head != "" || inLine == columns {
			if i > 0 {
				lines = append(lines, strings.TrimRight(line.String(), " "))
			}
			line.Reset()
			fmt.Fprintf(&line, "%-*s", group, head)
			inLine = 0
		}
		blanks := strings.Repeat(" ", move-utf8.RuneCountInString(c.move))
		fmt.Fprintf(&line, "  %s%s", c.move, blanks)
		if distance > 0 {
			fmt.Fprintf(&line, " %*s", distance, c.distance)
		}
		inLine++
	}
	if line.Len() > 0 {
		lines = append(lines, strings.TrimRight(line.String(), " "))
	}
	return lines
}
