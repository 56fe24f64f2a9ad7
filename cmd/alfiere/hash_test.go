package main

import (
	"alfiere/internal/cli"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestADamagedHashFileIsTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.hash")
	expect := func(want int, words string, args ...string) {
		t.Helper()
		status, out, errors := runCommand(append([]string{"hash"}, args...)...)
		if status != want || !strings.Contains(out+errors, words) {
			t.Errorf("hash %q: status %d, %s%s", args, status, out, errors)
		}
	}
	expect(cli.ExitGood, "", "make", path, "1")
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteAt([]byte("x"), 5000); err != nil {
		t.Fatal(err)
	}
	expect(cli.ExitInput, "damaged entries: 1, the first at offset 4984", "check", path)
	if err := file.Truncate(5000); err != nil {
		t.Fatal(err)
	}
	expect(cli.ExitInput, "(offset 5000)", "check", path)
}
