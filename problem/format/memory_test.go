package format

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
)

// twoMovers returns the boards of the composed two-movers.
func twoMovers(t *testing.T) (boards []string) {
	t.Helper()
	text, err := os.ReadFile("../testdata/two_movers.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		board, _, _ := strings.Cut(line, " ")
		boards = append(boards, board)
	}
	return boards
}

// TestMemoryIsFlat however long a collection is, with everything and a summary: what lives
// after a quarter of it is all that lives in the end. With ALFIERE_LONG it has 100,000 problems.
func TestMemoryIsFlat(t *testing.T) {
	boards, n := twoMovers(t), 800
	if os.Getenv("ALFIERE_LONG") == "1" {
		n = 100_000
	}
	const allowed = 1 << 20 // bytes; the answers of a sample have some megabytes
	for _, threads := range []int{1, 4} {
		reader, writer := io.Pipe()
		go func() {
			for i := range n {
				fmt.Fprintf(writer, "%s w - - id \"%d\";\n", boards[i%len(boards)], i)
			}
			writer.Close()
		}()
		s := newSolver(threads)
		s.Form = JSON
		p := Printer{Out: io.Discard, Err: io.Discard, Summing: withSummary}
		p.Complete(s, false, func(string) bool { return false })
		live := func() int64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return int64(m.HeapAlloc)
		}
		told, written, early := 0, 0, int64(0)
		err := s.SolveAll(t.Context(), "file", reader, func(a *Answer) error {
			if told++; told == n/4 {
				early = live()
			}
			written += len(a.Text)
			return p.Print(a)
		})
		if err != nil || told != n || p.Tally.Problems() != n {
			t.Fatalf("%v, %d of %d", err, told, n)
		}
		late := live()
		if late > early+allowed || written < 2*allowed {
			t.Errorf("%d threads: %d bytes live after %d problems, %d after %d; %d were written", threads, early, n/4, late, n, written)
		}
		runtime.KeepAlive(&p)
		t.Logf("%d threads: %d KB live after %d problems, %d KB after %d; %d KB written", threads, early>>10, n/4, late>>10, n, written>>10)
	}
}
