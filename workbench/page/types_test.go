package page_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"alfiere/workbench/page"
)

// TestTypes checks the types in the comments of the scripts with TypeScript's compiler.
func TestTypes(t *testing.T) {
	compiler := os.Getenv("ALFIERE_TSC")
	if compiler == "" {
		t.Skip("ALFIERE_TSC does not name the compiler of TypeScript")
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, page.Files()); err != nil {
		t.Fatal(err)
	}
	scripts, err := fs.Glob(page.Files(), "js/*.js")
	if err != nil || len(scripts) == 0 {
		t.Fatal(scripts, err)
	}
	settings, err := json.Marshal(map[string]any{
		"compilerOptions": map[string]any{"noEmit": true, "allowJs": true, "checkJs": true, "strict": true, "noUncheckedIndexedAccess": true,
			"noImplicitOverride": true, "noFallthroughCasesInSwitch": true, "target": "es2024", "module": "esnext", "moduleResolution": "bundler",
			"lib": []string{"es2024", "dom", "dom.iterable", "dom.asynciterable"}, "types": []string{}},
		"files": scripts})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "tsconfig.json"), settings, 0o644); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(compiler, "--project", folder, "--pretty", "false")
	command.Dir = folder
	if said, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}
