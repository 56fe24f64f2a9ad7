package cli

import (
	"context"
	"flag"
	"io"
)

// Job is who has a command run within this process, in place of a person at a terminal. A
// command hears of it if it begins by Streams.Interrupts and shows its Progress.
type Job struct {
	// Begin is called once the arguments have been read and found good. It may wait for its
	// turn, and returns the context of the work; stop is called at the end.
	Begin func() (ctx context.Context, stop context.CancelFunc)

	// Show hears how much of a whole is done, in words, too. A whole of 0 is not known. It may
	// be called often.
	Show func(done, whole int64, text string)
}

// Interrupts is the function Interrupts, or the job's own context where there is a job.
func (s Streams) Interrupts() (ctx context.Context, stop context.CancelFunc) {
	if s.Job != nil {
		return s.Job.Begin()
	}
	return Interrupts()
}

// Call reads the arguments of a command without parts and does its work. Unlike a Program it
// returns the error, which wraps ErrUsage if the arguments are at fault.
func (c *Command) Call(args []string, std Streams) error {
	flags, run := c.declare()
	args, err := parseFlags(flags, args)
	if err != nil {
		return err
	}
	return run.checked(args, std)
}

// declare declares the flags of a command.
func (c *Command) declare() (*flag.FlagSet, Run) {
	flags := flag.NewFlagSet(c.Name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return flags, c.Define(flags)
}

// checked does the work, and notices if the output fails.
func (r Run) checked(args []string, std Streams) error {
	out := &checkedWriter{Writer: std.Out}
	std.Out = out
	if err := r(args, std); err != nil {
		return err
	}
	return out.failure()
}
