package laboratory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/cli"
	"alfiere/internal/work"
)

func TestBulkIsCarriedOnWith(t *testing.T) {
	folder := t.TempDir()
	in, out := filepath.Join(folder, "in"), filepath.Join(folder, "out")
	if err := os.WriteFile(in, []byte("1\n2\n\nbad\n 5 \n6"), 0o600); err != nil {
		t.Fatal(err)
	}
	begun := 0
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	kinds := []work.Kind{{Name: "echo", Open: work.HandlerFunc(func(_ context.Context, payload []byte) ([]byte, error) {
		if begun++; begun == 3 {
			cancel()
		}
		if string(payload) == "bad" {
			return nil, errors.New("it is bad")
		}
		return fmt.Appendf(nil, "[%s]\n", payload), nil
	}).Open}}
	b := &Bulk{Kind: "echo", In: in, Out: out, Queue: &work.Local{Kinds: kinds, Threads: 1}}
	std := cli.Streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}
	if err := b.Run(ctx, std); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	half, err := os.ReadFile(out)
	if err != nil || len(half) == 0 {
		t.Fatalf("%q, %v", half, err)
	}
	// as if it had been killed
	if err := os.WriteFile(out, append(half, `{"line":5,"batch":"echo-`...), 0o600); err != nil {
		t.Fatal(err)
	}
	kept := bytes.Count(half, []byte("\n"))
	begun = 3
	if err := b.Run(t.Context(), std); err != nil || begun != 3+5-kept {
		t.Fatalf("%v, %d begun", err, begun)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	batch := batchOf("echo", [][]byte{[]byte("1"), []byte("2"), nil, []byte("bad"), []byte("5"), []byte("6")})
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(text), `"batch":"`+batch+`",`, "")), "\n")
	slices.Sort(lines)
	if got := strings.Join(lines, "\n"); got != `{"line":1,"result":[1]}
{"line":2,"result":[2]}
{"line":4,"fault":"it is bad"}
{"line":5,"result":[5]}
{"line":6,"result":[6]}` {
		t.Errorf("%s", got)
	}
	line := func(number int) string { return fmt.Sprintf(`{"line":%d,"batch":%q}`, number, batch) + "\n" }
	for _, other := range []string{"a letter to a friend\n", "a letter", line(7), line(1) + line(1), line(0)} {
		if err := os.WriteFile(out, []byte(other), 0o600); err != nil {
			t.Fatal(err)
		}
		err := b.Run(t.Context(), std)
		if left, _ := os.ReadFile(out); err == nil || string(left) != other {
			t.Errorf("%q: %v, and then the file has %q", other, err, left)
		}
	}
}

// TestBulkRefusesResultsOfOtherTasks has tasks done whose file of results is that of others: of
// another list, another kind, or an earlier version.
func TestBulkRefusesResultsOfOtherTasks(t *testing.T) {
	folder := t.TempDir()
	out := filepath.Join(folder, "out")
	echo := work.HandlerFunc(func(_ context.Context, payload []byte) ([]byte, error) { return []byte(`"done"`), nil }).Open
	std := cli.Streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}
	run := func(kind, name, tasks string) error {
		in := filepath.Join(folder, name)
		if err := os.WriteFile(in, []byte(tasks), 0o600); err != nil {
			t.Fatal(err)
		}
		queue := &work.Local{Kinds: []work.Kind{{Name: "echo", Open: echo}, {Name: "shout", Open: echo}}, Threads: 1}
		return (&Bulk{Kind: kind, In: in, Out: out, Queue: queue}).Run(t.Context(), std)
	}
	if err := run("echo", "p1.txt", "one\ntwo\n"); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(out)
	if err != nil || bytes.Count(want, []byte("\n")) != 2 {
		t.Fatalf("%q, %v", want, err)
	}
	if err := run("echo", "p1.txt", "one \ntwo\n\n\n"); err != nil {
		t.Errorf("blanks make another batch: %v", err)
	}
	batch := func(kind, first, second string) string { return batchOf(kind, [][]byte{[]byte(first), []byte(second)}) }
	for _, test := range []struct{ kind, first, second string }{{"echo", "one", "three"}, {"echo", "two", "one"},
		{"shout", "one", "two"}} {
		err := run(test.kind, "p2.txt", test.first+"\n"+test.second+"\n")
		if err == nil || !strings.Contains(err.Error(),
			"results of batch "+batch("echo", "one", "two")+", but the lines of "+filepath.Join(folder, "p2.txt")+
				" are batch "+batch(test.kind, test.first, test.second)+"; give another file") {
			t.Errorf("%v: %v", test, err)
		}
		if left, _ := os.ReadFile(out); !bytes.Equal(left, want) {
			t.Errorf("%v: the file has %q", test, left)
		}
	}
	old := `{"line":1,"result":1}` + "\n"
	if err := os.WriteFile(out, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	err = run("echo", "p1.txt", "one\ntwo\n")
	if left, _ := os.ReadFile(out); err == nil ||
		!strings.Contains(err.Error(), "line 1: it was written by an earlier version") || string(left) != old {
		t.Errorf("%v, and then the file has %q", err, left)
	}
}
