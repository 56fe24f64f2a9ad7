//go:build unix

package session

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// watch follows the size of the terminal, and restores the terminal before a signal ends the process with a dump.
func (e *editor) watch() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGWINCH, syscall.SIGQUIT)
	go func() {
		defer signal.Stop(signals)
		for {
			select {
			case s := <-signals:
				if s == syscall.SIGWINCH {
					e.resize()
					continue
				}
				e.restore()
				signal.Reset(syscall.SIGQUIT)
				_ = syscall.Kill(os.Getpid(), syscall.SIGQUIT)
			case <-e.released:
				return
			case <-e.quit:
				return
			}
		}
	}()
}

// resumption is how long a process that does not stop waits before it continues.
const resumption = 200 * time.Millisecond

// suspend stops the process, as Ctrl-Z does, until the shell resumes it.
func (e *editor) suspend() {
	resumed := make(chan os.Signal, 1)
	signal.Notify(resumed, syscall.SIGCONT)
	defer signal.Stop(resumed)
	e.restore()
	_ = syscall.Kill(0, syscall.SIGTSTP) // the job, as the terminal would
	select {
	case <-resumed:
	case <-time.After(resumption):
	}
	if e.raw() == nil {
		e.resize()
		_, _ = e.terminal.Write(nil)
	}
}
