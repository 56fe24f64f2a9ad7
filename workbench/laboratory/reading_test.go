package laboratory

import (
	"context"
	"testing"

	"alfiere/problem/text"
)

// Counting a large tournament takes half a gigabyte, so several watching tabs do it one after another.
// A client that disconnects while waiting leaves the queue.
func TestFilesOfTheLaboratoryAreReadOneAfterTheOther(t *testing.T) {
	l, err := Open(t.TempDir(), Commands{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.root.WriteFile("a.txt", []byte("so far"), 0o600); err != nil {
		t.Fatal(err)
	}
	e := experimentFiles{Name: "a", Parts: []string{"txt"}}
	l.reading <- struct{}{} // another request reads
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if w := l.read(ctx, e, text.English()); w.Text != "" {
		t.Error("it is read while another reads")
	}
	<-l.reading
	for range 2 {
		if w := l.read(t.Context(), e, text.English()); w.Text != "so far" {
			t.Errorf("%+v", w)
		}
	}
}
