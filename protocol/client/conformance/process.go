package conformance

import (
	"fmt"
	"io"
	"os"
	"os/exec"

	"alfiere/internal/wire"
)

// process is a running engine. end must be called.
type process struct {
	command *exec.Cmd
	input   io.WriteCloser
	output  *os.File
	lines   <-chan wire.Line // closed when the engine closes its output
	quit    chan struct{}
	exited  chan struct{} // closed when the process has ended
}

// start runs a program with its arguments. Its standard error is discarded.
func start(command []string) (*process, error) {
	p := &process{command: exec.Command(command[0], command[1:]...), quit: make(chan struct{}),
		exited: make(chan struct{})}
	wire.OwnGroup(p.command)
	output, outputEnd, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer outputEnd.Close() // the engine has its own
	p.output, p.command.Stdout = output, outputEnd
	if p.input, err = p.command.StdinPipe(); err == nil {
		err = p.command.Start()
	}
	if err != nil {
		output.Close()
		return nil, fmt.Errorf("the engine cannot be started: %w", err)
	}
	p.lines = wire.ReadLines(output, p.quit)
	go func() {
		defer close(p.exited)
		_ = p.command.Wait() // ProcessState shows how it ended
	}()
	return p, nil
}

// end kills the process and its children, and waits for them and for its output.
func (p *process) end() error {
	err := wire.KillGroup(p.command)
	p.input.Close()
	<-p.exited
	close(p.quit)
	p.output.Close()
	for range p.lines {
	}
	return err
}

// hasExited reports whether the process has ended.
func (p *process) hasExited() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}
