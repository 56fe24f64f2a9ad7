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

	"alfiere/cmd/internal/cli"
	"alfiere/search/consult/work"
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
	b := &Bulk{Kind: "echo", In: in, Out: out, Crew: &work.Local{Kinds: kinds, Threads: 1}}
	std := cli.Streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}
	if err := b.Run(ctx, std); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	half, err := os.ReadFile(out)
	if err != nil || len(half) == 0 {
		t.Fatalf("%q, %v", half, err)
	}
	if err := os.WriteFile(out, append(half, `{"line":5,"res`...), 0o600); err != nil { // as if it had been killed
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
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	slices.Sort(lines)
	if got := strings.Join(lines, "\n"); got != `{"line":1,"result":[1]}
{"line":2,"result":[2]}
{"line":4,"fault":"it is bad"}
{"line":5,"result":[5]}
{"line":6,"result":[6]}` {
		t.Errorf("%s", got)
	}
	for _, other := range []string{"a letter to a friend\n", "a letter", `{"line":7}` + "\n", `{"line":1}` + "\n" + `{"line":1}` + "\n"} {
		if err := os.WriteFile(out, []byte(other), 0o600); err != nil {
			t.Fatal(err)
		}
		err := b.Run(t.Context(), std)
		if left, _ := os.ReadFile(out); err == nil || string(left) != other {
			t.Errorf("%q: %v, and then the file has %q", other, err, left)
		}
	}
}
