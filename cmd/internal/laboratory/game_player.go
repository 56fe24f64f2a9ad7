package laboratory

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"alfiere/cmd/internal/session"
	"alfiere/cmd/internal/tournament"
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

// megabytes is the default size of the table for each member of a council, and for each thread.
const megabytes = 4

// Player is a player described by words.
type Player struct {
	Words      string // the words that parsePlayer reads
	Contestant arena.Contestant

	// Programs reports that the player, or its council, runs another engine in a process of its own.
	Programs bool

	// Program is the SHA-256 of that engine's executable, once identify has been called; else empty.
	Program string

	seats      []council.Seat
	settings   []client.Setting
	program    *client.Program // nil for an engine of this process
	executable *executable     // of the program, if it must not change
}

// keys are the options that have a word of their own.
var keys = map[string]string{"consult": "Consult", "criterion": "Criterion", "weights": "ConsultWeights",
	"second": "SecondSearch", "second-threads": "SecondThreads", "exchange": "ConsultExchange",
	"threads": "Threads", "hash": "Hash"}

// parsePlayer reads words KEY=VALUE: those of `alfiere match` (nodes, depth, st, tc, name,
// cmd, option.NAME …) and
//
//	consult=noise8 criterion=optimistic weights=genetic second=67   a council, in the form of the options
//	second-threads=4 exchange=true                                  more of them
//	letters=mpar noise=15 seed=3                                    one search with less knowledge, or with noise
//	threads=4 hash=64                                               its threads, and its tables in megabytes in all
//
// Its name is the words themselves by default. The error names the invalid word.
func parsePlayer(text string) (*Player, error) { return parseLimited(text, &guest{}, "") }

// parseLimited does the work of parsePlayer. Words that break the limits of a guest are refused and have no effect.
// program is the SHA-256 of the executable that the player must have; empty: any.
func parseLimited(text string, limits *guest, program string) (*Player, error) {
	words, err := wire.SplitWords(text)
	if err != nil {
		return nil, err
	}
	p := &Player{Words: text}
	var rest []string
	var one single
	for _, word := range words {
		key, value, _ := strings.Cut(word, "=")
		option, is := keys[key]
		switch {
		case is && value == "":
			return nil, message.Errorf("%q is not KEY=VALUE", word)
		case is:
			rest = append(rest, "option."+option+"="+value)
		default:
			taken, err := one.set(key, value)
			if err != nil {
				return nil, err
			}
			if !taken {
				rest = append(rest, word)
			}
		}
	}
	if rest, err = one.join(rest); err != nil {
		return nil, err
	}
	return p, p.read(rest, limits, program)
}

// read makes the contestant from words in the form of `alfiere match`.
func (p *Player) read(words []string, limits *guest, program string) error {
	own := false
	entry := tournament.Entry{Grace: grace, Own: func(settings []client.Setting) (string, func() arena.Player) {
		p.settings, own = settings, true
		return p.label(), p.open
	}, Program: func(described *client.Program) error { return p.adopt(described, limits, program) }}
	contestant, err := entry.ParseWords(words)
	if unknown := new(tournament.KeyError); errors.As(err, &unknown) {
		return &tournament.KeyError{Key: unknown.Key, Known: knownKeys(unknown.Known, limits.megabytes > 0)}
	}
	if err != nil {
		return err
	}
	p.Contestant, p.Programs = contestant, !own
	if !own {
		return nil
	}
	if err := p.complete(); err != nil {
		return err
	}
	if limits.megabytes > 0 {
		if err := p.admit(limits.megabytes); err != nil {
			return err
		}
	}
	return p.check()
}

// knownKeys returns the keys of a player: those of `alfiere match` and those of this package. A
// guest starts no programs.
func knownKeys(match []string, guest bool) []string {
	all := append(slices.Collect(maps.Keys(keys)), "letters", "noise", "seed")
	for _, key := range match {
		if !guest || key != "cmd" && key != "dir" && key != "proto" {
			all = append(all, key)
		}
	}
	slices.Sort(all)
	return all
}

// complete gives options the spelling of their names in keys, whatever their case and blanks, and
// reads the council and the size of the tables from them.
func (p *Player) complete() (err error) {
	for i := range p.settings {
		for _, name := range keys {
			if strings.EqualFold(strings.ReplaceAll(p.settings[i].Name, " ", ""), name) {
				p.settings[i].Name = name
			}
		}
	}
	p.taketurns()
	for _, s := range p.settings {
		if s.Name != "Consult" {
			continue
		}
		if p.seats, err = council.ParseCouncil(s.Value); err != nil {
			return err
		}
		p.Programs = slices.ContainsFunc(p.seats, func(s council.Seat) bool { return s.Engine != "" })
	}
	p.size()
	return nil
}

// admit checks whether a guest may play.
func (p *Player) admit(megabytes int) error {
	if p.Programs {
		return errForeign
	}
	for _, s := range p.settings {
		if !slices.Contains(slices.Collect(maps.Values(keys)), s.Name) {
			return message.Errorf("option %s is allowed only in the tournament's own process", s.Name)
		}
		if err := checkHash(s, megabytes); err != nil {
			return err
		}
	}
	return nil
}

// errForeign refuses programs that a guest names.
var errForeign = errors.New("other engines can play only in the tournament's own process")

// checkHash checks the size of a guest's tables, if the setting is that.
func checkHash(s client.Setting, megabytes int) error {
	if !strings.EqualFold(s.Name, "Hash") {
		return nil
	}
	if asked, err := strconv.Atoi(s.Value); err != nil || asked > megabytes {
		return message.Errorf("the player needs tables of %s MB, but the limit is %d MB", s.Value, megabytes)
	}
	return nil
}

// taketurns makes a search with threads whose nodes or depth are fixed a council of one: there
// its threads work in turn, each with its part of the nodes, and the result is the same every time.
func (p *Player) taketurns() {
	c := &p.Contestant.Control
	if c.Timed() || c.MoveTime > 0 || slices.ContainsFunc(p.settings, func(s client.Setting) bool {
		return s.Name == "Consult"
	}) {
		return
	}
	for i := range p.settings {
		if s := &p.settings[i]; s.Name == "Threads" {
			*s = client.Setting{Name: "Consult", Value: eval.All.String() + "*" + s.Value}
		}
	}
}

// size sets the size of the tables, if the words do not.
func (p *Player) size() {
	threads, own := 1, 0
	for _, s := range p.settings {
		switch s.Name {
		case "Hash":
			return
		case "Threads":
			threads, _ = strconv.Atoi(s.Value)
		}
	}
	for i := range p.seats {
		if p.seats[i].Engine == "" {
			own += max(p.seats[i].Threads, 1)
		}
	}
	if len(p.seats) == 0 {
		own = threads
	}
	p.settings = append(p.settings, client.Setting{Name: "Hash", Value: strconv.Itoa(megabytes * max(own, 1))})
}

// check sets the options as a game does.
func (p *Player) check() error {
	consulted := program.NewCouncil()
	resources := session.MachineResources()
	resources.Council = consulted
	controller := protocol.NewController(consulted.Searcher, resources, rand.NewPCG(0, 0))
	for _, s := range p.settings {
		if err := controller.SetOption(s.Name, s.Value); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", s.Name, err), controller.Close())
		}
	}
	return controller.Close()
}

// label returns the words without quotation marks.
func (p *Player) label() string {
	words, err := wire.SplitWords(p.Words)
	if err != nil {
		return p.Words
	}
	return strings.Join(words, " ")
}

// open opens the player; each has a council of its own.
func (p *Player) open() arena.Player {
	consulted := program.NewCouncil()
	resources := session.MachineResources()
	resources.Council = consulted
	program := inprocess.Program{Name: p.Contestant.Name, Settings: p.settings, Resources: resources,
		Searcher: consulted.Searcher}
	return program.Open()
}

// single is a search with less knowledge or with noise: a council of one.
type single struct{ letters, noise, seed string }

// set applies a word if it is one of its own.
func (s *single) set(key, value string) (taken bool, err error) {
	to := map[string]*string{"letters": &s.letters, "noise": &s.noise, "seed": &s.seed}[key]
	if to == nil {
		return false, nil
	}
	if value == "" {
		return true, message.Errorf("%q is not KEY=VALUE", key)
	}
	*to = value
	return true, nil
}

// join adds the council of one to the words, if there is one.
func (s *single) join(words []string) ([]string, error) {
	if *s == (single{}) {
		return words, nil
	}
	if s.seed != "" && s.noise == "" {
		return nil, errors.New("seed needs noise, as in noise=15 seed=3")
	}
	threads := ""
	for i, word := range words {
		if strings.HasPrefix(word, "option.Consult=") {
			return nil, errors.New("letters and noise cannot be combined with consult")
		}
		if value, is := strings.CutPrefix(word, "option.Threads="); is {
			threads = value
			words = append(words[:i:i], words[i+1:]...)
			break
		}
	}
	seat := s.letters
	if seat == "" {
		seat = eval.All.String()
	}
	if strings.ContainsAny(seat, " ~*#@:0123456789") {
		return nil, message.Errorf("letters: %q: evaluation terms are letters, such as mpar", s.letters)
	}
	for _, number := range []string{s.noise, s.seed} {
		if strings.Trim(number, "0123456789") != "" {
			return nil, message.Errorf("%q is not a number; noise and seed must be numbers", number)
		}
	}
	if s.noise != "" {
		seat += "~" + s.noise
	}
	if s.seed != "" {
		seat += "#" + s.seed
	}
	if threads != "" {
		seat += "*" + threads
		words = append(words, "option.Threads="+threads)
	}
	return append(words, "option.Consult="+seat), nil
}
