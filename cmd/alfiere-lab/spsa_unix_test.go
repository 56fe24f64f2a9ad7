//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"alfiere/internal/cli"
)

// toyState is what a state file has about a tuning of the toy.
type toyState struct {
	Tuning struct {
		Pairs, Done int
		Ahead       []int
		Theta       []float64
	}
	Faults int
}

func readToyState(t *testing.T, name string) (state toyState, found bool) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		return state, false
	}
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	return state, true
}

// TestATuningOfAnotherEngineSurvivesKills tunes the toy by processes that are killed, until one ends by itself.
func TestATuningOfAnotherEngineSurvivesKills(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	state, picture := filepath.Join(folder, "toy.json"), filepath.Join(folder, "toy.svg")
	toy, _ := toyWords(t)
	line := []string{"experiment", "spsa", "--engine", toy + " name=toy",
		"--param", "Skill=90,0,100,15,.1", "--pairs", "60", "--nodes", "1", "--resign", "800/1", "--draw", "20/4/8", "--concurrency", "2",
		"--state", state, "--svg", picture}
	for before := 0; before < 40; {
		p := start(t, line...)
		for due := time.Now().Add(patient); ; time.Sleep(5 * time.Millisecond) {
			if now, found := readToyState(t, state); found && now.Tuning.Done >= before+15 {
				before = now.Tuning.Done + len(now.Tuning.Ahead)
				break
			}
			if time.Now().After(due) {
				t.Fatalf("no progress\n%s", &p.said)
			}
		}
		_ = p.cmd.Process.Kill()
		p.end(patient)
		if now, _ := readToyState(t, state); now.Tuning.Done+len(now.Tuning.Ahead) < before {
			t.Fatalf("%+v after %d pairs", now, before)
		}
	}
	status, out, errors := runCommand(line...)
	end, _ := readToyState(t, state)
	if status != cli.ExitGood || errors != "" || end.Tuning.Done != 60 || len(end.Tuning.Ahead) > 0 || end.Faults > 0 {
		t.Errorf("status %d, %s%s\n%+v", status, out, errors, end)
	}
	if theta := end.Tuning.Theta[0]; theta < 0 || theta > 55 {
		t.Errorf("the tuning ends at %.1f", theta)
	}
	value := fmt.Sprintf("%.0f", end.Tuning.Theta[0])
	for _, want := range []string{"Values after 60 of 60 pairs of games:\n\nparameter  start  now", "setoption name Skill value " + value + "\n",
		"const (\n\tskill = " + value + "\n)\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if svg := readText(t, picture); !strings.Contains(svg, "Skill") {
		t.Errorf("%s", svg)
	}
	before := readText(t, state)
	status, _, errors = runCommand(append(line, "--seed", "2")...)
	if status != cli.ExitInput || !strings.Contains(errors, "seed is 1, not 2") || readText(t, state) != before {
		t.Errorf("with another seed: status %d, %s", status, errors)
	}
}

func TestAnEngineThatCannotBeTunedIsReported(t *testing.T) {
	toy, _ := toyWords(t)
	status, out, errors := runCommand("experiment", "spsa", "--engine", toy, "--param", "Strength=1,0,9,1", "--nodes", "1")
	if status != cli.ExitInput || out != "" || !strings.Contains(errors, "Strength") {
		t.Errorf("status %d, %s%s", status, out, errors)
	}
}
