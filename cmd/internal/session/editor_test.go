package session

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
)

func TestKeysOfEveryTerminal(t *testing.T) {
	for typed, want := range map[string]string{
		"e4\r": "e4\r", "\x1bOA": "\x1b[A", "a\x1b[1~b": "a\x1b[Hb", "\x1b[1;5D": "\x1b[1;3D", "\x1b": "",
		"nf\t": "nf\t", "a\tb\tc\r": "a b c\r", "1. e4\te5\t": "1. e4 e5\t", "\xff\xfe\x00": "\xff\xfe\x00",
		"\x1b[200~e4\r": "\x1b[200~e4\r", "\x1bf\x1bb\x1b": "\x1b[1;3C\x1b[1;3D\x1b",
	} {
		if got := translateText(typed); got != want {
			t.Errorf("%q becomes %q, not %q", typed, got, want)
		}
	}
}

func TestAHistoryIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "is", "made", "history")
	h := openTestHistory(t, path)
	for _, line := range []string{"e4", "e4", "", "  ", "d4", "a\x1bb", "\xff", "e4"} {
		h.Add(line)
	}
	if want := []string{"e4", "d4", "e4"}; !slices.Equal(h.lines, want) || h.Len() != 3 || h.At(1) != "d4" {
		t.Errorf("it holds %q", h.lines)
	}
	if h = openTestHistory(t, path); !slices.Equal(h.lines, []string{"e4", "d4", "e4"}) {
		t.Errorf("the next session has %q", h.lines)
	}
	// On Windows its folder decides who may read it.
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("the file is %v, error %v", info, err)
	}
}

// openTestHistory opens a history whose file is closed after the test: programs keep it open until they end.
func openTestHistory(t *testing.T, path string) *history {
	h := openHistory(path)
	t.Cleanup(func() { h.file.Close() })
	return h
}

func TestAHistoryStaysSmall(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	must.Do(t, os.WriteFile(path, []byte(strings.Repeat("a\nb\n", maxHistoryFile)), 0o600))
	h := openTestHistory(t, path)
	h.Add("newest")
	if h.Len() != maxHistory || h.At(0) != "newest" || h.At(1) != "b" {
		t.Errorf("%d lines, the newest %q", h.Len(), h.At(0))
	}
	if info, err := os.Stat(path); err != nil || info.Size() > 4*maxHistory {
		t.Errorf("the file is %v, error %v", info, err)
	}
}

func TestWithoutAFileTheHistoryIsThatOfTheSession(t *testing.T) {
	folder := t.TempDir()
	taken := filepath.Join(folder, "file")
	must.Do(t, os.WriteFile(taken, nil, 0o600))
	for _, path := range []string{"", folder, filepath.Join(taken, "history"), os.DevNull} {
		h := openHistory(path)
		if h.Add("e4"); h.Len() != 1 || h.file != nil {
			t.Errorf("%q: %+v", path, h)
		}
	}
}

func TestTabCompletes(t *testing.T) {
	words := []string{"save", "setup", "st", "stars", "Nf3", "Nh3"}
	complete := complete(func(line string) (from int, found []string) {
		for _, word := range words {
			if strings.HasPrefix(strings.ToLower(word), strings.ToLower(line)) {
				found = append(found, word)
			}
		}
		return 0, found
	})
	e := &editor{}
	for _, test := range []struct {
		line   string
		at     int
		want   string
		wantAt int
	}{
		{"sa", 2, "save ", 5}, {"nf", 2, "Nf3 ", 4}, {"se x", 2, "setup x", 5}, {"zz", 2, "zz", 2},
	} {
		e.complete.Store(&complete)
		if got, at, done := e.tab(test.line, test.at, '\t'); got != test.want || at != test.wantAt || !done {
			t.Errorf("%q becomes %q with the cursor at %d, %v", test.line, got, at, done)
		}
	}
	if _, _, done := e.tab("sa", 2, 'x'); done {
		t.Error("a letter completes")
	}
	if got := columns(words, 20); got != "save   setup\nst     stars\nNf3    Nh3\n" {
		t.Errorf("listed as\n%s", got)
	}
	if got := common([]string{"stars", "starß", "starà"}); got != "star" {
		t.Errorf("the common prefix is %q", got)
	}
}

func FuzzKeys(f *testing.F) {
	f.Add([]byte("e4\t\x1bOA\x1b[1~\r\n"))
	f.Fuzz(func(t *testing.T, typed []byte) {
		if got := translateText(string(typed)); strings.Count(got, "\r") != strings.Count(string(typed), "\r") {
			t.Errorf("%q becomes %q: another number of lines", typed, got)
		}
	})
}
