package laboratory

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"alfiere/internal/work"
	"alfiere/movegen"
)

// TestOnlyListedProgramsArePlayedForOthers asks for programs that are listed and for others; none is an engine, so that
// the ones that may be started do not start.
func TestOnlyListedProgramsArePlayedForOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs are scripts")
	}
	folder := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("engine", "#!/bin/sh\necho $* >&2; exit 3\n")
	same, other := write("same", "#!/bin/sh\necho $* >&2; exit 3\n"), write("other", "#!/bin/sh\nexit 4\n")
	programs, err := OpenPrograms(write("list", "cmd='./engine -x' dir="+folder+" option.Path=/tables\n"))
	if err != nil {
		t.Fatal(err)
	}
	h := &handler{guest: guest{16, programs}}
	handle := func(words string) error {
		t.Helper()
		p, err := parsePlayer(words)
		if err == nil {
			err = p.identify()
		}
		if err != nil {
			t.Fatal(err)
		}
		payload, err := json.Marshal(&task{Players: [2]string{words, "nodes=1"}, Programs: [2]string{p.Hash}, Games: 1, Start: movegen.StartFEN})
		if err != nil {
			t.Fatal(err)
		}
		if text, err := h.Handle(t.Context(), payload); err == nil {
			t.Errorf("%s: %s", words, text)
		}
		_, err = h.Handle(t.Context(), payload)
		return err
	}
	for _, test := range []struct {
		words, says string
		elsewhere   bool // others may do it
	}{
		{"nodes=1 cmd='%s -x'", "start engine", true},
		{"nodes=1 cmd='%s -x' option.Hash=16 option.Tempo=-0.5 option.Fast=true", "start engine", true},
		{"nodes=1 cmd='%s -x' option.hash=17", "needs tables of 17 MB", false},
		{"nodes=1 cmd='%s -x' option.Log=" + folder + "/log", "option Log: over a broker", false},
		{"nodes=1 cmd='%s -y'", `no program of --engines is "same -y" with the SHA-256 `, true},
		{"nodes=1 cmd=%s", "no program of --engines", true},
		{"nodes=1 cmd='" + other + " -x'", `no program of --engines is "other -x"`, true},
	} {
		words := test.words
		if strings.Contains(words, "%s") {
			words = fmt.Sprintf(words, same)
		}
		if err := handle(words); err == nil || !strings.Contains(err.Error(), test.says) || errors.Is(err, work.ErrKind) != test.elsewhere {
			t.Errorf("%s: %v", words, err)
		}
	}
	write("engine", "#!/bin/sh\nexit 5\n")
	if err := handle(fmt.Sprintf("nodes=1 cmd='%s -x'", same)); err == nil || !strings.Contains(err.Error(), "engine has changed") || !errors.Is(err, work.ErrKind) {
		t.Errorf("a program that has changed: %v", err)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
}

// TestAProgramMustNotChangeInATournament changes one between two tasks of its own process.
func TestAProgramMustNotChangeInATournament(t *testing.T) {
	name := filepath.Join(t.TempDir(), "engine.exe")
	if err := os.WriteFile(name, []byte("one"), 0o700); err != nil {
		t.Fatal(err)
	}
	words := "nodes=1 'cmd=" + name + "'"
	p, err := parsePlayer(words)
	if err == nil {
		err = p.identify()
	}
	if err != nil || p.Hash != "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed" {
		t.Fatal(p.Hash, err)
	}
	if _, err := parseLimited(words, &guest{}, p.Hash); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(name, []byte("two"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := parseLimited(words, &guest{}, p.Hash); err == nil || !strings.Contains(err.Error(), "has changed since the beginning") {
		t.Errorf("after a change: %v", err)
	}
}

func TestAListOfProgramsMustBeGood(t *testing.T) {
	name := filepath.Join(t.TempDir(), "list")
	for text, says := range map[string]string{
		"":                        "no engine in it",
		"name=x nodes=1":          "line 1: cmd is needed",
		"cmd=./nothing":           "nothing",
		"cmd=x colour=red":        "unknown setting",
		"[{\"name\": \"alone\"}]": "engine 1: cmd is needed",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenPrograms(name); err == nil || !strings.Contains(err.Error(), says) || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
