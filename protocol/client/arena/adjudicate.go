package arena

import (
	"fmt"
	"strconv"
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/protocol/client"
	"alfiere/tt/syzygy"
)

// Resign makes a player lose after scores of at most -Score centipawns for Moves moves of its own
// in a row. With Moves 0 no player resigns.
type Resign struct {
	Score client.Score
	Moves int
}

// draw ends a game as a draw when both players have reported scores from -Score to Score for Moves moves each in a row,
// and at least After moves of each side were played. Moves 0 turns the rule off.
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
	reported := report.Depth > 0
	if reported && report.Score <= -a.resign.Score {
		a.lost[c]++
	} else {
		a.lost[c] = 0
	}
	if reported && report.Score >= -a.draw.Score && report.Score <= a.draw.Score {
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

// endgames are endgame tables such as *syzygy.Tables. Concurrent games use them at the same time.
type endgames interface {
	// WDL returns the value for the side to move with the 50-move clock at zero.
	WDL(p *movegen.Position) (value syzygy.WDL, ok bool)

	// DTZ returns the distance to the next capture or pawn move in half-moves, below zero
	// if the side to move loses. It may be one too small.
	DTZ(p *movegen.Position) (distance int, ok bool)
}

// lastPly is the half-move of the 50-move clock by which a win must reach its next capture or pawn
// move to be certain. It is not 100 because distances may be one too small.
const lastPly = 99

// tableVerdict returns the result of a position by the tables: Ongoing if they do not have it, or
// if its clock may prevent the win. A later move then decides.
func tableVerdict(tables endgames, p *movegen.Position) (result movegen.Result, reason string) {
	value, ok := tables.WDL(p)
	switch {
	case !ok:
		return movegen.Ongoing, ""
	case value == syzygy.Draw:
		return movegen.Drawn, "endgame tables: a draw"
	case value != syzygy.Win && value != syzygy.Loss: // and no other clock improves it
		return movegen.Drawn, "endgame tables: a draw by the fifty-move rule"
	}
	if clock := p.HalfmoveClock(); clock > 0 {
		distance, ok := tables.DTZ(p)
		if !ok || clock+max(distance, -distance) > lastPly {
			return movegen.Ongoing, ""
		}
	}
	winner := p.Side()
	if value == syzygy.Loss {
		winner = winner.Other()
	}
	if winner == movegen.White {
		return movegen.WhiteWins, "endgame tables: White wins"
	}
	return movegen.BlackWins, "endgame tables: Black wins"
}

// String returns the rule in the form of Set, empty if the rule is off.
func (r *Resign) String() string {
	if r == nil || r.Moves == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", r.Score, r.Moves)
}

// Set reads SCORE/MOVES. With String it makes a Resign a flag.Value.
func (r *Resign) Set(text string) error { return readNumbers(text, (*int)(&r.Score), &r.Moves) }

// String returns the rule in the form of Set, empty if the rule is off.
func (d *draw) String() string {
	if d == nil || d.Moves == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d/%d", d.Score, d.Moves, d.After)
}

// Set reads SCORE/MOVES/AFTER. With String it makes a Draw a flag.Value.
func (d *draw) Set(text string) error {
	return readNumbers(text, (*int)(&d.Score), &d.Moves, &d.After)
}

// readNumbers reads whole numbers separated by slashes: a score, moves above 0, and a
// number that may be 0. If one is wrong none is stored.
func readNumbers(text string, to ...*int) error {
	parts := strings.Split(text, "/")
	if len(parts) != len(to) {
		return message.Errorf("expected %d numbers separated by slashes", len(to))
	}
	numbers := make([]int, len(to))
	for i, part := range parts {
		var err error
		numbers[i], err = strconv.Atoi(part)
		if n := numbers[i]; err != nil || n < 0 || n == 0 && i == 1 || n > int(client.MateBound) {
			return message.Errorf("%q is not a valid number", part)
		}
	}
	for i := range to {
		*to[i] = numbers[i]
	}
	return nil
}

// ParseSPRT reads a test as ELO0,ELO1[,ALPHA,BETA]; the default error probabilities are 0.05 each.
// logistic selects logistic instead of normalised Elo. An empty text means no test: nil.
func ParseSPRT(text string, logistic bool) (*SPRT, error) {
	if text == "" {
		return nil, nil
	}
	test := SPRT{Alpha: 0.05, Beta: 0.05, Logistic: logistic}
	parts := strings.Split(text, ",")
	if len(parts) != 2 && len(parts) != 4 {
		return nil, message.Errorf("%q: expected two or four numbers", text)
	}
	to := [...]*float64{&test.Elo0, &test.Elo1, &test.Alpha, &test.Beta}
	for i, part := range parts {
		number, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return nil, message.Errorf("%q is not a number", part)
		}
		*to[i] = number
	}
	return &test, test.Validate()
}

// ParseVariant reads the name of a variant: chess960 reports whether it is fischerandom and not normal chess.
func ParseVariant(name string) (chess960 bool, err error) {
	switch name {
	case "normal":
		return false, nil
	case "fischerandom":
		return true, nil
	}
	return false, fmt.Errorf("--variant must be normal or fischerandom, not %q", name)
}
