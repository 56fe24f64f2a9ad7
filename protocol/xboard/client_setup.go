package xboard

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/protocol/wire"
	"alfiere/search"
)

// has reports whether the engine has announced a feature of kind yes or no.
func (c *Client) has(feature string) bool { return c.features[feature] == "1" }

// knowsVariant reports whether the engine has announced a variant.
func (c *Client) knowsVariant(name string) bool {
	for known := range strings.SplitSeq(c.features["variants"], ",") {
		if wire.Trim(known) == name {
			return true
		}
	}
	return false
}

// compact returns an option's name without what may be written in different ways.
func compact(name string) string { return strings.ToLower(strings.ReplaceAll(name, " ", "")) }

// noteFeatures takes down what follows "feature", accepts it all, and reports whether
// it is the last.
func (c *Client) noteFeatures(rest string) (done bool) {
	for rest != "" {
		name, value, after := cutFeature(rest)
		rest = after
		switch name {
		case "":
			return done
		case "option":
			own, _, _ := strings.Cut(value, " -")
			c.options[compact(own)] = own
		case "done":
			done = value == "1"
			continue // the standard wants no answer to it
		default:
			c.features[name] = value
		}
		c.engine.Out.Printf("accepted %s", name)
	}
	return done
}

// cutFeature cuts the first NAME=VALUE, in which the value may be quoted, from a line.
func cutFeature(line string) (name, value, rest string) {
	name, rest, _ = strings.Cut(wire.Trim(line), "=")
	if quoted, ok := strings.CutPrefix(rest, `"`); ok {
		value, rest, _ = strings.Cut(quoted, `"`)
		return name, value, wire.Trim(rest)
	}
	value, rest = wire.Cut(rest)
	return name, value, rest
}

// withoutClock is the level for engines that are to be limited by depth alone: ten
// hours.
const withoutClock = "level 0 600 0"

// sendControl sends the time control of a new game. The protocol can limit nodes only
// by a time that is measured in them.
func (c *Client) sendControl() error {
	control := &c.control
	switch {
	case control.Nodes > 0:
		if !c.has("nps") {
			return fmt.Errorf("limit the nodes: %w", protocol.ErrUnable)
		}
		if control.Timed() || control.MoveTime > 0 {
			return fmt.Errorf("limit both nodes and time: %w", protocol.ErrUnable)
		}
		c.engine.Out.Printf("st 1")
		c.engine.Out.Printf("nps %d", control.Nodes)
	case control.Timed() && control.MoveTime > 0:
		return fmt.Errorf("keep two kinds of time: %w", protocol.ErrUnable)
	case control.Timed():
		c.engine.Out.Printf("%s", levelCommand(control))
	case control.MoveTime > 0:
		c.engine.Out.Printf("st %s", protocol.FormatSeconds(control.MoveTime))
	default:
		c.engine.Out.Printf(withoutClock)
	}
	if control.Depth > 0 {
		c.engine.Out.Printf("sd %d", control.Depth)
	}
	return nil
}

// levelCommand returns the command for a chess clock. The protocol knows no fractions
// in its base, which is rounded up: what is on the clock, "time" says before each move.
func levelCommand(control *protocol.Control) string {
	seconds := int((control.Base + time.Second - 1) / time.Second)
	base := strconv.Itoa(seconds / 60)
	if seconds%60 != 0 {
		base += fmt.Sprintf(":%02d", seconds%60)
	}
	return fmt.Sprintf("level %d %s %s", control.Moves, base, protocol.FormatSeconds(control.Increment))
}

// sendNews sends the moves that the engine does not know yet, as it wants them.
func (c *Client) sendNews(game *movegen.Game) {
	ply := 0
	for position, m := range game.Plies() {
		ply++
		if ply <= c.told {
			continue
		}
		text := variantMove(m, c.chess960)
		if c.has("san") {
			text = notation.SAN(&position, m, notation.English)
		}
		if c.has("usermove") {
			text = "usermove " + text
		}
		c.engine.Out.Printf("%s", text)
	}
	c.told = game.Len()
}

// parseThinking reads "ply score time nodes line" into i. Old engines put a mark
// behind the ply.
func parseThinking(line string, i *search.Info) {
	words := wire.Fields(line)
	if len(words) < 4 {
		return
	}
	ply := strings.TrimRight(words[0], ".+-&*")
	var numbers [4]int64
	for n, text := range []string{ply, words[1], words[2], words[3]} {
		number, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return
		}
		numbers[n] = number
	}
	*i = search.Info{
		Bound:   search.Exact,
		Depth:   int(min(max(numbers[0], 1), 1<<20)),
		MultiPV: 1,
		Score:   parseScore(numbers[1]),
		Elapsed: time.Duration(min(max(numbers[2], 0), int64(maxTime/(time.Second/100)))) * (time.Second / 100),
		Nodes:   uint64(max(numbers[3], 0)),
	}
}

// parseScore reads centipawns, or a mate as score writes it. What lies between is an
// engine's own way to announce a mate: it counts as a large score.
func parseScore(number int64) search.Score {
	const farthest = search.MaxPly - 1
	switch {
	case number > mateBase && number <= mateBase+farthest:
		return search.MateScore - 2*search.Score(number-mateBase) + 1
	case number <= -mateBase && number >= -mateBase-farthest:
		return -search.MateScore - 2*search.Score(number+mateBase)
	}
	return search.Score(min(max(number, int64(-search.MateBound)), int64(search.MateBound)))
}
