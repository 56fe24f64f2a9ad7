package protocol

import (
	"os"
	"slices"
	"strings"

	"alfiere/internal/wire"
)

// Session is the environment of an adapter: input, output and the engine. It may be
// handed from one adapter to the next.
type Session struct {
	Lines      <-chan wire.Line // closed at the end of the input
	Signals    <-chan os.Signal // os.Interrupt requests the end, any other signal forces it
	Out        *wire.Output
	Controller *Controller
}

// logOptions returns the option of the session log. An empty path closes the log; if a file is refused, the log stays.
func logOptions() []Option {
	return []Option{{Name: "Debug Log File", Kind: File,
		apply: func(c *Controller, v value) error { return c.log.Open(v.text, Title) }}}
}

// Log returns the log of a session with the controller, which the option Debug Log File opens.
func (c *Controller) Log() *wire.Log { return &c.log }

// Command is a row of an adapter's table, from which dispatch and help are made. A is the adapter.
type Command[A any] struct {
	Name  string
	Also  string                 // further names, separated by blanks
	Args  string                 // as help shows them
	Help  string                 // a sentence; empty for commands that only programs send
	More  string                 // further help on this command alone, in lines
	Run   func(a A, rest string) // gets the rest of the line
	State func(a A) string       // of a flag or a value; nil if there is none

	// A command for people waits until the engine has moved, unless it does not depend on the position.
	AtOnce bool // it is obeyed while the engine thinks
	ByHand bool // so is this one at a terminal, but not in a script
}

// Synopsis returns the name with the arguments.
func (c *Command[A]) Synopsis() string { return wire.Trim(c.Name + " " + c.Args) }

// Find returns the command that has the name, nil if there is none. With fold case does not count.
func Find[A any](table []Command[A], name string, fold bool) *Command[A] {
	is := func(own string) bool { return own == name || fold && strings.EqualFold(own, name) }
	i := slices.IndexFunc(table, func(c Command[A]) bool {
		return is(c.Name) || c.Also != "" && slices.ContainsFunc(strings.Fields(c.Also), is)
	})
	if i < 0 {
		return nil
	}
	return &table[i]
}
