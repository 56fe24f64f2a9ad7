package xboard

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"alfiere/internal/wire"
	"alfiere/protocol"
)

// parseLevel reads the time controls "MOVES BASE INCREMENT", with commas between them.
func parseLevel(text string) (controls []protocol.TimeControl, ok bool) {
	for part := range strings.SplitSeq(text, ",") {
		control, ok := parseControl(wire.Fields(part))
		if !ok {
			return nil, false
		}
		controls = append(controls, control)
	}
	return controls, true
}

// parseControl reads the words of one control; further words are ignored.
func parseControl(words []string) (protocol.TimeControl, bool) {
	if len(words) < 3 {
		return protocol.TimeControl{}, false
	}
	moves, err := strconv.Atoi(words[0])
	base, okBase := parseBase(words[1])
	increment, okIncrement := parseSeconds(words[2])
	if err != nil || moves < 0 || !okBase || !okIncrement {
		return protocol.TimeControl{}, false
	}
	if base == 0 && increment == 0 {
		base = 10 * time.Second // chess servers start the clock with this when they send 0
	}
	return protocol.TimeControl{Moves: moves, Base: base, Increment: increment}, true
}

// maxTime keeps times far from the limit of a time.Duration.
const maxTime = 1000 * 24 * time.Hour

// parseBase reads minutes, or minutes:seconds. The rest is ignored, as the protocol
// advises: it may describe later controls.
func parseBase(text string) (time.Duration, bool) {
	minutes, length := decimal(text)
	if length == 0 {
		return 0, false
	}
	base := scaled(minutes, time.Minute)
	if rest := text[length:]; len(rest) > 1 && rest[0] == ':' {
		seconds, _ := decimal(rest[1:])
		base += scaled(seconds, time.Second)
	}
	return min(base, maxTime), true
}

// parseSeconds reads seconds, with or without a fraction.
func parseSeconds(text string) (time.Duration, bool) {
	seconds, length := decimal(text)
	return scaled(seconds, time.Second), length > 0
}

// parseCentiseconds reads a clock, which may be below zero.
func parseCentiseconds(text string) (time.Duration, bool) {
	negative := len(text) > 0 && text[0] == '-'
	if negative {
		text = text[1:]
	}
	number, length := decimal(text)
	value := scaled(number, time.Second/100)
	if negative {
		value = -value
	}
	return value, length > 0
}

func scaled(number float64, unit time.Duration) time.Duration {
	return time.Duration(min(number*float64(unit), float64(maxTime)))
}

// decimal reads the digits, with at most one point, that text begins with.
func decimal(text string) (number float64, length int) {
	point := false
	for length < len(text) && (text[length] >= '0' && text[length] <= '9' || text[length] == '.' && !point) {
		point = point || text[length] == '.'
		length++
	}
	number, err := strconv.ParseFloat(text[:length], 64)
	if err != nil && number == 0 { // no digit; one too large is infinite, which scaled bounds
		return 0, 0
	}
	return number, length
}

// features are announced in this order, without options and done=1. A feature not
// listed has the protocol's default or is not supported.
const features = `feature ping=1 setboard=1 usermove=1 playother=1 san=1 time=1 draw=1 sigint=0 sigterm=1
feature reuse=1 analyze=1 colors=0 name=1 ics=1 nps=1 debug=1 memory=1 smp=1 exclude=1 egt="syzygy" variants="normal,fischerandom"`

// introduce answers "protover": a GUI that sends it understands features.
func (a *adapter) introduce(string) {
	a.introduced, a.comments = true, true
	for line := range strings.SplitSeq(features, "\n") {
		a.out.Printf("%s", line)
	}
	a.out.Printf(`feature myname="%s"`, a.controller.Title())
	for _, o := range a.controller.Options() {
		if o.InCECP() {
			a.out.Printf(`feature option="%s -%s"`, o.Compact(), optionType(o))
		}
	}
	a.out.Printf("feature done=1")
}

// optionType returns the option's type and value; a text may be empty, and then the blank before it is needed.
func optionType(o protocol.Option) string {
	switch o.Kind {
	case protocol.Check:
		return "check " + map[string]string{"true": "1", "false": "0"}[o.Default]
	case protocol.Spin:
		return fmt.Sprintf("spin %s %d %d", o.Default, o.Min, o.Max)
	case protocol.Button:
		return "button"
	case protocol.File:
		return "file " + o.Default
	case protocol.Folder:
		return "path " + o.Default
	}
	if o.Choices != nil {
		choices := slices.Clone(o.Choices)
		choices[slices.Index(choices, o.Default)] = "*" + o.Default
		return "combo " + strings.Join(choices, " /// ")
	}
	return "string " + o.Default
}

// option carries out "option NAME[=VALUE]".
func (a *adapter) option(rest string) {
	name, text, _ := strings.Cut(rest, "=")
	if err := a.setOption(wire.Trim(name), text); errors.Is(err, protocol.ErrNoOption) {
		a.badArguments("no such option", "option", rest)
	} else if err != nil {
		a.badArguments("bad value", "option", rest)
	}
}

// setOption sets an option and writes notices about it as comments. The error is nil if the
// option was set, even to the nearest possible value.
func (a *adapter) setOption(name, text string) error {
	err := a.controller.SetOption(name, text)
	a.comment(err)
	if notice := a.controller.Notice(); notice != "" {
		a.printComments(notice)
	}
	if _, clamped := errors.AsType[*protocol.ClampError](err); clamped {
		return nil
	}
	return err
}

// endgames is the kind of endgame tables that the engine knows.
const endgames = "syzygy"

// setEndgamePath carries out "egtpath TYPE PATH". GUIs send it before every game: a repeated path changes nothing, not
// even a path that the user has set since as an option. XBoard sends one even if the user has no tables, so an unusable
// path is reported when tables could help, see reportMissingTables.
func (a *adapter) setEndgamePath(rest string) {
	kind, path := wire.Cut(rest)
	if kind != endgames || path == a.endgamePath {
		return
	}
	a.endgamePath = strings.Clone(path)
	a.endgameFault = a.controller.SetOption("SyzygyPath", path)
	if notice := a.controller.Notice(); notice != "" {
		a.printComments(notice)
	}
	if _, clamped := errors.AsType[*protocol.ClampError](a.endgameFault); clamped {
		a.comment(a.endgameFault)
		a.endgameFault = nil
	}
}

// mostInTables is the number of pieces in the largest endgame tables that exist.
const mostInTables = 7

// reportMissingTables reports, once, why the path of "egtpath" is unusable, if a position is to be searched for which
// there could be a table.
func (a *adapter) reportMissingTables() {
	position := a.player.Position()
	if a.endgameFault == nil || position.Occupied().Count() > mostInTables {
		return
	}
	if a.controller.Endgames() == nil {
		a.comment(a.endgameFault)
	}
	a.endgameFault = nil
}

// besidesHash is the size of the engine's smaller tables, in megabytes.
const besidesHash = 4

// memory sets the total size of all tables.
func (a *adapter) memory(rest string) {
	megabytes, err := strconv.Atoi(rest)
	if err != nil {
		a.badArguments("bad parameters", "memory", rest)
		return
	}
	a.comment(a.controller.SetOption("Hash", strconv.Itoa(max(megabytes-besidesHash, 1))))
}

func (a *adapter) cores(rest string) {
	if _, err := strconv.Atoi(rest); err != nil {
		a.badArguments("bad parameters", "cores", rest)
		return
	}
	a.comment(a.controller.SetOption("Threads", rest))
}
