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

// lockVariable names the file that another process, which is this test once more, locks.
const lockVariable = "ALFIERE_TEST_LOCK"

func TestALockIsOneProgramsAlone(t *testing.T) {
	if path := os.Getenv(lockVariable); path != "" {
		_, err := acquireLock(path)
		_, _ = os.Stdout.WriteString(map[bool]string{true: "locked\n", false: "refused\n"}[err == nil])
		_, _ = io.Copy(io.Discard, os.Stdin)
		return
	}
	path := filepath.Join(t.TempDir(), "lock")
	unlock, err := acquireLock(path)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := acquireLock(path); !errors.Is(err, errLocked) {
		t.Errorf("locked twice: %v", err)
	}
	if other, said := beginLocking(t, path); said != "refused\n" {
		t.Errorf("another process says %q", said)
	} else if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	other, said := beginLocking(t, path)
	if said != "locked\n" {
		t.Fatalf("another process says %q", said)
	}
	if _, err := acquireLock(path); !errors.Is(err, errLocked) {
		t.Errorf("locked beside another process: %v", err)
	}
	if err := other.Process.Kill(); err != nil { // it unlocks nothing itself
		t.Fatal(err)
	}
	_ = other.Wait()
	if unlock, err = acquireLock(path); err != nil {
		t.Fatalf("after the other one was killed: %v", err)
	}
	if err := unlock(); err != nil {
		t.Error(err)
	}
}

// beginLocking begins a process that tries to lock a file, and returns what it says.
func beginLocking(t *testing.T, path string) (*exec.Cmd, string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	other := exec.Command(program, "-test.run=^"+t.Name()+"$")
	other.Env = append(os.Environ(), lockVariable+"="+path)
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
	said, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return other, said
}

func TestAFileThatCannotBeLockedIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no folder", "lock")
	if _, err := acquireLock(path); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
