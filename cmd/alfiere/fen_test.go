package main

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"

	"alfiere/internal/cli"
	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
)

func TestEveryFENIsTakenOrRefusedOnTheCommandLine(t *testing.T) {
	for _, row := range protocoltest.FENs(t, "../..") {
		var faults bytes.Buffer
		status := run([]string{"perft", "1", row.Text(t)}, cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: &faults})
		want := cli.ExitGood
		if row.Expect == "reject" && row.Text(t) != "startpos" { // which is no FEN, but is meant as one here
			want = cli.ExitInput
		}
		if status != want {
			t.Errorf("%s: exit status %d, want %d", row.ID, status, want)
		}
		if status == cli.ExitInput && faults.Len() < 20 {
			t.Errorf("%s: refused without a reason: %q", row.ID, faults.String())
		}
	}
}

// TestStartposIsTheInitialPositionOnTheCommandLine: people know the word from UCI.
func TestStartposIsTheInitialPositionOnTheCommandLine(t *testing.T) {
	seconds := regexp.MustCompile(`seconds .*|"seconds":\S*|, \d+\.\d+ m?s\b`)
	for _, args := range [][]string{
		{"eval", "FEN"}, {"eval", "--json", "FEN"}, {"perft", "2", "FEN"}, {"perft", "--divide", "2", "FEN"}, {"mate", "1", "FEN"},
		{"mate", "--json", "1", "FEN"}, {"analyse", "--depth", "2", "--hash", "1", "FEN"}, {"board", "FEN"}, {"board", "--svg", "FEN"},
		{"play", "--boards", "FEN"}, {"tree", "grow", "--depth", "1", "--nodes", "0", "FEN"},
	} {
		runWith := func(fen string) string {
			status, out, faults := runCommand(strings.Split(strings.ReplaceAll(strings.Join(args, "\x00"), "FEN", fen), "\x00")...)
			if status != cli.ExitGood || out == "" {
				t.Errorf("%q with %s: status %d, %s%s", args, fen, status, out, faults)
			}
			return seconds.ReplaceAllString(out, "")
		}
		if got, want := runWith("startpos"), runWith(movegen.StartFEN); got != want {
			t.Errorf("%q: startpos gives\n%s, not\n%s", args, got, want)
		}
	}
}
