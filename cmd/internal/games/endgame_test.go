package games

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/cli"
)

func TestEndgameTablesJudgeGames(t *testing.T) {
	const (
		tables = "../../../tt/syzygy/testdata"
		game   = "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/4K3/4P3/8 b - - 0 1\"]\n\n1... Kd5 2. Kd2 *\n"
		said   = "2. Kd2 $4 {[%eval 0.00,1] tables:"
	)
	annotate := func(args ...string) (status int, out, err string) {
		program := cli.Root("alfiere", "", "", Command("nobody"))
		var stdout, stderr bytes.Buffer
		args = append([]string{"pgn", "annotate", "--depth", "1", "--hash", "1"}, args...)
		status = cli.Execute(program, args, cli.Streams{In: strings.NewReader(game), Out: &stdout, Err: &stderr})
		return status, stdout.String(), stderr.String()
	}
	if status, out, err := annotate("--syzygy", tables); status != cli.ExitGood || err != "" || !strings.Contains(out, said) {
		t.Errorf("with tables: status %d, %s%s", status, out, err)
	}
	if status, out, err := annotate(); status != cli.ExitGood || err != "" || strings.Contains(out, "tables") {
		t.Errorf("without: status %d, %s%s", status, out, err)
	}
	missing := filepath.Join(t.TempDir(), "missing")
	if status, out, err := annotate("--syzygy", missing); status != cli.ExitInput || out != "" || !strings.HasPrefix(err, "alfiere pgn: --syzygy: "+missing) {
		t.Errorf("a missing folder: status %d, %s%s", status, out, err)
	}
	// A file that cannot be used is told once, and the search judges alone.
	damaged := damagedTables(t, tables)
	if status, out, err := annotate("--syzygy", damaged); status != cli.ExitGood || strings.Count(err, "KPvK.rtbw: ") != 1 || strings.Contains(out, "tables") {
		t.Errorf("a damaged file: status %d, %s%s", status, out, err)
	}
}

// damagedTables returns a folder of tables of which one is cut short.
func damagedTables(t *testing.T, from string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(folder, "KPvK.rtbw"), 80); err != nil {
		t.Fatal(err)
	}
	return folder
}
