package session

import (
	"os"
	"sync"
	"sync/atomic"

	"golang.org/x/term"

	"alfiere/internal/cli"
	"alfiere/internal/wire"
)

// complete returns the words that may replace the end of a line, from byte from to the cursor at its end. The editor
// calls it on its own goroutine.
type complete = func(line string) (from int, words []string)

// editor lets a person edit the line that is typed at a terminal, with a history and completion, while a program
// continues to write: its output appears above that line. Write and Ask are for one goroutine; restore and Columns are
// for all.
//
// It uses golang.org/x/term, which redraws the typed line below the output of another goroutine, is small, and is
// maintained with Go. This type adds Ctrl-C and Ctrl-Z, a history on disk, a list of completions, more keys, and a way
// back to a terminal without editing.
type editor struct {
	in, out   *os.File
	keys      *keys
	terminal  *term.Terminal
	lines     chan wire.Line // typed ones; closed by Ctrl-D in an empty line, or the end of the input
	complete  atomic.Pointer[complete]
	interrupt func()

	prompt   string
	asked    chan struct{} // holds a token when a line is requested
	reading  atomic.Bool   // a line is requested and has not arrived
	plain    atomic.Bool   // the editing is over
	released chan struct{} // closed then
	quit     <-chan struct{}

	mode   sync.Mutex
	cooked *term.State // state of the terminal before the editing; nil once restored
}

// openEditor begins the editing. The terminal is not changed until the first Ask; restore must be called at the end,
// however the program ends. history is the file of lines typed earlier, empty if there is none; interrupt is called for
// Ctrl-C, on another goroutine. When quit is closed no more lines are delivered. The error is that of the terminal.
func openEditor(in, out *os.File, history string, interrupt func(), quit <-chan struct{}) (*editor, error) {
	e := &editor{in: in, out: out, interrupt: interrupt, quit: quit, lines: make(chan wire.Line),
		asked: make(chan struct{}, 1), released: make(chan struct{})}
	if err := e.raw(); err != nil {
		return nil, err
	}
	e.keys = &keys{editor: e}
	e.terminal = term.NewTerminal(struct {
		*keys
		drawing
	}{e.keys, drawing{e}}, "")
	e.terminal.History = openHistory(history)
	e.terminal.AutoCompleteCallback = e.tab
	e.resize()
	e.watch()
	go e.read()
	return e, nil
}

// Ask lets a line be typed after a prompt of one line. During that, another call changes prompt and completion.
func (e *editor) Ask(prompt string, complete complete) {
	e.complete.Store(&complete)
	changed := prompt != e.prompt
	if changed {
		e.prompt = prompt
		e.terminal.SetPrompt(prompt)
	}
	switch {
	case !e.reading.Swap(true):
		e.asked <- struct{}{}
	case changed:
		_, _ = e.terminal.Write(nil) // draws the line; the next Write returns an error
	}
}

// Write writes lines, above the line being typed if there is one.
func (e *editor) Write(text []byte) (int, error) {
	if e.plain.Load() {
		return e.out.Write(text)
	}
	return e.terminal.Write(text)
}

// Columns returns the width of the terminal.
func (e *editor) Columns() int { return cli.Columns(e.out) }

// release ends the editing: the line being typed disappears, the terminal is restored, and lines
// are delivered unedited.
func (e *editor) release() {
	if e.plain.Load() {
		return
	}
	if e.reading.Load() {
		e.terminal.SetPrompt("")
		_, _ = e.terminal.Write(nil)
		_, _ = e.out.WriteString("\r\x1b[K") // the typed part of the line
	}
	e.plain.Store(true)
	e.restore()
	close(e.released)
}

// restore restores the original state of the terminal. It does not wait.
func (e *editor) restore() {
	e.mode.Lock()
	defer e.mode.Unlock()
	if e.cooked != nil {
		cli.WithDescriptor(e.in, func(fd int) { _ = term.Restore(fd, e.cooked) })
		e.cooked = nil
	}
}

// raw makes the terminal deliver every key.
func (e *editor) raw() error {
	e.mode.Lock()
	defer e.mode.Unlock()
	err := os.ErrClosed
	cli.WithDescriptor(e.in, func(fd int) { e.cooked, err = term.MakeRaw(fd) })
	return err
}

// read delivers a line for each request, and all lines when the editing is over.
func (e *editor) read() {
	defer close(e.lines)
	for {
		select {
		case <-e.asked:
		case <-e.released:
			for line := range wire.ReadLines(e.keys, e.quit) {
				if !e.deliver(line) {
					return
				}
			}
			return
		case <-e.quit:
			return
		}
		text, err := e.terminal.ReadLine()
		if err != nil {
			return // the line is still there, and requested
		}
		e.reading.Store(false)
		if !e.deliver(wire.Line{Text: text}) {
			return
		}
	}
}

func (e *editor) deliver(line wire.Line) bool {
	select {
	case e.lines <- line:
		return true
	case <-e.quit:
		return false
	}
}

// resize tells the editor the size of the terminal.
func (e *editor) resize() { _ = e.terminal.SetSize(cli.TerminalSize(e.out)) }

// drawing is the writer that the editor draws on.
type drawing struct{ editor *editor }

// Write implements io.Writer. When the editing is over nothing is drawn.
func (d drawing) Write(text []byte) (int, error) {
	if d.editor.plain.Load() {
		return len(text), nil
	}
	return d.editor.out.Write(text)
}
