package arena

import (
	"alfiere/movegen"
	"alfiere/protocol/client"
)

// Resign makes a player lose after scores of at most -Score centipawns for Moves moves of its own
// in a row. With Moves 0 no player resigns.
type Resign struct {
	Score client.Score
	Moves int
}

// draw ends a game as a draw when both players have reported scores from -Score to Score for Moves
// moves each in a row, and at least After moves of each side were played. Moves 0 turns the rule
// off.
type draw struct {
	Score client.Score
	Moves int
	After int
}

// adjudicator follows the scores of a game, and asks endgame tables.
type adjudicator struct {
	resign Resign
	draw   draw
	tables endgames // nil without any
	lost   [2]int   // by colour: moves in a row that its player has called lost
	level  int      // half-moves in a row whose players have called the game even
	moves  int      // half-moves of the game, moves of an opening not counted
}

// add counts a move of colour c.
func (a *adjudicator) add(c movegen.Color, report *client.Report) {
	a.moves++
	told := report.Depth > 0
	if told && report.Score <= -a.resign.Score {
		a.lost[c]++
	} else {
		a.lost[c] = 0
	}
	if told && report.Score >= -a.draw.Score && report.Score <= a.draw.Score {
		a.level++
	} else {
		a.level = 0
	}
}

// verdict returns the result after a move to position, Ongoing if the game is not over. Tables take
// precedence over scores.
func (a *adjudicator) verdict(position *movegen.Position) (result movegen.Result, reason string) {
	if a.tables != nil {
		if result, reason = tableVerdict(a.tables, position); result != movegen.Ongoing {
			return result, reason
		}
	}
	c := position.Side().Other()
	switch {
	case a.resign.Moves > 0 && a.lost[c] >= a.resign.Moves:
		return movegen.WinFor(c.Other()), c.String() + "'s own scores call the game lost"
	case a.draw.Moves > 0 && a.level >= 2*a.draw.Moves && a.moves >= 2*a.draw.After:
		return movegen.Drawn, "both players' scores call the game even"
	}
	return movegen.Ongoing, ""
}
