package laboratory

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/council/experiment"
	"alfiere/council/proposals"
	"alfiere/eval"
	"alfiere/internal/cli"
)

func TestAReproductionBeginsWithAnEmptyFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	run := func(more ...string) (status int, out, errors string) {
		var stdout, stderr bytes.Buffer
		program := cli.Root("experiment", "", "", Experiments(hereQueue)...)
		status = cli.Execute(program, append([]string{"reproduce", "--folder", folder, "--small", "--positions", "3", "--nodes", "500"}, more...),
			cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
		return status, stdout.String(), stderr.String()
	}
	status, first, errors := run("--games", "2")
	if status != cli.ExitGood {
		t.Fatalf("status %d, %s\n%s", status, errors, first)
	}
	r := reproduction{folder: folder, small: true}
	for _, c := range r.chapters() {
		for _, ending := range []string{".txt", ".svg", ".figures.json"} {
			if info, err := os.Stat(filepath.Join(folder, c.file+ending)); err != nil || info.Size() < 100 {
				t.Errorf("%s%s: %v", c.file, ending, err)
			}
		}
		if !strings.Contains(first, c.title+"\n\n    alfiere-lab experiment "+c.words[0]+" ") {
			t.Errorf("%s is not in\n%s", c.title, first)
		}
	}
	searcher, err := proposals.NewSearcher(usualMegabytes)
	if err != nil {
		t.Fatal(err)
	}
	defer searcher.Close()
	for _, name := range []string{"suite.epd", "heldout.epd"} {
		suite, err := proposals.ReadSuite(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		for i := range suite.Tests {
			p := &suite.Tests[i]
			a, err := searcher.Answer(t.Context(), &proposals.Question{Position: p.Position, Seat: seatOf(eval.All), Nodes: 5000,
				Megabytes: usualMegabytes})
			if err != nil || experiment.Judge(p, a.Move) != experiment.Best {
				t.Errorf("%s: a deep search plays %v, %v", p.Position.FEN(), a.Move, err)
			}
		}
	}
	if status, _, errors := run("--games", "4"); status == cli.ExitGood || !strings.Contains(errors, "games is 2, not 4") {
		t.Errorf("status %d, %s", status, errors)
	}
}

// All commands of a whole reproduction have flags that there are.
func TestAWholeReproductionHasValidCommands(t *testing.T) {
	r := reproduction{scale: reproductionScale{Positions: 610, Nodes: 100_000, Games: 400}}
	for _, c := range r.chapters() {
		for _, experiment := range Experiments(hereQueue) {
			if experiment.Name() != c.words[0] {
				continue
			}
			if err := experiment.ParseFlags(c.words[1:]); err != nil || experiment.Flags().NArg() > 0 {
				t.Errorf("%q: %v", c.words, err)
			}
		}
	}
}
