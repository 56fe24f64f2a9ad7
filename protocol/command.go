package protocol

import (
	"slices"
	"strings"

	"alfiere/internal/wire"
)

// Timing says when a command is obeyed that is typed while the engine thinks.
type Timing uint8

// The timings of commands for people.
const (
	InTurn       Timing = iota // it waits until the engine has moved
	AtOnce                     // it is obeyed at once; it does not depend on the position
	AtOnceByHand               // at once at a terminal, in its turn in a script
)

// Command is a row of an adapter's table, from which dispatch and help are made. A is the adapter.
type Command[A any] struct {
	Name  string
	Also  string // further names, separated by blanks
	Args  string // as help shows them
	Help  string // a sentence; empty for commands that only programs send
	More  string // further help on this command alone, in lines
	When  Timing
	Run   func(a A, rest string) // gets the rest of the line
	State func(a A) string       // of a flag or a value; nil if there is none
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
