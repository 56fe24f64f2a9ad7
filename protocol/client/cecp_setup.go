package client

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// has reports whether the engine has announced a feature of kind yes or no.
func (c *cecpClient) has(feature string) bool { return c.features[feature] == "1" }

// syzygyTables is the name of this format of endgame tables in feature egt and the command egtpath.
const syzygyTables = "syzygy"

// lists reports whether the engine has announced a feature whose value, a list, has the name.
func (c *cecpClient) lists(feature, name string) bool {
	for known := range strings.SplitSeq(c.features[feature], ",") {
		if wire.Trim(known) == name {
			return true
		}
	}
	return false
}

// noteFeatures records the features after "feature", accepts them all, and reports whether done=1 was among them.
func (c *cecpClient) noteFeatures(rest string) (done bool) {
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
		c.conn.Out.Printf("accepted %s", name)
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

// withoutClock is the level for engines limited by depth alone: ten hours.
const withoutClock = "level 0 600 0"

// sendControl sends the time control of a new game. The protocol can limit nodes only by a clock that counts nodes.
func (c *cecpClient) sendControl() error {
	control := &c.control
	switch {
	case control.Nodes > 0:
		if !c.has("nps") {
			if len(c.features) == 0 {
				return fmt.Errorf("limit the nodes (it has announced no features; does it speak UCI, proto=uci? else give it "+
					"tc, st or depth): %w", ErrUnable)
			}
			return fmt.Errorf("limit the nodes (it has no feature nps; give it tc, st or depth): %w", ErrUnable)
		}
		if control.Timed() || control.MoveTime > 0 {
			return fmt.Errorf("limit both nodes and time: %w", ErrUnable)
		}
		c.conn.Out.Printf("st 1")
		c.conn.Out.Printf("nps %d", control.Nodes)
	case control.Timed() && control.MoveTime > 0:
		return fmt.Errorf("keep two kinds of time: %w", ErrUnable)
	case control.Timed():
		c.conn.Out.Printf("%s", levelCommand(control))
	case control.MoveTime > 0:
		c.conn.Out.Printf("st %s", wire.FormatSeconds(control.MoveTime))
	default:
		c.conn.Out.Printf(withoutClock)
	}
	if control.Depth > 0 {
		c.conn.Out.Printf("sd %d", control.Depth)
	}
	return nil
}

// levelCommand returns the command for a chess clock. The protocol has no fractions in the base, so
// it is rounded up; "time" sends the exact clock before each move.
func levelCommand(control *Control) string {
	seconds := int((control.Base + time.Second - 1) / time.Second)
	base := strconv.Itoa(seconds / 60)
	if seconds%60 != 0 {
		base += fmt.Sprintf(":%02d", seconds%60)
	}
	return fmt.Sprintf("level %d %s %s", control.Moves, base, wire.FormatSeconds(control.Increment))
}

// fischerandom is the protocol's word for Chess960.
const fischerandom = "fischerandom"

// sendNews sends the moves that the engine does not know yet, in the form that it wants.
func (c *cecpClient) sendNews(game *movegen.Game) {
	ply := 0
	for position, m := range game.Plies() {
		ply++
		if ply <= c.reported {
			continue
		}
		text := notation.CECP(m, c.chess960)
		if c.has("san") {
			text = notation.SAN(&position, m, notation.English)
		}
		if c.has("usermove") {
			text = "usermove " + text
		}
		c.conn.Out.Printf("%s", text)
	}
	c.reported = game.Len()
}

// parseThinking reads "ply score time nodes line" into r. Old engines put a mark after the ply.
func parseThinking(line string, r *Report) {
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
	*r = Report{
		Depth:   bounded(numbers[0]),
		Score:   parseScore(numbers[1]),
		Elapsed: time.Duration(min(max(numbers[2], 0), maxMilliseconds/10)) * (time.Second / 100),
		Nodes:   uint64(max(numbers[3], 0)),
		TBHits:  parseHits(line),
	}
}

// parseHits returns the last of the optional numbers between the nodes and a tab in front of the line; 0 without them.
func parseHits(line string) (hits uint64) {
	before, _, tab := strings.Cut(line, "\t")
	words := wire.Fields(before)
	if !tab || len(words) < 5 {
		return 0
	}
	for _, text := range words[4:] {
		number, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return 0
		}
		hits = uint64(max(number, 0))
	}
	return hits
}

// mateBase plus the moves to the mate, at most mateRange, is a mate score of the protocol.
const (
	mateBase  = 100000
	mateRange = 1000
)

// parseScore reads centipawns, or a mate. A value in between is an engine's own way to announce a
// mate: it counts as a large score.
func parseScore(number int64) Score {
	switch {
	case number > mateBase && number <= mateBase+mateRange:
		return MateIn(int(number - mateBase))
	case number <= -mateBase && number >= -mateBase-mateRange:
		return MateIn(int(number + mateBase))
	}
	return clampScore(number)
}
