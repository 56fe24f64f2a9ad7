package syzygy

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// noTables are contents that a file with the name of a table may have without being one.
func noTables(t testing.TB, extension string) map[string][]byte {
	good := readFile(t, threePieces+"/KRvK"+extension)
	otherKind := readFile(t, threePieces+"/KRvK"+map[string]string{".rtbw": ".rtbz", ".rtbz": ".rtbw"}[extension])
	page := []byte("<!DOCTYPE html><html><head><title>404 Not Found</title></head><body></body></html>\n")
	return map[string][]byte{
		"nothing":             {},
		"a byte":              good[:1],
		"the magic alone":     good[:4],
		"half a header":       good[:8],
		"zeros":               make([]byte, 4096),
		"ones":                bytes.Repeat([]byte{0xff}, 4096),
		"text":                []byte(strings.Repeat("These are not the tables you are looking for.\n", 100)),
		"a page of a server":  page,
		"an image":            append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), make([]byte, 2048)...),
		"the magic and zeros": append(bytes.Clone(good[:4]), make([]byte, 4092)...),
		"the magic and ones":  append(bytes.Clone(good[:4]), bytes.Repeat([]byte{0xff}, 4092)...),
		"the other kind":      otherKind,
		"another material":    readFile(t, threePieces+"/KPvK"+extension),
		"another magic":       append(binary.LittleEndian.AppendUint32(nil, binary.LittleEndian.Uint32(good)^0x100), good[4:]...),
		"cut in the middle":   good[:len(good)/2],
		"cut at the end":      good[:len(good)-1],
		"cut by a block":      good[:len(good)-64],
		"longer by a byte":    append(bytes.Clone(good), 0),
	}
}

// A file that is no table is reported once, when it is first needed; the other files are used.
func TestUnusableFiles(t *testing.T) {
	for _, extension := range []string{".rtbw", ".rtbz"} {
		for name, data := range noTables(t, extension) {
			t.Run(name+extension, func(t *testing.T) {
				folder := copyThreePieces(t)
				path := filepath.Join(folder, "KRvK"+extension)
				writeFile(t, path, data)
				testUnusable(t, folder, path)
			})
		}
	}
}

// What has the name of a table and is no regular file that can be read is one that is
// not there, or is reported; nothing waits for it.
func TestOddFiles(t *testing.T) {
	for _, extension := range []string{".rtbw", ".rtbz"} {
		for name, make := range oddFiles {
			t.Run(name+extension, func(t *testing.T) {
				folder := copyThreePieces(t)
				path := filepath.Join(folder, "KRvK"+extension)
				must.Do(t, os.Remove(path))
				if err := make(path); err != nil {
					t.Logf("not to be had here: %v", err)
					return
				}
				if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
					if file, err := os.Open(path); err == nil {
						file.Close()
						return // this user may read every file
					}
				}
				testUnusable(t, folder, path)
			})
		}
	}
}

// oddFiles make something at a path that is no regular file, or cannot be opened.
var oddFiles = map[string]func(path string) error{
	"a folder":                    func(path string) error { return os.Mkdir(path, 0o755) },
	"a dangling link":             func(path string) error { return os.Symlink(path+".gone", path) },
	"a link to itself":            func(path string) error { return os.Symlink(path, path) },
	"a link to a folder":          func(path string) error { return os.Symlink(filepath.Dir(path), path) },
	"a pipe":                      makePipe,
	"a device":                    func(path string) error { return os.Symlink(os.DevNull, path) },
	"a file that may not be read": func(path string) error { return os.WriteFile(path, nil, 0) },
}

// A link to a table is as good as the table, wherever it lies.
func TestLinks(t *testing.T) {
	folder := t.TempDir()
	target := must.Get(filepath.Abs(threePieces + "/KRvK.rtbw"))(t)
	if err := os.Symlink(target, filepath.Join(folder, "KRvK.rtbw")); err != nil {
		t.Skip(err)
	}
	mustAnswer(t, openTables(t, folder), rookWins, Win)
}

// testUnusable asks for positions of a folder in which one file, of the ending with a rook, cannot be used.
func testUnusable(t *testing.T, folder, path string) {
	t.Helper()
	tables := openTables(t, folder)
	if faults := tables.Faults(); len(faults) != 0 {
		t.Errorf("faults %v before anybody asks", faults)
	}
	p := position(t, rookWins)
	for range 3 {
		if filepath.Ext(path) == ".rtbw" {
			mustNotAnswer(t, tables, rookWins)
		} else {
			mustAnswer(t, tables, rookWins, Win)
			if distance, ok := tables.DTZ(p); ok {
				t.Errorf("distance %d", distance)
			}
			if moves, ok := tables.Moves(p); ok {
				t.Errorf("moves %v", moves)
			}
		}
	}
	mustAnswer(t, tables, queenWins, Win)
	if _, ok := tables.DTZ(position(t, queenWins)); !ok {
		t.Error("the ending with a queen has no distance any more")
	}
	mustReport(t, tables, path)
}

// A fault is reported once also where many find it at the same time, and what they are
// told of other positions is right.
func TestFaultsWhileManyAsk(t *testing.T) {
	folder := copyThreePieces(t)
	bad := []string{"KRvK.rtbw", "KQvK.rtbz", "KPvK.rtbz", "KNvK.rtbw"}
	for i, name := range bad {
		bad[i] = filepath.Join(folder, name)
		writeFile(t, bad[i], []byte("damaged"))
	}
	for range effort.Of(20, 20, 3) {
		tables := openTables(t, folder)
		reported := make(chan error, 1000)
		done := make(chan struct{})
		var askers, reporter sync.WaitGroup
		for i := range 8 {
			askers.Go(func() { askAtRandom(t, tables, uint64(i)) })
		}
		reporter.Go(func() {
			for {
				for _, fault := range tables.Faults() {
					reported <- fault
				}
				select {
				case <-done:
					return
				case <-time.After(50 * time.Microsecond):
				}
			}
		})
		askers.Wait()
		close(done)
		reporter.Wait()
		for _, fault := range tables.Faults() {
			reported <- fault
		}
		close(reported)
		count := map[string]int{}
		for err := range reported {
			count[err.(*FileError).Path]++
		}
		for _, path := range bad {
			if count[path] != 1 {
				t.Errorf("%s: reported %d times", path, count[path])
			}
			delete(count, path)
		}
		for path := range count {
			t.Errorf("%s: reported, and it is a good file", path)
		}
	}
}

// askAtRandom asks for some positions of three pieces.
func askAtRandom(t *testing.T, tables *Tables, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 0))
	for range 100 {
		material := threePieceMaterials[random.IntN(len(threePieceMaterials))]
		p := randomPosition(t, material, random)
		value, ok := tables.WDL(&p)
		if ok != (material != "KRvK" && material != "KNvK") && material != "KPvK" {
			t.Errorf("%s: %v, %v", p.FEN(), value, ok)
		}
		// If all moves are captures, the position needs no table of its own.
		needsTable := len(p.Moves()) == 0 || slices.ContainsFunc(p.Moves(), func(m movegen.Move) bool { return !p.IsCapture(m) })
		if _, ok := tables.DTZ(&p); ok && needsTable && (material == "KRvK" || material == "KNvK") {
			t.Errorf("%s: a distance", p.FEN())
		}
		tables.Moves(&p)
	}
}
