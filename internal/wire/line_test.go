package wire

import (
	"bytes"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
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
		name  string
		input string
		want  []Line
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
		name, line, word string
		before, after    string
		found            bool
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
