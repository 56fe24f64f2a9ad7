package wire

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"alfiere/internal/testing/must"
)

func readAll(r io.Reader) (lines []Line) {
	for line := range ReadLines(r, nil) {
		lines = append(lines, line)
	}
	return lines
}

func TestReadLines(t *testing.T) {
	long := strings.Repeat("x", MaxLine)
	tests := []struct {
		name, input string
		want        []Line
	}{
		{"no input has no lines", "", nil},
		{"the last line needs no end", "uci\nquit", []Line{{Text: "uci"}, {Text: "quit"}}},
		{"empty lines are lines", "\n\na\n", []Line{{}, {}, {Text: "a"}}},
		{"a carriage return is left to the parser", "uci\r\n", []Line{{Text: "uci\r"}}},
		{"a line of the greatest length is taken", long + "\nb", []Line{{Text: long}, {Text: "b"}}},
		{"one byte more and it is thrown away", long + "x\nb", []Line{{TooLong: true}, {Text: "b"}}},
		{"so it is at the end of the input", long + "x", []Line{{TooLong: true}}},
		{"a byte order mark before the first line is none of its bytes", "\ufeffuci\n", []Line{{Text: "uci"}}},
		{"a byte order mark before a later line is not, either", "a\n\ufeff\ufeffxboard\r\n\ufeff\n", []Line{{Text: "a"}, {Text: "xboard\r"}, {}}},
		{"a byte order mark within a line is text", "a\ufeff\n", []Line{{Text: "a\ufeff"}}},
		{"a part of a byte order mark is text", "\xef\xbbuci\n", []Line{{Text: "\xef\xbbuci"}}},
		{"null bytes are bytes", "a\x00b\n", []Line{{Text: "a\x00b"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := readAll(strings.NewReader(test.input)); !slices.Equal(got, test.want) {
				t.Errorf("got %.100v, want %.100v", got, test.want)
			}
			if got := readAll(iotest.OneByteReader(strings.NewReader(test.input))); !slices.Equal(got, test.want) {
				t.Errorf("byte by byte: got %.100v, want %.100v", got, test.want)
			}
		})
	}
}

// TestReadLinesLikeSplit compares with the plain way on random input.
func TestReadLinesLikeSplit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var text strings.Builder
		for range random.IntN(20) {
			text.WriteString(strings.Repeat("a", random.IntN(1<<random.IntN(18))))
			text.WriteByte('\n')
		}
		var got []string
		for _, line := range readAll(strings.NewReader(text.String())) {
			got = append(got, line.Text)
		}
		want := strings.Split(text.String(), "\n")
		if !slices.Equal(got, want[:len(want)-1]) {
			t.Fatalf("%d lines, want %d", len(got), len(want)-1)
		}
	}
}

func TestReadLinesStopsDelivering(t *testing.T) {
	quit := make(chan struct{})
	close(quit)
	lines := ReadLines(strings.NewReader(strings.Repeat("a\n", 1000)), quit)
	count := 0
	for range lines {
		count++
	}
	if count > 100 { // the choice between two ready channels is random
		t.Errorf("%d lines were delivered after the end", count)
	}
}

// endless gives the same byte for ever, up to a count.
type endless struct {
	b    byte
	left int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.left)
	for i := range p[:n] {
		p[i] = e.b
	}
	e.left -= n
	return n, nil
}

func TestHugeLineCostsLittleMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	lines := readAll(&endless{'x', 100 << 20})
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 4<<20 {
		t.Errorf("100 MB without a line feed allocated %d bytes", allocated)
	}
	if want := []Line{{TooLong: true}}; !slices.Equal(lines, want) {
		t.Errorf("got %v", lines)
	}
}

func TestFields(t *testing.T) {
	got := Fields(" \tgo  depth\t3 \r")
	if want := []string{"go", "depth", "3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Fields("a\u00a0b\u2003c"); len(got) != 1 {
		t.Errorf("exotic blanks split: %q", got)
	}
	for _, line := range []string{"", " ", "a", " a b ", "\ta  b\r"} {
		word, rest := Cut(line)
		if got := append(Fields(word), Fields(rest)...); !slices.Equal(got, Fields(line)) {
			t.Errorf("Cut(%q) is %q and %q", line, word, rest)
		}
	}
}

func TestOutput(t *testing.T) {
	var buffer bytes.Buffer
	out := NewOutput(&buffer)
	out.Printf("info string %s %v %d", "a\nbestmove e2e4\x1b[2J", io.ErrUnexpectedEOF, 3)
	out.Printf("two\nlines")
	if want := "info string a?bestmove e2e4?[2J unexpected EOF 3\ntwo\nlines\n"; buffer.String() != want {
		t.Errorf("got %q, want %q", buffer.String(), want)
	}
	if out.Err() != nil {
		t.Errorf("error %v", out.Err())
	}
}

func TestOutputRemembersTheFirstError(t *testing.T) {
	reader, writer := io.Pipe()
	reader.Close()
	out := NewOutput(writer)
	out.Printf("a")
	out.Printf("b")
	if out.Err() != io.ErrClosedPipe {
		t.Errorf("error %v", out.Err())
	}
}

func TestCutAt(t *testing.T) {
	tests := []struct {
		name, line, word, before, after string
		found                           bool
	}{
		{"in the middle", "name Hash value 3", "value", "name Hash", "3", true},
		{"at the end", "fen moves", "moves", "fen", "", true},
		{"at the beginning", "moves e2e4", "moves", "", "e2e4", true},
		{"as part of a word it does not count", "name valueless value 3", "value", "name valueless", "3", true},
		{"among tabs", "a\tmoves\tb", "moves", "a", "b", true},
		{"not there", "  startpos ", "moves", "startpos", "", false},
		{"in an empty line", "", "moves", "", "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before, after, found := CutAt(test.line, test.word)
			if before != test.before || after != test.after || found != test.found {
				t.Errorf("got %q, %q, %v", before, after, found)
			}
		})
	}
}

func TestTheLogHasWhatWasSaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	var log Log
	out := log.NewOutput(io.Discard)
	out.Printf("before")
	for range 2 { // the second time it is appended to
		must.Do(t, log.Open(path, "an engine"))
		for range log.ReadLines(strings.NewReader("go depth 1\r\n\x1b[2J\n"), nil) {
			out.Printf("best%s", "move")
		}
		if err := log.Open(filepath.Join(path, "x"), ""); err == nil {
			t.Fatal("a file is no folder")
		}
		if err := log.Open(filepath.Dir(path), ""); !errors.Is(err, errLogFile) {
			t.Fatalf("a folder: %v", err)
		}
		out.Print("two\nlines\n") // it goes on
	}
	log.Close()
	out.Printf("after")
	text := must.Get(os.ReadFile(path))(t)
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	timed := regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} [=<>] `)
	said := map[string]int{}
	for _, line := range lines {
		if !timed.MatchString(line) {
			t.Errorf("%q has no time", line)
		}
		said[line[min(24, len(line)):]]++
	}
	for _, want := range []string{"= an engine", "< go depth 1", "< ?[2J", "> two", "> lines"} {
		if said[want] != 2 {
			t.Errorf("%q is there %d times:\n%s", want, said[want], text)
		}
	}
	if len(lines) != 14 || said["> bestmove"] != 4 || log.Fault() != nil {
		t.Errorf("%d lines:\n%s", len(lines), text)
	}
}

func TestAFullDiskStopsTheLogAndNothingElse(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no /dev/full")
	}
	var log Log
	must.Do(t, log.Open("/dev/full", "x"))
	defer log.Close()
	out := log.NewOutput(io.Discard)
	out.Printf("x")
	if err := log.Fault(); err == nil || out.Err() != nil {
		t.Errorf("the log: %v, the output: %v", err, out.Err())
	}
	if err := log.Fault(); err != nil {
		t.Errorf("reported twice: %v", err)
	}
}

func TestAClosedLogCostsNothing(t *testing.T) {
	var log Log
	out, plain := log.NewOutput(io.Discard), NewOutput(io.Discard)
	count := func(o *Output) float64 { return testing.AllocsPerRun(100, func() { o.Printf("info depth %d", 7) }) }
	if got, want := count(out), count(plain); got != want {
		t.Errorf("%v allocations a line, %v without a log", got, want)
	}
}

func TestSharesAreNeverNothing(t *testing.T) {
	for _, c := range []struct {
		part, whole int
		want        string
	}{{0, 5, "0%"}, {1, 1, "100%"}, {1, 3, "33%"}, {1, 100, "1.0%"}, {1, 1000, "0.1%"}, {1, 65535, "<0.1%"}, {9, 100, "9.0%"}, {999, 10000, "10%"}, {994, 10000, "9.9%"}} {
		if got := Percent(c.part, c.whole); got != c.want {
			t.Errorf("%d of %d: %s, want %s", c.part, c.whole, got, c.want)
		}
	}
}

func TestTimesAreSecondsOrHaveAUnit(t *testing.T) {
	for text, want := range map[string]time.Duration{"1": time.Second, "3": 3 * time.Second, "1.5": 1500 * time.Millisecond,
		"500ms": 500 * time.Millisecond, "2m": 2 * time.Minute, "1h30m": 90 * time.Minute, "2m30s": 150 * time.Second, ".5": 500 * time.Millisecond,
		"5.": 5 * time.Second, "0": 0, "0s": 0, "1e-3": time.Millisecond, "1000h": maxTime, "3600000": maxTime, "0.0000000014": 1} {
		if got, err := ParseSeconds(text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", ".", "x", "-1", "-1s", "1 s", "NaN", "Inf", "1e300", "-1e300", "soon", "1.2.3", "5min", "+x", "0x10", "1_0",
		"1000h1s", "3600001", strings.Repeat("9", 400), "999999999h"} {
		if got, err := ParseSeconds(text); err == nil || !strings.Contains(err.Error(), "must be") {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
}

func TestTimesThatAreWrittenAreRead(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		want := time.Duration(r.Int64N(int64(maxTime))) >> r.IntN(50)
		for _, text := range []string{FormatSeconds(want), want.String()} {
			if got, err := ParseSeconds(text); err != nil || got != want {
				t.Fatalf("%v, written %s, is read as %v, %v", want, text, got, err)
			}
		}
	}
}

func TestWordsAreSplitAtBlanksOutsideQuotes(t *testing.T) {
	for line, want := range map[string][]string{
		"":                          nil,
		" a  b\tc ":                 {"a", "b", "c"},
		`a="b c" d`:                 {"a=b c", "d"},
		`"a 'b' c" '"'`:             {"a 'b' c", `"`},
		`""`:                        {""},
		`C:\Programs\engine.exe -x`: {`C:\Programs\engine.exe`, "-x"},
		`"C:\My Engines\e.exe" 'è'`: {`C:\My Engines\e.exe`, "è"},
	} {
		if got, err := SplitWords(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, error %v", line, got, err)
		}
	}
	for _, line := range []string{`"`, `a 'b" c`, `name="A`} {
		if got, err := SplitWords(line); err != errOpenQuote || got != nil {
			t.Errorf("%q: %q, error %v", line, got, err)
		}
	}
}
