package tournament

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"alfiere/cmd/internal/session"
	"alfiere/council"
	"alfiere/council/program"
	"alfiere/eval"
	"alfiere/internal/message"
	"alfiere/internal/wire"
	"alfiere/protocol"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
	"alfiere/protocol/client/inprocess"
)

// Entry is the common settings of players that are described in words.
type Entry struct {
	Control controlText    // of players without their own
	Ponder  bool           // default of players
	Restart client.Restart // default of players
	Each    string         // words put in front of those of every player
	Grace   time.Duration

	// Log returns the log for the traffic of the engine with the name; may be nil.
	Log func(name string) client.Log

	Warn func(text string) // reports what is probably a mistake in a player's words; may be nil

	// Repeatable is for games that are tasks, which the same words must repeat anywhere. An engine of this process then
	// has small tables, shares fixed nodes among its threads, and has its words as its name.
	Repeatable bool

	// Admit may change the program of a player, or refuse a player before its options have an effect; may be nil.
	Admit func(*Player) error

	own func(settings []client.Setting) (name string, open func() arena.Player) // of tests, in place of Player.open
}

// Player is a player described by words.
type Player struct {
	arena.Contestant
	Words   string         // its description
	Program client.Program // without a command it is an engine of this process, with these settings

	control controlText
	ponder  bool
	single  singleSearch
	seats   []council.Seat // of its council, if games are repeatable
}

// ParseContestants reads the descriptions of all sides, those of a file after the texts. Of equal
// names the later ones are changed.
func (e *Entry) ParseContestants(texts []string, fromFile []Described) (all []arena.Contestant, err error) {
	if n := len(texts) + len(fromFile); n < 2 {
		return nil, fmt.Errorf("--engine is needed at least twice, not %d times", n)
	}
	var players []*Player
	for _, text := range texts {
		p, err := e.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("%w (--engine %q)", err, text)
		}
		players = append(players, p)
	}
	for _, d := range fromFile {
		p, err := e.player(d.Words)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.Place, err)
		}
		players = append(players, p)
	}
	taken := map[string]bool{}
	for _, p := range players {
		name := p.Name
		for number := 2; taken[p.Name]; number++ {
			p.Name = fmt.Sprintf("%s %d", name, number)
		}
		taken[p.Name] = true
		p.Program.Player = p.Name
		if text := p.Warning(); text != "" && e.Warn != nil {
			e.Warn(text)
		}
		if e.Log != nil {
			p.Program.Log = e.Log(p.Name)
		}
		all = append(all, p.Contestant)
	}
	return all, nil
}

// Parse reads the description of a player: words KEY=VALUE, explained in docs/match.md.
func (e *Entry) Parse(text string) (*Player, error) {
	words, err := wire.SplitWords(text)
	if err != nil {
		return nil, err
	}
	p, err := e.player(words)
	if err != nil {
		return nil, err
	}
	p.Words = text
	return p, nil
}

// player makes a player from the words of its description.
func (e *Entry) player(words []string) (*Player, error) {
	p, err := e.describe(words)
	if err == nil {
		err = p.consultSingle()
	}
	if err == nil {
		p.Contestant.Control, err = p.control.Parse()
	}
	if err != nil {
		return nil, err
	}
	p.Contestant.Control.Ponder, p.Threads = p.ponder, 1
	if s := p.option("Threads"); s != nil {
		if n, err := strconv.Atoi(s.Value); err == nil {
			p.Threads = n
		}
	}
	name := ""
	switch {
	case len(p.Program.Command) > 0:
		err = e.admit(p)
		name, p.Open = p.Program.Name(), func() arena.Player { return p.Program.Open() }
	case e.own != nil:
		name, p.Open = e.own(p.Program.Settings)
	case e.Repeatable:
		name, p.Open = strings.Join(words, " "), p.open
		if err = p.makeRepeatable(); err == nil {
			err = e.admit(p)
		}
		if err == nil {
			err = p.check()
		}
	default:
		name, p.Open = session.MachineResources().Title, p.open
	}
	p.Name = cmp.Or(p.Name, name)
	return p, err
}

func (e *Entry) admit(p *Player) error {
	if e.Admit == nil {
		return nil
	}
	return e.Admit(p)
}

// describe reads a description. Missing settings are those of the Entry. If it has any limits of
// its own, they replace all of the Entry's.
func (e *Entry) describe(words []string) (*Player, error) {
	p := &Player{Program: client.Program{Grace: e.Grace, Restart: e.Restart}, ponder: e.Ponder}
	each, err := wire.SplitWords(e.Each)
	if err == nil {
		err = p.setAll(each)
	}
	if err != nil {
		return nil, fmt.Errorf("%w (--each %q)", err, e.Each)
	}
	common := cmp.Or(p.control, e.Control)
	p.control = controlText{}
	err = p.setAll(words)
	p.control = cmp.Or(p.control, common)
	return p, err
}

// Programs reports whether the player, or its council, runs another engine in a process of its own.
func (p *Player) Programs() bool {
	return len(p.Program.Command) > 0 || slices.ContainsFunc(p.seats, func(s council.Seat) bool { return s.Engine != "" })
}

// setAll applies words KEY=VALUE.
func (p *Player) setAll(words []string) error {
	for _, word := range words {
		if err := p.set(word); err != nil {
			return err
		}
	}
	return nil
}

// optionKeys are the options that have a word of their own.
var optionKeys = map[string]string{"consult": "Consult", "criterion": "Criterion", "weights": "ConsultWeights",
	"second": "SecondSearch", "second-threads": "SecondThreads", "exchange": "ConsultExchange",
	"delay": "ExchangeDelay", "threads": "Threads", "hash": "Hash"}

// IsOptionWithKey reports whether an option has a word of its own.
func IsOptionWithKey(name string) bool {
	return slices.Contains(slices.Collect(maps.Values(optionKeys)), name)
}

// NamesFile reports whether an option of this engine is the path of a file or folder. The name is one of its options.
func NamesFile(name string) bool {
	consulted, resources := openCouncil()
	controller := protocol.NewController(consulted.Searcher, resources, rand.NewPCG(0, 0))
	defer func() { _ = controller.Close() }()
	option := controller.Option(name)
	return option != nil && (option.Kind == protocol.File || option.Kind == protocol.Folder)
}

// set applies the word KEY=VALUE.
func (p *Player) set(word string) (err error) {
	key, value, _ := strings.Cut(word, "=")
	if name, isOption := strings.CutPrefix(key, "option."); isOption {
		p.setOption(name, value)
		return nil
	}
	if strings.TrimSpace(value) == "" {
		return message.Errorf("%q is not KEY=VALUE", word)
	}
	if name, is := optionKeys[key]; is {
		p.setOption(name, value)
		return nil
	}
	to := map[string]*string{"name": &p.Name, "dir": &p.Program.Folder, "tc": &p.control.Clock, "st": &p.control.MoveTime,
		"nodes": &p.control.Nodes, "depth": &p.control.Depth, "letters": &p.single.letters, "noise": &p.single.noise,
		"seed": &p.single.seed}
	switch key {
	case "cmd":
		p.Program.Command, err = wire.SplitWords(value)
	case "proto":
		if p.Program.Protocol, err = client.ParseProtocol(value); err != nil {
			err = fmt.Errorf("proto: %w", err)
		}
	case "ponder":
		if p.ponder, err = strconv.ParseBool(value); err != nil {
			err = fmt.Errorf("ponder: %q is neither true nor false", value)
		}
	case "restart":
		if p.Program.Restart, err = client.ParseRestart(value); err != nil {
			err = fmt.Errorf("restart: %w", err)
		}
	default:
		if to[key] == nil {
			known := slices.Concat(slices.Collect(maps.Keys(to)), slices.Collect(maps.Keys(optionKeys)),
				[]string{"cmd", "option.NAME", "ponder", "proto", "restart"})
			slices.Sort(known)
			return message.Errorf("unknown setting: %q; choose one of %s", key, strings.Join(known, ", "))
		}
		*to[key] = value
	}
	return err
}

// compact returns the name of an option in the form in which names are compared.
func compact(name string) string { return strings.ToLower(strings.ReplaceAll(name, " ", "")) }

// option returns the setting of an option, nil if the words have none; case and blanks of its name do not count.
func (p *Player) option(name string) *client.Setting {
	for i := range p.Program.Settings {
		if s := &p.Program.Settings[i]; compact(s.Name) == compact(name) {
			return s
		}
	}
	return nil
}

// setOption sets an option, in place of an earlier value.
func (p *Player) setOption(name, value string) {
	for _, known := range optionKeys {
		if compact(name) == compact(known) {
			name = known
		}
	}
	p.Program.Settings = slices.DeleteFunc(p.Program.Settings, func(old client.Setting) bool {
		return compact(old.Name) == compact(name)
	})
	p.Program.Settings = append(p.Program.Settings, client.Setting{Name: name, Value: value})
}

// singleSearch is a search with less knowledge or with noise: a council of one.
type singleSearch struct{ letters, noise, seed string }

// consultSingle sets the council of one, if the words describe it.
func (p *Player) consultSingle() error {
	s := &p.single
	switch {
	case *s == (singleSearch{}):
		return nil
	case s.seed != "" && s.noise == "":
		return errors.New("seed needs noise, as in noise=15 seed=3")
	case p.option("Consult") != nil:
		return errors.New("letters and noise cannot be combined with consult")
	}
	seat := cmp.Or(s.letters, eval.All.String())
	if strings.ContainsAny(seat, " ~*#@:0123456789") {
		return message.Errorf("letters: %q: evaluation terms are letters, such as mpar", s.letters)
	}
	for _, number := range []string{s.noise, s.seed} {
		if strings.Trim(number, "0123456789") != "" {
			return message.Errorf("%q is not a number; noise and seed must be numbers", number)
		}
	}
	if s.noise != "" {
		seat += "~" + s.noise
	}
	if s.seed != "" {
		seat += "#" + s.seed
	}
	if threads := p.option("Threads"); threads != nil {
		seat += "*" + threads.Value
	}
	p.setOption("Consult", seat)
	return nil
}

// megabytes is the default size of the table for each member of a council, and for each thread, in repeatable games.
const megabytes = 4

// makeRepeatable makes a search with threads whose nodes or depth are fixed a council of one: there its threads work in
// turn, each with its part of the nodes, and the result is the same every time. It also sets the size of the tables, if
// the words do not.
func (p *Player) makeRepeatable() (err error) {
	searches := p.Threads
	if c := &p.Contestant.Control; !c.Timed() && c.MoveTime == 0 && p.option("Consult") == nil {
		if s := p.option("Threads"); s != nil {
			*s = client.Setting{Name: "Consult", Value: eval.All.String() + "*" + s.Value}
		}
	}
	if s := p.option("Consult"); s != nil {
		if p.seats, err = council.ParseCouncil(s.Value); err != nil {
			return err
		}
		searches = 0
		for i := range p.seats {
			if p.seats[i].Engine == "" {
				searches += max(p.seats[i].Threads, 1)
			}
		}
	}
	if p.option("Hash") == nil {
		p.setOption("Hash", strconv.Itoa(megabytes*max(searches, 1)))
	}
	return nil
}

// check sets the options as a game does.
func (p *Player) check() error {
	consulted, resources := openCouncil()
	controller := protocol.NewController(consulted.Searcher, resources, rand.NewPCG(0, 0))
	for _, s := range p.Program.Settings {
		if err := controller.SetOption(s.Name, s.Value); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", s.Name, err), controller.Close())
		}
	}
	return controller.Close()
}

// open opens the player, an engine of this process; each has a council of its own.
func (p *Player) open() arena.Player {
	consulted, resources := openCouncil()
	program := inprocess.Program{Name: p.Name, Settings: p.Program.Settings, Resources: resources,
		Searcher: consulted.Searcher}
	return program.Open()
}

func openCouncil() (*program.Council, protocol.Resources) {
	consulted, resources := program.NewCouncil(), session.MachineResources()
	resources.Council = consulted
	return consulted, resources
}
