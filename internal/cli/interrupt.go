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

// EndSignals returns the signals that ask a program to end: an interrupt (Ctrl-C), SIGTERM, and SIGHUP, which a closed
// terminal sends, unless the process was started by nohup.
func EndSignals() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// dropHangups drops further SIGHUPs until release is called: a closed terminal may send two, from the shell and from
// the system, and the second one must not end the process while it saves its work or exits. So after an interrupt
// they are dropped to the end of the process.
func dropHangups() (release func(context.Context)) {
	if signal.Ignored(syscall.SIGHUP) {
		return func(context.Context) {}
	}
	unread := make(chan os.Signal, 1)
	signal.Notify(unread, syscall.SIGHUP)
	return func(ctx context.Context) {
		if context.Cause(ctx) != ErrInterrupted {
			signal.Stop(unread)
		}
	}
}

// Interruptions is Interrupts for work that has parts. One interrupt is sent on skip, to end the current part. Two
// within two seconds, SIGTERM or SIGHUP end the context.
func Interruptions() (ctx context.Context, skip <-chan struct{}, stop context.CancelFunc) {
	signals, parts := make(chan os.Signal, 1), make(chan struct{}, 1)
	keep := dropHangups()
	signal.Notify(signals, EndSignals()...)
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		defer signal.Stop(signals) // one more ends the process
		for last := (time.Time{}); ; last = time.Now() {
			select {
			case s := <-signals:
				if s != os.Interrupt || time.Since(last) < twice {
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
	return ctx, parts, func() {
		cancel(nil)
		keep(ctx)
	}
}

// Interrupts returns a context that the first of EndSignals ends with the cause ErrInterrupted. A second one that is
// not SIGHUP ends the process, because work may hang. Code that returns context.Cause needs to know neither signals nor
// this package. stop releases the resources and ends the context.
func Interrupts() (ctx context.Context, stop context.CancelFunc) {
	keep := dropHangups()
	signalled, release := signal.NotifyContext(context.Background(), EndSignals()...)
	ctx, cancel := context.WithCancelCause(context.Background())
	forget := context.AfterFunc(signalled, func() {
		release()
		cancel(ErrInterrupted)
	})
	return ctx, func() {
		forget()
		release()
		keep(ctx)
		cancel(nil)
	}
}
