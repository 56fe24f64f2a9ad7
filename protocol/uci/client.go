package uci

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/protocol/wire"
	"alfiere/search"
)

// Client is the GUI's side of a session: it drives an engine that speaks UCI through
// one game after the other. What the engine says beyond the protocol is passed over. A
// method that has waited in vain leaves the session undefined: the engine should then
// be ended.
type Client struct {
	engine   *protocol.Opponent
	name     string
	options  map[string]string // the engine's spelling by the compact one
	control  protocol.Control
	chess960 bool

	expected movegen.Move // the reply to its last move, NoMove if it has told none
	ponders  int          // half-moves of the game that it ponders on, with the expected one; 0: it does not
	thought  thought
}

// NewClient returns a client for an engine that has not been told anything yet.
func NewClient(engine *protocol.Opponent) *Client {
	return &Client{engine: engine, options: map[string]string{}}
}

// Handshake introduces the two to each other. The error is protocol.ErrGone or the
// context's.
func (c *Client) Handshake(ctx context.Context) error {
	c.engine.Out.Printf("uci")
	return c.engine.Await(ctx, func(line string) (bool, error) {
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

func (c *Client) noteOption(rest string) {
	if _, named, ok := cutWord(rest, "name"); ok {
		name, _, _ := cutWord(named, "type")
		c.options[compact(name)] = name
	}
}

// compact returns an option's name without what may be written in different ways.
func compact(name string) string { return strings.ToLower(strings.ReplaceAll(name, " ", "")) }

// Name returns the name that the engine gave itself in the handshake, if it did.
func (c *Client) Name() string { return c.name }

// SetOption sets an option that the engine has announced; case and blanks of the name
// do not count. Other names give protocol.ErrUnable.
func (c *Client) SetOption(name, value string) error {
	own, ok := c.options[compact(name)]
	if !ok {
		return fmt.Errorf("option %q: %w", name, protocol.ErrUnable)
	}
	if value == "" {
		c.engine.Out.Printf("setoption name %s", own)
		return nil
	}
	c.engine.Out.Printf("setoption name %s value %s", own, value)
	return nil
}

// Reusable reports whether the engine can play more than one game.
func (c *Client) Reusable() bool { return true }

// NewGame prepares the engine for a game and waits until it is ready. Where the game
// begins, each turn says. The error is protocol.ErrGone, the context's, or wraps
// protocol.ErrUnable.
func (c *Client) NewGame(ctx context.Context, setup protocol.Setup) error {
	if err := c.settle(ctx); err != nil {
		return err
	}
	c.expected = movegen.NoMove
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
	c.engine.Out.Printf("ucinewgame")
	c.engine.Out.Printf("isready")
	return c.engine.Await(ctx, func(line string) (bool, error) {
		word, _ := wire.Cut(line)
		return word == "readyok", nil
	})
}

// Move lets the engine find a move, or finish what it has begun by pondering. The error
// is protocol.ErrGone, the context's or a *protocol.UnplayableError.
func (c *Client) Move(ctx context.Context, turn protocol.Turn) (reply protocol.Reply, err error) {
	if c.isHit(turn.Game) {
		c.goOn()
	} else {
		start := time.Now()
		if err := c.settle(ctx); err != nil {
			return reply, err
		}
		turn = turn.Spend(time.Since(start))
		c.thought = thought{}
		c.engine.Out.Printf("%s", c.positionCommand(turn.Game))
		c.engine.Out.Printf("go%s", c.limits(turn.Game.Side(), &turn.Clocks))
	}
	if !c.thought.ended {
		stop := func() { c.engine.Out.Printf("stop") }
		err = c.engine.AwaitMove(ctx, &turn, stop, func(line string) (bool, error) { return c.thought.hear(line), nil })
	}
	reply.Info = c.thought.info
	if err == nil {
		reply.Move, c.expected, err = c.thought.moves(turn.Game.Position())
	}
	return reply, err
}

// Quit asks the engine to end.
func (c *Client) Quit() {
	c.engine.Unwatch()
	c.engine.Out.Printf("quit")
}

// positionCommand returns the command that tells a game and what may follow it.
func (c *Client) positionCommand(game *movegen.Game, next ...movegen.Move) string {
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

// limits returns the words behind "go" that tell the control, and what the clocks show
// before a move of the given side.
func (c *Client) limits(side movegen.Color, clocks *[2]search.Clock) (text string) {
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
