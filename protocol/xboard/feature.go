package xboard

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"alfiere/internal/wire"
	"alfiere/protocol"
)

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

// optionType returns the option's type and value; a text may be empty, and then the
// blank before it is needed.
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

// setEndgamePath carries out "egtpath TYPE PATH". GUIs send it before every game: a
// repeated path changes nothing, not even a path that the user has set since as an option.
// XBoard sends one even if the user has no tables, so an unusable path is reported when
// tables could help, see reportMissingTables.
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
