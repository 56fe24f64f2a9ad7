package cli

import "context"

// Job follows a command from within this process. The command must call Streams.Interrupts and use a Progress.
type Job struct {
	// Begin is called when the arguments have been read and are valid. It returns the context of the work; stop is
	// called at the end. A nil Begin means Interrupts.
	Begin func() (ctx context.Context, stop context.CancelFunc)

	// Show receives the progress as numbers and text. A whole of 0 is unknown. It may be called often.
	Show func(done, whole int64, text string)
}

// Interrupts returns the job's context if it has one, or calls the function Interrupts.
func (s Streams) Interrupts() (ctx context.Context, stop context.CancelFunc) {
	if s.Job != nil && s.Job.Begin != nil {
		return s.Job.Begin()
	}
	return Interrupts()
}
