//go:build unix

package book

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"alfiere/internal/testing/must"
)

func TestAPipeIsRefusedWithoutWaitingForItsWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe.bin")
	must.Do(t, syscall.Mkfifo(path, 0o600))
	if _, err := Open(path); !errors.Is(err, errNotRegular) {
		t.Errorf("a pipe gives %v", err)
	}
	if _, err := Open("/dev/null"); !errors.Is(err, errNotRegular) {
		t.Errorf("a device gives %v", err)
	}
}
