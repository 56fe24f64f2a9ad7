package syzygy

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// Open looks at names alone: it opens none of three thousand files, and a probe only those that it needs.
func TestTablesAreOpenedWhenAskedFor(t *testing.T) {
	folder := copyThreePieces(t)
	for pieces, want := range map[int]int{4: 30, 5: 110, 6: 365, 7: 1001} {
		materials := materialsOfPieces(pieces)
		if len(materials) != want {
			t.Fatalf("%d materials of %d pieces, want %d", len(materials), pieces, want)
		}
		for _, material := range materials {
			writeFile(t, filepath.Join(folder, material+".rtbw"), []byte("no table"))
			writeFile(t, filepath.Join(folder, material+".rtbz"), nil)
		}
	}
	watch := watchOpening(t, folder)

	tables := openTables(t, folder)
	if w, d := tables.Count(); w != 1511 || d != 1511 {
		t.Errorf("%d and %d files, want 1511 of each", w, d)
	}
	if n := tables.MaxPieces(); n != 7 {
		t.Errorf("the largest table has %d pieces, want 7", n)
	}
	if names := watch(); len(names) != 0 {
		t.Errorf("Open has opened %q", names)
	}
	mustAnswer(t, tables, rookWins, Win)
	if names := strings.Join(watch(), " "); names != "KRvK.rtbw" {
		t.Errorf("for a value of KRvK, %q was opened", names)
	}
	mustAnswer(t, tables, rookWins, Win)
	if names := watch(); len(names) != 0 {
		t.Errorf("for the same again, %q was opened", names)
	}
	if _, ok := tables.DTZ(position(t, rookWins)); !ok {
		t.Error("no distance")
	}
	if names := strings.Join(watch(), " "); names != "KRvK.rtbz" {
		t.Errorf("for a distance of KRvK, %q was opened", names)
	}
	if faults := tables.Faults(); len(faults) != 0 {
		t.Error(faults)
	}
}

// watchOpening returns a function that lists the files of a folder that were opened since the last call.
func watchOpening(t *testing.T, folder string) (opened func() []string) {
	watch, err := syscall.InotifyInit1(syscall.IN_NONBLOCK | syscall.IN_CLOEXEC)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { syscall.Close(watch) })
	if _, err := syscall.InotifyAddWatch(watch, folder, syscall.IN_OPEN); err != nil {
		t.Skip(err)
	}
	if file, err := os.Open(filepath.Join(folder, "KQvK.rtbw")); err != nil {
		t.Fatal(err)
	} else {
		file.Close()
	}
	opened = func() (names []string) {
		buffer := make([]byte, 1<<20)
		n, _ := syscall.Read(watch, buffer) // an error says that nothing was opened
		for n > 0 && len(buffer[:n]) >= syscall.SizeofInotifyEvent {
			end := syscall.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(buffer[12:]))
			if name := strings.TrimRight(string(buffer[syscall.SizeofInotifyEvent:end]), "\x00"); name != "" {
				names = append(names, name)
			}
			buffer, n = buffer[end:], n-end
		}
		return names
	}
	if names := opened(); len(names) != 1 || names[0] != "KQvK.rtbw" {
		t.Fatalf("the watch does not see what is opened: %q", names)
	}
	return opened
}

// materialsOfPieces lists the names of all tables with a number of pieces.
func materialsOfPieces(pieces int) (materials []string) {
	var sides func(prefix, letters string, n int) []string
	sides = func(prefix, letters string, n int) (all []string) {
		if n == 0 {
			return []string{prefix}
		}
		for i, letter := range letters {
			all = append(all, sides(prefix+string(letter), letters[i:], n-1)...)
		}
		return all
	}
	for strong := pieces - 2; strong >= pieces-2-strong; strong-- {
		for _, white := range sides("K", "QRBNP", strong) {
			for _, black := range sides("K", "QRBNP", pieces-2-strong) {
				if len(white) > len(black) || strength(white) <= strength(black) {
					materials = append(materials, white+"v"+black)
				}
			}
		}
	}
	return materials
}

// strength returns a side's pieces such that the names of stronger pieces come first.
func strength(side string) string {
	return strings.Map(func(letter rune) rune { return rune('a' + strings.IndexRune("KQRBNP", letter)) }, side)
}

// A mapped file that another program cuts short can no longer be read beyond its new end:
// the system answers by a signal. That is one more unusable file, and no end of the process.
func TestFilesCutShortWhileTheyAreMapped(t *testing.T) {
	const four = "KQvKR"
	from := sharedTables(t)
	folder := copyThreePieces(t)
	positions := drawPositions(t, rand.New(rand.NewPCG(3, 4)), []string{four}, 300)
	for _, extension := range []string{".rtbw", ".rtbz"} {
		for _, size := range []int64{0, 100, 4096, 8192} {
			path := filepath.Join(folder, four+extension)
			copyFiles(t, from, folder, four+".rtbw", four+".rtbz")
			tables := openTables(t, folder)
			type answer struct {
				distance int
				ok       bool
			}
			distance := func(p *movegen.Position) (a answer) { a.distance, a.ok = tables.DTZ(p); return a }
			var before []answer
			for i := range positions {
				before = append(before, distance(&positions[i]))
				if !before[i].ok {
					t.Fatalf("%s: no distance", positions[i].FEN())
				}
			}
			must.Do(t, os.Truncate(path, size))
			refused := 0
			for i := range positions {
				// Bytes beyond the end in the last page read as zeros, so that a file of some pages may
				// give wrong answers before one is missed: that is past helping.
				if after := distance(&positions[i]); !after.ok {
					refused++
				} else if size == 0 && after != before[i] {
					t.Errorf("%s: %v, %v before", positions[i].FEN(), after, before[i])
				}
				tables.WDL(&positions[i])
				tables.Moves(&positions[i])
			}
			if refused == 0 {
				t.Errorf("%s of %d bytes still answers all", path, size)
			}
			mustReport(t, tables, path)
			mustAnswer(t, tables, queenWins, Win)
		}
	}
}
