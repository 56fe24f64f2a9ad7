package tournament

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

	"alfiere/cmd/internal/session"
	"alfiere/council"
	"alfiere/council/program"
	"alfiere/eval"
	"alfiere/protocol"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
	"alfiere/protocol/client/inprocess"
)

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
