package analysis

import (
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/search"
	"alfiere/tt/syzygy"
)

// outcome is the result of a position for the side to move if both sides play by the
// endgame tables, under the 50-move rule.
type outcome uint8

// The outcomes; unknown is that of a position that no table holds.
const (
	unknown outcome = iota
	lost
	drawn
	won
)

// reversed returns the outcome for the other side.
func (o outcome) reversed() outcome { return [...]outcome{unknown, won, drawn, lost}[o] }

// outcome looks up a position in the tables; over is set if it has no move. A win that the
// 50-move rule would prevent, including the position's clock, is none.
func (a *Annotator) outcome(p *movegen.Position, over bool) outcome {
	value, known := a.Tables.WDL(p)
	if !known {
		return unknown
	}
	if clock := p.HalfmoveClock(); clock > 0 && !over {
		if distance, measured := a.Tables.DTZ(p); measured && clock+max(distance, -distance) > ruleOfFifty {
			return drawn
		}
	}
	switch value {
	case syzygy.Win:
		return won
	case syzygy.Loss:
		return lost
	}
	return drawn
}

// bestLine returns the best moves from p on by the tables: a single one if it holds the draw.
func (a *Annotator) bestLine(p movegen.Position, outcome outcome) (line []movegen.Move) {
	length := a.Line
	if outcome == drawn {
		length = 1
	}
	for len(line) < max(length, 1) {
		moves, known := a.Tables.Moves(&p)
		if !known || len(moves) == 0 {
			break
		}
		line = append(line, moves[0].Move)
		p.Make(moves[0].Move)
	}
	return line
}

// tablesSay begins the verdict of the tables in a comment.
const tablesSay = "tables: "

// tell writes the verdict of the tables on the position after a move into its comment, if they hold that position, and
// either not the one before or the move has changed the verdict. An older verdict is removed from the comment.
func (a *Annotator) tell(t *gametree.Tree, m *Move, first bool) {
	comment := t.Comment(m.node)
	if at := strings.Index(comment, tablesSay); at == 0 || at > 0 && strings.HasSuffix(comment[:at], "; ") {
		comment = strings.TrimSuffix(comment[:at], "; ")
	}
	before, after := m.before, m.after
	said := ""
	switch {
	case after == unknown, m.Over && (before == unknown || before == after):
	case before == unknown, first && before == after:
		said = verdict(after, m.Position.Side())
	case before != after:
		names := [...]string{lost: "loss", drawn: "draw", won: "win"}
		said = names[before] + " -> " + names[after]
	}
	if said != "" {
		if comment != "" {
			comment += "; "
		}
		comment += tablesSay + said
	}
	t.SetComment(m.node, comment)
}

// verdict names the winner.
func verdict(o outcome, side movegen.Color) string {
	if o == drawn {
		return "draw"
	}
	if (o == won) == (side == movegen.White) {
		return "White wins"
	}
	return "Black wins"
}

// endgames returns the settings of a search that uses all of the tables, which may be nil, under the 50-move rule.
func endgames(tables *syzygy.Tables) search.EndgameUse {
	if tables == nil {
		return search.EndgameUse{}
	}
	return search.EndgameUse{Tables: tables, ProbeDepth: 1, ProbeLimit: tables.MaxPieces(), Rule50: true}
}
