package page_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/workbench/page"
	"alfiere/workbench/server"
)

// TestTypes checks the types in the comments of the scripts with TypeScript's compiler.
func TestTypes(t *testing.T) {
	compiler := os.Getenv("ALFIERE_TSC")
	if compiler == "" {
		t.Skip("ALFIERE_TSC does not name the compiler of TypeScript")
	}
	folder := t.TempDir()
	must.Do(t, os.CopyFS(folder, page.Sources()))
	scripts, err := fs.Glob(page.Sources(), "js/*.js")
	if err != nil || len(scripts) == 0 {
		t.Fatal(scripts, err)
	}
	settings, err := json.Marshal(map[string]any{
		"compilerOptions": map[string]any{"noEmit": true, "allowJs": true, "checkJs": true, "strict": true, "noUncheckedIndexedAccess": true,
			"noImplicitOverride": true, "noFallthroughCasesInSwitch": true, "target": "es2024", "module": "esnext", "moduleResolution": "bundler",
			"lib": []string{"es2024", "dom", "dom.iterable", "dom.asynciterable"}, "types": []string{}},
		"files": scripts})
	must.Do(t, err)
	must.Do(t, os.WriteFile(filepath.Join(folder, "tsconfig.json"), settings, 0o644))
	command := exec.Command(compiler, "--project", folder, "--pretty", "false")
	command.Dir = folder
	if said, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}

// The server leaves out comments of scripts and style sheets, and nothing else.
func TestFilesAreServedWithoutComments(t *testing.T) {
	written, served := t.TempDir(), t.TempDir()
	comment := regexp.MustCompile(`(?s)/\*.*?\*/`)
	before, after := 0, 0
	err := fs.WalkDir(page.Sources(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(page.Sources(), name)
		if err != nil {
			return err
		}
		plain := server.Plain(name, text)
		before, after = before+len(text), after+len(plain)
		if bytes.Count(text, []byte("\n")) != bytes.Count(plain, []byte("\n")) {
			t.Errorf("%s: the numbers of lines change", name)
		}
		switch path.Ext(name) {
		case ".css":
			if !bytes.Equal(bytes.Join(bytes.Fields(comment.ReplaceAll(text, nil)), nil), bytes.Join(bytes.Fields(comment.ReplaceAll(plain, nil)), nil)) {
				t.Errorf("%s loses more than comments", name)
			}
		case ".js":
			for folder, text := range map[string][]byte{written: text, served: plain} {
				if err := os.WriteFile(filepath.Join(folder, path.Base(name)), text, 0o644); err != nil {
					return err
				}
			}
		default:
			if !bytes.Equal(text, plain) {
				t.Errorf("%s changes", name)
			}
		}
		return nil
	})
	if err != nil || after > before*85/100 {
		t.Errorf("of %d bytes it leaves %d: %v", before, after, err)
	}
	compiler := os.Getenv("ALFIERE_TSC")
	if compiler == "" {
		t.Skip("ALFIERE_TSC does not name the compiler of TypeScript, which compares scripts")
	}
	want, got := stripped(t, compiler, written), stripped(t, compiler, served)
	for name := range want {
		if len(want[name]) == 0 || !bytes.Equal(want[name], got[name]) {
			t.Errorf("%s loses more than comments", name)
		}
	}
}

// TestNoRuleWatchesTheWholePage since each change would then compute all styles anew, for 2 ms. Printing may.
func TestNoRuleWatchesTheWholePage(t *testing.T) {
	watches := regexp.MustCompile(`(?:html|body|main|:root)[^\s,{]*:has\([^{]*`)
	sheets, err := fs.Glob(page.Sources(), "css/*.css")
	if err != nil || len(sheets) == 0 {
		t.Fatal(sheets, err)
	}
	for _, name := range sheets {
		for _, rule := range watches.FindAllString(string(must.Get(fs.ReadFile(page.Sources(), name))(t)), -1) {
			if !strings.Contains(rule, ".print-sheet") {
				t.Errorf("%s: %s", name, rule)
			}
		}
	}
}

// stripped returns the scripts of a folder without any comments.
func stripped(t *testing.T, compiler, folder string) map[string][]byte {
	names, err := filepath.Glob(filepath.Join(folder, "*.js"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	out := t.TempDir()
	command := exec.Command(compiler, append([]string{"--allowJs", "--removeComments", "--noCheck", "--noResolve", "--target", "esnext", "--module", "esnext",
		"--newLine", "lf", "--outDir", out}, names...)...)
	if said, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	scripts := map[string][]byte{}
	for _, name := range names {
		name = filepath.Base(name)
		if scripts[name], err = os.ReadFile(filepath.Join(out, name)); err != nil {
			t.Fatal(err)
		}
	}
	return scripts
}
