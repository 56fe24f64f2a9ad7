package workbench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/cli"
	"alfiere/workbench/api"
)

// Two servers on one folder: only one of them works there at a time, and the other one looks.
func TestTwoProgramsOnOneFolder(t *testing.T) {
	t.Parallel()
	one := newLabTable(t, "", 1)
	two := newLabTable(t, one.path, 1)
	one.must("start", match("noise", "100000"), nil)
	one.until("noise", "at work", func(w *watched) bool { return w.Job.State == running && w.Job.Done > 0 })

	w := two.until("noise", "running", func(w *watched) bool { return w.Job.State == running })
	if !w.Live || !w.Job.Elsewhere {
		t.Errorf("seen by the other program: %+v", w.Job)
	}
	for _, test := range []struct {
		method string
		body   object
	}{
		{"start", match("other", "2")}, {"resume", object{"name": "noise"}}, {"stop", object{"name": "noise"}},
	} {
		fault := two.ask(test.method, test.body, nil)
		if fault == nil || fault.Code != api.Conflict || fault.Field != "" || !strings.Contains(fault.Message, "another program") {
			t.Errorf("%s in the other program: %+v", test.method, fault)
		}
	}
	if _, err := os.Stat(filepath.Join(one.path, "other.job")); err == nil {
		t.Error("the other program has begun something")
	}
	if w := one.until("noise", "seen", func(*watched) bool { return true }); w.Job.Elsewhere || w.Job.State != running {
		t.Errorf("seen by who does it: %+v", w.Job)
	}

	one.must("stop", object{"name": "noise"}, nil)
	two.ended("noise", stopped)
	two.must("resume", object{"name": "noise"}, nil)
	if fault := one.ask("start", match("other", "2"), nil); fault == nil || fault.Code != api.Conflict {
		t.Errorf("begun beside the other program: %+v", fault)
	}
	if err := two.folder.Close(); err != nil { // as when the program ends
		t.Fatal(err)
	}
	one.must("start", match("other", "2"), nil)
	one.ended("other", done)
	if fault := one.ask("start", match("other", "2"), nil); fault == nil || fault.Field != "name" { // and leaves again
		t.Errorf("begun twice: %+v", fault)
	}
	unlock, err := cli.Lock(filepath.Join(one.path, lockName))
	if err != nil {
		t.Fatalf("not left: %v", err)
	}
	if err := unlock(); err != nil {
		t.Error(err)
	}
}

// What seems to run because its program was killed is not taken for the work of another one.
func TestALockThatWasLeftBehindLocksNothing(t *testing.T) {
	t.Parallel()
	l := newLabTable(t, "", 1)
	for name, text := range map[string]string{lockName: "", "noise.job": `{"experiment":"tournament","state":"running"}`} {
		if err := os.WriteFile(filepath.Join(l.path, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if w := l.until("noise", "read", func(*watched) bool { return true }); w.Job.State != stopped || w.Job.Elsewhere || w.Live {
		t.Errorf("%+v", w.Job)
	}
	if fault := l.ask("stop", object{"name": "noise"}, nil); fault == nil || fault.Code != api.NotFound {
		t.Errorf("%+v", fault)
	}
}
