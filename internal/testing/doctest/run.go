package doctest

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
)

// patience is how long a line may run, and a server may take to listen.
const patience = time.Minute

// Run runs the lines that call a program, and those of other programs that alfiere has to look after. The lines of a
// page run in order in one folder. The test binary is the program if argument comes first; leaves are the flags of its
// subcommands.
func Run(t *testing.T, program, argument string, leaves map[string][]string) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("runs some hundred processes of a Unix shell")
	}
	bin := t.TempDir()
	self := must.Get(os.Executable())(t)
	write(t, bin, program, fmt.Sprintf("#!/bin/sh\nexec '%s' %s \"$@\"\n", self, argument))
	for _, name := range otherEngines {
		write(t, bin, name, "#!/bin/sh\nexec alfiere\n")
	}
	pages := map[string][]Command{}
	for _, c := range Commands(t) {
		if isOf(c.Line, program) && c.isWhole(leaves) {
			pages[c.Page] = append(pages[c.Page], c)
		}
	}
	if program == "alfiere" {
		for _, c := range settings(t) {
			pages[c.Page] = append(pages[c.Page], c)
		}
	}
	for name, commands := range pages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &shell{t: t, folder: t.TempDir(), bin: bin}
			fixtures(t, s.folder)
			for _, line := range before[name] {
				if isOf(line, program) {
					s.run(Command{name, line, true, ""})
				}
			}
			for _, c := range commands {
				s.run(c)
			}
		})
	}
}

// isWhole reports whether a line can be run: it is not only the name of a subcommand, has nothing to fill in, and is
// not in the table.
func (c Command) isWhole(leaves map[string][]string) bool {
	if notation.MatchString(replaced(c.Line)) {
		return false
	}
	for _, n := range notRun {
		if strings.HasPrefix(c.Line, n.prefix) {
			return false
		}
	}
	_, path, _ := strings.Cut(c.Line, " ")
	for leaf := range leaves {
		if c.Inline && (path == "" || path == leaf || strings.HasPrefix(leaf, path+" ")) {
			return false
		}
	}
	return true
}

var uciLine = regexp.MustCompile(`(?m)^ {4}((?:setoption name|position startpos|go movetime) ?.*)\n`)

// settings returns for each page with UCI commands a line that sends them, and fails if one is refused.
func settings(t *testing.T) (commands []Command) {
	t.Helper()
	for name, text := range Pages(t) {
		line := "printf '%s\\n' uci"
		for _, found := range uciLine.FindAllStringSubmatch(text, -1) {
			line += " '" + found[1] + "'"
		}
		if strings.Contains(line, "setoption") {
			line += " isready | alfiere | grep -i error; test $? = 1"
			commands = append(commands, Command{Page: name, Line: line})
		}
	}
	return commands
}

// isOf reports whether the test of a program runs a line.
func isOf(line, program string) bool {
	lab := strings.Contains(line, "alfiere-lab") || strings.HasPrefix(line, "curl ")
	return lab == (program == "alfiere-lab")
}

// shell runs the lines of a page.
type shell struct {
	t           *testing.T
	folder, bin string
	port        int
}

func (s *shell) command(ctx context.Context, line string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "bash", "-c", "set -o pipefail\n"+line)
	cmd.Dir = s.folder
	cmd.Env = append(os.Environ(), "PATH="+s.bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+s.folder,
		"XDG_STATE_HOME=", "XDG_DATA_HOME=", "GORACE=atexit_sleep_ms=0")
	return cmd
}

// run runs a line to its end, or leaves it running if it is a server.
func (s *shell) run(c Command) {
	s.t.Helper()
	line := replaced(c.Line)
	if exact.MatchString(c.Line) && c.Shown != "" {
		line = c.Line
	}
	if regexp.MustCompile(`^alfiere-lab (?:broker|web)`).MatchString(line) {
		s.port = freePort(s.t)
	}
	line = strings.ReplaceAll(line, "PORT", strconv.Itoa(s.port))
	for _, tool := range []string{"jq", "curl"} {
		if _, err := exec.LookPath(tool); err != nil && regexp.MustCompile(`\b`+tool+` `).MatchString(line) {
			s.t.Logf("no %s for: %s", tool, line)
			return
		}
	}
	if server.MatchString(line) {
		s.serve(strings.TrimSuffix(line, " &"))
		return
	}
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	begin := time.Now()
	var out, errors bytes.Buffer
	cmd := s.command(ctx, line)
	input, talks := c.typed()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &errors
	if err := cmd.Run(); err != nil && !talks { // a session may show lines that are refused
		s.t.Errorf("%s\n%v\n%s%s", line, err, &out, &errors)
	} else if line == c.Line || strings.Contains(c.Line, " /tables ") {
		s.compare(c, out.String())
	}
	s.t.Logf("%.1f s, %.2f s of processors: %s", time.Since(begin).Seconds(),
		(cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), line)
}

// exact finds lines whose output is the same on every machine and needs few seconds: if a page shows it, nothing is
// replaced, and the page must show what the program prints.
var exact = regexp.MustCompile(`^alfiere analyse --nodes \d+ `)

var typing = regexp.MustCompile(`(?m)^\w+(?: \d+)?> (.*)\n?`)

// typed returns the input of a line, and whether the page shows it.
func (c *Command) typed() (input string, shown bool) {
	switch {
	case strings.HasPrefix(c.Line, "alfiere-lab engine"):
		return "uci\nisready\ngo nodes 50\n", false
	case c.Line == "alfiere":
		input = "st 0.1\n"
	}
	for _, line := range typing.FindAllStringSubmatch(c.Shown, -1) {
		input, shown = input+line[1]+"\n", true
	}
	return input, shown
}

// varying are the parts of outputs that differ from run to run.
var varying = regexp.MustCompile(`[0-9.]+ ?m?s\b|seconds [0-9.]+ nps [0-9]+|plays 1\.\.\. \w+`)

// compare looks in an output for what the page shows of it, of which … leaves parts out.
func (s *shell) compare(c Command, out string) {
	rest := varying.ReplaceAllString(out, "T")
	shown := typing.ReplaceAllString(varying.ReplaceAllString(c.Shown, "T"), "…")
	for part := range strings.SplitSeq(shown, "…") {
		_, after, ok := strings.Cut(rest, strings.Trim(part, "\n"))
		if !ok {
			s.t.Errorf("%s: does not print %q, but\n%s", c.Line, part, out)
			return
		}
		rest = after
	}
}

// serve starts a server, a worker or the page, and waits for its address.
func (s *shell) serve(line string) {
	ctx, cancel := context.WithCancel(context.Background())
	var said bytes.Buffer
	cmd := s.command(ctx, "exec "+line)
	cmd.Stdout, cmd.Stderr = &said, &said
	must.Do(s.t, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	s.t.Cleanup(func() {
		select {
		case err := <-ended:
			s.t.Errorf("%s\nended: %v\n%s", line, err, &said)
		default:
			cancel()
			<-ended
		}
	})
	if strings.Contains(line, "alfiere-lab worker") {
		return
	}
	for due := time.Now().Add(patience); time.Now().Before(due) && len(ended) == 0; time.Sleep(10 * time.Millisecond) {
		if c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", s.port)); err == nil {
			c.Close()
			return
		}
	}
	s.t.Fatalf("%s: does not listen\n", line)
}

func freePort(t *testing.T) int {
	t.Helper()
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, name)
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must.Do(t, os.WriteFile(path, []byte(text), 0o700))
}
