package client

import (
	"bytes"
	"io"
	"strings"
	"sync/atomic"

	"alfiere/internal/wire"
)

// Source is where a line of an engine's traffic comes from.
type Source uint8

// The sources.
const (
	ToEngine   Source = iota
	FromEngine        // on its standard output
	FromErrors        // on its standard error
)

// Log gets each line to or from an engine, with its game: the name from Setup, empty before the
// first game. It is called by several goroutines.
type Log func(game string, from Source, line string)

// journal is the traffic of an engine.
type journal struct {
	log  Log // nil for none
	game atomic.Value
}

// enter sets the game to which the traffic belongs from now on.
func (j *journal) enter(game string) { j.game.Store(game) }

// from returns a writer that logs lines of a source. It never fails, and only one goroutine at a
// time may write to it.
func (j *journal) from(source Source) io.Writer {
	if j.log == nil {
		return io.Discard
	}
	return &lineWriter{write: func(line string) {
		game, _ := j.game.Load().(string)
		j.log(game, source, line)
	}}
}

// lineWriter splits what is written into lines.
type lineWriter struct {
	write func(line string)
	rest  []byte // the beginning of a line
}

// Write implements io.Writer.
func (w *lineWriter) Write(text []byte) (int, error) {
	w.rest = append(w.rest, text...)
	for {
		end := bytes.IndexByte(w.rest, '\n')
		if end < 0 && len(w.rest) < wire.MaxLine {
			return len(text), nil
		}
		line, next := w.rest, len(w.rest)
		if end >= 0 {
			line, next = w.rest[:end], end+1
		}
		w.write(strings.TrimRight(string(line), "\r"))
		w.rest = append(w.rest[:0], w.rest[next:]...)
	}
}
