package main

import (
	"time"

	"github.com/rs/zerolog"

	"alfiere/internal/cli"
)

// journal logs events to standard error. It never blocks: a GUI may not read that pipe, and then lines are lost.
type journal struct {
	lines chan string
	quit  chan struct{}
	ended chan struct{}
}

const (
	journalLines    = 256                    // waiting to be written
	journalPatience = 100 * time.Millisecond // when closing
)

// newJournal returns a journal whose lines name the program's role.
func newJournal(std cli.Streams, role string) *journal {
	console := zerolog.ConsoleWriter{Out: std.Err, NoColor: !cli.IsTerminal(std.Err), TimeFormat: time.TimeOnly}
	log := zerolog.New(console).With().Timestamp().Str("at", role).Logger()
	j := &journal{make(chan string, journalLines), make(chan struct{}), make(chan struct{})}
	go func() {
		defer close(j.ended)
		for {
			select {
			case line := <-j.lines:
				log.Info().Msg(line)
				continue
			default:
			}
			select {
			case line := <-j.lines:
				log.Info().Msg(line)
			case <-j.quit:
				return
			}
		}
	}()
	return j
}

// tell queues a line, or drops it if the queue is full.
func (j *journal) tell(line string) {
	select {
	case j.lines <- line:
	default:
	}
}

// close waits a short time for the queued lines to be written.
func (j *journal) close() {
	close(j.quit)
	select {
	case <-j.ended:
	case <-time.After(journalPatience):
	}
}
