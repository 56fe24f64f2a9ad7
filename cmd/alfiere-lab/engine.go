package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"alfiere/cmd/internal/session"
	"alfiere/council"
	"alfiere/council/broker"
	"alfiere/council/broker/natsnet"
	"alfiere/council/program"
	"alfiere/internal/cli"
	"alfiere/protocol"
)

const (
	rollPatience = 300 * time.Millisecond // for the workers to say that they are there
	mostSeats    = 16                     // of a council that nobody has asked for
)

func defineEngine(flags *flag.FlagSet) cli.Run {
	var c client
	var members string
	flags.StringVar(&members, "consult", "", "`members` of the council, as the option Consult takes them\n(default copies with noise, one for each thread of the\nworkers and one here)")
	c.define(flags)
	return func(args []string, std cli.Streams) error {
		if len(args) > 0 {
			return cli.Usagef("what is %q for?", args[0])
		}
		if _, err := council.ParseCouncil(members); err != nil {
			return cli.Usagef("--consult: %w", err)
		}
		return serveEngine(&c, members, std)
	}
}

// serveEngine is the engine on the standard streams. Its own member is searched for here,
// the others by workers. Without a broker it plays alone, as it does when the broker is lost.
func serveEngine(c *client, members string, std cli.Streams) error {
	signals, stop := session.Signals()
	defer stop()
	log := newJournal(std, "engine")
	defer log.close()
	consulted := &labCouncil{Council: program.NewCouncil()}
	consulted.here, consulted.Open = consulted.Open, consulted.openMember
	connection, err := c.connect("alfiere-lab engine", log)
	switch {
	case errors.Is(err, natsnet.ErrAbsent):
		consulted.alone = fmt.Errorf("%w; the engine plays alone", err)
		log.tell(consulted.alone.Error())
	case err != nil:
		return err
	default:
		defer connection.Close()
		version, err := seatIdentity(context.Background())
		if err != nil {
			return err
		}
		consulted.pool, err = broker.NewPool(connection, broker.Engine{Version: version, Local: consulted.here, Tell: log.tell})
		if err != nil {
			return err
		}
		defer consulted.pool.Close()
		if members == "" {
			consulted.pool.Await(mostSeats, rollPatience)
			members = fmt.Sprintf("noise%d", min(threads(consulted.pool)+1, mostSeats))
		}
	}
	resources := session.MachineResources()
	resources.Council = consulted
	controller := protocol.NewController(consulted.Searcher, resources, rand.NewPCG(rand.Uint64(), rand.Uint64()))
	if err := controller.SetOption("Consult", members); err != nil {
		return err
	}
	return session.Run(std, controller, signals)
}

// threads returns how many threads the workers have, at least one.
func threads(pool *broker.Pool) (sum int) {
	for _, card := range pool.Workers() {
		sum += card.Threads
	}
	return max(sum, 1)
}

// labCouncil is a council whose first member is here and whose others are workers.
type labCouncil struct {
	*program.Council
	here func(seat council.Seat, megabytes int) (council.Member, error) // opens members in this process and other engines
	pool *broker.Pool                                                   // nil without a broker

	alone error // why there is none, until it has been reported

	mutex sync.Mutex
	first string // the name of the seat that is here
}

// SetMembers implements protocol.Council.
func (l *labCouncil) SetMembers(text string) error {
	if err := l.Council.SetMembers(text); err != nil {
		return err // and the old council stays, with its first seat
	}
	seats, err := council.ParseCouncil(text)
	if err != nil || len(seats) == 0 {
		return err
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.first = seats[0].Name
	return nil
}

// Await implements protocol.Council: at first it also reports that there is no broker.
func (l *labCouncil) Await() error {
	alone := l.alone
	l.alone = nil
	return errors.Join(alone, l.Council.Await())
}

// openMember opens the member of a seat.
func (l *labCouncil) openMember(seat council.Seat, megabytes int) (council.Member, error) {
	l.mutex.Lock()
	here := seat.Name == l.first
	l.mutex.Unlock()
	if here || l.pool == nil {
		return l.here(seat, megabytes)
	}
	return l.pool.Open(seat, megabytes)
}
