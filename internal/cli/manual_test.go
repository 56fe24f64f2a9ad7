//go:build manual

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestEachCommandHasAPage(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	add := &cobra.Command{Use: "add NUMBER…", Short: "Add up.", Example: "prog add 1", Run: func(*cobra.Command, []string) {}}
	add.Flags().String("out", "", "write to a `file`")
	folder := filepath.Join(t.TempDir(), "man1")
	if status := WriteManual(Root("prog", "a program", "It adds.", add), "Prog 1.0", []string{folder}); status != 0 {
		t.Fatalf("status %d", status)
	}
	for name, parts := range map[string][]string{
		"prog.1":     {`.TH "PROG" "1" "Nov 2023" "Prog 1.0" "User Commands"`, "It adds.", "prog-add(1)"},
		"prog-add.1": {"prog-add - Add up.", "--out\\fP=\"file\"\n\twrite to a file", "prog add 1"},
	} {
		page, err := os.ReadFile(filepath.Join(folder, name))
		for _, part := range parts {
			if err != nil || !strings.Contains(string(page), part) {
				t.Errorf("%s: %v, no %q in\n%s", name, err, part, page)
			}
		}
	}
	for _, args := range [][]string{{}, {filepath.Join(folder, "prog.1")}} {
		if WriteManual(Root("prog", "", ""), "", args) == 0 {
			t.Errorf("%q is accepted", args)
		}
	}
}
