package main

import (
	"time"

	"github.com/rs/zerolog"

	"alfiere/internal/cli"
)

// journal tells people on standard error what happens. Nobody waits for it: a GUI may give
// an engine a pipe there that it does not read, and then lines are lost.
type journal struct {
	lines chan string
	quit  chan struct{}
	ended chan struct{}
}

const (
	journalLines    = 256                    // that wait to be written
	journalPatience = 100 * time.Millisecond // at the end
)

func newJournal(std cli.Streams, who string) *journal {
	log := zerolog.New(zerolog.ConsoleWriter{Out: std.Err, NoColor: !cli.IsTerminal(std.Err), TimeFormat: time.TimeOnly}).
		With().Timestamp().Str("at", who).Logger()
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

// tell takes a line.
func (j *journal) tell(line string) {
	select {
	case j.lines <- line:
	default:
	}
}

// close waits a little until what was told is written.
func (j *journal) close() {
	close(j.quit)
	select {
	case <-j.ended:
	case <-time.After(journalPatience):
	}
}
