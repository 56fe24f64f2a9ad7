package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"alfiere/cmd/internal/cli"
	"alfiere/protocol/protocoltest"
)

func TestEveryFENIsTakenOrRefusedOnTheCommandLine(t *testing.T) {
	for _, row := range protocoltest.FENs(t, "../..") {
		var faults bytes.Buffer
		status := run([]string{"perft", "1", row.Text(t)}, cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: &faults})
		want := cli.ExitGood
		if row.Expect == "reject" {
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
