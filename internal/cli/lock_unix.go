//go:build unix && !aix && !solaris

package cli

import (
	"errors"
	"os"
	"syscall"
)

// lockFile opens a file and locks it while it is open.
func lockFile(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o666)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err == nil {
		return file, nil
	}
	_ = file.Close()
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return nil, errLocked
	case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.EINVAL):
		return nil, unsupported(path)
	}
	return nil, &os.PathError{Op: "lock", Path: path, Err: err}
}
