package arena

import (
	"cmp"
	"context"
	"errors"
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
	Worker   string `json:"-"` // that played it, empty for this process
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

// Rules are those of a match, beyond the rules of chess.
type Rules struct {
	Margin time.Duration // by which a player may overstep its time

	// Longest is the maximum time of a move without a time limit, bounded by nodes or depth; 0 means an hour.
	Longest time.Duration

	// Grace is how long to wait for a player that has overstepped its time and got the command to move
	// before it counts as hanging. Its game is lost either way.
	Grace time.Duration

	Resign   Resign
	Draw     draw
	Endgames endgames // end a game after the first move to a position whose result they have; nil for none
	MaxMoves int      // of each side, after which a game is cut; 0 is no limit

	// Judge, if not nil, returns the value for White, from 0 to 1, of a game that was cut; without it
	// such a game is a draw. The error is that of ctx.
	Judge func(ctx context.Context, position *movegen.Position) (points float64, err error)
}

// referee is that of all games.
var referee = movegen.Referee{Draws: movegen.DrawsAtOnce}

// table is a game that is being played.
type table struct {
	rules       *Rules
	players     [2]Player // by colour
	controls    [2]client.Control
	clocks      [2]client.Clock
	game        *movegen.Game
	adjudicator adjudicator
	offered     bool // a draw, with the last move
	record      *Game
}

// Play plays the game of a record with number, colours and start, and fills in the rest; players
// and controls are by colour. The error is that of ctx, or a *client.StartError.
func (r *Rules) Play(ctx context.Context, record *Game, players [2]Player, controls [2]client.Control) error {
	t := &table{rules: r, players: players, game: referee.Start(record.Start), record: record,
		controls: controls, clocks: [2]client.Clock{controls[movegen.White].Start(), controls[movegen.Black].Start()},
		adjudicator: adjudicator{resign: r.Resign, draw: r.Draw, tables: r.Endgames}}
	record.Begun = time.Now()
	defer func() { record.Duration = time.Since(record.Begun) }()
	for _, c := range [2]movegen.Color{movegen.White, movegen.Black} {
		err := players[c].NewGame(ctx, client.Setup{Game: record.Round, Start: record.Start, Chess960: record.Chess960,
			Control: controls[c]})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.As(err, new(*client.StartError)) {
			return err
		}
		if err != nil {
			t.fail(c, err)
			return nil
		}
	}
	for record.Result == movegen.Ongoing {
		if err := t.turn(ctx); err != nil {
			return err
		}
	}
	return t.judge(ctx)
}

// judge lets the rules' judge give the value of a game that was cut.
func (t *table) judge(ctx context.Context) (err error) {
	if t.rules.Judge == nil || t.record.Termination != MoveLimit {
		return nil
	}
	position := t.game.Position()
	t.record.WhitePoints, err = t.rules.Judge(ctx, &position)
	t.record.Judged = true
	return err
}

// turn lets the side to move make a move, and records the end of the game if it ends. The error is that of ctx.
func (t *table) turn(ctx context.Context) error {
	if outcome := t.game.Outcome(); outcome.Result != movegen.Ongoing {
		t.record.end(outcome.Result, Normal, outcome.Ending.String())
		return nil
	}
	position := t.game.Position()
	c := position.Side()
	allowed, timed := t.controls[c].Allowed(t.clocks[c])
	if !timed {
		allowed = cmp.Or(t.rules.Longest, time.Hour)
	}
	limit := allowed + t.rules.Margin
	turn := client.Turn{Game: t.game, Clocks: t.clocks, Stop: limit, DrawOffered: t.offered}

	start := time.Now()
	patience, cancel := context.WithTimeout(ctx, limit+t.rules.Grace)
	reply, err := t.players[c].Move(patience, turn)
	elapsed := time.Since(start)
	cancel()

	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		t.fail(c, err)
	case elapsed > limit && !timed:
		t.lose(c, Stall, fmt.Sprintf("no move within %v", limit))
	case elapsed > limit:
		t.lose(c, TimeForfeit, overText(elapsed-allowed))
	case reply.Resigns:
		t.record.end(movegen.WinFor(c.Other()), Normal, movegen.Resignation.String())
	case reply.AcceptsDraw:
		t.record.end(movegen.Drawn, Normal, movegen.Agreement.String())
	default:
		t.offered = reply.OffersDraw
		t.move(c, Move{Move: reply.Move, Elapsed: elapsed, Report: reply.Report})
		return t.ponder(ctx, c)
	}
	return nil
}

// overText returns how late a move was, to the tenth of a millisecond.
func overText(late time.Duration) string {
	return fmt.Sprintf("%.1f ms over the time", max(float64(late)/float64(time.Millisecond), 0.1))
}

// ponder lets a player that has moved think in its opponent's time, which does not run yet. The error is that of ctx.
func (t *table) ponder(ctx context.Context, c movegen.Color) error {
	if t.record.Result != movegen.Ongoing || t.game.Over() {
		return nil
	}
	err := t.players[c].Ponder(ctx, client.Turn{Game: t.game, Clocks: t.clocks})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		t.fail(c, err)
	}
	return nil
}

// move plays a move that was in time, and ends the game if tables, scores or its length require it.
func (t *table) move(c movegen.Color, m Move) {
	before := t.game.Position()
	if err := t.game.Play(m.Move); err != nil {
		t.fail(c, &client.UnplayableError{Text: m.Move.String(), Err: err})
		return
	}
	t.clocks[c] = t.controls[c].After(t.clocks[c], m.Elapsed)
	t.record.Moves = append(t.record.Moves, m)
	t.record.Plies++
	t.record.Capture = before.IsCapture(m.Move)
	t.adjudicator.add(c, &m.Report)
	if t.game.Over() {
		return // the rules of chess take precedence
	}
	position := t.game.Position()
	if result, reason := t.adjudicator.verdict(&position); result != movegen.Ongoing {
		t.record.end(result, Adjudication, reason)
	} else if t.rules.MaxMoves > 0 && len(t.record.Moves) >= 2*t.rules.MaxMoves {
		t.record.end(movegen.Drawn, MoveLimit, fmt.Sprintf("cut after %d moves", t.rules.MaxMoves))
	}
}

// fail lets colour c lose because of err.
func (t *table) fail(c movegen.Color, err error) {
	how := Disconnect
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		t.lose(c, Stall, "no answer; the engine was killed")
		return
	case errors.As(err, new(*client.UnplayableError)):
		how = IllegalMove
	case errors.As(err, new(*client.SurplusError)):
		how = SurplusMove
	case errors.As(err, new(*client.ClaimError)):
		how = FalseClaim
	case errors.Is(err, client.ErrRejected):
		how = Rejection
	}
	t.lose(c, how, err.Error())
}

// lose ends the game by a fault of colour c.
func (t *table) lose(c movegen.Color, how Termination, reason string) {
	t.record.end(movegen.WinFor(c.Other()), how, c.String()+": "+reason)
}

// Player makes moves; *client.Engine and *inprocess.Player do. When a context ends during a call,
// the call returns at once, whatever the state of the player, and the next NewGame starts afresh.
type Player interface {
	// NewGame prepares for a game. A *client.StartError means that there is no player; any other error loses the game.
	NewGame(ctx context.Context, setup client.Setup) error

	// Move returns the move for the side to move. Errors are those of client.Client; each loses the game.
	Move(ctx context.Context, turn client.Turn) (client.Reply, error)

	// Ponder is called when the player has moved and the game is not over: if its control allows, it
	// may think in its opponent's time. turn is the opponent's. An error loses the game.
	Ponder(ctx context.Context, turn client.Turn) error

	// Close ends the player. The error is about resources only.
	Close() error
}

// Contestant is one of the participants of a match.
type Contestant struct {
	Name    string
	Control client.Control
	Threads int // with which it searches; 0 is one

	// Open makes a player; concurrent games have different ones.
	Open func() Player
}
