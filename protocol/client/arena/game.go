package arena

import (
	"fmt"
	"time"

	"alfiere/movegen"
	"alfiere/protocol/client"
)

// Termination is the way in which a game has ended.
type Termination uint8

// The terminations. From TimeForfeit on they are faults, by which a player loses.
const (
	Normal       Termination = iota // by the rules of chess, or a resignation
	Adjudication                    // by endgame tables, or the scores that the players reported
	MoveLimit                       // cut at the maximum number of moves; a draw
	TimeForfeit                     // a move came too late
	IllegalMove                     // or none at all in its place
	FalseClaim                      // of a result that the board does not show
	Rejection                       // a legal position or move was refused
	Disconnect                      // the engine died or closed its output
	Stall                           // no answer; the engine was killed
	SurplusMove                     // an answer without a command to search
	terminationCount
)

// terminationNames are the values of PGN's tag Termination.
var terminationNames = [terminationCount]string{
	Normal:       "normal",
	Adjudication: "adjudication",
	MoveLimit:    "move limit",
	TimeForfeit:  "time forfeit",
	IllegalMove:  "illegal move",
	FalseClaim:   "false claim",
	Rejection:    "rejection",
	Disconnect:   "disconnect",
	Stall:        "stall",
	SurplusMove:  "surplus move",
}

// String returns the value of PGN's tag Termination.
func (t Termination) String() string { return terminationNames[t] }

// IsFault reports whether the loser has lost by misbehaving.
func (t Termination) IsFault() bool { return t >= TimeForfeit }

// Faults lists the terminations that are faults.
func Faults() (faults []Termination) {
	for t := TimeForfeit; t < terminationCount; t++ {
		faults = append(faults, t)
	}
	return faults
}

// Terminations counts games by how they ended.
type Terminations [terminationCount]int

// Move is a move of a game as it was played.
type Move struct {
	Move    movegen.Move
	Elapsed time.Duration // by the arena's clock

	// Report is the player's report, from its own point of view; Depth 0 means none.
	Report client.Report
}

// Game is the record of a game. Its JSON is that of a game played elsewhere, which FillPair reads.
type Game struct {
	Number      int              `json:"-"` // from 0; an even game and the next one are a pair
	Round       string           `json:"-"` // in the form of the PGN tag
	White       int              `json:"-"` // the number of the contestant with White
	Black       int              `json:"-"` // likewise
	Start       movegen.Position `json:"-"`
	Chess960    bool             `json:"-"`
	Moves       []Move           // none in a game of an earlier run
	Plies       int              // half-moves, those of an opening not counted
	Result      movegen.Result
	Termination Termination
	Reason      string // reason of the end, in words

	// Judged means that the game was cut and the rules' judge has given its value for White, from 0 to
	// 1: WhitePoints. Its Result is a draw.
	Judged      bool
	WhitePoints float64

	// Controls are the controls by colour if their times were scaled to the speed of the machine.
	Controls [2]client.Control

	Capture  bool   // the last move was a capture
	Rule     string // Match.Rule when it was played, empty if unknown
	Begun    time.Time
	Duration time.Duration
}

// fill completes the record with the same game as it was played elsewhere. The error is for one that cannot have been.
func (g *Game) fill(played Game) error {
	position := g.Start
	for i := range played.Moves {
		if m := played.Moves[i].Move; !position.IsLegal(m) {
			return fmt.Errorf("move %d: %v is illegal", i+1, m)
		}
		position.Make(played.Moves[i].Move)
	}
	switch {
	case played.Result == movegen.Ongoing || played.Result > movegen.Drawn:
		return fmt.Errorf("%d is not a result", played.Result)
	case played.Termination >= terminationCount:
		return fmt.Errorf("%d is not a termination", played.Termination)
	case !(played.WhitePoints >= 0 && played.WhitePoints <= 1):
		return fmt.Errorf("%v points", played.WhitePoints)
	}
	played.Number, played.Round, played.White, played.Black = g.Number, g.Round, g.White, g.Black
	played.Start, played.Chess960, played.Plies = g.Start, g.Chess960, len(played.Moves)
	*g = played
	return nil
}

// Points returns the half points of a contestant: 0, 1 or 2.
func (g *Game) Points(contestant int) int {
	winner, won := movegen.Outcome{Result: g.Result}.Winner()
	switch {
	case !won:
		return 1
	case g.Contestant(winner) == contestant:
		return 2
	}
	return 0
}

// Score returns the value of the game for a contestant, from 0 to 1; a judge's verdict counts.
func (g *Game) Score(contestant int) float64 {
	if !g.Judged {
		return float64(g.Points(contestant)) / 2
	}
	if g.White == contestant {
		return g.WhitePoints
	}
	return 1 - g.WhitePoints
}

// Contestant returns the number of the contestant with the colour.
func (g *Game) Contestant(c movegen.Color) int {
	if c == movegen.White {
		return g.White
	}
	return g.Black
}

// end records the end of the game.
func (g *Game) end(result movegen.Result, how Termination, reason string) {
	g.Result, g.Termination, g.Reason = result, how, reason
}
