package xboard

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/protocol/wire"
)

// Client is the GUI's side of a session: it drives an engine that speaks the
// protocol through one game after the other. What the engine says beyond the protocol
// is passed over. A method that has waited in vain leaves the session undefined: the
// engine should then be ended.
type Client struct {
	engine   *protocol.Opponent
	features map[string]string // announced in the handshake
	options  map[string]string // the engine's spelling by the compact one
	pings    int
	control  protocol.Control
	chess960 bool

	told    int  // half-moves of the game that the engine knows
	playing bool // it answers a move with a move; else it is in force mode
	aside   aside
}

// featurePatience is how long an engine may take to announce its first feature; one
// that does not speaks version 1. The standard's two seconds are for a quiet machine.
const featurePatience = 2 * time.Second

// NewClient returns a client for an engine that has not been told anything yet.
func NewClient(engine *protocol.Opponent) *Client {
	return &Client{engine: engine, features: map[string]string{}, options: map[string]string{}}
}

// Handshake introduces the two to each other. The error is protocol.ErrGone or the
// context's.
func (c *Client) Handshake(ctx context.Context) error {
	c.engine.Out.Printf("xboard")
	c.engine.Out.Printf("protover 2")
	first, cancel := context.WithTimeout(ctx, featurePatience)
	defer cancel()
	done := false
	note := func(line string) (bool, error) {
		word, rest := wire.Cut(line)
		if word == "feature" {
			done = c.noteFeatures(rest)
		}
		return word == "feature", nil
	}
	err := c.engine.Await(first, note)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil // version 1
	}
	for err == nil && !done {
		err = c.engine.Await(ctx, note)
	}
	return err
}

// SetOption sets an option that the engine has announced; case and blanks of the name
// do not count. Hash and Threads, as UCI calls them, are set by the commands memory
// and cores if there is no such option. Other names give protocol.ErrUnable.
func (c *Client) SetOption(name, value string) error {
	switch own, ok := c.options[compact(name)]; {
	case ok && value == "":
		c.engine.Out.Printf("option %s", own)
	case ok:
		c.engine.Out.Printf("option %s=%s", own, value)
	case compact(name) == "hash" && c.has("memory"):
		c.engine.Out.Printf("memory %s", value)
	case compact(name) == "threads" && c.has("smp"):
		c.engine.Out.Printf("cores %s", value)
	default:
		return fmt.Errorf("option %q: %w", name, protocol.ErrUnable)
	}
	return nil
}

// Reusable reports whether the engine can play more than one game and says when it is
// ready for the next one.
func (c *Client) Reusable() bool { return c.features["reuse"] != "0" && c.has("ping") }

// NewGame prepares the engine for a game and waits until it is ready. The error is
// protocol.ErrGone, the context's, or wraps protocol.ErrUnable or protocol.ErrRejected.
func (c *Client) NewGame(ctx context.Context, setup protocol.Setup) error {
	c.engine.Unwatch()
	c.control, c.chess960, c.told, c.playing = setup.Control, setup.Chess960, 0, false
	c.engine.Out.Printf("new")
	if c.chess960 {
		if !c.knowsVariant(fischerandom) {
			return fmt.Errorf("play %s: %w", fischerandom, protocol.ErrUnable)
		}
		c.engine.Out.Printf("variant %s", fischerandom)
	}
	if err := c.sendControl(); err != nil {
		return err
	}
	c.engine.Out.Printf("post")
	if c.control.Ponder {
		c.engine.Out.Printf("hard")
	} else {
		c.engine.Out.Printf("easy")
	}
	c.engine.Out.Printf("force")
	if fen := setup.Start.FEN(); fen != movegen.StartFEN || c.chess960 {
		if !c.has("setboard") {
			return fmt.Errorf("begin with a position: %w", protocol.ErrUnable)
		}
		c.engine.Out.Printf("setboard %s", fen)
	}
	if !c.has("ping") {
		return nil
	}
	c.pings++
	pong := strconv.Itoa(c.pings)
	c.engine.Out.Printf("ping %s", pong)
	return c.engine.Await(ctx, func(line string) (bool, error) {
		word, rest := wire.Cut(line)
		if word == "tellusererror" {
			return true, fmt.Errorf("%w: %.100q", protocol.ErrRejected, line)
		}
		return word == "pong" && rest == pong, nil
	})
}

// Move tells the engine what has been played since its last move and lets it find an
// answer. turn.Game must go on where NewGame began. An offer of a draw counts with the
// move that it comes before, or as the answer to the opponent's. The error is
// protocol.ErrGone, the context's, a *protocol.UnplayableError or *protocol.ClaimError,
// or wraps protocol.ErrRejected.
func (c *Client) Move(ctx context.Context, turn protocol.Turn) (reply protocol.Reply, err error) {
	c.engine.Unwatch()
	reply.Info = c.aside.about(turn.Game)
	c.sendTurn(&turn)
	c.told = turn.Game.Len() + 1
	read := func(line string) (bool, error) { return c.read(line, &turn, &reply) }
	for _, line := range c.aside.lines {
		if done, err := read(line); done {
			return reply, err
		}
	}
	stop := func() { c.engine.Out.Printf("?") }
	err = c.engine.AwaitMove(ctx, &turn, stop, read)
	return reply, err
}

// Ponder listens to the engine in its opponent's time if NewGame's control lets it
// think then: whether it does, and about what, it decides itself.
func (c *Client) Ponder(protocol.Turn) {
	c.aside = aside{}
	if c.control.Ponder {
		c.engine.Watch(c.aside.hear)
	}
}

// read acts on a line that comes while a move is due.
func (c *Client) read(line string, turn *protocol.Turn, reply *protocol.Reply) (done bool, err error) {
	position := turn.Game.Position()
	word, rest := wire.Cut(line)
	switch word {
	case "move":
		text, _ := wire.Cut(rest)
		move, err := notation.ParseMove(&position, text, notation.English)
		if err != nil {
			return true, &protocol.UnplayableError{Text: text, Err: err}
		}
		reply.Move = move
		return true, nil
	case "offer":
		if isOffer := rest == "draw"; isOffer && turn.DrawOffered {
			reply.AcceptsDraw = true
		} else if isOffer {
			reply.OffersDraw = true
		}
		return reply.AcceptsDraw, nil
	case "1-0", "0-1", "1/2-1/2", "resign":
		if lost := movegen.WinFor(position.Side().Other()).String(); word != "resign" && word != lost {
			return true, &protocol.ClaimError{Text: line}
		}
		reply.Resigns = true
		return true, nil
	case "Illegal": // move: …
		return true, fmt.Errorf("%w: %.100q", protocol.ErrRejected, line)
	}
	parseThinking(line, &reply.Info)
	return false, nil
}

// Quit asks the engine to end.
func (c *Client) Quit() {
	c.engine.Unwatch()
	c.engine.Out.Printf("quit")
}

// sendTurn tells the moves that the engine does not know yet, the clocks, an offer of a
// draw, and that it is its turn. A move that an engine is to answer goes last.
func (c *Client) sendTurn(turn *protocol.Turn) {
	if !c.playing {
		c.sendNews(turn.Game)
	}
	if turn.DrawOffered && c.features["draw"] != "0" {
		c.engine.Out.Printf("draw")
	}
	if c.control.Timed() {
		side := turn.Game.Side()
		own, other := turn.Clocks[side], turn.Clocks[side.Other()]
		c.engine.Out.Printf("time %d", max(own.Remaining.Milliseconds()/10, 1))
		c.engine.Out.Printf("otim %d", max(other.Remaining.Milliseconds()/10, 1))
	}
	if c.playing {
		c.sendNews(turn.Game)
	} else {
		c.engine.Out.Printf("go")
		c.playing = true
	}
}
