package session

import (
	"alfiere/internal/cli"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/protocol"
	"alfiere/search"
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// process is the engine, with pipes, on a goroutine of this process.
type process struct {
	t       *testing.T
	input   *io.PipeWriter
	output  chan string
	signals chan os.Signal
	ended   chan error
}

// runSession runs a session of an engine with small tables.
func runSession(std cli.Streams, signals <-chan os.Signal) error {
	searcher := func(megabytes int) (protocol.Searcher, error) { return search.New(megabytes) }
	return Run(std, protocol.NewController(searcher, protocol.Resources{Hash: 1024, Threads: 4}, rand.NewPCG(1, 2)), signals)
}

func startProcess(t *testing.T) *process {
	inputReader, inputWriter := io.Pipe()
	outputReader, outputWriter := io.Pipe()
	p := &process{t: t, input: inputWriter, output: make(chan string, 1<<16), signals: make(chan os.Signal, 1), ended: make(chan error, 1)}
	go func() {
		defer close(p.output)
		for scanner := bufio.NewScanner(outputReader); scanner.Scan(); {
			p.output <- scanner.Text()
		}
	}()
	go func() {
		err := runSession(cli.Streams{In: inputReader, Out: outputWriter, Err: io.Discard}, p.signals)
		inputReader.Close()
		outputWriter.Close()
		p.ended <- err
	}()
	t.Cleanup(func() { p.input.Close() })
	return p
}

func (p *process) send(lines ...string) {
	for _, line := range lines {
		_, _ = io.WriteString(p.input, line+"\n") // the only error is the engine's end
	}
}

// answerDue bounds how long a test waits for the engine.
const answerDue = 2 * time.Minute

// until returns the first line that begins with prefix.
func (p *process) until(prefix string) string {
	p.t.Helper()
	timeout := time.After(answerDue)
	for {
		select {
		case line, open := <-p.output:
			if !open {
				p.t.Fatalf("the engine ended without a line %q", prefix)
			}
			if strings.HasPrefix(line, prefix) {
				return line
			}
		case <-timeout:
			p.t.Fatalf("no line %q", prefix)
		}
	}
}

// mustEnd waits for the end of the process and returns what it still printed.
func (p *process) mustEnd() (lines []string) {
	p.t.Helper()
	select {
	case err := <-p.ended:
		if err != nil {
			p.t.Errorf("the engine ended with %v", err)
		}
	case <-time.After(answerDue):
		p.t.Fatal("the engine does not end")
	}
	for line := range p.output {
		lines = append(lines, line)
	}
	return lines
}

func TestEnginePlaysUCI(t *testing.T) {
	p := startProcess(t)
	p.send("uci")
	p.until("uciok")
	p.send("setoption name Hash value 16", "isready")
	p.until("readyok")
	p.send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go depth 4")
	if best := p.until("bestmove"); !strings.HasPrefix(best, "bestmove a1a8") {
		t.Errorf("got %q", best)
	}
	p.send("position startpos", "go infinite", "isready")
	p.until("readyok")
	p.send("stop")
	p.until("bestmove")
	p.send("quit")
	p.mustEnd()
}

// TestEngineChangesProtocol does what Scid does: it tries UCI, and then xboard on the same process.
func TestEngineChangesProtocol(t *testing.T) {
	p := startProcess(t)
	p.send("uci")
	p.until("uciok")
	p.send("xboard", "protover 2")
	p.until("feature done=1")
	p.send("new", "easy", "sd 2", "usermove e2e4")
	p.until("move ")
	p.signals <- os.Interrupt // ignored from "xboard" on
	p.send("ping 1")
	p.until("pong 1")
	p.send("quit")
	p.mustEnd()
}

func TestEngineIsSilentBeforeTheFirstLine(t *testing.T) {
	p := startProcess(t)
	p.send("", "  \t ", "isready")
	select {
	case line := <-p.output:
		if line != "readyok" {
			t.Errorf("first it printed %q", line)
		}
	case <-time.After(answerDue):
		t.Error("a first line in no protocol is not taken as UCI")
	}
	p.input.Close()
	p.mustEnd()
}

func TestEngineFinishesABatch(t *testing.T) {
	tests := []struct {
		name, input, want string
	}{
		{"a search with a limit", "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo depth 5", "bestmove a1a8"},
		{"an endless search ends", "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo infinite\n", "bestmove"},
		{"a count", "go perft 3", "Nodes searched: 8902"},
		{"nothing", "", ""},
		{"no limit but commands", "uci\nisready\n", "readyok"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			must.Do(t, runSession(cli.Streams{In: strings.NewReader(test.input), Out: &out, Err: io.Discard}, nil))
			if lines := strings.Split(strings.TrimSpace(out.String()), "\n"); !strings.HasPrefix(lines[len(lines)-1], test.want) {
				t.Errorf("the last line is %q, want %q", lines[len(lines)-1], test.want)
			}
		})
	}
}

func TestEngineEndsBySignal(t *testing.T) {
	tests := []struct {
		name   string
		send   []string
		wait   string
		signal os.Signal
		due    string
	}{
		{"before the first line", nil, "", syscall.SIGTERM, ""},
		{"in a UCI search", []string{"uci", "go infinite"}, "info depth 2", syscall.SIGTERM, "bestmove"},
		{"by an interrupt in a UCI search", []string{"uci", "go infinite"}, "info depth 2", os.Interrupt, "bestmove"},
		{"in an xboard search", []string{"xboard", "post", "st 60", "go"}, "2 ", syscall.SIGTERM, "move"},
		{"in analysis", []string{"xboard", "post", "analyze"}, "2 ", syscall.SIGTERM, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := startProcess(t)
			p.send(test.send...)
			if test.wait != "" {
				p.until(test.wait)
			}
			p.signals <- test.signal
			lines := p.mustEnd()
			if test.due != "" && (len(lines) == 0 || !strings.HasPrefix(lines[len(lines)-1], test.due)) {
				t.Errorf("it printed %q, and no %s", lines, test.due)
			}
		})
	}
}

// TestEngineEndsThoughNobodyReads: nothing can interrupt a write that hangs, but the process can end.
func TestEngineEndsThoughNobodyReads(t *testing.T) {
	inputReader, inputWriter := io.Pipe()
	_, outputWriter := io.Pipe()
	defer inputWriter.Close()
	defer outputWriter.CloseWithError(syscall.EPIPE)
	signals := make(chan os.Signal, 1)
	ended := make(chan error, 1)
	go func() { ended <- runSession(cli.Streams{In: inputReader, Out: outputWriter, Err: io.Discard}, signals) }()
	must.Get(io.WriteString(inputWriter, "uci\n"))(t)
	signals <- syscall.SIGTERM
	select {
	case err := <-ended:
		if err != nil && err != cli.ErrInterrupted { // nil if the signal comes before the answer that nobody reads
			t.Error(err)
		}
	case <-time.After(answerDue):
		t.Error("it does not end")
	}
}

// refusing is an output that is closed, or full.
type refusing struct{ err error }

func (r refusing) Write([]byte) (int, error) { return 0, r.err }

func TestEngineEndsWithItsOutput(t *testing.T) {
	for _, fault := range []error{syscall.EPIPE, syscall.ENOSPC} {
		t.Run(fault.Error(), func(t *testing.T) {
			reader, writer := io.Pipe()
			defer writer.Close()
			ended := make(chan error, 1)
			go func() {
				ended <- runSession(cli.Streams{In: reader, Out: refusing{fmt.Errorf("write: %w", fault)}, Err: io.Discard}, nil)
			}()
			must.Get(io.WriteString(writer, "uci\n"))(t)
			select {
			case err := <-ended:
				if !errors.Is(err, fault) {
					t.Errorf("error %v, want %v", err, fault)
				}
			case <-time.After(answerDue):
				t.Error("it goes on")
			}
		})
	}
}

// TestEngineWithstandsAFlood: a million lines, and a line of 100 MB, during a search
// cost no memory, and stop is obeyed at once behind them.
func TestEngineWithstandsAFlood(t *testing.T) {
	p := startProcess(t)
	p.send("uci", "setoption name Hash value 1", "isready")
	p.until("readyok")
	p.send("go infinite")
	p.until("info depth 4")
	before := heap()
	garbage := strings.Repeat("garbage in any amount\nisready?\nponderhit\nstop?\n", 2500)
	for range 100 {
		p.send(garbage)
	}
	long := strings.Repeat("x", 1<<20)
	for range 100 {
		must.Get(io.WriteString(p.input, long))(t)
	}
	if grown := int64(heap()) - int64(before); grown > 16<<20 {
		t.Errorf("the flood costs %d MB", grown>>20)
	}
	p.send("")
	p.send("stop")
	p.until("bestmove")
	p.send("quit")
	p.mustEnd()
}

// TestEngineTakesEveryCommandOfAFlood: 100,000 commands that mean something, during a
// search, are all obeyed or refused, and answered in their order.
func TestEngineTakesEveryCommandOfAFlood(t *testing.T) {
	for _, test := range []struct {
		name, begin, started string
		round                string // with one command that is answered at once
		answer, end, ended   string
	}{
		{"UCI", "uci\nsetoption name Hash value 1\ngo infinite\n", "info depth 2 ",
			"isready\nposition startpos moves e2e4 e7e5\nsetoption name Move Overhead value 20\nponderhit\nstop?\n" +
				"position fen 8/8/8/8 w\ndebug off\nregister later\nsetoption name Nothing value 1\n\n", "readyok", "stop\n", "bestmove"},
		{"xboard, a move due", "xboard\nprotover 2\nmemory 5\npost\nst 600\ngo\n", "2 ",
			"usermove a2a4\ntime 6000\notim 6000\nhard\neasy\npost\nhint\n.\nusermove e9e4\n\n", "Illegal move (not your turn): e9e4", "?\n", "move "},
		{"xboard, analysing", "xboard\nprotover 2\nmemory 5\npost\nanalyze\n", "2 ",
			"ping 7\n.\nhint\nusermove e7e5\nusermove e9e4\nbk\npost\naccepted ping\nrating 1 2\n\n", "pong 7", "exit\nping 9\n", "pong 9"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := startProcess(t)
			p.send(strings.TrimSuffix(test.begin, "\n"))
			p.until(test.started)
			before := heap()
			rounds := effort.Of(10_000, 4_000, 4_000)
			go func() { // the answers are read meanwhile
				for range 100 {
					_, _ = io.WriteString(p.input, strings.Repeat(test.round, rounds/100))
				}
			}()
			for range rounds {
				p.until(test.answer)
			}
			if grown := int64(heap()) - int64(before); grown > 16<<20 {
				t.Errorf("the flood costs %d MB", grown>>20)
			}
			p.send(strings.TrimSuffix(test.end, "\n"))
			p.until(test.ended)
			p.send("quit")
			p.mustEnd()
		})
	}
}

// TestEngineLivesOnAfterOddLines: whatever a line consists of, and however it arrives, the next command is obeyed.
func TestEngineLivesOnAfterOddLines(t *testing.T) {
	moves := strings.Repeat(" g1f3 g8f6 f3g1 f6g8", 90_000/20)
	for _, session := range []struct{ name, begin, position, ping, pong string }{
		{"UCI", "uci", "position startpos moves" + moves, "isready", "readyok"},
		{"xboard", "xboard\nprotover 2\nforce", "usermove" + moves, "ping 5", "pong 5"},
		{"console", "force", "get" + moves, "bd", "8 "},
	} {
		for _, odd := range []struct{ name, text string }{
			{"90 kB of moves", session.position + "\n"},
			{"90 kB without a blank", strings.Repeat("x", 90_000) + "\n"},
			{"nothing but null bytes", strings.Repeat("\x00", 1000) + "\n"},
			{"null bytes in a command", session.ping[:2] + "\x00" + session.ping[2:] + "\n"},
			{"what is not UTF-8", "\xff\xfe\xc0\x80 \xed\xa0\x80\n"},
			{"what is not UTF-8 as a parameter", session.position[:9] + "\xff\xfe\xc0\x80\n"},
			{"control bytes", "\x1b[2J\x07\x08\r\r\n"},
			{"carriage returns only", "\r\r\r\n"},
			{"exotic blanks", "\u00a0\u2003" + session.ping + "\u3000\n"},
		} {
			t.Run(session.name+"/"+odd.name, func(t *testing.T) {
				p := startProcess(t)
				p.send(session.begin)
				_, _ = io.WriteString(p.input, odd.text)
				half := len(session.ping) / 2
				_, _ = io.WriteString(p.input, session.ping[:half])
				time.Sleep(time.Millisecond) // half a line, and the rest later
				p.send(session.ping[half:])
				p.until(session.pong)
				p.input.Close() // and half a line at the end
				p.mustEnd()
			})
		}
	}
}

func heap() uint64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
