package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// lockEnding is the ending of the file beside a temporary folder that its program has locked.
const lockEnding = ".lock"

// TempFolder makes a folder of temporary files whose name begins with the prefix, which nothing
// else has, and first removes those of programs that were killed. The error is the system's.
func TempFolder(prefix string) (path string, remove func(), err error) {
	sweep(prefix)
	file, err := os.CreateTemp("", prefix+"*"+lockEnding)
	if err != nil {
		return "", nil, err
	}
	lock := file.Name()
	if err := file.Close(); err != nil {
		return "", nil, err
	}
	// The folder is made after its lock is held: so a folder whose lock is free is of the dead.
	unlock, err := Lock(lock)
	if errors.Is(err, errors.ErrUnsupported) {
		unlock, err = func() error { return nil }, os.Remove(lock) // and nobody sweeps a folder without a lock
	}
	if err != nil {
		return "", nil, err
	}
	path = strings.TrimSuffix(lock, lockEnding)
	remove = func() {
		_ = os.RemoveAll(path) // there is nothing in it that somebody wants
		_ = unlock()
		_ = os.Remove(lock)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		remove()
		return "", nil, err
	}
	return path, remove, nil
}

// sweep removes the folders whose programs have ended without removing them. What cannot be
// removed, such as another user's, stays.
func sweep(prefix string) {
	entries, err := os.ReadDir(os.TempDir())
	if err != nil {
		return
	}
	for _, entry := range entries {
		path := filepath.Join(os.TempDir(), entry.Name())
		if !entry.IsDir() || !strings.HasPrefix(entry.Name(), prefix) {
			continue
		}
		if _, err := os.Lstat(path + lockEnding); err != nil {
			continue // it is another program's
		}
		unlock, err := Lock(path + lockEnding)
		if err != nil {
			continue // the program lives
		}
		_ = os.RemoveAll(path)
		_ = unlock()
		_ = os.Remove(path + lockEnding)
	}
}
