package laboratory

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/work"
)

// hereQueue declares no flags and does tasks in this process.
func hereQueue(*pflag.FlagSet) OpenQueue {
	return func(ctx context.Context, _ cli.Streams, megabytes int) (work.Queue, func(), error) {
		kinds, err := Kinds(ctx, "test", megabytes)
		return &work.Local{Kinds: append(kinds, Kind()), Threads: 2}, func() {}, err
	}
}

// runProposals runs "proposals" with the given words; file names among them are files in the folder.
func runProposals(t *testing.T, folder, in, words string) (status int, out, err string) {
	t.Helper()
	program := cli.Root("lab", "", "", ProposalsCommand(hereQueue))
	args := []string{"proposals"}
	for _, word := range strings.Fields(words) {
		if strings.Contains(word, ".") {
			word = filepath.Join(folder, word)
		}
		args = append(args, strings.ReplaceAll(word, "_", " "))
	}
	var stdout, stderr bytes.Buffer
	status = cli.Execute(program, args, cli.Streams{In: strings.NewReader(in), Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

const twoTests = `4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "a";
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5;
`

func TestProposals(t *testing.T) {
	folder := t.TempDir()
	suitePath := filepath.Join(folder, "suite.epd")
	if err := os.WriteFile(suitePath, []byte(twoTests), 0o666); err != nil {
		t.Fatal(err)
	}
	line := func(nodes int, member, move string) string {
		return fmt.Sprintf(`{"position":"4k3/8/8/8/8/8/4P3/4K3 w - -","member":%q,"nodes":%d,"hash":1,`+
			`"move":%q,"value":1,"depth":1,`+
			`"root_moves":1,"searched":9,"micros":1,"line":[%q],"iterations":[],"signature":"0123456789abcdef"}`+"\n", member,
			nodes, move, move)
	}
	var exported string
	for _, step := range []struct {
		words, in string
		status    int
		says      []string
	}{
		{"info lab.db", "", cli.ExitInput, []string{"lab.db: there is no such store"}},
		{"search --store lab.db suite.epd", "", cli.ExitInput, []string{"lab.db: there is no such store"}},
		{"search --create suite.epd", "", cli.ExitUsage, []string{"--store is required"}},
		{"search --store lab.db --create", "", cli.ExitUsage, []string{"a SUITE is required"}},
		{"search --store lab.db --sets zz suite.epd", "", cli.ExitUsage, []string{"--sets", "zz"}},
		{"search --store lab.db --create --sets mpar_mbxp~15#3 --nodes 500 --hash 1 suite.epd", "", cli.ExitGood,
			[]string{"4 proposals by 2 members at 2 positions are stored, 4 of them new"}},
		{"search --store lab.db --sets mpar_a --nodes 500 --hash 1 suite.epd", "", cli.ExitGood,
			[]string{"4 proposals by 2 members at 2 positions are stored, 2 of them new"}},
		{"search --store lab.db --sets uci:x --nodes 500 --hash 1 suite.epd", "", cli.ExitUsage,
			[]string{"--sets", "own searches"}},
		{"info --seats --suite suite.epd lab.db", "", cli.ExitGood,
			[]string{"(this one)", "mbxp~15#3", "suite: complete", "500", "proposals\n"}},
		{"info --json lab.db", "", cli.ExitGood, []string{`"this_engine":true`, `"facts":6`}},
		{"check --sample 3 lab.db", "", cli.ExitGood, []string{"6 proposals, no damage", "3 of this engine"}},
		{"export lab.db", "", cli.ExitGood, []string{`"member":"mbxp~15#3"`}},
		{"import --store other.db --create -", "EXPORTED", cli.ExitGood, []string{"6 proposals read and stored"}},
		{"import --store other.db", "EXPORTED", cli.ExitGood, []string{"6 proposals read and stored"}},
		{"check other.db", "", cli.ExitGood, []string{"6 proposals, no damage"}},
		{"import --store other.db -", line(7, "m", "e2e4") + "{\n" + line(8, "m", "e2e4"), cli.ExitInput,
			[]string{"stdin:2: ", "2 proposals read", "1 of 3 lines were invalid"}},
		{"import --store other.db -", line(9, "m", "e2e4") + line(7, "m", "e2e3") + line(10, "m", "e2e4"), cli.ExitInput,
			[]string{"stdin:2: ", "a different answer is already stored", "2 proposals read", "1 of 3 lines"}},
		{"import --store other.db -", strings.Repeat("x", 1<<24) + "\n" + line(11, "m", "e2e4"), cli.ExitInput,
			[]string{"stdin:1: the line has more than 65536 bytes", "1 proposals read"}},
		{"import --store other.db absent.jsonl", "", cli.ExitInput, []string{"absent.jsonl"}},
		{"import --store suite.epd -", line(1, "m", "e2e4"), cli.ExitInput, []string{"suite.epd: not a store of proposals"}},
		{"info suite.epd", "", cli.ExitInput, []string{"suite.epd: not a store of proposals"}},
		{"check --sample 3 other.db", "", cli.ExitGood, []string{"11 proposals, no damage"}},
		{"export --engine 0123456789abcdef other.db", "", cli.ExitGood, []string{`"nodes":11`}},
		{"export --engine x other.db", "", cli.ExitUsage, []string{"--engine"}},
	} {
		in := step.in
		if in == "EXPORTED" {
			in = exported
		}
		status, out, err := runProposals(t, folder, in, step.words)
		if status != step.status {
			t.Errorf("%s: status %d, %s%s", step.words, status, out, err)
		}
		for _, says := range step.says {
			if !strings.Contains(out+err, says) {
				t.Errorf("%s: %q is not in %s%s", step.words, says, out, err)
			}
		}
		if strings.HasPrefix(step.words, "export lab.db") {
			exported = out
		}
	}
	if text, err := os.ReadFile(suitePath); err != nil || string(text) != twoTests {
		t.Errorf("the suite is now %q, %v", text, err)
	}
	if _, again, _ := runProposals(t, folder, "", "export lab.db"); strings.Count(again, "\n") != 6 {
		t.Errorf("in the end lab.db holds\n%s", again)
	}
}
