package problemfile

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/work"
	"alfiere/problem/database/analyse"
	"alfiere/protocol"
)

// hereQueue analyses in this process.
func hereQueue(*pflag.FlagSet) OpenQueue {
	return func(context.Context, cli.Streams) (work.Queue, func(), error) {
		return &work.Local{Kinds: []work.Kind{analyse.Kind(protocol.Title, "test")}, Threads: 2}, func() {}, nil
	}
}

const judgedLines = "8/8/8/8/8/k2K4/7Q/8 w - - #2\n7k/8/6K1/8/8/8/8/RQ6 w - - #1\nk7/8/8/8/8/8/8/K6N w - - #2\n"

func TestProblemsAreAnalysed(t *testing.T) {
	db := filepath.Join(t.TempDir(), "problems.db")
	if status, out, err := called("import", db, written(t, "a.epd", judgedLines)); status != cli.ExitGood {
		t.Fatal(status, out, err)
	}
	status, out, err := called("analyse", "--query", "moves = 2", db)
	if status != cli.ExitGood || err != "" || !strings.HasPrefix(out, "2 of 2 problems analysed in ") || !strings.HasSuffix(out, ": 1 sound, 1 no solution\n") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
	status, out, err = called("analyse", "--json", "--limit", "10", db)
	var event judged
	first, last, _ := strings.Cut(out, "\n")
	if status != cli.ExitGood || err != "" || json.Unmarshal([]byte(first), &event) != nil || event.Problem != 2 || event.Verdict != "cooked" || event.Outcome != "analysed" {
		t.Errorf("status %d, %s%s", status, out, err)
	}
	if !strings.HasPrefix(last, `{"analysed":1,"changed":0,"faults":0,"kept":0,"others":0,`) {
		t.Errorf("the numbers: %s", last)
	}
	if status, out, err = called("analyse", db); status != cli.ExitGood || !strings.HasPrefix(out, "0 of 0 problems analysed") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
	old := strings.Replace(`{"problem":1,"fen":"8/8/8/8/8/2K5/1Q6/k7 w - -","stipulation":"#1","report":{"text":{"version":1,"program":"Alfiere 1.0","verdict":"none",
		"fen":"8/8/8/8/8/2K5/1Q6/k7 w - -","stipulation":"#1","complete":true}}}`, "\n", " ", -1)
	old = strings.ReplaceAll(old, "2K5/1Q6/k7", "2K5/7Q/k7")
	if status, out, err := called("import", db, written(t, "b.jsonl", old+"\n")); status != cli.ExitGood {
		t.Fatal(status, out, err)
	}
	status, out, err = called("analyse", db)
	if status != cli.ExitGood || !strings.HasPrefix(out, "problem 4: no solution before, sound now\n1 of 1 problems analysed") || !strings.Contains(out, "\nverdicts other than before: 1\n") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
	for line, want := range map[string]string{"--query count": "counts", "--query theme:grimshow": "did you mean", "--limit -1": "limit", "x y": "give the FILE"} {
		if status, _, err := called(append(append([]string{"analyse"}, strings.Fields(line)...), db)...); status != cli.ExitUsage || !strings.Contains(err, want) {
			t.Errorf("%s: status %d, %s", line, status, err)
		}
	}
}
