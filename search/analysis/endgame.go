package analysis

import (
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/search"
	"alfiere/tt/syzygy"
)

// outcome is how a game ends from a position on if both sides play as endgame tables say,
// under the 50-move rule, for the side to move.
type outcome uint8

// The outcomes; Unknown is that of a position which no table holds.
const (
	unknown outcome = iota
	lost
	drawn
	won
)

// reversed returns the outcome for the other side.
func (o outcome) reversed() outcome { return [...]outcome{unknown, won, drawn, lost}[o] }

// outcome asks the tables for a position, in which there is a move or none. A win that would
// come behind the end of the 50-move rule, whose clock may have begun, is none.
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

// bestLine returns the moves that the tables hold for best from p on: a single one where
// it holds the draw.
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

// tablesSay begins what the tables say in a comment.
const tablesSay = "tables: "

// tell writes into the comment of a move what the tables say of the position behind it, if
// they know that position and did not know the one before or if the move has changed it.
// What they said in an older comment goes.
func (a *Annotator) tell(t *gametree.Tree, j *judgement, first bool) {
	comment := t.Comment(j.Node)
	if at := strings.Index(comment, tablesSay); at == 0 || at > 0 && strings.HasSuffix(comment[:at], "; ") {
		comment = strings.TrimSuffix(comment[:at], "; ")
	}
	before, after := j.Before.Outcome, j.After.Outcome.reversed()
	said := ""
	switch {
	case after == unknown, j.After.Over && (before == unknown || before == after):
	case before == unknown, first && before == after:
		said = verdict(after, j.Side)
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
	if comment != t.Comment(j.Node) {
		t.SetComment(j.Node, comment)
	}
}

// verdict names who wins.
func verdict(o outcome, side movegen.Color) string {
	if o == drawn {
		return "draw"
	}
	if (o == won) == (side == movegen.White) {
		return "White wins"
	}
	return "Black wins"
}

// endgames is what a search is told that shall ask all of the tables, which may be nil, under
// the 50-move rule.
func endgames(tables *syzygy.Tables) search.EndgameUse {
	if tables == nil {
		return search.EndgameUse{}
	}
	return search.EndgameUse{Tables: tables, ProbeDepth: 1, ProbeLimit: tables.Men(), Rule50: true}
}
