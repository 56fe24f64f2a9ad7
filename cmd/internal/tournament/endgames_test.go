package tournament

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// threeMen is a folder of endgame tables.
const threeMen = "../../../tt/syzygy/testdata"

// endings writes a file of openings: White wins one with the queen, and cannot win one with
// the pawn.
func endings(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "endings.epd")
	if err := os.WriteFile(file, []byte("7k/8/8/8/8/8/1Q6/K7 b - -\n7k/8/8/8/8/8/7P/K7 b - -\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestTablesEndTheGamesOfAMatch(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	openings := endings(t)
	play := func(s *seen, tables string) error {
		r := matchRun(t, s, "name=One", "name=Two")
		r.Openings, r.Record, r.Resume, r.Syzygy, r.JSON = openings, file, true, tables, file+".json"
		return r.Play(t.Context())
	}
	var s seen
	if err := play(&s, threeMen); err != nil || s.log.Len() > 0 {
		t.Fatalf("error %v, %s", err, &s.log)
	}
	games := readFile(t, file)
	for text, count := range map[string]int{`[Termination "adjudication"]`: 4, `[PlyCount "1"]`: 4, `[Result "1-0"]`: 2,
		`[Result "1/2-1/2"]`:           2,
		"{endgame tables: White wins}": 2, "{endgame tables: a draw}": 2} {
		if got := strings.Count(games, text); got != count {
			t.Errorf("%s: %d times, not %d, in\n%s", text, got, count, games)
		}
	}
	if text := readFile(t, file+".json"); !strings.Contains(text, `"syzygy": "`) {
		t.Errorf("the conditions are not in\n%s", text)
	}
	// Half of the match goes on without tables.
	if err := os.Truncate(file, int64(strings.Index(games, `[Round "2.1"]`))); err != nil {
		t.Fatal(err)
	}
	if err := play(new(seen), ""); err != nil {
		t.Fatal(err)
	}
	if games := readFile(t, file); strings.Count(games, `[Termination "adjudication"]`) != 2 ||
		strings.Count(games, `[Termination "move limit"]`) != 2 {
		t.Errorf("the file is now\n%s", games)
	}
}

func TestAFolderWithoutTablesPlaysNothing(t *testing.T) {
	for name, folder := range map[string]string{"missing": filepath.Join(t.TempDir(), "none"), "empty": t.TempDir(),
		"one of two": threeMen + string(os.PathListSeparator) + filepath.Join(t.TempDir(), "none")} {
		var s seen
		r := matchRun(t, &s, "name=One", "name=Two")
		r.Syzygy, r.Record = folder, filepath.Join(t.TempDir(), "games.pgn")
		err := r.Play(t.Context())
		if err == nil || !strings.HasPrefix(err.Error(), "--syzygy: ") || s.table.Len() > 0 {
			t.Errorf("%s: error %v, %s", name, err, &s.table)
		}
		if _, err := os.Stat(r.Record); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a record is left: %v", name, err)
		}
	}
}

// A damaged table is named once, and the game goes on to its end.
func TestADamagedTableIsNamedOnce(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"KQvK.rtbw", "KQvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"} {
		text := readFile(t, filepath.Join(threeMen, name))
		if name == "KQvK.rtbw" {
			text = text[:len(text)/2]
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var s seen
	r := matchRun(t, &s, "name=One", "name=Two")
	r.Openings, r.Syzygy = endings(t), folder
	if err := r.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	if log := s.log.String(); strings.Count(log, "KQvK.rtbw") != 1 || strings.Count(log, "\n") != 1 ||
		!strings.HasSuffix(log, "; it counts as missing\n") {
		t.Errorf("the log is %q", log)
	}
	if table := s.table.String(); !strings.Contains(table, "ends     adjudication 2, move limit 2\n") {
		t.Errorf("the table is\n%s", table)
	}
}
