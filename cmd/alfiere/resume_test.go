package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
)

// valuesOfMate are values other than the default, for the flags of mate that are no switches.
var valuesOfMate = map[string]string{
	"list": "", "only": "sound", "theme": "Urania", "men": "-12", "resume": "", "out": "", "mark": "e4", "key": "c8=B",
	"economy": "tries", "refutations-by": "man", "tries": "3", "play": "2", "solutions": "2", "castling": "home", "nodes": "900000", "time": "60",
	"threads": "2", "language": "it", "neighbours": "fewer", "themes": "main",
}

// TestAnAnswerIsKeptOnlyForTheSameOptions sets each flag in turn: where nothing is refused, the file has the lines that
// the same command writes without a file.
func TestAnAnswerIsKeptOnlyForTheSameOptions(t *testing.T) {
	folder := t.TempDir()
	problems, answers := filepath.Join(folder, "problems.epd"), filepath.Join(folder, "answers")
	must.Do(t, os.WriteFile(problems, []byte("5QKB/2P5/8/3k4/8/1R4N1/8/8 w - - dm 2;\n8/6K1/R7/8/1B3kB1/7P/4R3/8 w - - dm 2;\n"+
		"4k2r/8/4K3/8/8/8/8/R7 w - - dm 3;\nk6r/rb3R1p/NQ4p1/2p2n2/1p6/8/PPn3PP/6K1 w - - dm 3;\n"), 0o600))
	lines := func(text string) []string {
		return strings.Split(regexp.MustCompile(`"seconds":[0-9.e-]+`).ReplaceAllString(text, ""), "\n")
	}
	command := func(more ...string) []string { return append([]string{"--json", "--threads", "1"}, more...) }
	status, _, fault := runMate(command("--resume", answers, problems)...)
	if status != cli.ExitGood {
		t.Fatal(fault)
	}
	kept := must.Get(os.ReadFile(answers))(t)
	refused := 0
	flags := pflag.NewFlagSet("mate", pflag.ContinueOnError)
	defineMate(flags)
	flags.VisitAll(func(f *pflag.Flag) {
		value, known := valuesOfMate[f.Name]
		if f.Value.Type() == "bool" || f.NoOptDefVal == "true" && !known {
			value, known = "true", true
			if f.DefValue == "true" {
				value = "false"
			}
		}
		if !known {
			t.Errorf("--%s has no value in the table", f.Name)
		}
		if value == "" {
			return
		}
		for _, value := range slices.Compact([]string{value, map[string]string{"set": "false", "themes": "false"}[f.Name]}) {
			flag := "--" + f.Name + "=" + value
			must.Do(t, os.WriteFile(answers, kept, 0o600))
			if status, _, _ := runMate(command(flag, "--resume", answers, problems)...); value == "" || status != cli.ExitGood {
				refused++
				continue
			}
			_, fresh, _ := runMate(command(flag, problems)...)
			held := lines(string(must.Get(os.ReadFile(answers))(t)))
			for _, line := range lines(fresh) {
				if !strings.Contains(line, `"summary"`) && !slices.Contains(held, line) {
					t.Errorf("%s: the file has no\n%.300s", flag, line)
				}
			}
		}
	})
	if refused < 8 {
		t.Errorf("%d flags are refused", refused)
	}
}
