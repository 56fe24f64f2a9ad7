package cli

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFolders(t *testing.T) {
	root := t.TempDir()
	in := func(parts ...string) string { return filepath.Join(append([]string{root}, parts...)...) }
	for name, test := range map[string]struct {
		environment map[string]string
		want        folders
	}{
		"a home":                     {map[string]string{"HOME": root}, folders{in(".local", "share", "x"), in(".local", "state", "x")}},
		"named folders":              {map[string]string{"HOME": "/nowhere", "XDG_DATA_HOME": in("d"), "XDG_STATE_HOME": in("s")}, folders{in("d", "x"), in("s", "x")}},
		"relative ones do not count": {map[string]string{"HOME": root, "XDG_DATA_HOME": "d", "XDG_STATE_HOME": "."}, folders{in(".local", "share", "x"), in(".local", "state", "x")}},
		"Windows":                    {map[string]string{"LocalAppData": root}, folders{in("x"), in("x")}},
		"no home":                    {nil, folders{}},
		"a home that is none":        {map[string]string{"HOME": "."}, folders{}},
	} {
		if got := foldersOf("x", func(name string) string { return test.environment[name] }); got != test.want {
			t.Errorf("%s: %+v, not %+v", name, got, test.want)
		}
	}
}

func TestANewFileReplacesNone(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "is", "made")
	for _, want := range []string{"a.pgn", "a-2.pgn", "a-3.pgn"} {
		path, err := KeepNew([]string{"", folder}, "a.pgn", want)
		if err != nil || path != filepath.Join(folder, want) {
			t.Fatalf("%q, error %v", path, err)
		}
	}
	for _, name := range []string{"a.pgn", "a-2.pgn", "a-3.pgn"} {
		if text, err := os.ReadFile(filepath.Join(folder, name)); string(text) != name {
			t.Errorf("%s holds %q, error %v", name, text, err)
		}
	}
}

func TestANewFileGoesWhereItCan(t *testing.T) {
	root := t.TempDir()
	taken := filepath.Join(root, "file")
	if err := os.WriteFile(taken, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if path, err := KeepNew([]string{taken, filepath.Join(taken, "below"), root}, "a.pgn", "text"); err != nil || path != filepath.Join(root, "a.pgn") {
		t.Errorf("%q, error %v", path, err)
	}
	for _, folders := range [][]string{nil, {""}, {taken}} {
		if path, err := KeepNew(folders, "a.pgn", "text"); err == nil || path != "" {
			t.Errorf("%q: %q, no error", folders, path)
		}
	}
}
