package cli

import (
	"context"
	"flag"
	"io"
)

// Job runs a command within this process, in place of a user at a terminal. The command must call Streams.Interrupts
// and use a Progress.
type Job struct {
	// Begin is called when the arguments have been read and are valid. It may wait for its turn. It returns the
	// context of the work; stop is called at the end.
	Begin func() (ctx context.Context, stop context.CancelFunc)

	// Show receives the progress as numbers and text. A whole of 0 is unknown. It may be called often.
	Show func(done, whole int64, text string)
}

// Interrupts returns the job's context if there is a job, or calls the function Interrupts.
func (s Streams) Interrupts() (ctx context.Context, stop context.CancelFunc) {
	if s.Job != nil {
		return s.Job.Begin()
	}
	return Interrupts()
}

// Call reads the arguments of a command without parts and does its work. Unlike a Program it returns the error, which
// wraps ErrUsage if the arguments are invalid.
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
