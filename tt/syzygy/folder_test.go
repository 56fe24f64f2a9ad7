package syzygy

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
)

// join writes folders as a path.
func join(folders ...string) string { return strings.Join(folders, string(os.PathListSeparator)) }

// mustAnswer and mustNotAnswer ask for the value of a position.
func mustAnswer(t *testing.T, tables *Tables, fen string, want WDL) {
	t.Helper()
	if value, ok := tables.WDL(position(t, fen)); !ok || value != want {
		t.Errorf("%s: %v, %v; want %v", fen, value, ok, want)
	}
}

func mustNotAnswer(t *testing.T, tables *Tables, fen string) {
	t.Helper()
	p := position(t, fen)
	if value, ok := tables.WDL(p); ok {
		t.Errorf("%s: %v without a table", fen, value)
	}
	if distance, ok := tables.DTZ(p); ok {
		t.Errorf("%s: distance %d without a table", fen, distance)
	}
	if moves, ok := tables.Moves(p); ok {
		t.Errorf("%s: %d moves without a table", fen, len(moves))
	}
}

// Positions of the tables of three pieces.
const (
	queenWins = "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"
	rookWins  = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"
	pawnWins  = "8/8/8/8/3k4/8/KP6/8 w - - 0 1"
)

func TestThreePiecesAnswer(t *testing.T) {
	tables := openTables(t, threePieces)
	for _, fen := range []string{queenWins, rookWins, pawnWins} {
		mustAnswer(t, tables, fen, Win)
	}
	if n := tables.MaxPieces(); n != 3 {
		t.Errorf("the largest table has %d pieces, want 3", n)
	}
	if wdl, dtz := tables.Count(); wdl != 5 || dtz != 5 {
		t.Errorf("%d and %d files, want 5 of each", wdl, dtz)
	}
	if faults := tables.Faults(); len(faults) != 0 {
		t.Error(faults)
	}
}

func TestNoTables(t *testing.T) {
	var tables *Tables
	mustNotAnswer(t, tables, queenWins)
	if n := tables.MaxPieces(); n != 0 {
		t.Errorf("%d pieces", n)
	}
	if wdl, dtz := tables.Count(); wdl != 0 || dtz != 0 {
		t.Errorf("%d and %d files", wdl, dtz)
	}
	if faults := tables.Faults(); faults != nil {
		t.Error(faults)
	}
	must.Do(t, tables.Close())
}

// A folder that is of no use is an error of Open, by name and once; the other folders are used.
func TestFoldersOfNoUse(t *testing.T) {
	folder := t.TempDir()
	missing := filepath.Join(folder, "missing")
	empty := filepath.Join(folder, "empty")
	foreign := filepath.Join(folder, "foreign")
	locked := filepath.Join(folder, "locked")
	file := filepath.Join(folder, "file")
	dangling := filepath.Join(folder, "dangling")
	for _, name := range []string{empty, foreign, locked} {
		must.Do(t, os.Mkdir(name, 0o755))
	}
	writeFile(t, file, []byte("no folder"))
	for _, name := range []string{"README.md", "KRvK.rtbw.part", "KRvK.txt", "KvK.rtbw", ".rtbw", "v.rtbw", "KRK.rtbw", "KRvKRv.rtbw", "RvK.rtbw", "KRvKX.rtbw", "krvk.rtbw", "KRvK.RTBW", "KNBvK.rtbw", "KBPvKNQ.rtbw", "KRvK.rtbw~", "KQRBNvKQRB.rtbw"} {
		writeFile(t, filepath.Join(foreign, name), readFile(t, threePieces+"/KRvK.rtbw"))
	}
	folders := []string{missing, empty, foreign, file}
	if err := os.Symlink(missing, dangling); err == nil {
		folders = append(folders, dangling)
	}
	must.Do(t, os.Chmod(locked, 0))
	if _, err := os.ReadDir(locked); err != nil { // nothing is locked for root
		folders = append(folders, locked)
	}
	for _, bad := range folders {
		for _, path := range []string{bad, join(bad, threePieces), join(threePieces, bad), join(bad, bad, threePieces)} {
			t.Run(filepath.Base(bad), func(t *testing.T) { testFolderOfNoUse(t, path, bad) })
		}
	}
	t.Run("all", func(t *testing.T) {
		tables, err := Open(join(append(folders, threePieces)...))
		if err == nil {
			t.Fatal("no error")
		}
		for _, bad := range folders {
			if n := strings.Count(err.Error(), bad+":"); n != 1 {
				t.Errorf("%q names %s %d times", err, bad, n)
			}
		}
		mustAnswer(t, tables, rookWins, Win)
	})
}

// testFolderOfNoUse opens a path with a folder that is of no use.
func testFolderOfNoUse(t *testing.T, path, bad string) {
	tables, err := Open(path)
	if tables == nil {
		t.Fatal("no tables")
	}
	defer func() { must.Do(t, tables.Close()) }()
	var fault *FileError
	if !errors.As(err, &fault) || fault.Path != bad {
		t.Fatalf("error %v, want one of %s", err, bad)
	}
	if n := strings.Count(err.Error(), bad); n != 1 {
		t.Errorf("%q names the folder %d times", err, n)
	}
	if strings.Contains(path, threePieces) {
		mustAnswer(t, tables, rookWins, Win)
	} else {
		mustNotAnswer(t, tables, rookWins)
		if n := tables.MaxPieces(); n != 0 {
			t.Errorf("%d pieces", n)
		}
	}
	if faults := tables.Faults(); len(faults) != 0 {
		t.Errorf("faults %v: Open has said all", faults)
	}
}

// Blanks between separators are no folders, and nothing at all has no tables.
func TestEmptyPartsOfAPath(t *testing.T) {
	separator := string(os.PathListSeparator)
	tables := openTables(t, separator+threePieces+separator+separator)
	mustAnswer(t, tables, rookWins, Win)
	mustNotAnswer(t, openTables(t, ""), rookWins)
}

// Tables of several folders serve together; of two with the same name the first counts,
// as is seen when one of them is damaged.
func TestSeveralFolders(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	copyFiles(t, threePieces, first, "KRvK.rtbw", "KRvK.rtbz")
	copyFiles(t, threePieces, second, "KQvK.rtbw", "KQvK.rtbz")
	writeFile(t, filepath.Join(second, "KRvK.rtbw"), []byte("damaged"))

	tables := openTables(t, join(first, second))
	mustAnswer(t, tables, rookWins, Win)
	mustAnswer(t, tables, queenWins, Win)
	if wdl, dtz := tables.Count(); wdl != 2 || dtz != 2 {
		t.Errorf("%d and %d files, want 2 of each", wdl, dtz)
	}
	if faults := tables.Faults(); len(faults) != 0 {
		t.Error(faults)
	}

	tables = openTables(t, join(second, first))
	mustNotAnswer(t, tables, rookWins)
	mustAnswer(t, tables, queenWins, Win)
	mustReport(t, tables, filepath.Join(second, "KRvK.rtbw"))

	tables = openTables(t, join(first, first))
	if wdl, dtz := tables.Count(); wdl != 1 || dtz != 1 {
		t.Errorf("%d and %d files, want 1 of each", wdl, dtz)
	}
	mustAnswer(t, tables, rookWins, Win)
}

// A name whose sides are in the wrong order does not hide the table itself.
func TestNamesInTheWrongOrderAreNone(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	for _, name := range []string{"KvKR.rtbw", "KRvKQ.rtbw", "KNvKBP.rtbw", "KRvK.rtbw.rtbw"} {
		writeFile(t, filepath.Join(first, name), []byte("no table"))
	}
	copyFiles(t, threePieces, first, "KQvK.rtbw", "KQvK.rtbz")
	copyFiles(t, threePieces, second, "KRvK.rtbw", "KRvK.rtbz")
	tables := openTables(t, join(first, second))
	mustAnswer(t, tables, rookWins, Win)
	if wdl, dtz := tables.Count(); wdl != 2 || dtz != 2 {
		t.Errorf("%d and %d files, want 2 of each", wdl, dtz)
	}
	if faults := tables.Faults(); len(faults) != 0 {
		t.Error(faults)
	}
}

// A table of distances alone gives nothing, and one of values alone the value.
func TestHalfATable(t *testing.T) {
	folder := t.TempDir()
	copyFiles(t, threePieces, folder, "KRvK.rtbw", "KQvK.rtbz")
	tables := openTables(t, folder)
	mustAnswer(t, tables, rookWins, Win)
	if distance, ok := tables.DTZ(position(t, rookWins)); ok {
		t.Errorf("distance %d without a table", distance)
	}
	if moves, ok := tables.Moves(position(t, rookWins)); ok {
		t.Errorf("%d moves without a table", len(moves))
	}
	mustNotAnswer(t, tables, queenWins)
	if faults := tables.Faults(); len(faults) != 0 {
		t.Errorf("faults %v: a file that is not there is none", faults)
	}
}

// mustReport takes the faults, which must be one for each of the files, with a reason.
func mustReport(t *testing.T, tables *Tables, files ...string) {
	t.Helper()
	faults := tables.Faults()
	if len(faults) != len(files) {
		t.Errorf("%d faults %q, want one for each of %q", len(faults), faults, files)
	}
	seen := map[string]bool{}
	for _, err := range faults {
		var fault *FileError
		if !errors.As(err, &fault) {
			t.Errorf("%q is no *FileError", err)
			continue
		}
		seen[fault.Path] = true
		mustBeForPeople(t, fault)
	}
	for _, file := range files {
		if !seen[file] {
			t.Errorf("nothing is said of %s in %q", file, faults)
		}
	}
	if again := tables.Faults(); len(again) != 0 {
		t.Errorf("said twice: %q", again)
	}
}

// mustBeForPeople fails if a fault has no reason, one that only a programmer can read, or names its file twice.
func mustBeForPeople(t *testing.T, fault *FileError) {
	t.Helper()
	text := fault.Error()
	reason, named := strings.CutPrefix(text, fault.Path+": ")
	if !named || reason == "" || strings.Contains(reason, fault.Path) || strings.ContainsAny(text, "\r\n") {
		t.Errorf("%q is no reason for %s", text, fault.Path)
	}
	for _, word := range []string{"runtime error", "out of range", "slice", "nil pointer", "panic", "%!", "goroutine"} {
		if strings.Contains(reason, word) {
			t.Errorf("%q is for programmers: %q", text, word)
		}
	}
}
