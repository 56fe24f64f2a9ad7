package main

import (
	"alfiere/internal/cli"
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

func TestPlayFollowsItsFlags(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.pgn")
	tests := []struct {
		name   string
		args   []string
		input  string
		status int
		out    string // part of what is written
	}{
		{"letters and boards", []string{"--boards", "--letters", "german"}, "e4\nback\n", cli.ExitGood, "tsldklst\n"},
		{"a file for the game", []string{"--save", file}, "1. f3 e5 2. g4 Qh4", cli.ExitGood, "(checkmate)"},
		{"loading that file", nil, "load " + file, cli.ExitGood, "1. f2-f3 e7-e5 2. g2-g4 d8-h4 0-1\n"},
		{"a file that cannot be", []string{"--save", filepath.Join(file, "none")}, "e4", cli.ExitInput, "\n1. e2-e4 *\n"},
		{"a side for the engine", []string{"--engine", "white", "--nodes", "1000", "7k/5Q2/6K1/8/8/8/8/8 w - -"}, "", cli.ExitGood, "The game is over: 1-0 (checkmate)\n"},
		{"draws by claim", []string{"--draws", "claim"}, "Nf3 Nf6\nNg1 Ng8\nNf3 Nf6\nNg1 Ng8\n", cli.ExitGood, "A draw can be claimed"},
		{"a position of Chess960", []string{"6k1/8/8/8/8/8/8/1RK4R w HB -", "--chess960"}, "O-O", cli.ExitGood, "1. O-O"},
		{"a shortcut to the draw", []string{"--one-minor-piece", "6bk/8/8/8/8/8/8/6BK w - -"}, "", cli.ExitGood, "1/2-1/2"},
		{"a refused line", nil, "e5\n", cli.ExitInput, "refused lines: 1"},
		{"a position that is none", []string{"8/8"}, "", cli.ExitInput, "alfiere play: "},
		{"an unknown language", []string{"--language", "latin"}, "", cli.ExitUsage, "use english or italian"},
		{"letters that are none", []string{"--letters", "xx"}, "", cli.ExitUsage, "letters"},
		{"a third side", []string{"--engine", "red"}, "", cli.ExitUsage, "white or black"},
		{"another rule", []string{"--draws", "often"}, "", cli.ExitUsage, "once, claim or never"},
		{"a table that is too large", []string{"--engine", "white", "--hash", "-1"}, "", cli.ExitUsage, "--hash"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			status := run(append([]string{"play"}, test.args...), cli.Streams{In: strings.NewReader(test.input), Out: &out, Err: &out})
			if status != test.status || !strings.Contains(out.String(), test.out) {
				t.Errorf("status %d\n%s", status, &out)
			}
		})
	}
}
