//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"alfiere/internal/cli"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
)

// toyWords returns the words that describe the toy engine, and a list of it for workers. It is a script: games hash the
// file again and again.
func toyWords(t *testing.T) (words, list string) {
	t.Helper()
	self := must.Get(os.Executable())(t)
	folder := t.TempDir()
	toy := filepath.Join(folder, "toy")
	must.Do(t, os.WriteFile(toy, fmt.Appendf(nil, "#!/bin/sh\nexec '%s' %s\n", self, toyArgument), 0o700))
	words = fmt.Sprintf(`cmd='"%s"'`, toy)
	list = filepath.Join(folder, "engines")
	must.Do(t, os.WriteFile(list, []byte("# the toy\n"+words+"\n"), 0o600))
	return words, list
}

// TestEachPairCountsOnceWhateverIsKilled tunes the toy and plays it against itself at a broker, one of whose workers
// refuses the toy, and kills the master, the other workers and the broker in turn.
func TestEachPairCountsOnceWhateverIsKilled(t *testing.T) {
	pairs := effort.Of(30, 18, 18)
	words, list := toyWords(t)
	for name, test := range map[string]struct {
		line  []string
		count func(text string) int // pairs in the file
	}{
		"spsa": {[]string{"--engine", words, "--param", "Skill=90,0,100,15,.1", "--pairs", fmt.Sprint(pairs), "--concurrency", "2", "--state"},
			func(text string) int {
				done := regexp.MustCompile(`"done":(\d+),"ahead":\[([^]]*)`).FindStringSubmatch(text)
				if done == nil {
					return 0
				}
				var count int
				fmt.Sscan(done[1], &count)
				return count + len(strings.FieldsFunc(done[2], func(r rune) bool { return r == ',' }))
			}},
		"tournament": {[]string{"--player", words + " name=base", "--player", words + " name=patch option.Skill=60", "--each", "nodes=1",
			"--games", fmt.Sprint(2 * pairs), "--resume", "--pgn"},
			func(text string) int { return strings.Count(text, "[Round ") / 2 }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			broker, url := startBroker(t, "--listen", "127.0.0.1:0")
			file := filepath.Join(t.TempDir(), "kept")
			begin := map[string]func() *process{
				"broker": func() *process { p, _ := startBroker(t, "--listen", strings.TrimPrefix(url, "nats://")); return p },
				"master": func() *process {
					return start(t, slices.Concat([]string{"experiment", name, "--broker", url, "--wait", "20", "--resign", "800/1", "--draw", "20/4/8"}, test.line,
						[]string{file})...)
				},
			}
			willing := func(name string) func() *process {
				return func() *process {
					return start(t, "worker", "--broker", url, "--threads", "1", "--hash", "64", "--name", name, "--wait", "20", "--engines", list)
				}
			}
			begin["one"], begin["two"] = willing("one"), willing("two")
			refusing := startWorker(t, url, "refusing")
			running := map[string]*process{"broker": broker}
			for _, name := range []string{"one", "two", "master"} {
				running[name] = begin[name]()
			}
			victims := []string{"master", "one", "broker", "master", "two"}
			for i, victim := range victims {
				for due := time.Now().Add(patient); ; time.Sleep(5 * time.Millisecond) {
					text, _ := os.ReadFile(file)
					if test.count(string(text)) >= (i+1)*pairs/(len(victims)+1) {
						break
					}
					if time.Now().After(due) {
						t.Fatalf("no progress before the %s is killed\n%s", victim, &running["master"].said)
					}
				}
				running[victim].signal(syscall.SIGKILL)
				running[victim].end(patient)
				running[victim] = begin[victim]()
			}
			if status := running["master"].end(patient); status != cli.ExitGood {
				t.Fatalf("status %d\n%s", status, &running["master"].said)
			}
			text := readText(t, file)
			if count := test.count(text); count != pairs {
				t.Errorf("%d pairs, not %d", count, pairs)
			}
			rounds := regexp.MustCompile(`\[Round "([^"]*)"`).FindAllStringSubmatch(text, -1)
			seen := map[string]bool{}
			for i, round := range rounds {
				if seen[round[1]] || i%2 == 1 && rounds[i-1][1] != strings.TrimSuffix(round[1], "2")+"1" {
					t.Errorf("game %d is round %s", i, round[1])
				}
				seen[round[1]] = true
			}
			if name == "spsa" {
				var state toyState
				must.Do(t, json.Unmarshal([]byte(text), &state))
				if state.Tuning.Done != pairs || state.Faults > 0 {
					t.Errorf("%+v", state)
				}
				line := slices.Concat([]string{"experiment", name, "--seed", "2"}, test.line, []string{file})
				status, _, err := runCommand(line...)
				if status != cli.ExitInput || !strings.Contains(err, "seed is 1, not 2") || readText(t, file) != text {
					t.Errorf("with another seed: status %d, %s", status, err)
				}
			}
			refusing.hear(`the task cannot be done here: no program of --engines is`)
		})
	}
}

// toyState is what a state file has about a tuning of the toy.
type toyState struct {
	Tuning struct{ Done int }
	Faults int
}

func TestWhatAnEngineCannotDoIsReported(t *testing.T) {
	toy, _ := toyWords(t)
	status, out, errors := runCommand("experiment", "spsa", "--engine", toy, "--param", "Strength=1,0,9,1", "--nodes", "1")
	if status != cli.ExitInput || out != "" || !strings.Contains(errors, "Strength") {
		t.Errorf("status %d, %s%s", status, out, errors)
	}
	status, _, errors = runCommand("experiment", "tournament", "--each", toy+" nodes=1", "--player", "name=base",
		"--player", "name=patch option.Nothing=1", "--games", "2")
	if status != cli.ExitInput || !strings.Contains(errors, `option "Nothing": the engine cannot do that`) {
		t.Errorf("with an option that it does not have: status %d, %s", status, errors)
	}
}

func TestAnInterruptedTrainingIsResumed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	games, kept := filepath.Join(folder, "games"), filepath.Join(folder, "checkpoint")
	mustTune(t, "generate", "--out", games, "--games", "12", "--nodes", "20")
	train := func(out string, flags ...string) []string {
		return append([]string{"network", "--data", games, "--out", filepath.Join(folder, out), "--epochs", "12", "--batch", "16"}, flags...)
	}
	p := start(t, append([]string{"tune"}, train("n.net", "--checkpoint", kept)...)...)
	for range 6000 {
		if _, err := os.Stat(kept); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	p.signal(syscall.SIGINT)
	const message = "with --checkpoint, the same command resumes the training"
	if status := p.end(patient); status != cli.ExitInput || !strings.Contains(p.said.String(), message) {
		t.Errorf("it ends with %d and says %q, not %q", status, &p.said, message)
	}
	if log := mustTune(t, train("n.net", "--checkpoint", kept)...); strings.Contains(log, "epoch 1: ") || !strings.Contains(log, "epoch 12: ") {
		t.Errorf("the training is not resumed: %s", log)
	}
	mustTune(t, train("whole.net")...)
	if readText(t, filepath.Join(folder, "n.net")) != readText(t, filepath.Join(folder, "whole.net")) {
		t.Error("resumed, the network is another one")
	}
}
