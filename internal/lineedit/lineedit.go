// Package lineedit lets a person edit the line that is typed at a terminal, with a history
// and completion, while a program goes on writing: what it writes appears above that line.
//
// The editing is that of golang.org/x/term, which alone of the libraries looked at draws the
// typed line again below what another goroutine writes, is small, and is maintained with
// Go. This package adds what it lacks: Ctrl-C and Ctrl-Z, a history on disk, the listing of
// completions, more keys, and a way back to a terminal without editing.
package lineedit

import (
	"os"
	"sync"
	"sync/atomic"

	"golang.org/x/term"

	"alfiere/internal/wire"
)

// complete returns what may stand in a line from the byte from on, to its end, which is
// where the cursor is. It is called on a goroutine of the editor.
type complete func(line string) (from int, words []string)

// Editor is a terminal whose last line is edited. Write and Ask are for one goroutine;
// Restore and Columns are for all.
type Editor struct {
	in, out   *os.File
	keys      *keys
	terminal  *term.Terminal
	lines     chan wire.Line
	complete  atomic.Pointer[complete]
	interrupt func()

	prompt   string
	asked    chan struct{} // holds a token when a line is to be read
	reading  atomic.Bool   // a line is asked for and has not come
	plain    atomic.Bool   // nothing is edited any more
	released chan struct{} // closed then
	quit     <-chan struct{}

	mode   sync.Mutex
	cooked *term.State // as the terminal was; nil when it is that again
}

// Open begins the editing. The terminal stays as it is for everybody else until the first
// Ask; Restore must be called at the end, whatever ends the program. history is the file of lines typed
// earlier, empty if there is none; interrupt is called for Ctrl-C, on another goroutine. When quit is closed
// no more lines are delivered. The error is that of the terminal.
func Open(in, out *os.File, history string, interrupt func(), quit <-chan struct{}) (*Editor, error) {
	e := &Editor{in: in, out: out, interrupt: interrupt, quit: quit, lines: make(chan wire.Line),
		asked: make(chan struct{}, 1), released: make(chan struct{})}
	if err := e.raw(); err != nil {
		return nil, err
	}
	e.keys = &keys{editor: e}
	e.terminal = term.NewTerminal(struct {
		*keys
		screen
	}{e.keys, screen{e}}, "")
	e.terminal.History = openHistory(history)
	e.terminal.AutoCompleteCallback = e.tab
	e.resize()
	e.watch()
	go e.read()
	return e, nil
}

// Lines returns the lines that are typed. It is closed by Ctrl-D in an empty line, or the end
// of the input.
func (e *Editor) Lines() <-chan wire.Line { return e.lines }

// Ask lets a line be typed behind a prompt of one line. While that is being done, another call changes
// prompt and completion.
func (e *Editor) Ask(prompt string, complete complete) {
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
		_, _ = e.terminal.Write(nil) // draws the line; who writes next hears of a fault
	}
}

// Write writes lines, above the one that is typed if there is one.
func (e *Editor) Write(text []byte) (int, error) {
	if e.plain.Load() {
		return e.out.Write(text)
	}
	return e.terminal.Write(text)
}

// Columns returns the width of the terminal.
func (e *Editor) Columns() int {
	width, _ := e.size()
	return width
}

// Release ends the editing: the line that was being typed disappears, the terminal is what it
// was, and lines come as they are.
func (e *Editor) Release() {
	if e.plain.Load() {
		return
	}
	if e.reading.Load() {
		e.terminal.SetPrompt("")
		_, _ = e.terminal.Write(nil)
		_, _ = e.out.WriteString("\r\x1b[K") // what was typed of it
	}
	e.plain.Store(true)
	e.Restore()
	close(e.released)
}

// Restore makes the terminal what it was before. It does not wait for anything.
func (e *Editor) Restore() {
	e.mode.Lock()
	defer e.mode.Unlock()
	if e.cooked != nil {
		control(e.in, func(fd int) error { return term.Restore(fd, e.cooked) })
		e.cooked = nil
	}
}

// raw makes the terminal hand over every key.
func (e *Editor) raw() error {
	e.mode.Lock()
	defer e.mode.Unlock()
	return control(e.in, func(fd int) (err error) {
		e.cooked, err = term.MakeRaw(fd)
		return err
	})
}

// read delivers a line each time one is asked for, and when the editing is over all that come.
func (e *Editor) read() {
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
			return // the line is still there, and asked for
		}
		e.reading.Store(false)
		if !e.deliver(wire.Line{Text: text}) {
			return
		}
	}
}

func (e *Editor) deliver(line wire.Line) bool {
	select {
	case e.lines <- line:
		return true
	case <-e.quit:
		return false
	}
}

// resize tells the editing how large the terminal is.
func (e *Editor) resize() { _ = e.terminal.SetSize(e.size()) }

// size returns columns and rows, those of a VT100 if they are not known.
func (e *Editor) size() (columns, rows int) {
	err := control(e.out, func(fd int) (err error) {
		columns, rows, err = term.GetSize(fd)
		return err
	})
	if err != nil || columns <= 0 || rows <= 0 {
		return 80, 24
	}
	return columns, rows
}

// control does something with a file's descriptor and leaves the file as it is, unlike Fd.
func control(file *os.File, do func(fd int) error) (err error) {
	connection, err := file.SyscallConn()
	if err != nil {
		return err
	}
	if refused := connection.Control(func(fd uintptr) { err = do(int(fd)) }); refused != nil {
		return refused
	}
	return err
}

// screen is what the editing draws on.
type screen struct{ editor *Editor }

// Write implements io.Writer. When the editing is over nothing is drawn.
func (s screen) Write(text []byte) (int, error) {
	if s.editor.plain.Load() {
		return len(text), nil
	}
	return s.editor.out.Write(text)
}
