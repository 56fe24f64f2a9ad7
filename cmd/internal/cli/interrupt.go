package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Interrupts returns a context that the first interrupt (Ctrl-C) or SIGTERM ends; the
// second one ends the process, for work may hang. stop frees what is held, and ends the
// context, too.
func Interrupts() (ctx context.Context, stop context.CancelFunc) {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	release := context.AfterFunc(ctx, cancel)
	return ctx, func() {
		release()
		cancel()
	}
}
