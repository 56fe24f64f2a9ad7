//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// problemBatch writes every step-th problem of open.jsonl as a file of FENs, with a
// fault among them.
func problemBatch(t *testing.T, folder string, step int) (name string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "mates", "open.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no data: ../shared is not there")
	}
	text := "no problem\n"
	for n, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		var p struct{ FEN string }
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		if n%step == 0 {
			text += p.FEN + "\n"
		}
	}
	name = filepath.Join(folder, "batch.fen")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestABatchThatIsKilledGoesOn until it is done, whenever it is killed or interrupted, and holds
// then what an undisturbed one does.
func TestABatchThatIsKilledGoesOn(t *testing.T) {
	folder, seconds := t.TempDir(), regexp.MustCompile(`"seconds":[0-9.e-]+`)
	step := 6
	switch {
	case os.Getenv("ALFIERE_LONG") == "1":
		step = 1
	case testing.Short():
		step = 24
	}
	batch := problemBatch(t, folder, step)
	args := []string{"mate", "2", "--json", "--threads", "2", "--resume"}
	read := func(file string) string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return seconds.ReplaceAllString(string(text), "")
	}
	undisturbed := filepath.Join(folder, "undisturbed")
	begun := time.Now()
	if c := startChild(t, append(args, undisturbed, batch)...); c.command.Wait() == nil {
		t.Error("the fault is not told by the exit status")
	}
	whole, want := time.Since(begun), read(undisturbed)
	random := rand.New(rand.NewPCG(1, 9))
	killed, interrupted := 0, 0
	for round := 0; round < 3 || (killed < 1 || interrupted < 1) && round < 20; round++ {
		file := filepath.Join(folder, fmt.Sprint("answers", round))
		for attempt := 0; ; attempt++ {
			begun := time.Now()
			after := whole/8 + time.Duration(random.Int64N(int64(whole)))/2
			after += after * time.Duration(attempt) / 8 // the machine may have more to do than before
			c := startChild(t, append(args, file, batch)...)
			done := make(chan error, 1)
			go func() { done <- c.command.Wait() }()
			select {
			case <-done:
				if attempt == 0 { // the machine has less to do than before
					whole = min(whole, time.Since(begun))
				}
			case <-time.After(after):
				if attempt%2 == 0 {
					killed++
					_ = c.command.Process.Kill()
				} else {
					interrupted++
					_ = c.command.Process.Signal(os.Interrupt)
					time.Sleep(time.Millisecond)
					_ = c.command.Process.Signal(syscall.SIGTERM) // as a second interrupt does
				}
				<-done
				if attempt < 100 {
					continue
				}
			}
			if s := c.errors.String(); !strings.Contains(s, "1 invalid problem") {
				t.Fatalf("after %d attempts: %s", attempt, s)
			}
			break
		}
		if got := read(file); got != want {
			lines := strings.SplitAfter(got, "\n")
			for i, line := range strings.SplitAfter(want, "\n") {
				if i >= len(lines) || lines[i] != line {
					t.Fatalf("round %d: %d answers instead of %d, number %d is not\n%s but\n%s", round, len(lines), strings.Count(want, "\n"), i+1, line, lines[i:min(i+1, len(lines))])
				}
			}
		}
	}
	if killed < 1 || interrupted < 1 {
		t.Errorf("killed %d times, interrupted %d times", killed, interrupted)
	}
	t.Logf("%d problems; killed %d times, interrupted %d times", strings.Count(want, "\n"), killed, interrupted)
}
