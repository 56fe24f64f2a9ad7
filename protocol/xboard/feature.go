package xboard

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"alfiere/protocol"
	"alfiere/protocol/wire"
)

// features are announced in this order, without options and done=1. What is not
// here works by the protocol's default or not at all.
const features = `feature ping=1 setboard=1 usermove=1 playother=1 san=0 time=1 draw=1 sigint=0 sigterm=1
feature reuse=1 analyze=1 colors=0 name=1 ics=1 nps=1 debug=1 memory=1 smp=1 exclude=1 variants="normal,fischerandom"`

// introduce answers "protover": a GUI that sends it understands features.
func (a *adapter) introduce(string) {
	a.introduced, a.comments = true, true
	for line := range strings.SplitSeq(features, "\n") {
		a.out.Printf("%s", line)
	}
	a.out.Printf(`feature myname="%s"`, protocol.Title)
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
	return "string " + o.Default
}

// option carries out "option NAME[=VALUE]".
func (a *adapter) option(rest string) {
	name, text, _ := strings.Cut(rest, "=")
	err := a.controller.SetOption(wire.Trim(name), text)
	a.comment(err)
	var clamped *protocol.ClampError
	switch {
	case errors.Is(err, protocol.ErrNoOption):
		a.badArguments("no such option", "option", rest)
	case err != nil && !errors.As(err, &clamped):
		a.badArguments("bad value", "option", rest)
	}
}

// besidesHash is what the engine's smaller tables need, in megabytes.
const besidesHash = 4

// memory is that of all tables together.
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
