//go:build unix

package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"alfiere/internal/testing/must"
)

func TestTheFirstSignalEndsTheContext(t *testing.T) {
	guard := make(chan os.Signal, 1)
	signal.Notify(guard, EndSignals()...) // else a signal too many would end the tests
	defer signal.Stop(guard)
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		ctx, stop := Interrupts()
		if ctx.Err() != nil {
			t.Fatal("it has ended before")
		}
		must.Do(t, syscall.Kill(os.Getpid(), s))
		select {
		case <-ctx.Done():
		case <-time.After(2 * time.Minute):
			t.Errorf("%v does not end it", s)
		}
		if cause := context.Cause(ctx); cause != ErrInterrupted {
			t.Errorf("%v: the cause is %v", s, cause)
		}
		stop()
	}
	ctx, stop := Interrupts()
	stop()
	if ctx.Err() != context.Canceled {
		t.Error("stop does not end it")
	}
}

func TestTwoInterruptsEndWhatOneSkips(t *testing.T) {
	guard := make(chan os.Signal, 1)
	signal.Notify(guard, EndSignals()...)
	defer signal.Stop(guard)
	ctx, skip, stop := Interruptions()
	defer stop()
	for range 2 {
		if ctx.Err() != nil {
			t.Fatal("one ends it")
		}
		must.Do(t, syscall.Kill(os.Getpid(), syscall.SIGINT))
		select {
		case <-skip:
		case <-ctx.Done():
		case <-time.After(2 * time.Minute):
			t.Fatal("nothing happens")
		}
	}
	if context.Cause(ctx) != ErrInterrupted {
		t.Error("two do not end it")
	}
}

func TestAHangupEndsAtOnceWhatAnInterruptSkips(t *testing.T) {
	guard := make(chan os.Signal, 1)
	signal.Notify(guard, EndSignals()...)
	defer signal.Stop(guard)
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		ctx, skip, stop := Interruptions()
		must.Do(t, syscall.Kill(os.Getpid(), s))
		select {
		case <-ctx.Done():
		case <-skip:
			t.Errorf("%v skips", s)
		}
		stop()
	}
}

// TestASecondHangupIsDroppedToTheEndOfTheProcess sends it after stop, when a program exits. It would end the tests.
func TestASecondHangupIsDroppedToTheEndOfTheProcess(t *testing.T) {
	skipping, _, stopSkipping := Interruptions()
	plain, stop := Interrupts()
	must.Do(t, syscall.Kill(os.Getpid(), syscall.SIGHUP))
	<-skipping.Done()
	<-plain.Done()
	stopSkipping()
	stop()
	must.Do(t, syscall.Kill(os.Getpid(), syscall.SIGHUP))
}
