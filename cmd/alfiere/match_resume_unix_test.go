//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"alfiere/internal/cli"
)

// TestAKilledMatchHasEachPairOnce kills a match as it writes, until it has half of its games, and lets the next one end.
func TestAKilledMatchHasEachPairOnce(t *testing.T) {
	const games = 60
	file := filepath.Join(t.TempDir(), "games.pgn")
	args := []string{"match", "--engine", "name=One option.Hash=1", "--engine", "name=Two option.Hash=1", "--nodes", "40", "--max-moves", "9",
		"--games", fmt.Sprint(games), "--concurrency", "2", "--sprt", "0,3", "--pgn", file, "--resume"}
	rounds := func() [][]string {
		text, _ := os.ReadFile(file)
		return regexp.MustCompile(`\[Round "(\d+)\.(\d)"`).FindAllStringSubmatch(string(text), -1)
	}
	for wanted := 4; wanted < games/2; wanted += 7 {
		c := startChild(t, args...)
		for due := time.Now().Add(lineDue); len(rounds()) < wanted && time.Now().Before(due); time.Sleep(time.Millisecond) {
			continue
		}
		_ = c.command.Process.Kill()
		_ = c.command.Wait()
	}
	if status, _, errors := runCommand(args...); status != cli.ExitGood {
		t.Fatal(errors)
	}
	seen := map[string]bool{}
	all := rounds()
	for i, round := range all {
		if seen[round[0]] || round[2] != fmt.Sprint(i%2+1) || i%2 == 1 && round[1] != all[i-1][1] {
			t.Errorf("game %d is of round %s", i, round[0])
		}
		seen[round[0]] = true
	}
	if len(all) != games {
		t.Errorf("%d games, not %d", len(all), games)
	}
}
