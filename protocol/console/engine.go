package console

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"alfiere/eval"
	"alfiere/internal/wire"
	"alfiere/protocol"
)

// engineCommands set the engine's strength and its use of the machine.
func engineCommands() []command {
	return []command{
		{Name: "elo", Args: "[N|off]", Help: "limit my strength to a rating of N", Run: (*adapter).setElo, State: eloText,
			More: "off means full strength, which analysis and hints always use."},
		{Name: "knowledge", Args: "[LETTERS]", Help: "set the terms of my evaluation", Run: (*adapter).setKnowledge,
			More:  "The eight heuristics are m, b, x, k, c, p, a and r; n is the learned ninth.",
			State: func(a *adapter) string { return a.controller.Settings().Knowledge.String() }},
		numberCommand("multipv", "[N]", "show N lines while I think", "MultiPV", func(s protocol.Settings) int {
			return s.MultiPV
		}),
		numberCommand("threads", "[N]", "think with N processor cores", "Threads", func(s protocol.Settings) int {
			return s.Threads
		}),
		numberCommand("memory", "[MB]", "use MB megabytes for the transposition table", "Hash",
			func(s protocol.Settings) int { return s.Hash }),
	}
}

// numberCommand returns the command that shows or sets an option with a numeric value.
func numberCommand(name, args, help, option string, value func(protocol.Settings) int) command {
	state := func(a *adapter) string { return strconv.Itoa(value(a.controller.Settings())) }
	return command{Name: name, Args: args, Help: help, State: state,
		Run: func(a *adapter, rest string) {
			if rest != "" {
				if err := a.setOption(option, rest); err != nil {
					a.out.Printf("%v; %s is %s", err, name, state(a))
					return
				}
			}
			a.out.Printf("%s is %s", name, state(a))
		}}
}

// setOption sets an option with a numeric value. On an error, which is worded for people,
// the nearest possible value is set or the old one stays.
func (a *adapter) setOption(name, text string) error {
	err := a.controller.SetOption(name, text)
	if err == nil {
		return nil
	}
	lowest, highest := a.bounds(name)
	if _, clamped := errors.AsType[*protocol.ClampError](err); clamped {
		return fmt.Errorf("%s is out of range: it must be from %d to %d", wire.Clip(text), lowest, highest)
	}
	return fmt.Errorf("%q is not a number from %d to %d", wire.Clip(text), lowest, highest)
}

// bounds returns the range of an option with a numeric value.
func (a *adapter) bounds(name string) (lowest, highest int) {
	for _, o := range a.controller.Options() {
		if o.Name == name {
			return o.Min, o.Max
		}
	}
	panic("console: no option " + name)
}

// setElo limits the strength to a rating, or removes the limit.
func (a *adapter) setElo(rest string) {
	limited := "true"
	switch {
	case rest == "":
		lowest, highest := a.bounds("UCI_Elo")
		a.out.Printf("elo is %s; it can be set from %d to %d", eloText(a), lowest, highest)
		return
	case strings.EqualFold(rest, "off"):
		limited = "false"
	default:
		lowest, highest := a.bounds("UCI_Elo")
		if n, err := strconv.Atoi(rest); err != nil || n < lowest || n > highest {
			a.out.Printf("elo must be off or a number from %d to %d, not %q; elo is %s", lowest, highest, wire.Clip(rest),
				eloText(a))
			return
		}
		a.reportError(a.controller.SetOption("UCI_Elo", rest))
	}
	a.reportError(a.controller.SetOption("UCI_LimitStrength", limited))
	a.out.Printf("elo is %s", eloText(a))
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
	a.out.Printf("knowledge is %v", a.controller.Settings().Knowledge)
}

// eloText returns the rating at which the engine plays.
func eloText(a *adapter) string {
	if elo, limited := a.controller.Settings().Rating(); limited {
		return strconv.Itoa(elo)
	}
	return "off"
}
