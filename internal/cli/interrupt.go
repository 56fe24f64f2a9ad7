package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// twice is the time within which two interrupts end the work; a single one only skips a part.
const twice = 2 * time.Second

// Interruptions is Interrupts for work that has parts. One interrupt is sent on skip, to end the current part. Two
// within two seconds, or SIGTERM, end the context.
func Interruptions() (ctx context.Context, skip <-chan struct{}, stop context.CancelFunc) {
	signals, parts := make(chan os.Signal, 1), make(chan struct{}, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		defer signal.Stop(signals) // one more ends the process
		for last := (time.Time{}); ; last = time.Now() {
			select {
			case s := <-signals:
				if s == syscall.SIGTERM || time.Since(last) < twice {
					cancel(ErrInterrupted)
					return
				}
			case <-ctx.Done():
				return
			}
			select {
			case parts <- struct{}{}:
			default: // the last one has not been received yet
			}
		}
	}()
	return ctx, parts, func() { cancel(nil) }
}

// Interrupts returns a context that the first interrupt (Ctrl-C) or SIGTERM ends with the cause ErrInterrupted. The
// second one ends the process, because work may hang. Code that returns context.Cause needs to know neither signals nor
// this package. stop releases the resources and ends the context.
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
