package notation

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"alfiere/movegen"
)

// read reads everything and returns a line for each position or fault.
func read(r *EPDReader) string {
	var log strings.Builder
	for {
		e, err := r.Read()
		switch fault, isFault := errors.AsType[*EPDError](err); {
		case isFault && fault.Line == r.Line():
			fmt.Fprintf(&log, "%d: %v\n", r.Line(), fault.Err)
		case err != nil:
			fmt.Fprintf(&log, "%v\n", err)
			return log.String()
		default:
			fmt.Fprintf(&log, "%d: %s\n", r.Line(), e.Text("id"))
		}
	}
}

func TestEPDReader(t *testing.T) {
	long := start4 + " id long; c0 " + strings.Repeat("x", MaxEPDLength-len(start4+" id long; c0 ;")) + ";"
	for _, c := range []struct{ name, file, want string }{
		{"an empty file", "", "EOF\n"},
		{"comments, empty lines and no last line end", "# one\n\n  \t\r\n" + start4 + " id a;\n #x\n" + start4 + " id b;", "4: a\n6: b\nEOF\n"},
		{"line ends of Windows and a byte-order mark", "\ufeff" + start4 + " id a;\r\n" + start4 + " id b;\r\n", "1: a\n2: b\nEOF\n"},
		{"a fault does not stop the rest", start4 + " id a;\n" + start4 + " id \"b;\n" + start4 + " id c;\n", "1: a\n2: the string does not end\n3: c\nEOF\n"},
		{"a line as long as can be", long + "\r\n" + start4 + " id b;\n", "1: long\n2: b\nEOF\n"},
		{"a line one byte longer", long + " 7\n" + start4 + " id b;\n", "1: the line is longer than 64 KiB\n2: b\nEOF\n"},
		{"a line of megabytes", strings.Repeat("x", 3<<20) + "\n" + start4 + " id b;", "1: the line is longer than 64 KiB\n2: b\nEOF\n"},
		{"a line of megabytes at the end", start4 + " id a;\n" + strings.Repeat("x", 3<<20), "1: a\n2: the line is longer than 64 KiB\nEOF\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := read(NewEPDReader(strings.NewReader(c.file), movegen.Rules{})); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			slow := iotest.OneByteReader(strings.NewReader(c.file))
			if got := read(NewEPDReader(slow, movegen.Rules{})); got != c.want {
				t.Errorf("byte by byte: got\n%swant\n%s", got, c.want)
			}
		})
	}
}

func TestEPDReaderHandsOnTheErrorOfItsSource(t *testing.T) {
	broken := errors.New("the disk is broken")
	for _, beginning := range []string{"", start4 + " id a;\n", start4 + " id a;\n" + start4 + " id b", start4 + " id a;\n" + strings.Repeat("x", 2*MaxEPDLength)} {
		r := NewEPDReader(io.MultiReader(strings.NewReader(beginning), iotest.ErrReader(broken)), movegen.Rules{})
		want := "1: a\n" + broken.Error() + "\n"
		if beginning == "" {
			want = broken.Error() + "\n"
		}
		if got := read(r); got != want {
			t.Errorf("behind %.60q…: got\n%swant\n%s", beginning, got, want)
		}
	}
}

func ExampleEPDReader() {
	file := strings.NewReader(`# two problems
8/8/8/8/8/k2K4/7Q/8 w - - dm 2; bm Kc4;
8/8/8/8/8/k7/7Q/8 w - - dm 2;
8/8/k1K3Q1/8/8/8/8/8 w - - dm 2; bm Qg5;
`)
	reader := NewEPDReader(file, movegen.Rules{Composed: true})
	for {
		e, err := reader.Read()
		if err == io.EOF {
			break
		}
		if _, ok := errors.AsType[*EPDError](err); ok {
			fmt.Println(err)
			continue
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		n, err := e.Int("dm")
		fmt.Printf("line %d: mate in %d, %s (%s) %v\n", reader.Line(), n, e.Text("bm"), PieceCount(&e.Position), err)
	}
	// Output:
	// line 2: mate in 2, Kc4 (2+1) <nil>
	// epd: line 3, column 1: board: White has no king
	// line 4: mate in 2, Qg5 (2+1) <nil>
}
