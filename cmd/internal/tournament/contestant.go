package tournament

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"alfiere/internal/message"
	"alfiere/internal/wire"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

// controlText holds the limits of a player as text; an empty field means no limit.
type controlText struct {
	Clock    string // in the form of client.ParseClock
	MoveTime string // for every move, in the form of wire.ParseSeconds
	Nodes    string // for every move
	Depth    string // plies for every move
}

// TestNodes are the nodes of a move in a test of strength, --sprt, that has no other limit.
const TestNodes = "40000"

// ErrNoLimit is the error for a player without a limit.
var ErrNoLimit = errors.New("one of tc, st, nodes and depth is needed")

// Parse reads the limits; at least one must be set.
func (c controlText) Parse() (control client.Control, err error) {
	if c == (controlText{}) {
		return control, ErrNoLimit
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
			return control, message.Errorf("st: %q: must be above 0", c.MoveTime)
		}
	}
	if c.Nodes != "" {
		if control.Nodes, err = strconv.ParseUint(c.Nodes, 10, 63); err != nil || control.Nodes == 0 {
			return control, message.Errorf("nodes: %q is no number of nodes", c.Nodes)
		}
	}
	if c.Depth != "" {
		if control.Depth, err = strconv.Atoi(c.Depth); err != nil || control.Depth < 1 {
			return control, message.Errorf("depth: %q is no number of plies", c.Depth)
		}
	}
	return control, nil
}

// Entry is the common settings of contestants that are described in words.
type Entry struct {
	Control controlText    // of contestants without their own
	Ponder  bool           // default of contestants
	Restart client.Restart // default of contestants
	Each    string         // words put in front of those of every contestant
	Grace   time.Duration

	// Log returns the log for the traffic of the engine with the name; may be nil.
	Log func(name string) client.Log

	// Own makes the player of contestants without a command: the engine of this process.
	Own own

	// Program may change or refuse the program of a contestant; may be nil.
	Program func(*client.Program) error
}

// ParseContestants reads the descriptions of all sides, those of a file after the texts. Of equal
// names the later ones are changed.
func (e *Entry) ParseContestants(texts []string, fromFile []Described) (all []arena.Contestant, err error) {
	if n := len(texts) + len(fromFile); n < 2 {
		return nil, fmt.Errorf("--engine is needed at least twice, not %d times", n)
	}
	var programs []*client.Program
	for _, text := range texts {
		c, program, err := e.parse(text)
		if err != nil {
			return nil, fmt.Errorf("%w (--engine %q)", err, text)
		}
		all, programs = append(all, c), append(programs, program)
	}
	for _, d := range fromFile {
		c, program, err := e.contestant(d.Words)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.Place, err)
		}
		all, programs = append(all, c), append(programs, program)
	}
	taken := map[string]bool{}
	for i := range all {
		name := all[i].Name
		for number := 2; taken[all[i].Name]; number++ {
			all[i].Name = fmt.Sprintf("%s %d", name, number)
		}
		taken[all[i].Name] = true
		if programs[i] != nil && e.Log != nil {
			programs[i].Log = e.Log(all[i].Name)
		}
	}
	return all, nil
}

// ParseWords reads the description of a player: words KEY=VALUE, explained in docs/match.md.
func (e *Entry) ParseWords(words []string) (arena.Contestant, error) {
	c, _, err := e.contestant(words)
	return c, err
}

// parse reads the description of a player; the program is nil if it is the engine of this process.
func (e *Entry) parse(text string) (c arena.Contestant, program *client.Program, err error) {
	words, err := wire.SplitWords(text)
	if err != nil {
		return c, nil, err
	}
	return e.contestant(words)
}

// contestant makes a player from the words of its description.
func (e *Entry) contestant(words []string) (c arena.Contestant, program *client.Program, err error) {
	player, err := e.describe(words)
	if err != nil {
		return c, nil, err
	}
	if c.Control, err = player.control.Parse(); err != nil {
		return c, nil, err
	}
	c.Control.Ponder, c.Threads = player.ponder, player.threads()
	if len(player.program.Command) > 0 {
		program = &player.program
		if e.Program != nil {
			if err := e.Program(program); err != nil {
				return c, nil, err
			}
		}
		c.Name, c.Open = program.Name(), func() arena.Player { return program.Open() }
	} else {
		c.Name, c.Open = e.Own(player.program.Settings)
	}
	if player.name != "" {
		c.Name = player.name
	}
	return c, program, nil
}

// describe reads a description. Missing settings are those of the Entry. If it has any limits of
// its own, they replace all of the Entry's.
func (e *Entry) describe(words []string) (d description, err error) {
	d = description{program: client.Program{Grace: e.Grace, Restart: e.Restart}, ponder: e.Ponder}
	each, err := wire.SplitWords(e.Each)
	if err == nil {
		err = d.setAll(each)
	}
	if err != nil {
		return d, fmt.Errorf("%w (--each %q)", err, e.Each)
	}
	common := cmp.Or(d.control, e.Control)
	d.control = controlText{}
	err = d.setAll(words)
	d.control = cmp.Or(d.control, common)
	return d, err
}

// description is a player described by words.
type description struct {
	name    string
	program client.Program
	control controlText
	ponder  bool
}

// setAll applies words KEY=VALUE.
func (d *description) setAll(words []string) error {
	for _, word := range words {
		if err := d.set(word); err != nil {
			return err
		}
	}
	return nil
}

// set applies the word KEY=VALUE.
func (d *description) set(word string) (err error) {
	key, value, _ := strings.Cut(word, "=")
	if name, isOption := strings.CutPrefix(key, "option."); isOption {
		d.setOption(client.Setting{Name: name, Value: value})
		return nil
	}
	if strings.TrimSpace(value) == "" {
		return message.Errorf("%q is not KEY=VALUE", word)
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
	case "restart":
		if d.program.Restart, err = client.ParseRestart(value); err != nil {
			err = fmt.Errorf("restart: %w", err)
		}
	default:
		err = &KeyError{key, []string{"cmd", "depth", "dir", "name", "nodes", "option.NAME", "ponder", "proto",
			"restart", "st", "tc"}}
	}
	return err
}

// KeyError is the error for an unknown key in a description.
type KeyError struct {
	Key   string
	Known []string // the valid keys
}

// Error names the key and the valid ones.
func (e *KeyError) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *KeyError) Message() error {
	return message.Errorf("unknown setting: %q; choose one of %s", e.Key, strings.Join(e.Known, ", "))
}

// threads returns the threads with which the player searches, as far as its description says.
func (d *description) threads() int {
	for _, s := range d.program.Settings {
		if n, err := strconv.Atoi(s.Value); compact(s.Name) == "threads" && err == nil {
			return n
		}
	}
	return 1
}

// compact returns the name of an option in the form in which names are compared.
func compact(name string) string { return strings.ToLower(strings.ReplaceAll(name, " ", "")) }

// setOption sets an option, in place of an earlier value; case and blanks of its name do not
// count.
func (d *description) setOption(s client.Setting) {
	d.program.Settings = slices.DeleteFunc(d.program.Settings, func(old client.Setting) bool {
		return compact(old.Name) == compact(s.Name)
	})
	d.program.Settings = append(d.program.Settings, s)
}
