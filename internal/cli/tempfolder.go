package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// lockEnding is the suffix of the lock file next to a temporary folder.
const lockEnding = ".lock"

// TempFolder creates a folder for temporary files; its unique name begins with prefix. It first removes the folders of
// programs that were killed. The error is the system's.
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
	// The folder is made while its lock is held, so a folder with a free lock belongs to a program that has ended.
	unlock, err := acquireLock(lock)
	if errors.Is(err, errors.ErrUnsupported) {
		unlock, err = func() error { return nil }, os.Remove(lock) // sweep ignores folders without a lock
	}
	if err != nil {
		return "", nil, err
	}
	path = strings.TrimSuffix(lock, lockEnding)
	remove = func() {
		_ = os.RemoveAll(path) // its files are no longer needed
		_ = unlock()
		_ = os.Remove(lock)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		remove()
		return "", nil, err
	}
	return path, remove, nil
}

// sweep removes folders left by programs that have ended. Folders that cannot be removed, such as another user's, stay.
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
			continue // the folder belongs to another program
		}
		unlock, err := acquireLock(path + lockEnding)
		if err != nil {
			continue // the program still runs
		}
		_ = os.RemoveAll(path)
		_ = unlock()
		_ = os.Remove(path + lockEnding)
	}
}

// errLocked is returned by acquireLock while another program holds the lock.
var errLocked = errors.New("another program holds the lock")

// acquireLock takes the exclusive lock of a file; it creates the file if missing and never removes it. The lock lasts
// until unlock is called or the program ends in any way. It does not wait: the error is errLocked if any program holds
// the lock, wraps errors.ErrUnsupported where files cannot be locked, or is that of the system.
func acquireLock(path string) (unlock func() error, err error) {
	file, err := lockFile(path)
	if err != nil {
		return nil, err
	}
	return file.Close, nil
}

// unsupported returns the error for a folder or system whose files cannot be locked.
func unsupported(path string) error {
	return &os.PathError{Op: "lock", Path: path, Err: errors.ErrUnsupported}
}
