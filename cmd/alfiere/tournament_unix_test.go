//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"
)

// gamesOf returns round, players, opening and result of each game of a file, in order.
func gamesOf(text []byte) (games []string) {
	tags := regexp.MustCompile(`(?m)^\[(Round|White|Black|Result|FEN) "(.*)"\]$`)
	for _, game := range bytes.Split(text, []byte("[Event "))[1:] {
		all := ""
		for _, tag := range tags.FindAllSubmatch(game, -1) {
			all += string(tag[2]) + "|"
		}
		games = append(games, all)
	}
	slices.Sort(games)
	return games
}

// TestATournamentThatIsKilledTwiceEndsAsIfItWereNot kills a process in the middle of its
// games, without a warning, and starts the same command again.
func TestATournamentThatIsKilledTwiceEndsAsIfItWereNot(t *testing.T) {
	folder := t.TempDir()
	openings := filepath.Join(folder, "openings.epd")
	if err := os.WriteFile(openings, []byte("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"+
		"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	args := func(file string) []string {
		return []string{"match", "--engine", "name=A", "--engine", "name=B nodes=90", "--engine", "name=C nodes=400", "--engine", "name=D nodes=40",
			"--each", "option.Hash=1", "--nodes", "100", "--games", "4", "--max-moves", "25", "--openings", openings, "--pgn", file}
	}
	whole, cut := filepath.Join(folder, "whole.pgn"), filepath.Join(folder, "cut.pgn")
	status, table, errors := runCommand(args(whole)...)
	if status != 0 {
		t.Fatal(errors)
	}
	size := func() int64 {
		info, err := os.Stat(cut)
		if err != nil {
			return 0
		}
		return info.Size()
	}
	for range 2 {
		begin := size()
		c := startChild(t, append(args(cut), "--resume")...)
		for overdue := time.Now().Add(lineDue); size() < begin+3000; time.Sleep(time.Millisecond) {
			if time.Now().After(overdue) {
				t.Fatal("no game is written")
			}
		}
		_ = c.command.Process.Kill()
		_ = c.command.Wait()
	}
	killed, err := os.ReadFile(cut)
	if err != nil || len(gamesOf(killed)) >= 24 {
		t.Skipf("%d games were played before the second kill, error %v", len(gamesOf(killed)), err)
	}
	status, resumed, errors := runCommand(append(args(cut), "--resume")...)
	if status != 0 || resumed != table {
		t.Errorf("status %d, %s\n%s\nnot\n%s", status, errors, resumed, table)
	}
	want, _ := os.ReadFile(whole)
	got, _ := os.ReadFile(cut)
	if games := gamesOf(got); len(games) != 24 || !slices.Equal(games, gamesOf(want)) {
		t.Errorf("%d games, which are not the same:\n%q\n%q", len(games), games, gamesOf(want))
	}
	if !bytes.HasPrefix(got, killed[:len(killed)/2]) {
		t.Error("games are played again")
	}
}
