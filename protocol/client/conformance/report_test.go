package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"testing"
	"time"
)

// updating reports whether the golden files are to be rewritten, by the flag of package protocoltest.
func updating() bool { return flag.Lookup("update").Value.String() == "true" }

// outcomes are one of each verdict.
func outcomes() []Outcome {
	one := &Case{ID: "uci.one", Protocol: uci, Why: "the user waits", Source: "UCI 2006, stop", Place: "data/x.txt:3"}
	two := &Case{ID: "xboard.two", Protocol: xboard, Why: "the GUI hangs", Source: "CECP, section 8", Place: "data/y.txt:9"}
	return []Outcome{
		{Case: one, Verdict: Passed, Latency: 12 * time.Millisecond, Elapsed: time.Second},
		{Case: two, Verdict: Skipped, Reason: "the engine has feature pause=0"},
		{Case: two, Verdict: Failed, Reason: "no line matches ^x$; its last lines:\n  y", Step: 14, Elapsed: time.Second,
			Transcript: transcript{Entries: []entry{{0, true, "go"}, {3 * time.Millisecond, false, "y"}}}},
	}
}

func TestReports(t *testing.T) {
	for name, report := range map[string]Report{"text": {}, "verbose": {Verbose: true}, "json": {JSON: true}} {
		t.Run(name, func(t *testing.T) {
			var got bytes.Buffer
			report.W = &got
			err := report.Note("a remark")
			for _, o := range outcomes() {
				err = errors.Join(err, report.Add(o))
			}
			if err = errors.Join(err, report.Close()); err != nil || report.Failed() != 1 {
				t.Errorf("%d failed, error %v", report.Failed(), err)
			}
			compare(t, "testdata/report_"+name+".txt", got.Bytes())
			for line := range bytes.Lines(got.Bytes()) {
				if name == "json" && !json.Valid(line) {
					t.Errorf("%s is no JSON", line)
				}
			}
		})
	}
}

func compare(t *testing.T, file string, got []byte) {
	t.Helper()
	if updating() {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
	}
}

// fullDisk is a writer that fails.
type fullDisk struct{}

var errFull = errors.New("disk full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestAReportTellsThatItCannotBeWritten(t *testing.T) {
	for _, asJSON := range []bool{false, true} {
		report := Report{W: fullDisk{}, JSON: asJSON}
		for name, err := range map[string]error{
			"Note": report.Note("a"), "Add": report.Add(outcomes()[0]), "Close": report.Close(),
			"List": report.List([]Case{*outcomes()[0].Case}),
		} {
			if !errors.Is(err, errFull) {
				t.Errorf("%s: error %v", name, err)
			}
		}
	}
}
