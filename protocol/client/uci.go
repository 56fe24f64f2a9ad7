package client

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// uciClient drives an engine that speaks UCI.
type uciClient struct {
	conn     *Conn
	name     string
	options  map[string]string // the engine's spelling by the compact one
	control  Control
	chess960 bool

	expected movegen.Move // the reply to its last move, NoMove if it has reported none
	ponders  int          // half-moves of the game that it ponders on, including the expected one; 0 if it does not ponder
	pending  pendingSearch
	surplus  string           // an answer that the engine gave without a command to search
	before   movegen.Position // of its last move
}

func newUCI(conn *Conn) *uciClient {
	return &uciClient{conn: conn, options: map[string]string{}}
}

// Handshake implements Client.
func (c *uciClient) Handshake(ctx context.Context) error {
	c.conn.Out.Printf("uci")
	return c.conn.await(ctx, func(line string) (bool, error) {
		word, rest := wire.Cut(line)
		switch word {
		case "id":
			if what, name := wire.Cut(rest); what == "name" {
				c.name = name
			}
		case "option":
			c.noteOption(rest)
		}
		return word == "uciok", nil
	})
}

func (c *uciClient) noteOption(rest string) {
	if _, named, ok := wire.CutAt(rest, "name"); ok {
		name, _, _ := wire.CutAt(named, "type")
		c.options[compact(name)] = name
	}
}

// SetOption implements Client.
func (c *uciClient) SetOption(name, value string) error {
	own, ok := c.options[compact(name)]
	if !ok {
		return fmt.Errorf("option %q: %w", name, ErrUnable)
	}
	if value == "" {
		c.conn.Out.Printf("setoption name %s", own)
		return nil
	}
	c.conn.Out.Printf("setoption name %s value %s", own, value)
	return nil
}

// Reusable implements Client: by the standard every engine is.
func (c *uciClient) Reusable() bool { return true }

// NewGame implements Client. Each turn sends the start of the game.
func (c *uciClient) NewGame(ctx context.Context, setup Setup) error {
	if err := c.stopPonder(ctx); err != nil {
		return err
	}
	c.expected, c.surplus, c.before = movegen.NoMove, "", movegen.Position{}
	if setup.Control.Ponder != c.control.Ponder {
		if err := c.SetOption("Ponder", strconv.FormatBool(setup.Control.Ponder)); err != nil {
			return err
		}
	}
	if setup.Chess960 != c.chess960 {
		if err := c.SetOption("UCI_Chess960", strconv.FormatBool(setup.Chess960)); err != nil {
			return err
		}
	}
	c.control, c.chess960 = setup.Control, setup.Chess960
	c.conn.Out.Printf("ucinewgame")
	c.conn.Out.Printf("isready")
	return c.conn.await(ctx, func(line string) (bool, error) {
		word, _ := wire.Cut(line)
		return word == "readyok", nil
	})
}

// Move implements Client.
func (c *uciClient) Move(ctx context.Context, turn Turn) (reply Reply, err error) {
	if c.isPonderHit(turn.Game) {
		c.ponderHit()
	} else {
		start := time.Now()
		if err := c.stopPonder(ctx); err != nil {
			return reply, err
		}
		if c.surplus = cmp.Or(c.surplus, c.unasked()); c.surplus != "" {
			return reply, &SurplusError{Text: c.surplus}
		}
		turn = turn.After(time.Since(start))
		c.pending = pendingSearch{}
		c.conn.Out.Printf("%s", c.positionCommand(turn.Game))
		c.conn.Out.Printf("go%s", c.limits(turn.Game.Side(), &turn.Clocks))
	}
	if !c.pending.ended {
		stop := func() { c.conn.Out.Printf("stop") }
		err = c.conn.awaitMove(ctx, &turn, stop, func(line string) (bool, error) { return c.pending.hear(line), nil })
	}
	reply.Report = c.pending.report
	if err != nil {
		return reply, err
	}
	position := turn.Game.Position()
	reply.Move, c.expected, err = c.pending.moves(position)
	if err != nil && c.isLate() {
		return reply, &SurplusError{Text: "bestmove " + c.pending.best}
	}
	reply.Line = c.pending.playable(position, reply.Move)
	c.before = position
	return reply, err
}

// isLate reports whether an illegal answer was legal in the position of the engine's last move: then
// it is a second answer to the earlier command, which has come too late to be recognised before.
func (c *uciClient) isLate() bool {
	text, _ := wire.Cut(c.pending.best)
	_, err := notation.ParseUCI(&c.before, text)
	return c.before != (movegen.Position{}) && err == nil
}

// Quit implements Client.
func (c *uciClient) Quit() {
	c.conn.unlisten()
	c.conn.Out.Printf("quit")
}

// positionCommand returns the command that sends a game and the moves that may follow it.
func (c *uciClient) positionCommand(game *movegen.Game, next ...movegen.Move) string {
	var text strings.Builder
	start := game.Start()
	if fen := start.FEN(); fen == movegen.StartFEN {
		text.WriteString("position startpos")
	} else {
		text.WriteString("position fen " + fen)
	}
	for i, m := range slices.Concat(game.Moves(), next) {
		if i == 0 {
			text.WriteString(" moves")
		}
		text.WriteString(" " + notation.UCI(m, c.chess960))
	}
	return text.String()
}

// limits returns the words after "go" for the control and for the clocks before a move of the given side.
func (c *uciClient) limits(side movegen.Color, clocks *[2]Clock) (text string) {
	if own := clocks[side]; c.control.Timed() {
		white, black := clocks[movegen.White], clocks[movegen.Black]
		text += fmt.Sprintf(" wtime %d btime %d winc %d binc %d", max(white.Remaining.Milliseconds(), 1),
			max(black.Remaining.Milliseconds(), 1), white.Increment.Milliseconds(), black.Increment.Milliseconds())
		if own.MovesToGo > 0 {
			text += fmt.Sprintf(" movestogo %d", own.MovesToGo)
		}
	}
	if c.control.MoveTime > 0 {
		text += fmt.Sprintf(" movetime %d", max(c.control.MoveTime.Milliseconds(), 1))
	}
	if c.control.Nodes > 0 {
		text += fmt.Sprintf(" nodes %d", c.control.Nodes)
	}
	if c.control.Depth > 0 {
		text += fmt.Sprintf(" depth %d", c.control.Depth)
	}
	return text
}
