package tournament

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
	"alfiere/protocol/wire"
)

// ControlText is what bounds a player's thinking as it is written; what is empty bounds
// nothing.
type ControlText struct {
	Clock    string // as client.ParseClock reads it
	MoveTime string // for every move, as wire.ParseSeconds reads it
	Nodes    string // for every move
	Depth    string // plies for every move
}

// Parse reads the bounds, of which there must be one.
func (c ControlText) Parse() (control client.Control, err error) {
	if c == (ControlText{}) {
		return control, fmt.Errorf("one of tc, st, nodes and depth is needed")
	}
	if c.Clock != "" {
		if control, err = client.ParseClock(c.Clock); err != nil {
			return control, fmt.Errorf("tc: %w", err)
		}
	}
	if c.MoveTime != "" {
		if control.MoveTime, err = wire.ParseSeconds(c.MoveTime); err != nil {
			return control, fmt.Errorf("st: %q: %w", c.MoveTime, err)
		}
		if control.MoveTime == 0 {
			return control, fmt.Errorf("st: %q: it must be above 0", c.MoveTime)
		}
	}
	if c.Nodes != "" {
		if control.Nodes, err = strconv.ParseUint(c.Nodes, 10, 63); err != nil || control.Nodes == 0 {
			return control, fmt.Errorf("nodes: %q is no number of nodes", c.Nodes)
		}
	}
	if c.Depth != "" {
		if control.Depth, err = strconv.Atoi(c.Depth); err != nil || control.Depth < 1 {
			return control, fmt.Errorf("depth: %q is no number of plies", c.Depth)
		}
	}
	return control, nil
}

// Entry is what contestants have in common that are described in words.
type Entry struct {
	Control ControlText // of those that have none of their own
	Ponder  bool        // of those that say nothing of it
	Grace   time.Duration

	// Own makes the player of those without a command, with its name: the engine of this
	// process.
	Own Own
}

// ParseContestants reads the descriptions of both sides. If their names are the same the
// second one is changed.
func (e *Entry) ParseContestants(texts []string) (both []arena.Contestant, err error) {
	if len(texts) != 2 {
		return both, fmt.Errorf("--engine is needed twice, not %d times", len(texts))
	}
	both = make([]arena.Contestant, 2)
	for i, text := range texts {
		if both[i], err = e.ParseContestant(text); err != nil {
			return both, fmt.Errorf("%w (--engine %q)", err, text)
		}
	}
	if both[0].Name == both[1].Name {
		both[1].Name += " 2"
	}
	return both, nil
}

// ParseContestant reads the description of a player, words KEY=VALUE as docs/match.md
// explains them.
func (e *Entry) ParseContestant(text string) (c arena.Contestant, err error) {
	player, err := e.describe(text)
	if err != nil {
		return c, err
	}
	if player.control == (ControlText{}) {
		player.control = e.Control
	}
	if c.Control, err = player.control.Parse(); err != nil {
		return c, err
	}
	c.Control.Ponder = player.ponder
	if program := player.program; len(program.Command) > 0 {
		c.Name, c.Open = program.Name(), func() arena.Player { return program.Open() }
	} else {
		c.Name, c.Open = e.Own(program.Settings)
	}
	if player.name != "" {
		c.Name = player.name
	}
	return c, nil
}

// description is a player as words describe it.
type description struct {
	name    string
	program client.Program
	control ControlText
	ponder  bool
}

// describe reads a description. What it does not mention is that of the entry, but for the
// control.
func (e *Entry) describe(text string) (description, error) {
	d := description{program: client.Program{Grace: e.Grace}, ponder: e.Ponder}
	words, err := wire.SplitWords(text)
	for _, word := range words {
		if err := d.set(word); err != nil {
			return d, err
		}
	}
	return d, err
}

// set takes the word KEY=VALUE into account.
func (d *description) set(word string) (err error) {
	key, value, _ := strings.Cut(word, "=")
	if name, isOption := strings.CutPrefix(key, "option."); isOption {
		d.program.Settings = append(d.program.Settings, client.Setting{Name: name, Value: value})
		return nil
	}
	if value == "" {
		return fmt.Errorf("%q is not KEY=VALUE", word)
	}
	switch key {
	case "cmd":
		d.program.Command, err = wire.SplitWords(value)
	case "dir":
		d.program.Folder = value
	case "proto":
		if d.program.Protocol, err = client.ParseProtocol(value); err != nil {
			err = fmt.Errorf("proto: %w", err)
		}
	case "name":
		d.name = value
	case "tc":
		d.control.Clock = value
	case "st":
		d.control.MoveTime = value
	case "nodes":
		d.control.Nodes = value
	case "depth":
		d.control.Depth = value
	case "ponder":
		if d.ponder, err = strconv.ParseBool(value); err != nil {
			err = fmt.Errorf("ponder: %q is neither true nor false", value)
		}
	default:
		err = fmt.Errorf("no such key: %q", key)
	}
	return err
}
