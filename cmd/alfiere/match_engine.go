package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"alfiere/cmd/internal/cli"
	"alfiere/protocol"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
	"alfiere/protocol/client/inprocess"
	"alfiere/search"
)

// controlWords are the limits of a player as they are written.
type controlWords struct{ clock, moveTime, nodes, depth string }

// parse reads the limits, of which there must be one.
func (w controlWords) parse() (control client.Control, err error) {
	if w == (controlWords{}) {
		return control, cli.Usagef("one of tc, st, nodes and depth is needed")
	}
	if w.clock != "" {
		if control, err = client.ParseClock(w.clock); err != nil {
			return control, cli.Usagef("tc: %w", err)
		}
	}
	if w.moveTime != "" {
		var ok bool
		if control.MoveTime, ok = client.ParseSeconds(w.moveTime); !ok || control.MoveTime == 0 {
			return control, cli.Usagef("st: %q is no number of seconds", w.moveTime)
		}
	}
	if w.nodes != "" {
		if control.Nodes, err = strconv.ParseUint(w.nodes, 10, 63); err != nil || control.Nodes == 0 {
			return control, cli.Usagef("nodes: %q is no number of nodes", w.nodes)
		}
	}
	if w.depth != "" {
		if control.Depth, err = strconv.Atoi(w.depth); err != nil || control.Depth < 1 {
			return control, cli.Usagef("depth: %q is no number of plies", w.depth)
		}
	}
	return control, nil
}

// readEngines makes the contestants.
func (c *matchCommand) readEngines() error {
	if len(c.engines) != 2 {
		return cli.Usagef("--engine is needed twice, not %d times", len(c.engines))
	}
	for i, text := range c.engines {
		var err error
		if c.match.Contestants[i], err = c.contestant(text); err != nil {
			return fmt.Errorf("%w (--engine %q)", err, text)
		}
	}
	if c.match.Contestants[0].Name == c.match.Contestants[1].Name {
		c.match.Contestants[1].Name += " 2"
	}
	return nil
}

// contestant reads the description of a player.
func (c *matchCommand) contestant(text string) (contestant arena.Contestant, err error) {
	words, err := splitWords(text)
	if err != nil {
		return contestant, cli.Usagef("%w", err)
	}
	player := playerWords{program: client.Program{Grace: c.match.Rules.Grace}, ponder: c.ponder}
	for _, word := range words {
		if err := player.set(word); err != nil {
			return contestant, cli.Usagef("%w", err)
		}
	}
	if player.control == (controlWords{}) {
		player.control = c.common
	}
	if contestant.Control, err = player.control.parse(); err != nil {
		return contestant, err
	}
	contestant.Control.Ponder = player.ponder
	if program := player.program; len(program.Command) > 0 {
		contestant.Name, contestant.Open = program.Name(), func() arena.Player { return program.Open() }
	} else {
		own := inprocess.Program{Name: protocol.Name, Settings: program.Settings, Resources: machineResources(),
			Searcher: func(megabytes int) (protocol.Searcher, error) { return search.New(megabytes) }}
		contestant.Name, contestant.Open = own.Name, func() arena.Player { return own.Open() }
	}
	if player.name != "" {
		contestant.Name = player.name
	}
	return contestant, nil
}

// playerWords is a player as it is described in words.
type playerWords struct {
	name    string
	program client.Program
	control controlWords
	ponder  bool
}

// set takes the word KEY=VALUE into account.
func (p *playerWords) set(word string) (err error) {
	key, value, _ := strings.Cut(word, "=")
	if name, isOption := strings.CutPrefix(key, "option."); isOption {
		p.program.Settings = append(p.program.Settings, client.Setting{Name: name, Value: value})
		return nil
	}
	if value == "" {
		return fmt.Errorf("%q is not KEY=VALUE", word)
	}
	switch key {
	case "cmd":
		p.program.Command, err = splitWords(value)
	case "dir":
		p.program.Folder = value
	case "proto":
		if p.program.Protocol, err = client.ParseProtocol(value); err != nil {
			err = fmt.Errorf("proto: %w", err)
		}
	case "name":
		p.name = value
	case "tc":
		p.control.clock = value
	case "st":
		p.control.moveTime = value
	case "nodes":
		p.control.nodes = value
	case "depth":
		p.control.depth = value
	case "ponder":
		if p.ponder, err = strconv.ParseBool(value); err != nil {
			err = fmt.Errorf("ponder: %q is neither true nor false", value)
		}
	default:
		err = fmt.Errorf("no such key: %q", key)
	}
	return err
}

var errOpenQuote = errors.New("a quotation mark is not closed")

// splitWords splits a line at blanks. What stands between quotation marks of either
// kind, anywhere in a word, is taken as it is.
func splitWords(line string) (words []string, err error) {
	var word strings.Builder
	quote, within := rune(0), false
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, within = r, true
		case r == ' ' || r == '\t':
			if within {
				words = append(words, word.String())
			}
			word.Reset()
			within = false
		default:
			word.WriteRune(r)
			within = true
		}
	}
	if quote != 0 {
		return nil, errOpenQuote
	}
	if within {
		words = append(words, word.String())
	}
	return words, nil
}
