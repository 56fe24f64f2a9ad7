package client

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// cecpClient drives an engine that speaks CECP.
type cecpClient struct {
	conn     *Conn
	features map[string]string // announced in the handshake
	options  map[string]string // the engine's spelling by the compact one
	pings    int
	control  Control
	chess960 bool

	reported int  // half-moves of the game that the engine knows
	playing  bool // it answers a move with a move; else it is in force mode
	pending  pendingLines
	last     announcement // of a move
}

// featurePatience is how long an engine may take to announce its first feature; one
// that does not speaks version 1. The standard's two seconds are for a quiet machine.
const featurePatience = 2 * time.Second

// nudgeInterval is the time between commands without an effect that are sent until the first feature: GNU Chess
// handles a line at its start only when later ones have come.
const nudgeInterval = featurePatience / 8

func newCECP(conn *Conn) *cecpClient {
	return &cecpClient{conn: conn, features: map[string]string{}, options: map[string]string{}}
}

// Handshake implements Client.
func (c *cecpClient) Handshake(ctx context.Context) error {
	c.conn.Out.Printf("xboard")
	c.conn.Out.Printf("protover 2")
	first, cancel := context.WithTimeout(ctx, featurePatience)
	defer cancel()
	done := false
	note := func(line string) (bool, error) {
		word, rest := wire.Cut(line)
		if word == "feature" {
			done = c.noteFeatures(rest)
		}
		if !isCECP(line) {
			return true, fmt.Errorf("it does not know the command xboard and wrote %q; if it speaks UCI, use proto=uci",
				wire.Clip(line))
		}
		return word == "feature", nil
	}
	err := c.awaitNudging(first, note)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil // version 1
	}
	for err == nil && !done {
		err = c.conn.await(ctx, note)
	}
	return err
}

// awaitNudging is await with commands that have no effect in between: thinking is off before a game.
func (c *cecpClient) awaitNudging(ctx context.Context, found func(line string) (bool, error)) error {
	for {
		interval, cancel := context.WithTimeout(ctx, nudgeInterval)
		err := c.conn.await(interval, found)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return err
		}
		c.conn.Out.Printf("nopost")
	}
}

// isCECP reports whether an engine that speaks the protocol can have written a line in the
// handshake: version 1 knows "xboard", too, and no such engine complains about that command.
func isCECP(line string) bool {
	text := strings.ToLower(line)
	return text != "xboard" && text != "protover 2" &&
		!(strings.Contains(text, "unknown command") && strings.Contains(text, "xboard"))
}

// SetOption implements Client. Hash, Threads and SyzygyPath (the names in UCI) are set by the
// commands memory, cores and egtpath if there is no such option.
func (c *cecpClient) SetOption(name, value string) error {
	switch own, ok := c.options[compact(name)]; {
	case ok && value == "":
		c.conn.Out.Printf("option %s", own)
	case ok:
		c.conn.Out.Printf("option %s=%s", own, value)
	case compact(name) == "hash" && c.has("memory"):
		c.conn.Out.Printf("memory %s", value)
	case compact(name) == "threads" && c.has("smp"):
		c.conn.Out.Printf("cores %s", value)
	case compact(name) == "syzygypath" && c.lists("egt", syzygyTables):
		c.conn.Out.Printf("egtpath %s %s", syzygyTables, value)
	default:
		return fmt.Errorf("option %q: %w", name, ErrUnable)
	}
	return nil
}

// Reusable implements Client.
func (c *cecpClient) Reusable() bool { return c.features["reuse"] != "0" && c.has("ping") }

// NewGame implements Client.
func (c *cecpClient) NewGame(ctx context.Context, setup Setup) error {
	c.conn.unlisten()
	c.control, c.chess960, c.reported, c.playing = setup.Control, setup.Chess960, 0, false
	c.pending, c.last = pendingLines{}, announcement{}
	c.conn.Out.Printf("new")
	if c.chess960 {
		if !c.lists("variants", fischerandom) {
			return fmt.Errorf("play %s: %w", fischerandom, ErrUnable)
		}
		c.conn.Out.Printf("variant %s", fischerandom)
	}
	if err := c.sendControl(); err != nil {
		return err
	}
	c.conn.Out.Printf("post")
	if c.control.Ponder {
		c.conn.Out.Printf("hard")
	} else {
		c.conn.Out.Printf("easy")
	}
	c.conn.Out.Printf("force")
	if fen := setup.Start.FEN(); fen != movegen.StartFEN || c.chess960 {
		if !c.has("setboard") {
			return fmt.Errorf("begin with a position: %w", ErrUnable)
		}
		c.conn.Out.Printf("setboard %s", fen)
	}
	if !c.has("ping") {
		return nil
	}
	c.pings++
	pong := strconv.Itoa(c.pings)
	c.conn.Out.Printf("ping %s", pong)
	return c.conn.await(ctx, func(line string) (bool, error) {
		word, rest := wire.Cut(line)
		if word == "tellusererror" {
			return true, fmt.Errorf("%w: %.100q", ErrRejected, line)
		}
		return word == "pong" && rest == pong, nil
	})
}

// Move implements Client: it sends the engine the moves since its last one. turn.Game must continue the game of
// NewGame. An offer of a draw counts with the move that follows it, or as the answer to the opponent's.
func (c *cecpClient) Move(ctx context.Context, turn Turn) (reply Reply, err error) {
	c.conn.unlisten()
	reply.Report = c.pending.about(turn.Game)
	c.sendTurn(&turn)
	c.reported = turn.Game.Len() + 1
	read := func(line string) (bool, error) { return c.read(line, &turn, &reply) }
	for _, line := range c.pending.lines {
		if done, err := read(line); done {
			return reply, err
		}
	}
	stop := func() { c.conn.Out.Printf("?") }
	err = c.conn.awaitMove(ctx, &turn, stop, read)
	return reply, err
}

// Ponder implements Client: it listens to the engine in its opponent's time. The engine itself
// decides whether it thinks then, and about which move.
func (c *cecpClient) Ponder(Turn) {
	c.pending = pendingLines{}
	if c.control.Ponder {
		c.conn.listen(c.pending.hear)
	}
}

// read handles a line that arrives while a move is due.
func (c *cecpClient) read(line string, turn *Turn, reply *Reply) (done bool, err error) {
	position := turn.Game.Position()
	if form, text := announcedMove(line); form != noForm {
		if c.last.isRepeated(form, text) {
			return false, nil
		}
		move, err := notation.ParseMove(&position, text, notation.English)
		if err != nil {
			return true, &UnplayableError{Text: text, Err: err}
		}
		reply.Move, c.last = move, announcement{form: form, before: position, move: move}
		return true, nil
	}
	word, rest := wire.Cut(line)
	switch word {
	case "offer":
		if isOffer := rest == "draw"; isOffer && turn.DrawOffered {
			reply.AcceptsDraw = true
		} else if isOffer {
			reply.OffersDraw = true
		}
		return reply.AcceptsDraw, nil
	case "1-0", "0-1", "1/2-1/2", "resign":
		if lost := movegen.WinFor(position.Side().Other()).String(); word != "resign" && word != lost {
			return true, &ClaimError{Text: line}
		}
		reply.Resigns = true
		return true, nil
	case "Illegal", "Invalid": // move: …
		return true, fmt.Errorf("%w: %.100q", ErrRejected, line)
	}
	parseThinking(line, &reply.Report)
	return false, nil
}

// Quit implements Client.
func (c *cecpClient) Quit() {
	c.conn.unlisten()
	c.conn.Out.Printf("quit")
}

// sendTurn sends the moves that the engine does not know yet, the clocks, an offer of a draw, and
// the command to move. A move that an engine is to answer is sent last.
func (c *cecpClient) sendTurn(turn *Turn) {
	if !c.playing {
		c.sendNews(turn.Game)
	}
	if turn.DrawOffered && c.features["draw"] != "0" {
		c.conn.Out.Printf("draw")
	}
	if c.control.Timed() {
		side := turn.Game.Side()
		own, other := turn.Clocks[side], turn.Clocks[side.Other()]
		c.conn.Out.Printf("time %d", max(own.Remaining.Milliseconds()/10, 1))
		c.conn.Out.Printf("otim %d", max(other.Remaining.Milliseconds()/10, 1))
	}
	if c.playing {
		c.sendNews(turn.Game)
	} else {
		c.conn.Out.Printf("go")
		c.playing = true
	}
}
