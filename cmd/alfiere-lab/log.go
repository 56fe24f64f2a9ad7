package main

import (
	"cmp"
	"fmt"
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
	dropsPause  = time.Second // between two reports of dropped lines, unless the log has caught up
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
	level           zerolog.Level
	date            string // key of the time
	program, worker string
	entries         chan entry
	dropped         atomic.Int64
	quit, ended     chan struct{}
}

// entry is an event to be logged.
type entry struct {
	level zerolog.Level
	time  time.Time
	text  string
	task  natsnet.TaskEvent
}

// Open returns a log of a program, and of the worker of that name if it is one.
func (f *logFlags) Open(std cli.Streams, program, worker string) *Log {
	l := &Log{date: "date", program: program, worker: worker, entries: make(chan entry, logLines),
		quit: make(chan struct{}), ended: make(chan struct{})}
	l.level, _ = zerolog.ParseLevel(f.level) // one of the choices
	l.logger = zerolog.New(std.Err)
	if f.format == "text" {
		console := zerolog.ConsoleWriter{Out: std.Err, NoColor: true, TimeFormat: logDate}
		if cli.IsTerminal(std.Err) {
			console.NoColor, console.TimeFormat = false, time.TimeOnly
		}
		l.date, l.logger = zerolog.TimestampFieldName, zerolog.New(console)
	}
	go l.run()
	return l
}

// run writes the entries until the log is closed.
func (l *Log) run() {
	defer close(l.ended)
	reported := time.Time{}
	for {
		var e entry
		select {
		case e = <-l.entries:
		default:
			l.reportDrops()
			select {
			case e = <-l.entries:
			case <-l.quit:
				if len(l.entries) == 0 {
					return
				}
				continue
			}
		}
		l.write(&e)
		if now := time.Now(); now.Sub(reported) > dropsPause {
			reported = now
			l.reportDrops()
		}
	}
}

// reportDrops writes how many lines were dropped since the last report.
func (l *Log) reportDrops() {
	if n := l.dropped.Swap(0); n > 0 {
		l.write(&entry{level: zerolog.WarnLevel, time: time.Now(),
			text: fmt.Sprintf("%d lines of this log were dropped because it was not read fast enough", n)})
	}
}

// write writes an entry.
func (l *Log) write(e *entry) {
	line := l.logger.WithLevel(e.level).Str(l.date, e.time.Format(logDate)).Str("program", l.program)
	for _, field := range [][2]string{{"worker", cmp.Or(e.task.Worker, l.worker)}, {"batch", e.task.Batch},
		{"task", e.task.Task}, {"kind", e.task.Kind}, {"reason", e.task.Fault}} {
		if field[1] != "" {
			line.Str(field[0], field[1])
		}
	}
	if e.task.Took > 0 {
		line.Float64("seconds", math.Round(e.task.Took.Seconds()*1e6)/1e6)
	}
	line.Msg(e.text)
}

// add queues an entry, or drops and counts it if the queue is full.
func (l *Log) add(e entry) {
	if e.level < l.level {
		return
	}
	e.time = time.Now()
	select {
	case l.entries <- e:
	default:
		l.dropped.Add(1)
	}
}

// Tell logs a line of level info.
func (l *Log) Tell(line string) { l.add(entry{level: zerolog.InfoLevel, text: line}) }

// Warn logs a line of level warn.
func (l *Log) Warn(line string) { l.add(entry{level: zerolog.WarnLevel, text: line}) }

// Task logs a step of a task: of level warn if it failed, otherwise debug.
func (l *Log) Task(e natsnet.TaskEvent) {
	level := zerolog.DebugLevel
	if e.Fault != "" && e.Step != natsnet.TaskReturned {
		level = zerolog.WarnLevel
	}
	l.add(entry{level: level, text: string(e.Step), task: e})
}

// Close waits a short time for the queued lines to be written.
func (l *Log) Close() {
	close(l.quit)
	select {
	case <-l.ended:
	case <-time.After(logPatience):
	}
}
