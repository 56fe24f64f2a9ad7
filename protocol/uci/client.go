package uci

import (
	"context"
	"fmt"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
)

// Client is the GUI's side of a session: it drives an engine that speaks UCI through
// one game after the other, without pondering. What the engine says beyond the
// protocol is passed over. A method that has waited in vain leaves the session
// undefined: the engine should then be ended.
type Client struct {
	engine  *protocol.Opponent
	name    string
	options map[string]string // the engine's spelling by the compact one
	control protocol.Control
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
		word, rest := protocol.Cut(line)
		switch word {
		case "id":
			if what, name := protocol.Cut(rest); what == "name" {
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

// NewGame prepares the engine for a game under control and waits until it is ready.
// Where the game begins, each turn says. The error is protocol.ErrGone or the
// context's.
func (c *Client) NewGame(ctx context.Context, _ movegen.Position, control protocol.Control) error {
	c.control = control
	c.engine.Out.Printf("ucinewgame")
	c.engine.Out.Printf("isready")
	return c.engine.Await(ctx, func(line string) (bool, error) {
		word, _ := protocol.Cut(line)
		return word == "readyok", nil
	})
}

// Move lets the engine find a move. The error is protocol.ErrGone, the context's or a
// *protocol.UnplayableError.
func (c *Client) Move(ctx context.Context, turn protocol.Turn) (reply protocol.Reply, err error) {
	c.engine.Out.Printf("%s", positionCommand(turn.Game))
	c.engine.Out.Printf("%s", c.goCommand(&turn))
	stop := func() { c.engine.Out.Printf("stop") }
	err = c.engine.AwaitMove(ctx, &turn, stop, func(line string) (bool, error) {
		word, rest := protocol.Cut(line)
		switch word {
		case "info":
			parseInfo(rest, &reply.Info)
		case "bestmove":
			text, _ := protocol.Cut(rest)
			position := turn.Game.Position()
			move, err := notation.ParseUCI(&position, text)
			if err != nil {
				return true, &protocol.UnplayableError{Text: text, Err: err}
			}
			reply.Move = move
			return true, nil
		}
		return false, nil
	})
	return reply, err
}

// Quit asks the engine to end.
func (c *Client) Quit() { c.engine.Out.Printf("quit") }

// positionCommand returns the command that tells a game.
func positionCommand(game *movegen.Game) string {
	var text strings.Builder
	start := game.Start()
	if fen := start.FEN(); fen == movegen.StartFEN {
		text.WriteString("position startpos")
	} else {
		text.WriteString("position fen " + fen)
	}
	for i, m := range game.Moves() {
		if i == 0 {
			text.WriteString(" moves")
		}
		text.WriteString(" " + notation.UCI(m, false))
	}
	return text.String()
}

// goCommand returns the command to think within the control and what the clocks show.
func (c *Client) goCommand(turn *protocol.Turn) string {
	text := "go"
	position := turn.Game.Position()
	if own := turn.Clocks[position.Side()]; c.control.Timed() {
		white, black := turn.Clocks[movegen.White], turn.Clocks[movegen.Black]
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
