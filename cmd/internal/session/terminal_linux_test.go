package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
)

// person sits at a pseudo-terminal at which the engine runs.
type person struct {
	t       *testing.T
	keys    *os.File // the person's side
	tty     *os.File // the engine's
	before  unix.Termios
	signals chan os.Signal
	ended   chan error
	from    int // what was waited for ends here

	mutex sync.Mutex
	seen  strings.Builder // all that came to the screen
}

// sitDown begins a session at a terminal of that kind and width. HOME is a folder of the test.
func sitDown(t *testing.T, kind string, columns uint16) *person {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here: ", err)
	}
	t.Cleanup(func() { keys.Close() })
	var number int
	ioctl(t, keys, func(fd int) (err error) {
		if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
			return err
		}
		number, err = unix.IoctlGetInt(fd, unix.TIOCGPTN)
		return err
	})
	tty := must.Get(os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0))(t)
	t.Cleanup(func() { tty.Close() })
	ioctl(t, tty, func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns})
	})
	t.Setenv("TERM", kind)
	p := &person{t: t, keys: keys, tty: tty, signals: make(chan os.Signal, 1), ended: make(chan error, 1)}
	p.before = p.mode()
	go func() {
		buffer := make([]byte, 4096)
		for {
			n, err := keys.Read(buffer)
			p.mutex.Lock()
			p.seen.Write(buffer[:n])
			p.mutex.Unlock()
			if err != nil {
				return
			}
		}
	}()
	go func() { p.ended <- runSession(cli.Streams{In: tty, Out: tty, Err: tty}, p.signals) }()
	return p
}

func ioctl(t *testing.T, file *os.File, do func(fd int) error) {
	t.Helper()
	connection, err := file.SyscallConn()
	must.Do(t, err)
	if refused := connection.Control(func(fd uintptr) { err = do(int(fd)) }); errors.Join(refused, err) != nil {
		t.Fatal(refused, err)
	}
}

// screen returns all that was to be seen so far.
func (p *person) screen() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.seen.String()
}

func (p *person) mode() unix.Termios {
	var mode *unix.Termios
	ioctl(p.t, p.tty, func(fd int) (err error) {
		mode, err = unix.IoctlGetTermios(fd, unix.TCGETS)
		return err
	})
	return *mode
}

// types sends keys and waits until a text is to be seen behind the one waited for before.
func (p *person) types(keys, text string) {
	p.t.Helper()
	if _, err := p.keys.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
	var seen string
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		p.mutex.Lock()
		seen = p.seen.String()[p.from:]
		p.mutex.Unlock()
		if i := strings.Index(seen, text); i >= 0 {
			p.from += i + len(text)
			return
		}
	}
	p.t.Fatalf("%q is not to be seen in %q", text, seen)
}

// goes waits for the end of the session: the terminal is what it was.
func (p *person) goes() {
	p.t.Helper()
	select {
	case err := <-p.ended:
		if err != nil {
			p.t.Errorf("the session ends with %v", err)
		}
	case <-time.After(2 * time.Minute):
		p.t.Fatal("the session does not end")
	}
	if mode := p.mode(); mode != p.before {
		p.t.Errorf("the terminal is left as %+v, not %+v", mode, p.before)
	}
}

// atHome gives the test a home directory and returns the files below it, with their texts.
func atHome(t *testing.T) func() map[string]string {
	home := t.TempDir()
	for _, name := range []string{"XDG_DATA_HOME", "XDG_STATE_HOME", "LocalAppData"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", home)
	return func() map[string]string {
		files := map[string]string{}
		_ = filepath.WalkDir(home, func(path string, entry os.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Error(err)
				}
				files[strings.TrimPrefix(path, home)] = string(text)
			}
			return nil
		})
		return files
	}
}

const (
	up     = "\x1b[A"
	left   = "\x1b[D"
	delete = "\x7f"
)

func TestALineIsEdited(t *testing.T) {
	files := atHome(t)
	p := sitDown(t, "xterm", 80)
	p.types("", "White 1> ")
	p.types("force\r", "White 1> ")
	p.types("e5"+delete+"4\r", "Black 1> ")
	p.types("Nx6\r", "neither a command nor a move")
	p.types(up+left+delete+"c\r", "White 2> ") // Nc6, by history
	p.types("nf\t\r", "Black 2> ")
	p.types("\t", "Nd4")
	p.types("ist\x1b[1~l\x1b[4~\r", "2. Nf3")
	p.types("quit\r", "a copy is in ")
	p.goes()
	found := files()
	if history := found["/.local/state/alfiere/history"]; !strings.HasPrefix(history, "force\ne4\nNx6\nNc6\nNf3 \n") {
		t.Errorf("the history is %q", history)
	}
	for name, text := range found {
		if strings.HasPrefix(name, "/.local/share/alfiere/") && strings.Contains(text, "2. Nf3") {
			return
		}
	}
	t.Errorf("the game is not in %q", found)
}

func TestTheHistoryOutlivesTheSession(t *testing.T) {
	atHome(t)
	p := sitDown(t, "xterm", 80)
	p.types("depth 7\rquit\r", "depth is 7")
	p.goes()
	p = sitDown(t, "xterm", 80)
	p.types(up+up+"\r", "depth is 7")
	p.types("\x04", "")
	p.goes()
}

// TestTheThinkingIsShownInOneLine while it lasts, and what is typed meanwhile is kept.
func TestTheThinkingIsShownInOneLine(t *testing.T) {
	atHome(t)
	for _, columns := range []uint16{80, 40} {
		p := sitDown(t, "xterm", columns)
		p.types("book off\rst 100\re4\r", ", depth ")
		p.types("save", "> save")
		p.types("\x03", " plays 1...") // Ctrl-C moves
		p.types("", "White 2> ")
		p.types("\x03", "press Ctrl-C again")
		p.types("\x03", "a copy is in ")
		p.goes()
		for line := range strings.FieldsFuncSeq(p.screen(), func(r rune) bool { return r == '\r' || r == '\x1b' }) {
			if _, status, found := strings.Cut(line, "thinking"); found && len(status)+8 > int(columns) {
				t.Errorf("%q does not fit into %d columns", line, columns)
			}
		}
	}
}

func TestATerminalIsRestoredWhateverEndsTheSession(t *testing.T) {
	atHome(t)
	for name, end := range map[string]func(p *person){
		"quit":                  func(p *person) { p.types("quit\r", "quit") },
		"Ctrl-D":                func(p *person) { p.types("\x04", "") },
		"a termination":         func(p *person) { p.signals <- syscall.SIGTERM },
		"a hangup":              func(p *person) { p.signals <- syscall.SIGHUP },
		"UCI":                   func(p *person) { p.types("uci\rquit\r", "uciok") },
		"XBoard":                func(p *person) { p.types("xboard\rquit\r", "xboard") },
		"thinking, and quit":    func(p *person) { p.types("book off\rst 100\re4\r", "thinking"); p.types("quit\r", "") },
		"thinking, and Ctrl-D":  func(p *person) { p.types("book off\rst 100\re4\r", "thinking"); p.types("\x04", "") },
		"thinking, and SIGTERM": func(p *person) { p.types("book off\rst 100\re4\r", "thinking"); p.signals <- syscall.SIGTERM },
	} {
		t.Run(name, func(t *testing.T) {
			p := sitDown(t, "xterm", 80)
			p.types("", "White 1> ")
			end(p)
			p.goes()
		})
	}
}

// TestAGUIAtAPseudoTerminal: it sends its first lines at once, and sees lines of UCI without anything before them.
func TestAGUIAtAPseudoTerminal(t *testing.T) {
	atHome(t)
	p := sitDown(t, "xterm", 80)
	p.types("", "White 1> ")
	p.types("uci\nisready\n", "readyok\r\n")
	if mode := p.mode(); mode != p.before {
		t.Error("the terminal is still in the mode for editing")
	}
	p.types("go depth 1\n", "bestmove ")
	p.types("quit\n", "quit")
	p.goes()
	_, answer, _ := strings.Cut(p.screen(), "uci\r\n")
	if !strings.HasPrefix(strings.TrimPrefix(answer, "isready\r\n"), "id name ") || strings.Contains(answer, "\x1b") {
		t.Errorf("the answer is %q", answer)
	}
}

// TestADumbTerminal gets no sequences, and a terminal without a home neither file nor history.
func TestADumbTerminal(t *testing.T) {
	atHome(t)
	t.Setenv("HOME", "")
	t.Chdir(t.TempDir())
	for _, kind := range []string{"dumb", ""} {
		p := sitDown(t, kind, 80)
		p.types("depth 1\n", "depth is 1")
		p.types("e4\n", "1. e4, thinking...")
		p.types("", "White 2> ")
		p.types("quit\n", "a copy is in ")
		p.goes()
		if screen := p.screen(); strings.Contains(screen, "\x1b") {
			t.Errorf("it prints %q", screen)
		}
	}
	if names, _ := filepath.Glob("*.pgn"); len(names) != 2 {
		t.Errorf("in the working directory there are %q", names)
	}
}
