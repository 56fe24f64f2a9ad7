package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Interrupts returns a context that the first interrupt (Ctrl-C) or SIGTERM ends; the
// second one ends the process, for work may hang. The cause is then ErrInterrupted, so
// that who returns context.Cause needs to know neither signals nor this package. stop
// frees what is held, and ends the context, too.
func Interrupts() (ctx context.Context, stop context.CancelFunc) {
	signalled, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	ctx, cancel := context.WithCancelCause(context.Background())
	forget := context.AfterFunc(signalled, func() {
		release()
		cancel(ErrInterrupted)
	})
	return ctx, func() {
		forget()
		release()
		cancel(nil)
	}
}
