package book

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/movegen"
)

// written writes texts into a folder and returns a function from their names to paths.
func written(t *testing.T, texts map[string]string) func(name string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return func(name string) string { return filepath.Join(folder, name) }
}

// dumped returns the book of the sources as a text, its lines joined.
func dumped(t *testing.T, made *Builder, paths ...string) string {
	t.Helper()
	var out, text bytes.Buffer
	if _, err := MergeFiles(&out, AddWeights, made, paths); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.bin")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	b, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := Dump(&text, b, 0); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(text.String()), " ")
}

func TestFilesAreReadByWhatTheirNamesTell(t *testing.T) {
	path := written(t, map[string]string{
		"lines.txt": "! A\ne2e4 e7e5\n",
		"TABLE.TSV": "name\tpgn\nC\t1. e4 c5\n",
		"games.pgn": "[Result \"1-0\"]\n\n1. e4 e6 1-0\n\n[Result \"1-0\"]\n\n1. f4 e5 2. Ke8 1-0\n",
		"bad.txt":   "! A\ne2e5\n",
		"what.doc":  "",
	})
	b, faults := &Builder{}, 0
	for name, games := range map[string]int{"lines.txt": 0, "TABLE.TSV": 0, "games.pgn": 2} {
		report, err := b.ReadFile(path(name), Games{}, func(error) { faults++ })
		if err != nil || (report == nil) != (games == 0) || report != nil && (report.Read != games || report.Faulty != 1) {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
	}
	if faults != 1 {
		t.Errorf("%d faults are told", faults)
	}
	if got := dumped(t, b); got != "! 1. e4 c5 e2e4*4 c7c5*1 ! 1. e4 e5 e2e4*0 e7e5*1 ! 1. f4 f2f4*2" {
		t.Errorf("the book is %s", got)
	}
	for name, want := range map[string]error{"none.pgn": fs.ErrNotExist, "what.doc": ErrUnknownKind, "none": ErrUnknownKind} {
		if _, err := b.ReadFile(path(name), Games{}, nil); !errors.Is(err, want) || !strings.Contains(err.Error(), path(name)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := b.ReadFile(path("bad.txt"), Games{}, nil); err == nil || !strings.HasPrefix(err.Error(), path("bad.txt")+": line 2") {
		t.Errorf("a bad text: %v", err)
	}
	if !IsBook("a.bin") || !IsBook("A.BIN") || IsBook("bin") {
		t.Error("books are known by .bin")
	}
}

func TestBooksAreMergedWithWhatIsMade(t *testing.T) {
	b := &Builder{}
	if err := ReadText(strings.NewReader("! A\nd2d4\n"), b); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if n, err := MergeFiles(&out, AddWeights, b, nil); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	path := written(t, map[string]string{"one.bin": out.String(), "torn.bin": "123"})
	if got := dumped(t, b, path("one.bin")); got != "! 1. d4 d2d4*2" {
		t.Errorf("the book is %s", got)
	}
	if got := dumped(t, nil, path("one.bin")); got != "! 1. d4 d2d4*1" {
		t.Errorf("alone it is %s", got)
	}
	if _, err := MergeFiles(&out, AddWeights, b, []string{path("one.bin"), path("torn.bin")}); !errors.Is(err, errTorn) {
		t.Errorf("a torn book: %v", err)
	}
}

func TestMovesThatAreWorseByMoreThanTheMarginAreLeftOut(t *testing.T) {
	const lines = "! A\ne2e4 e7e5\n! B\nd2d4 d7d5\n! C\na2a4 a7a5\n"
	// The value for Black of the position after each first move; other positions are equal.
	worth := map[string]int{"e2e4": -30, "d2d4": 0, "a2a4": 70}
	start := movegen.StartPosition()
	behind := map[movegen.Key]int{}
	for name, score := range worth {
		for _, m := range start.Moves() {
			if next := start.After(m); name == m.From().String()+m.To().String() {
				behind[next.Key()] = score
			}
		}
	}
	fault := errors.New("enough")
	for _, test := range []struct {
		margin, best int // best is what a search of the initial position says
		want         string
		report       siftReport
	}{
		{50, 0, "! 1. d4 d5 d2d4*1 d7d5*1 ! 1. e4 e5 e2e4*1 e7e5*1", siftReport{3, 5, 4}},
		{29, 0, "! 1. e4 e5 e2e4*1 e7e5*1", siftReport{2, 4, 2}},
		{50, 75, "! 1. e4 e5 e2e4*1 e7e5*1", siftReport{2, 4, 2}},
		{100, 0, "! 1. a4 a5 a2a4*1 a7a5*1 ! 1. d4 d5 d2d4*1 d7d5*1 ! 1. e4 e5 e2e4*1 e7e5*1", siftReport{4, 6, 6}},
	} {
		b := &Builder{}
		if err := ReadText(strings.NewReader(lines), b); err != nil {
			t.Fatal(err)
		}
		_, err := b.SiftByScore(start, test.margin, func(p *movegen.Position) (int, error) {
			if p.Side() == movegen.Black {
				return 0, fault
			}
			return 0, nil
		})
		if err != fault || len(b.tallies) != 6 {
			t.Errorf("%v; %d moves are left", err, len(b.tallies))
		}
		report, err := b.SiftByScore(start, test.margin, func(p *movegen.Position) (int, error) {
			switch {
			case p.Key() == start.Key():
				return test.best, nil
			case p.FullmoveNumber() == 1:
				return behind[p.Key()], nil
			}
			return 0, nil
		})
		if err != nil || report != test.report {
			t.Errorf("margin %d: %+v, %v", test.margin, report, err)
		}
		if got := dumped(t, b); got != test.want {
			t.Errorf("margin %d: the book is %s", test.margin, got)
		}
	}
}
