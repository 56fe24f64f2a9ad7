package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/pflag"

	"alfiere/council/broker/natsnet"
	"alfiere/internal/cli"
)

const (
	logLines    = 256                    // waiting to be written
	logPatience = 100 * time.Millisecond // when closing
	logDate     = "2006-01-02T15:04:05.000Z07:00"
)

// logFlags are the flags of a log.
type logFlags struct{ format, level string }

// Define defines the flags.
func (f *logFlags) Define(flags *pflag.FlagSet) {
	formats, levels := []string{"text", "json"}, []string{"debug", "info", "warn", "error"}
	f.format, f.level = "text", "info"
	flags.Func("log-format", "`format` of the log on standard error: text or json (default: text)",
		oneOf(&f.format, formats...))
	cli.Complete(flags, "log-format", formats...)
	flags.Func("log-level", "lowest `level` to log: debug (with each task), info, warn or error (default: info)",
		oneOf(&f.level, levels...))
	cli.Complete(flags, "log-level", levels...)
}

// oneOf returns a function that stores one of some words in value.
func oneOf(value *string, words ...string) func(string) error {
	return func(text string) error {
		if !slices.Contains(words, text) {
			return fmt.Errorf("it must be %s or %s", strings.Join(words[:len(words)-1], ", "), words[len(words)-1])
		}
		*value = text
		return nil
	}
}

// Log logs events to standard error. It never blocks: a GUI may not read that pipe, and then lines are dropped and
// counted. It is safe for concurrent use.
type Log struct {
	logger          zerolog.Logger
	date            string // key of the time
	program, worker string
	err             io.Writer
	lines           chan []byte
	dropped         atomic.Int64
	quit, ended     chan struct{}
}

// Open returns a log of a program, and of the worker of that name if it is one.
func (f *logFlags) Open(std cli.Streams, program, worker string) *Log {
	l := &Log{date: "date", program: program, worker: worker, err: std.Err, lines: make(chan []byte, logLines),
		quit: make(chan struct{}), ended: make(chan struct{})}
	var form io.Writer = l
	if f.format == "text" {
		console := zerolog.ConsoleWriter{Out: l, NoColor: true, TimeFormat: logDate}
		if cli.IsTerminal(std.Err) {
			console.NoColor, console.TimeFormat = false, time.TimeOnly
		}
		l.date, form = zerolog.TimestampFieldName, console
	}
	level, _ := zerolog.ParseLevel(f.level) // one of the choices
	l.logger = zerolog.New(form).Level(level)
	go l.run()
	return l
}

// Write queues a line, or drops and counts it if the queue is full.
func (l *Log) Write(line []byte) (int, error) {
	select {
	case l.lines <- bytes.Clone(line):
	default:
		l.dropped.Add(1)
	}
	return len(line), nil
}

// run writes the lines until the log is closed. When it has caught up it reports how many were dropped.
func (l *Log) run() {
	defer close(l.ended)
	for {
		if n := l.dropped.Load(); n > 0 && len(l.lines) == 0 {
			l.dropped.Add(-n)
			l.Warn(fmt.Sprintf("%d lines of this log were dropped because it was not read fast enough", n))
		}
		select {
		case line := <-l.lines:
			_, _ = l.err.Write(line)
		case <-l.quit:
			if len(l.lines) == 0 {
				return
			}
		}
	}
}

// log logs an event, of a task if it has one.
func (l *Log) log(level zerolog.Level, text string, task *natsnet.TaskEvent) {
	line := l.logger.WithLevel(level).Str(l.date, time.Now().Format(logDate)).Str("program", l.program)
	for _, field := range [][2]string{{"worker", cmp.Or(task.Worker, l.worker)}, {"batch", task.Batch},
		{"task", task.Task}, {"kind", task.Kind}, {"reason", task.Fault}} {
		if field[1] != "" {
			line.Str(field[0], field[1])
		}
	}
	if task.Took > 0 {
		line.Float64("seconds", math.Round(task.Took.Seconds()*1e6)/1e6)
	}
	line.Msg(text)
}

// Tell logs a line of level info.
func (l *Log) Tell(line string) { l.log(zerolog.InfoLevel, line, &natsnet.TaskEvent{}) }

// Warn logs a line of level warn.
func (l *Log) Warn(line string) { l.log(zerolog.WarnLevel, line, &natsnet.TaskEvent{}) }

// Task logs a step of a task: of level warn if it failed, otherwise debug.
func (l *Log) Task(e natsnet.TaskEvent) {
	level := zerolog.DebugLevel
	if e.Fault != "" && e.Step != natsnet.TaskReturned {
		level = zerolog.WarnLevel
	}
	l.log(level, string(e.Step), &e)
}

// Close waits a short time for the queued lines to be written.
func (l *Log) Close() {
	close(l.quit)
	select {
	case <-l.ended:
	case <-time.After(logPatience):
	}
}
