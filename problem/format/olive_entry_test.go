package format

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/problem/format/forsyth"
)

// stipulations returns a line for each entry or fault of a collection.
func stipulations(t *testing.T, in io.Reader) (lines []string) {
	t.Helper()
	for r := newOliveReader(bufio.NewReaderSize(in, 1<<12)); ; {
		e, err := r.Read()
		fault, ok := errors.AsType[*forsyth.Error](err)
		switch {
		case err == io.EOF:
			return lines
		case ok:
			lines = append(lines, fmt.Sprintf("%d: %v", fault.Line, err))
		case err != nil:
			t.Fatal(err)
		default:
			v := e.Field("stipulation")
			lines = append(lines, fmt.Sprintf("%d %q at %d:%d", e.Line(), v.Text, v.Line, v.Column))
		}
	}
}

func TestEntriesAreReadWithTheirPlaces(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"\ufeff---\n---\n\n# nothing\n---\n...\n", nil},
		{"stipulation: '#2'", []string{`1 "#2" at 1:14`}},
		{"\ufeff%YAML 1.1\n---\nstipulation: '\"#2\"'\n", []string{`3 "#2" at 3:14`}},
		{"---\r\na: 1\r\nstipulation: \"#3\"\r\n---\r\nstipulation: h#2", []string{`2 "#3" at 3:14`, `5 "h#2" at 5:14`}},
		{"--- {stipulation: '#2'}\n...\nstipulation: '#3'\n", []string{`1 "#2" at 1:19`, `3 "#3" at 3:14`}},
		{"stipulation: #2\n", []string{`1 "" at 1:13`}},
		{"a: |\n  ---\n  x\nstipulation: >-\n  #\n  2\n", []string{`1 "# 2" at 4:14`}},
		{"a: &x '#5'\nstipulation: *x\n", []string{`1 "#5" at 2:14`}},
		{"stipulation: 1\nstipulation: 2\n", []string{`1 "2" at 2:14`}},
		{"a: 1\n---\na: 'b\n---\nstipulation: '#2'\n", []string{`1 "" at 0:0`,
			"3: line 3, column 1: invalid YAML: found unexpected end of stream", `5 "#2" at 5:14`}},
		{"- list\n---\ntext\n---\nstipulation: x", []string{"1: line 1, column 1: " + errOliveEntry.Error(), "2: line 2, column 1: " + errOliveEntry.Error(), `5 "x" at 5:14`}},
	} {
		if got := stipulations(t, strings.NewReader(test.text)); fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%q: got\n%q, want\n%q", test.text, got, test.want)
		}
	}
}

// repeated reads a text again and again.
type repeated struct {
	text        string
	bytes, read int64
}

// Read implements io.Reader.
func (r *repeated) Read(p []byte) (n int, err error) {
	for n < len(p) && r.read < r.bytes {
		c := copy(p[n:], r.text[r.read%int64(len(r.text)):])
		n, r.read = n+c, r.read+int64(c)
	}
	if n == 0 {
		err = io.EOF
	}
	return n, err
}

// TestHostileYAMLDoesNoHarm: what others have brought programs down with takes little time
// and little memory, and the next entry is read.
func TestHostileYAMLDoesNoHarm(t *testing.T) {
	laughs := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := 1; i < 60; i++ {
		laughs += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 10), ","))
	}
	for name, in := range map[string]io.Reader{
		"aliases of aliases":   strings.NewReader(laughs + "stipulation: *a59\n"),
		"merged aliases":       strings.NewReader(strings.ReplaceAll(laughs, ": &", ": &") + "<<: *a9\n"),
		"an alias of itself":   strings.NewReader("a: &a [*a, *a]\nstipulation: *a\n"),
		"a line of 10 MB":      &repeated{text: "x", bytes: 10 << 20},
		"10 MB of lines":       &repeated{text: "- x\n", bytes: 10 << 20},
		"deep lists":           &repeated{text: "[", bytes: maxOliveEntry - 10},
		"deep fields":          &repeated{text: "{a: ", bytes: maxOliveEntry - 10},
		"deep lists in lines":  &repeated{text: "- ", bytes: maxOliveEntry - 10},
		"questions":            &repeated{text: "? ", bytes: maxOliveEntry - 10},
		"many elements":        &repeated{text: "- a\n", bytes: maxOliveEntry - 10},
		"many in a line":       io.MultiReader(strings.NewReader("a: ["), &repeated{text: "a,", bytes: maxOliveEntry - 10}),
		"many anchors":         &repeated{text: "- &a b\n", bytes: maxOliveEntry - 10},
		"open quotes":          &repeated{text: "a: \"b\n", bytes: maxOliveEntry - 10},
		"bytes that are none":  &repeated{text: "\xff\xfe\x00", bytes: 1 << 16},
		"many fields of a key": &repeated{text: "a: b\n", bytes: maxOliveEntry - 10},
	} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		got := stipulations(t, io.MultiReader(in, strings.NewReader("\n---\nstipulation: '#2'\n")))
		runtime.ReadMemStats(&after)
		if n := len(got); n == 0 || n > 2 || !strings.Contains(got[n-1], `"#2"`) {
			t.Errorf("%s: %.300q", name, got)
		}
		if mib := (after.TotalAlloc - before.TotalAlloc) >> 20; mib > 1000 {
			t.Errorf("%s: %d MiB", name, mib)
		}
	}
}

// TestMemoryIsThatOfAnEntry reads 100 MB of good ones.
func TestMemoryIsThatOfAnEntry(t *testing.T) {
	entry := "---\nalgebraic:\n  white: [Ka1, Qb2]\n  black: [Kh8]\nsolution: |\n  1.Qb2-b8 #\nstipulation: '#1'\n"
	entry += strings.Repeat("# a comment of the entry\n", 4000)
	r := newOliveReader(bufio.NewReader(&repeated{text: entry, bytes: int64(len(entry)) * 200}))
	entries := 0
	for ; ; entries++ {
		e, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil || len(e.Field("algebraic").Field("white").List()) != 2 {
			t.Fatal(err)
		}
		if cap(r.head) > 1<<12 {
			t.Fatal("what is read is kept")
		}
	}
	if entries != 200 {
		t.Errorf("%d entries", entries)
	}
}

// TestWhatIsSetIsRead and nothing else changes.
func TestWhatIsSetIsRead(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	letters := []rune("ab:#-'\"\n \t{}[]&*!|>%@`=~?,\\\u00e9\u2028\U0001f600\x00\x07\x85<")
	hostile := func() string {
		text := make([]rune, r.IntN(12))
		for i := range text {
			text[i] = letters[r.IntN(len(letters))]
		}
		return string(text)
	}
	for range effort.Of(5000, 1000, 1000) {
		e, err := parseOliveEntry([]byte("algebraic: {white: [Ka1]}\nauthors: [!!python/unicode 'A, B', &x C]\nz: *x\nlines: |-\n  a\u3000\n   b\nfolded: >\n  a\n\n   b\n"), 1)
		must.Do(t, err)
		texts := []string{hostile(), hostile(), "yes", "1965-01-02", "=", "1_000", "null"}
		e.SetText("solution", texts[0])
		e.SetList("comments", texts)
		e.SetFields("source", "name", texts[1], "issue", "50")
		e.AddToList("authors", []string{"C", "D"})
		e.AddToList("keywords", []string{"Grimshaw", "Novotny"})
		var out bytes.Buffer
		must.Do(t, e.Write(&out))
		again, err := newOliveReader(bufio.NewReader(bytes.NewReader(out.Bytes()))).Read()
		if err != nil {
			t.Fatalf("%v in\n%s", err, out.Bytes())
		}
		same := func(v oliveValue, want string) {
			if v.Text != unquote(want) {
				t.Fatalf("%q became %q in\n%s", want, v.Text, out.Bytes())
			}
		}
		same(again.Field("solution"), texts[0])
		same(again.Field("source").Field("name"), texts[1])
		for i, v := range again.Field("comments").List() {
			same(v, texts[i])
		}
		for i, v := range again.Field("authors").List() {
			same(v, []string{"A, B", "C", "D"}[i])
		}
		same(again.Field("keywords").List()[1], "Novotny")
		same(again.Field("algebraic").Field("white").List()[0], "Ka1")
		same(again.Field("z"), "C")
		same(again.Field("lines"), "a\u3000\n b")
		same(again.Field("folded"), "a\n\n b\n")
		if strings.Contains(out.String(), "python") {
			t.Fatal(out.String())
		}
	}
}

// FuzzOliveReader looks for texts that bring the reader, or the writer of what it has read, down.
func FuzzOliveReader(f *testing.F) {
	f.Add([]byte("---\nalgebraic:\n  white: [Ka1]\nstipulation: '#2'\n...\n--- &a {b: *a, <<: *a}\n"))
	f.Add([]byte("%YAML 1.1\n---\n? [a]\n: !!set {b}\nc: |2-\n   x\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for r := newOliveReader(bufio.NewReader(bytes.NewReader(text))); ; {
			e, err := r.Read()
			if err == io.EOF {
				return
			}
			if err != nil {
				if fault, ok := errors.AsType[*forsyth.Error](err); !ok || fault.Line < 1 || fault.Line > 2+bytes.Count(text, []byte("\n")) {
					t.Fatalf("%v", err)
				}
				continue
			}
			e.Field("algebraic").Field("white").List()
			e.AddToList("keywords", []string{"a"})
			e.SetText("solution", "1.a2-a3 !\n")
			must.Do(t, e.Write(io.Discard))
		}
	})
}
