package movegen

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"alfiere/internal/testing/must"
)

// perftLine is a position and what a perft of it must count.
type perftLine struct {
	source string // file:line, for failures
	fen    string
	counts []perftCount
}

type perftCount struct {
	depth int
	nodes uint64
}

var perftField = regexp.MustCompile(`\bD(\d+) (\d+)`)

// readPerft reads either of the two formats in use: EPD with `D1 20; D2 400` behind
// the FEN, and blocks of `epd FEN` and `perft 1 20` lines.
func readPerft(t testing.TB, path string) (lines []perftLine) {
	t.Helper()
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	scanner := bufio.NewScanner(file)
	for number := 1; scanner.Scan(); number++ {
		text := strings.TrimSpace(scanner.Text())
		word, rest, _ := strings.Cut(text, " ")
		source := fmt.Sprintf("%s:%d", filepath.Base(path), number)
		switch {
		case text == "" || text[0] == '#' || word == "id":
		case word == "epd":
			lines = append(lines, perftLine{source: source, fen: rest})
		case word == "perft":
			last := &lines[len(lines)-1]
			last.add(t, strings.Fields(rest))
		default:
			fields := perftField.FindAllStringSubmatchIndex(text, -1)
			if fields == nil {
				t.Fatalf("%s: no counts in %q", source, text)
			}
			line := perftLine{source: source, fen: strings.TrimRight(text[:fields[0][0]], "; ")}
			for _, match := range perftField.FindAllStringSubmatch(text, -1) {
				line.add(t, match[1:])
			}
			lines = append(lines, line)
		}
	}
	must.Do(t, scanner.Err())
	return lines
}

func (l *perftLine) add(t testing.TB, pair []string) {
	t.Helper()
	depth, err1 := strconv.Atoi(pair[0])
	nodes, err2 := strconv.ParseUint(pair[1], 10, 64)
	if err1 != nil || err2 != nil {
		t.Fatalf("%s: bad count %q", l.source, pair)
	}
	l.counts = append(l.counts, perftCount{depth, nodes})
}

// parse reads the FEN as Chess960, of which standard chess is a case: the suites mix
// the two, and one of them holds more queens than a game allows.
func (l *perftLine) parse(t testing.TB) (p Position, ok bool) {
	p, _, err := Rules{Chess960: true, Composed: true}.ParseFEN(l.fen)
	if err != nil {
		t.Errorf("%s: %v", l.source, err)
	}
	return p, err == nil
}

// run counts to every depth that takes at most limit nodes and returns their sum.
func (l *perftLine) run(t testing.TB, limit uint64) (nodes uint64) {
	p, ok := l.parse(t)
	if !ok {
		return 0
	}
	for _, want := range l.counts {
		if want.nodes > limit {
			continue
		}
		if got := Perft(&p, want.depth); got != want.nodes {
			t.Errorf("%s: %s: perft %d is %d, want %d", l.source, l.fen, want.depth, got, want.nodes)
			return nodes
		}
		nodes += want.nodes
	}
	return nodes
}

// runAll shares the lines among the processors.
func runAll(t *testing.T, lines []perftLine, limit uint64) {
	t.Helper()
	var next atomic.Int64
	var nodes atomic.Uint64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(lines)); i = next.Add(1) - 1 {
				nodes.Add(lines[i].run(t, limit))
			}
		})
	}
	workers.Wait()
	t.Logf("%d positions, %d nodes", len(lines), nodes.Load())
}

// perftTables are the tables that the bench and the command use too.
var perftTables = []string{"testdata/perft.epd", "testdata/perft960.epd"}

func TestPerftCountsTheTable(t *testing.T) {
	for _, path := range perftTables {
		t.Run(filepath.Base(path), func(t *testing.T) {
			lines := readPerft(t, path)
			if len(lines) < 15 {
				t.Fatalf("only %d lines", len(lines))
			}
			runAll(t, lines, uint64(scaled(500_000, 200)))
		})
	}
}

func TestTheTableOfStandardChessReadsAlikeByBothRules(t *testing.T) {
	for _, line := range readPerft(t, perftTables[0]) {
		p, warnings, err := Rules{}.ParseFEN(line.fen)
		if err != nil || p != position(t, line.fen) {
			t.Errorf("%s: %s reads as %s, %v", line.source, line.fen, p.FEN(), err)
		}
		for _, fault := range warnings {
			// The traps have squares where the capture is illegal, and in the fourth of
			// the usual six, as in its mirror image, nothing can have uncovered the check.
			if fault.Code != EnPassantDropped && fault.Code != ImpossibleCheck {
				t.Errorf("%s: %s: %v", line.source, line.fen, fault)
			}
		}
	}
}

func TestPerftCountsThePublicSuites(t *testing.T) {
	const folder = "../../shared/data/perft"
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the public suites are not here: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		t.Run(entry.Name(), func(t *testing.T) {
			lines := readPerft(t, filepath.Join(folder, entry.Name()))
			if len(lines) == 0 {
				t.Fatal("no positions")
			}
			runAll(t, lines, uint64(scaled(10_000, 1000)))
		})
	}
}

func TestPerftCutsDepthsOutOfBounds(t *testing.T) {
	stuck := position(t, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
	for _, c := range []struct {
		depth int
		want  uint64
	}{{-1, 1}, {0, 1}, {1, 0}, {MaxPerftDepth + 1, 0}, {1 << 40, 0}} {
		if got := Perft(&stuck, c.depth); got != c.want {
			t.Errorf("perft %d of a stalemate is %d, want %d", c.depth, got, c.want)
		}
	}
}

func benchmarkPerft(b *testing.B, line, depth int) {
	p := position(b, readPerft(b, perftTables[0])[line].fen)
	var nodes uint64
	for b.Loop() {
		nodes += Perft(&p, depth)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

func BenchmarkPerftStart(b *testing.B) { benchmarkPerft(b, 0, 4) }

func BenchmarkPerftKiwipete(b *testing.B) { benchmarkPerft(b, 1, 4) }
