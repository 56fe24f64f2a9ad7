package client

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// pendingSearch holds an engine's output since the command to search.
type pendingSearch struct {
	report Report
	bound  bool   // the report's score is only a bound
	line   string // the newest one, from its first move on
	best   string // the text after "bestmove"
	ended  bool   // by "bestmove"
}

// hear handles a line and reports whether it ends the search.
func (s *pendingSearch) hear(line string) (ended bool) {
	word, rest := wire.Cut(line)
	switch word {
	case "info":
		s.info(rest)
	case "bestmove":
		s.best, s.ended = rest, true
	}
	return s.ended
}

// moves returns the move that the engine has found in p, and the reply that it expects:
// the one that it named or, if it named none, that of the line that it reported.
func (s *pendingSearch) moves(p movegen.Position) (best, expected movegen.Move, err error) {
	text, rest := wire.Cut(s.best)
	if best, err = notation.ParseUCI(&p, text); err != nil {
		return best, expected, &UnplayableError{Text: text, Err: err}
	}
	_, named, ok := wire.CutAt(rest, "ponder")
	if first, line := wire.Cut(s.line); !ok && first == text {
		named = line
	}
	named, _ = wire.Cut(named)
	next := p.After(best)
	if expected, err = notation.ParseUCI(&next, named); err != nil {
		return best, movegen.NoMove, nil
	}
	return best, expected, nil
}

// playable returns the line that the engine reported, as far as it is legal, if it begins with the move in p.
func (s *pendingSearch) playable(p movegen.Position, best movegen.Move) (line []movegen.Move) {
	for text := range strings.FieldsSeq(s.line) {
		m, err := notation.ParseUCI(&p, text)
		if err != nil || len(line) == 0 && m != best {
			return line
		}
		line = append(line, m)
		p.Make(m)
	}
	return line
}

// Ponder implements Client: the engine thinks about the reply that it expects to its last move, if it expects one.
func (c *uciClient) Ponder(turn Turn) {
	position := turn.Game.Position()
	if !c.control.Ponder || !position.IsLegal(c.expected) {
		return
	}
	next := position.After(c.expected)
	if !next.HasLegalMove() {
		return // there is nothing to think about
	}
	if c.surplus = cmp.Or(c.surplus, c.unasked()); c.surplus != "" {
		return // the next turn reports it
	}
	c.ponders, c.pending = turn.Game.Len()+1, pendingSearch{}
	c.conn.Out.Printf("%s", c.positionCommand(turn.Game, c.expected))
	c.conn.Out.Printf("go ponder%s", c.limits(next.Side(), &turn.Clocks))
	c.conn.listen(c.pending.hear)
}

// isPonderHit reports whether the engine ponders on the current position of the game.
func (c *uciClient) isPonderHit(game *movegen.Game) bool {
	moves := game.Moves()
	return c.ponders > 0 && len(moves) == c.ponders && moves[len(moves)-1] == c.expected
}

// ponderHit tells the engine that the expected reply was played. If it has answered too early,
// against the standard, its answer counts.
func (c *uciClient) ponderHit() {
	c.conn.unlisten()
	c.ponders = 0
	if !c.pending.ended {
		c.conn.Out.Printf("ponderhit")
	}
}

// stopPonder ends the pondering, if there is any, and waits for its move, which must not be taken
// for that of the next search.
func (c *uciClient) stopPonder(ctx context.Context) error {
	c.conn.unlisten()
	if c.ponders == 0 {
		return nil
	}
	c.ponders = 0
	if c.pending.ended {
		return nil
	}
	c.conn.Out.Printf("stop")
	return c.conn.await(ctx, func(line string) (bool, error) {
		return strings.HasPrefix(wire.Trim(line), "bestmove"), nil
	})
}

// unasked reads the lines that the engine has written since its last answer, and returns the first
// answer among them, empty if there is none.
func (c *uciClient) unasked() (surplus string) {
	c.conn.drain(func(line string) {
		if word, _ := wire.Cut(line); word == "bestmove" {
			surplus = cmp.Or(surplus, line)
		}
	})
	return surplus
}

// Bounds of numbers that an engine reports: they leave room for arithmetic.
const (
	maxMilliseconds = 100_000_000_000
	maxPlies        = 1 << 20
)

// info reads the words after "info" if they report the best line or its score. Missing numbers are 0: the numbers of
// different reports are not mixed.
func (s *pendingSearch) info(rest string) {
	words := wire.Fields(rest)
	read, line := Report{Depth: 1}, ""
	rank, scored, bound := int64(1), false, false
	number := func() int64 {
		if len(words) < 2 {
			return 0
		}
		n, err := strconv.ParseInt(words[1], 10, 64)
		if err != nil {
			return 0
		}
		words = words[1:]
		return n
	}
	for ; len(words) > 0; words = words[1:] {
		switch words[0] {
		case "pv":
			line = strings.Join(words[1:], " ")
			words = words[:1]
		case "string", "refutation", "currline":
			words = words[:1] // the rest of the line belongs to them
		case "depth":
			read.Depth = bounded(number())
		case "multipv":
			rank = number()
		case "nodes":
			read.Nodes = uint64(max(number(), 0))
		case "tbhits":
			read.TBHits = uint64(max(number(), 0))
		case "time":
			read.Elapsed = time.Duration(min(max(number(), 0), maxMilliseconds)) * time.Millisecond
		case "cp":
			read.Score = clampScore(number())
			scored = true
		case "mate":
			read.Score = MateIn(int(min(max(number(), -maxMate), maxMate)))
			scored = true
		case "lowerbound", "upperbound":
			bound = true
		}
	}
	if rank > 1 {
		return
	}
	if line != "" {
		s.line = line
	}
	switch r := &s.report; {
	case !scored:
	case bound && r.Depth > 0 && !s.bound:
		r.Nodes, r.TBHits, r.Elapsed = read.Nodes, read.TBHits, read.Elapsed // a bound is less informative
	default:
		*r, s.bound = read, bound
	}
}

// bounded returns n as a count that leaves room for arithmetic, at least 1.
func bounded(n int64) int { return int(min(max(n, 1), maxPlies)) }
