package proposals

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/movegen/notation"
)

const suiteText = `# a comment
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - hmvc 30; bm Bb5 Bc4; id "one";

4k3/8/8/8/8/8/4P3/4K3 w - - am e3; id "two";
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; am e3; id "two again";
`

// writeFile writes a file and returns its path.
func writeFile(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadSuite(t *testing.T) {
	s, err := ReadSuite(writeFile(t, "some.test.epd", suiteText))
	if err != nil || s.Name != "some" || len(s.Tests) != 3 {
		t.Fatalf("%+v, %v", s, err)
	}
	for i, want := range []struct{ solving, not string }{{"f1c4", "d2d4"}, {"e1d1", "e2e3"}, {"e2e4", "e1d1"}} {
		test := &s.Tests[i]
		if test.Position.HalfmoveClock() != 0 {
			t.Errorf("position %d: clock %d", i, test.Position.HalfmoveClock())
		}
		for word, solves := range map[string]bool{want.solving: true, want.not: false} {
			m, err := notation.ParseUCI(&test.Position, word)
			if err != nil || test.SolvedBy(m) != solves {
				t.Errorf("position %d: %s solves it: %v, %v", i, word, !solves, err)
			}
		}
	}
}

func TestASuiteWithAFaultIsRefused(t *testing.T) {
	for text, wants := range map[string]string{
		suiteText + "4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";": "suite.epd:6: neither bm nor am",
		suiteText + "4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;":    "suite.epd:6: ",
		"4k3/8/8/8/8/8/4P3/4K2 w - - bm e4;":                "suite.epd:1: ",
		"7k/5Q2/6K1/8/8/8/8/8 b - - am Kh8;":                "suite.epd:1: ",
		"":                                                  "contains no position",
		strings.Repeat("x", 1<<20) + "\n":                   "suite.epd:1: ",
	} {
		if _, err := ReadSuite(writeFile(t, "suite.epd", text)); err == nil || !strings.Contains(err.Error(), wants) {
			t.Errorf("%.80q: %v", text, err)
		}
	}
	if _, err := ReadSuite(filepath.Join(t.TempDir(), "absent.epd")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
