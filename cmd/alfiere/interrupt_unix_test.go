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
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"alfiere/internal/cli"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
)

const twoGames = "[Event \"1\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"2\"]\n\n1. d4 *\n\n"

// waitFor waits until a file that the pattern fits has at least so many bytes.
func waitFor(t *testing.T, pattern string, size int64) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		names := must.Get(filepath.Glob(pattern))(t)
		for _, name := range names {
			if info, err := os.Stat(name); err == nil && info.Size() >= size {
				return
			}
		}
	}
	t.Fatalf("there is no file %s of %d bytes", pattern, size)
}

// TestAnInterruptLosesNothing: whatever is done when somebody types Ctrl-C, the file is
// whole or what it was, and the program says so with status 1.
func TestAnInterruptLosesNothing(t *testing.T) {
	const endless = "1000000000000"
	for _, test := range []struct {
		name    string
		file    string // its text before
		args    []string
		input   string
		started func(t *testing.T, c *child, file string)
		message string
		left    []string // what is in the file then
	}{
		{"annotating in place", twoGames, []string{"pgn", "annotate", "--nodes", endless, "--out", "FILE", "FILE"}, "",
			func(t *testing.T, _ *child, file string) { waitFor(t, file+".*", 0) },
			"interrupted; 0 of 2 games are annotated, the others are in FILE as they were",
			[]string{"[Event \"1\"]", "1. e4 e5 2. Nf3 *", "[Event \"2\"]", "1. d4 *"}},
		{"annotating what a pipe has brought so far", "old", []string{"pgn", "annotate", "--nodes", endless, "--out", "FILE"}, twoGames,
			func(t *testing.T, _ *child, file string) {
				waitFor(t, file+".*", 0)
				time.Sleep(time.Second) // nothing shows that the pipe has been read
			},
			"interrupted; 0 of 2",
			[]string{"1. e4 e5 2. Nf3 *", "1. d4 *"}},
		{"annotating nothing yet", "old", []string{"pgn", "annotate", "--out", "FILE"}, "",
			func(t *testing.T, _ *child, file string) { waitFor(t, file+".*", 0) }, "interrupted", []string{"old"}},
		{"converting what a pipe brings", "old", []string{"pgn", "convert", "--out", "FILE"}, twoGames,
			func(t *testing.T, _ *child, file string) { waitFor(t, file+".*", 0) }, "interrupted", []string{"old"}},
		{"growing", "old", []string{"tree", "grow", "--depth", "2", "--nodes", endless, "--out", "FILE"}, "",
			func(t *testing.T, _ *child, file string) { waitFor(t, file+".*", 0) }, "interrupted", []string{"old"}},
		{"playing while the engine thinks", "old", []string{"play", "--engine", "black", "--nodes", endless, "--save", "FILE"}, "e4\n",
			func(t *testing.T, c *child, _ string) { c.until(t, "1. e2-e4") }, "interrupted",
			[]string{"[Black \"" + title() + "\"]", "1. e4 *"}},
		{"playing while a person does", "old", []string{"play", "--save", "FILE"}, "e4\ne5\n",
			func(t *testing.T, c *child, _ string) { c.until(t, "1... e7-e5") }, "interrupted", []string{"1. e4 e5 *"}},
	} {
		for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
			t.Run(test.name+", "+signal.String(), func(t *testing.T) {
				t.Parallel()
				file := filepath.Join(t.TempDir(), "file.pgn")
				must.Do(t, os.WriteFile(file, []byte(test.file), 0o600))
				args := strings.Split(strings.ReplaceAll(strings.Join(test.args, "\n"), "FILE", file), "\n")
				c := startChild(t, args...)
				c.send(test.input)
				test.started(t, c, file)
				checkSignal(t, c, signal, strings.ReplaceAll(test.message, "FILE", file))
				text := must.Get(os.ReadFile(file))(t)
				for _, part := range test.left {
					if !strings.Contains(string(text), part) {
						t.Errorf("%q is not in the file:\n%s", part, text)
					}
				}
				if names, _ := filepath.Glob(file + "*"); len(names) != 1 {
					t.Errorf("there are %q", names)
				}
			})
		}
	}
}

// checkInterrupt interrupts the program, which must end with status 1 and the message.
func checkInterrupt(t *testing.T, c *child, message string) (output string) {
	t.Helper()
	return checkSignal(t, c, syscall.SIGINT, message)
}

// checkSignal sends a signal to the program, which must end with status 1 and the message. A hangup is sent twice, as
// it is when a terminal closes.
func checkSignal(t *testing.T, c *child, signal syscall.Signal, message string) (output string) {
	t.Helper()
	must.Do(t, c.command.Process.Signal(signal))
	if signal == syscall.SIGHUP {
		_ = c.command.Process.Signal(signal) // it may have ended already
	}
	overdue := time.AfterFunc(time.Minute, func() { _ = c.command.Process.Kill() })
	defer overdue.Stop()
	var rest strings.Builder
	_, _ = c.lines.WriteTo(&rest) // to its end, which is the process's
	_ = c.command.Wait()          // its status is looked at
	c.input.Close()
	status, ok := c.command.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || !status.Exited() || status.ExitStatus() != cli.ExitInput || !strings.Contains(c.errors.String(), message) {
		t.Errorf("it ends with %v and says %q, not %q", c.command.ProcessState, c.errors.String(), message)
	}
	return rest.String()
}

// TestASignalEndsAMatchWithItsEngines: the engine does not read its input once it has to move, and ignores signals.
func TestASignalEndsAMatchWithItsEngines(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			engine, number := filepath.Join(folder, "engine"), filepath.Join(folder, "number")
			script := "#!/bin/sh\ntrap '' HUP INT TERM\nread uci; echo uciok; read new; read ready; echo readyok\nread position; read go\n" +
				"echo $$ >" + number + "\nread never <" + number + ".pipe\n" // there may be no other programs
			must.Do(t, syscall.Mkfifo(number+".pipe", 0o600))
			must.Do(t, os.WriteFile(engine, []byte(script), 0o700))
			results := filepath.Join(folder, "results.json")
			c := startChild(t, "match", "--engine", "name=Deaf cmd="+engine, "--engine", "name=Own option.Hash=1", "--st", "1000",
				"--grace", "1", "--json", results)
			waitFor(t, number, 1)
			if table := checkSignal(t, c, signal, "interrupted after 0 games"); !strings.Contains(table, "Deaf - Own: 0 games") {
				t.Errorf("the table is %q", table)
			}
			if text := textOf(t, results); !strings.Contains(text, `"Deaf"`) {
				t.Errorf("the results are %s", text)
			}
			process := must.Get(strconv.Atoi(strings.TrimSpace(textOf(t, number))))(t)
			if err := syscall.Kill(process, 0); err != syscall.ESRCH {
				t.Errorf("the engine lives: %v", err)
			}
		})
	}
}

func TestAnInterruptedGameThatIsNotSavedIsShown(t *testing.T) {
	t.Parallel()
	c := startChild(t, "play")
	c.send("1. e4 e5 2. Nf3\n")
	c.until(t, "2. g1-f3")
	if rest := checkInterrupt(t, c, "interrupted"); rest != "1. e2-e4 e7-e5 2. g1-f3 *\n" {
		t.Errorf("it shows %q", rest)
	}
}

// problemBatch writes every step-th problem of open.jsonl as a file of FENs, with a fault among them.
func problemBatch(t *testing.T, folder string, step int) (name string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "mates", "open.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no data: ../shared is not there")
	}
	text := "no problem\n"
	for n, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		var p struct{ FEN string }
		must.Do(t, json.Unmarshal([]byte(line), &p))
		if n%step == 0 {
			text += p.FEN + "\n"
		}
	}
	name = filepath.Join(folder, "batch.fen")
	must.Do(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

// sizeOf returns the size of a file, 0 if it is not there yet.
func sizeOf(file string) int64 {
	info, err := os.Stat(file)
	if err != nil {
		return 0
	}
	return info.Size()
}

// TestABatchThatIsKilledGoesOn until it is done, whenever it is killed or interrupted, and holds
// then what an undisturbed one does.
func TestABatchThatIsKilledGoesOn(t *testing.T) {
	folder, seconds := t.TempDir(), regexp.MustCompile(`"seconds":[0-9.e-]+`)
	step := effort.Of(1, 12, 24)
	batch := problemBatch(t, folder, step)
	args := []string{"mate", "2", "--json", "--threads", "2", "--resume"}
	read := func(file string) string {
		text := must.Get(os.ReadFile(file))(t)
		return seconds.ReplaceAllString(string(text), "")
	}
	undisturbed := filepath.Join(folder, "undisturbed")
	if c := startChild(t, append(args, undisturbed, batch)...); c.command.Wait() == nil {
		t.Error("the fault is not reported by the exit status")
	}
	want := read(undisturbed)
	random := rand.New(rand.NewPCG(1, 9))
	killed, interrupted := 0, 0
	for round := 0; round < 3 || (killed < 1 || interrupted < 1) && round < 20; round++ {
		file := filepath.Join(folder, fmt.Sprint("answers", round))
		for attempt := 0; ; attempt++ {
			enough := sizeOf(file) + 1 + random.Int64N(int64(len(want))/2) // so that each attempt gets on
			c := startChild(t, append(args, file, batch)...)
			done := make(chan struct{})
			go func() { _ = c.command.Wait(); close(done) }()
			for ended := false; !ended && sizeOf(file) < enough; {
				select {
				case <-done:
					ended = true
				case <-time.After(time.Millisecond):
				}
			}
			select {
			case <-done:
			default:
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
