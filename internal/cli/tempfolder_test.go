package cli

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// holderVariable is set for another process, which is this test once more, that makes a folder.
const holderVariable = "ALFIERE_TEST_FOLDER"

func TestTheTemporaryFolderOfAKilledProgramIsSwept(t *testing.T) {
	if os.Getenv(holderVariable) != "" {
		path, _, err := TempFolder("alfiere-test-")
		if err == nil {
			err = os.WriteFile(filepath.Join(path, "queue"), []byte("tasks"), 0o600)
		}
		_, _ = os.Stdout.WriteString(path + "\n")
		_, _ = io.Copy(io.Discard, os.Stdin)
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	temp := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} { // one of them counts, by the system
		t.Setenv(name, temp)
	}
	strange := filepath.Join(temp, "alfiere-test-strange")
	if err := os.Mkdir(strange, 0o700); err != nil {
		t.Fatal(err)
	}
	own, remove, err := TempFolder("alfiere-test-")
	if err != nil {
		t.Fatal(err)
	}
	if unlock, err := acquireLock(own + lockEnding); errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	} else if err == nil {
		_ = unlock()
		t.Fatal("the folder is not locked")
	}
	other, path := holdFolder(t)
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = other.Wait()
	if _, err := os.Stat(filepath.Join(path, "queue")); err != nil {
		t.Fatalf("a killed program leaves nothing: %v", err)
	}
	living, livingPath := holdFolder(t) // which sweeps
	for path, there := range map[string]bool{path: false, path + lockEnding: false, own: true, strange: true, livingPath: true} {
		if _, err := os.Stat(path); (err == nil) != there {
			t.Errorf("%s: %v", path, err)
		}
	}
	remove()
	_, remove, err = TempFolder("alfiere-test-")
	if err != nil {
		t.Fatal(err)
	}
	remove()
	left, err := os.ReadDir(temp)
	if err != nil || len(left) != 3 { // the strange one, and folder and lock of the living one
		t.Errorf("%v, %v", left, err)
	}
	_ = living.Process.Kill()
}

// holdFolder begins a process that makes a folder, and returns its path.
func holdFolder(t *testing.T) (*exec.Cmd, string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	other := exec.Command(program, "-test.run=^"+t.Name()+"$")
	other.Env = append(os.Environ(), holderVariable+"=1")
	stdin, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = stdin.Close()
		_ = other.Process.Kill()
	})
	path, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil || path == "\n" {
		t.Fatalf("%q, %v", path, err)
	}
	return other, path[:len(path)-1]
}
