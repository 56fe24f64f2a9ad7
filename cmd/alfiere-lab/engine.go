package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"alfiere/cmd/internal/session"
	"alfiere/council"
	"alfiere/council/broker"
	"alfiere/council/broker/natsnet"
	"alfiere/council/program"
	"alfiere/internal/cli"
	"alfiere/protocol"
)

const (
	rollPatience = 300 * time.Millisecond // to wait for workers to announce themselves
	mostSeats    = 16                     // of a default council
)

// defineEngine defines the command that serves an engine with a council.
func defineEngine(flags *pflag.FlagSet) cli.Run {
	var c client
	var members string
	flags.StringVar(&members, "consult", "",
		"`members` of the council, as in the option Consult "+
			"(default: noisy copies, one per worker thread and one in this process)")
	c.define(flags)
	return func(args []string, std cli.Streams) error {
		if len(args) > 0 {
			return cli.Usagef("unexpected argument %q", args[0])
		}
		if _, err := council.ParseCouncil(members); err != nil {
			return cli.Usagef("--consult: %w", err)
		}
		return serveEngine(&c, members, std)
	}
}

// serveEngine runs the engine on the standard streams. The first member searches in this process, the others on
// workers. Without a broker, or after losing it, the engine plays alone.
func serveEngine(c *client, members string, std cli.Streams) error {
	signals, stop := session.Signals()
	defer stop()
	log := c.log.Open(std, "engine", "")
	defer log.Close()
	consulted := &labCouncil{Council: program.NewCouncil()}
	consulted.here, consulted.Open = consulted.Open, consulted.openMember
	connection, err := c.connect("alfiere-lab engine", log)
	switch {
	case errors.Is(err, natsnet.ErrAbsent):
		consulted.alone = fmt.Errorf("%w; the engine plays alone", err)
		log.Warn(consulted.alone.Error())
	case err != nil:
		return err
	default:
		defer connection.Close()
		version, err := seatIdentity(context.Background())
		if err != nil {
			return err
		}
		engine := broker.Engine{Version: version, Local: consulted.here, Tell: log.Tell}
		consulted.pool, err = broker.NewPool(connection, engine)
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
	random := rand.NewPCG(rand.Uint64(), rand.Uint64())
	controller := protocol.NewController(consulted.Searcher, resources, random)
	if err := controller.SetOption("Consult", members); err != nil {
		return err
	}
	return session.Run(std, controller, signals)
}

// threads returns the number of threads of all workers, at least one.
func threads(pool *broker.Pool) (sum int) {
	for _, card := range pool.Workers() {
		sum += card.Threads
	}
	return max(sum, 1)
}

// labCouncil is a council whose first member is in this process and whose other members are workers.
type labCouncil struct {
	*program.Council
	// here opens members in this process, and other engines.
	here  func(seat council.Seat, megabytes int) (council.Member, error)
	pool  *broker.Pool // nil without a broker
	alone error        // why there is no broker, until it has been reported

	mutex sync.Mutex
	first string // the name of the seat in this process
}

// SetMembers implements protocol.Council.
func (l *labCouncil) SetMembers(text string) error {
	if err := l.Council.SetMembers(text); err != nil {
		return err // the old council stays, with its first seat
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

// Await implements protocol.Council. The first call also reports a missing broker.
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
