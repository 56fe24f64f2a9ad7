package console

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"alfiere/eval"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/pgn"
	"alfiere/protocol"
)

// casual is the event of a game that began here.
const casual = "Casual game"

// setName sets the user's name for this game and later ones.
func (a *adapter) setName(name string) {
	if name = plain(name); len(name) > maxName {
		a.refuse("the name is too long: at most %d bytes", maxName)
		return
	}
	a.user = cmp.Or(name, a.user)
	a.say("your name is %s", cmp.Or(a.user, somebody))
}

// maxName is the longest name in bytes.
const maxName = 60

// nameOf returns the name of the player of c. A side for which the engine has moved in
// this game keeps the engine's name, whoever moves for it now.
func (a *adapter) nameOf(c movegen.Color) string {
	switch {
	case a.Table != nil && a.Table.Names[c&1] != "":
		return a.Table.Names[c&1]
	case a.enginePlays(c):
		return a.controller.Title()
	case a.Table != nil && !a.enginePlays(c.Other()):
		return a.user // "Other" would be both
	}
	return cmp.Or(a.user, somebody)
}

// enginePlays reports whether the engine is a player of the game.
func (a *adapter) enginePlays(c movegen.Color) bool { return a.player.Plays(c) || a.seated[c&1] }

// somebody is the name, in records of games, of an unnamed person who plays the engine.
const somebody = "Other"

// ownTags returns the tags of a game that began here, without its players.
func (a *adapter) ownTags() (tags pgn.Tags) {
	tags.Set("Event", casual)
	if elo, limited := a.controller.Settings().Rating(); limited {
		for c, name := range [...]string{"WhiteElo", "BlackElo"} {
			if a.enginePlays(movegen.Color(c)) {
				tags.Set(name, strconv.Itoa(elo))
			}
		}
	}
	plays := a.enginePlays(movegen.White) || a.enginePlays(movegen.Black)
	if clock := &a.player.Clock; plays && (clock.Runs() || clock.MoveTime > 0) {
		tags.Set("TimeControl", timeControlTag(clock))
	}
	return tags
}

// timeControlTag returns the controls of a clock in the form of the tag TimeControl: moves and seconds, with the
// increment. The standard has no form for a fixed time per move; this one is that of programs that play matches.
func timeControlTag(c *protocol.Clock) string {
	seconds := func(t time.Duration) string { return strconv.FormatFloat(t.Seconds(), 'f', -1, 64) }
	if c.MoveTime > 0 {
		return "1/" + seconds(c.MoveTime) // one move in each of these times, a form of the standard
	}
	var parts []string
	for _, now := range c.Controls() {
		text := seconds(now.Base)
		if now.Moves > 0 && !c.GameIn {
			text = fmt.Sprintf("%d/%s", now.Moves, text)
		}
		if now.Increment > 0 {
			text += "+" + seconds(now.Increment)
		}
		if parts = append(parts, text); c.GameIn {
			break
		}
	}
	return strings.Join(parts, ":")
}

// engineCommands set the engine's strength and its use of the machine.
func engineCommands() []command {
	return []command{
		{Name: "elo", Also: "strength rating skill", Args: "[N|off]", Help: "limit my strength to a rating of N",
			Run: (*adapter).setElo, State: eloText,
			More: "off means full strength, which analysis and hints always use."},
		{Name: "knowledge", Args: "[LETTERS]", Help: "set the terms of my evaluation", Run: (*adapter).setKnowledge,
			More:  "The eight heuristics are m, b, x, k, c, p, a and r; n is the learned ninth.",
			State: func(a *adapter) string { return a.controller.Settings().Knowledge.String() }},
		numberCommand("multipv", "[N]", "show N lines while I think", "MultiPV"),
		numberCommand("threads", "[N]", "think with N processor cores", "Threads"),
		numberCommand("memory", "[MB]", "use MB megabytes for the transposition table", "Hash"),
	}
}

// numberCommand returns the command that shows or sets an option with a numeric value.
func numberCommand(name, args, help, option string) command {
	state := func(a *adapter) string { return a.controller.Value(option) }
	return command{Name: name, Args: args, Help: help, State: state,
		Run: func(a *adapter, rest string) {
			if rest != "" {
				if err := a.setOption(option, rest); err != nil {
					a.refuse("%v; %s is %s", err, name, state(a))
					return
				}
			}
			a.say("%s is %s", name, state(a))
		}}
}

// setOption sets an option with a numeric value. On an error, which is worded for people,
// the nearest possible value is set or the old one stays.
func (a *adapter) setOption(name, text string) error {
	err := a.controller.SetOption(name, text)
	if err == nil {
		return nil
	}
	option := a.controller.Option(name)
	if _, clamped := errors.AsType[*protocol.ClampError](err); clamped {
		return fmt.Errorf("%s is out of range: it must be from %d to %d", wire.Clip(text), option.Min, option.Max)
	}
	return fmt.Errorf("%q is not a number from %d to %d", wire.Clip(text), option.Min, option.Max)
}

// setElo limits the strength to a rating, or removes the limit.
func (a *adapter) setElo(rest string) {
	limited, option := "true", a.controller.Option("UCI_Elo")
	switch {
	case rest == "":
		a.say("elo is %s; it can be set from %d to %d", eloText(a), option.Min, option.Max)
		return
	case strings.EqualFold(rest, "off"):
		limited = "false"
	default:
		if n, err := strconv.Atoi(rest); err != nil || n < option.Min || n > option.Max {
			a.refuse("elo must be off or a number from %d to %d, not %q; elo is %s", option.Min, option.Max,
				wire.Clip(rest), eloText(a))
			return
		}
		a.reportError(a.controller.SetOption("UCI_Elo", rest))
	}
	a.reportError(a.controller.SetOption("UCI_LimitStrength", limited))
	a.say("elo is %s", eloText(a))
}

// setKnowledge sets or shows the letters of the evaluation.
func (a *adapter) setKnowledge(rest string) {
	if rest != "" {
		if _, err := eval.ParseKnowledge(rest); err != nil {
			a.reportError(err)
			return
		}
		a.reportError(a.controller.SetOption("Knowledge", rest))
	}
	a.say("knowledge is %v", a.controller.Settings().Knowledge)
}

// eloText returns the rating at which the engine plays.
func eloText(a *adapter) string {
	if elo, limited := a.controller.Settings().Rating(); limited {
		return strconv.Itoa(elo)
	}
	return "off"
}
