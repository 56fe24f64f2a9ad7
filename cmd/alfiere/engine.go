package main

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"alfiere/protocol"
	"alfiere/protocol/uci"
	"alfiere/protocol/xboard"
	"alfiere/search"
	"alfiere/tt"
)

// patience is how long the process waits, after a signal that demands its end, for
// an adapter that nobody reads from.
const patience = 300 * time.Millisecond

// runEngine is the program without a subcommand: it speaks the protocol that the
// first line asks for, to the end of the input.
func runEngine(std streams) error {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	signal.Ignore(syscall.SIGPIPE) // a closed output is an error of writing, not a violent end
	return converse(std, signals)
}

// converse is runEngine with its signals given.
func converse(std streams, signals <-chan os.Signal) error {
	controller := protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
		return search.New(megabytes)
	}, machineResources(), rand.NewPCG(rand.Uint64(), rand.Uint64()))
	quit := make(chan struct{})
	passed := make(chan os.Signal, 1)
	session := &protocol.Session{Lines: protocol.ReadLines(std.in, quit), Signals: passed,
		Out: protocol.NewOutput(std.out), Controller: controller}
	ended := make(chan error, 1)
	go func() {
		err := serve(session)
		close(quit)
		ended <- errors.Join(err, controller.Close())
	}()
	var overdue <-chan time.Time
	for {
		select {
		case err := <-ended:
			if errors.Is(err, syscall.EPIPE) {
				return nil // nobody listens any more: that is a way to end a session
			}
			return err
		case s := <-signals:
			if s != os.Interrupt {
				overdue = time.After(patience)
			}
			select {
			case passed <- s:
			default: // one is waiting already
			}
		case <-overdue:
			return nil // the adapter hangs in a write that nobody reads
		}
	}
}

// serve waits for the first line and lets adapters speak until one of them ends the
// session. A first line in neither protocol is taken as UCI typed by a person.
func serve(s *protocol.Session) error {
	var first string
	for first == "" {
		select {
		case line, open := <-s.Lines:
			if !open {
				return nil
			}
			first = protocol.Trim(line.Text)
		case <-s.Signals:
			return nil
		}
	}
	for first != "" {
		adapter := uci.Serve
		if word, _ := protocol.Cut(first); word == "xboard" {
			adapter = xboard.Serve
		}
		next, err := adapter(s, first)
		if err != nil {
			return err
		}
		first = next
	}
	return nil
}

// threadsPerCore is how many threads may be asked for; more would only get in each
// other's way.
const threadsPerCore = 4

func machineResources() protocol.Resources {
	return protocol.Resources{
		Hash:    min(memoryMegabytes(os.DirFS("/"))/2, tt.MaxMegabytes),
		Threads: min(threadsPerCore*runtime.NumCPU(), search.MaxThreads),
	}
}
