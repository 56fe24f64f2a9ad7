package main

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"alfiere/cmd/internal/laboratory"
	"alfiere/council/broker/natsnet"
	"alfiere/internal/cli"
	"alfiere/internal/work"
)

func TestBatchesAreListedAndCancelledByTheBeginningOfTheirID(t *testing.T) {
	t.Parallel()
	server, err := natsnet.Listen(&natsnet.Settings{Listen: "127.0.0.1:0", Folder: t.TempDir()}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	c, err := natsnet.Connect(server.URL(), "test", &natsnet.Access{}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ended := make(chan error, 1)
	go func() {
		crew := &natsnet.Crew{Connection: c, Name: "test", Kinds: []work.Kind{laboratory.Kind()}, Priority: 7, Tell: func(string) {}}
		ended <- crew.Do(context.Background(), func(yield func(work.Task) bool) {
			yield(work.Task{ID: "1", Kind: laboratory.KindName})
		}, func(work.Result) error { return nil })
	}()
	batches := func(args ...string) (int, string, string) {
		return runCommand(append([]string{"batches", "--broker", server.URL()}, args...)...)
	}
	row := regexp.MustCompile(`(?m)^([0-9a-f]{16})  +` + laboratory.KindName + ` +- +0 +\S+/\d+ +7 +1 +\S+s +runs +0 +0$`)
	var found []string
	for due := time.Now().Add(time.Minute); found == nil; {
		status, out, said := batches()
		if found = row.FindStringSubmatch(out); found == nil && time.Now().After(due) || status != cli.ExitGood {
			t.Fatalf("status %d, %s%s", status, out, said)
		}
	}
	if status, _, said := batches("--pause", "zz"); status != cli.ExitInput || !strings.Contains(said, "there is no batch zz; ") {
		t.Errorf("status %d, %s", status, said)
	}
	if status, out, said := batches("--cancel", found[1][:6]); status != cli.ExitGood || out != "" {
		t.Errorf("status %d, %s%s", status, out, said)
	}
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "the tasks were cancelled by ") {
		t.Error(err)
	}
}
