package uci

import (
	"context"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/protocol/wire"
	"alfiere/search"
)

// thought is what an engine has told since it was told to think.
type thought struct {
	info  search.Info
	line  string // the newest one, from its first move on
	best  string // what stood behind "bestmove"
	ended bool   // by it
}

// hear takes a line into account and reports whether it ends the thought.
func (t *thought) hear(line string) (ended bool) {
	word, rest := wire.Cut(line)
	switch word {
	case "info":
		parseInfo(rest, &t.info)
		if _, line, ok := cutWord(rest, "pv"); ok {
			t.line = line
		}
	case "bestmove":
		t.best, t.ended = rest, true
	}
	return t.ended
}

// moves returns the move that the engine has found in p, and the reply that it expects:
// the one that it named or, if it named none, that of the line that it told.
func (t *thought) moves(p movegen.Position) (best, expected movegen.Move, err error) {
	text, rest := wire.Cut(t.best)
	if best, err = notation.ParseUCI(&p, text); err != nil {
		return best, expected, &protocol.UnplayableError{Text: text, Err: err}
	}
	_, named, ok := cutWord(rest, "ponder")
	if first, line := wire.Cut(t.line); !ok && first == text {
		named = line
	}
	named, _ = wire.Cut(named)
	next := p.After(best)
	if expected, err = notation.ParseUCI(&next, named); err != nil {
		return best, movegen.NoMove, nil
	}
	return best, expected, nil
}

// Ponder lets the engine think about the reply that it expects to its last move, if it
// expects one and NewGame's control wants it. turn is the opponent's.
func (c *Client) Ponder(turn protocol.Turn) {
	position := turn.Game.Position()
	if !c.control.Ponder || !position.IsLegal(c.expected) {
		return
	}
	next := position.After(c.expected)
	if !next.HasLegalMove() {
		return // there is nothing to think about
	}
	c.ponders, c.thought = turn.Game.Len()+1, thought{}
	c.engine.Out.Printf("%s", c.positionCommand(turn.Game, c.expected))
	c.engine.Out.Printf("go ponder%s", c.limits(next.Side(), &turn.Clocks))
	c.engine.Watch(c.thought.hear)
}

// isHit reports whether the engine ponders on what is now the game.
func (c *Client) isHit(game *movegen.Game) bool {
	moves := game.Moves()
	return c.ponders > 0 && len(moves) == c.ponders && moves[len(moves)-1] == c.expected
}

// goOn tells the engine that the expected reply was played. One that has answered too
// early, against the standard, is taken at its word.
func (c *Client) goOn() {
	c.engine.Unwatch()
	c.ponders = 0
	if !c.thought.ended {
		c.engine.Out.Printf("ponderhit")
	}
}

// settle ends the pondering, if there is any, and waits for the move that comes of it:
// it must not be taken for that of the next search.
func (c *Client) settle(ctx context.Context) error {
	c.engine.Unwatch()
	if c.ponders == 0 {
		return nil
	}
	c.ponders = 0
	if c.thought.ended {
		return nil
	}
	c.engine.Out.Printf("stop")
	return c.engine.Await(ctx, func(line string) (bool, error) {
		return strings.HasPrefix(wire.Trim(line), "bestmove"), nil
	})
}
