package cli

import (
	"context"
	"flag"
	"io"
)

// Job is the caller of a command within this process, in place of a user at a terminal. It takes
// effect if the command begins with Streams.Interrupts and shows its Progress.
type Job struct {
	// Begin is called once the arguments have been read and are valid. It may wait for its turn, and
	// returns the context of the work; stop is called at the end.
	Begin func() (ctx context.Context, stop context.CancelFunc)

	// Show gets the progress as numbers and as text. A whole of 0 is unknown. It may be called often.
	Show func(done, whole int64, text string)
}

// Interrupts is the function Interrupts, or the job's own context if there is a job.
func (s Streams) Interrupts() (ctx context.Context, stop context.CancelFunc) {
	if s.Job != nil {
		return s.Job.Begin()
	}
	return Interrupts()
}

// Call reads the arguments of a command without parts and does its work. Unlike a Program it
// returns the error, which wraps ErrUsage if the arguments are invalid.
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

// checked does the work, and returns an error if the output fails.
func (r Run) checked(args []string, std Streams) error {
	out := &checkedWriter{Writer: std.Out}
	std.Out = out
	if err := r(args, std); err != nil {
		return err
	}
	return out.failure()
}
