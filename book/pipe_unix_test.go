//go:build unix

package book

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

func TestAPipeIsRefusedWithoutWaitingForItsWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe.bin")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); !errors.Is(err, errNotRegular) {
		t.Errorf("a pipe gives %v", err)
	}
	if _, err := Open("/dev/null"); !errors.Is(err, errNotRegular) {
		t.Errorf("a device gives %v", err)
	}
}
