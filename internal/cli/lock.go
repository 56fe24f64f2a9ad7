package cli

import (
	"errors"
	"os"
)

// ErrLocked is what Lock returns while another one holds the lock.
var ErrLocked = errors.New("another program holds the lock")

// Lock takes the lock that a file stands for; the file is made if it is not there, and stays.
// Nobody else has it, in this program or another one, until unlock is called or the program
// ends, however it ends. It does not wait: the error is ErrLocked if another one has it, wraps
// errors.ErrUnsupported where files cannot be locked, or is that of the system.
func Lock(path string) (unlock func() error, err error) {
	file, err := lockFile(path)
	if err != nil {
		return nil, err
	}
	return file.Close, nil
}

// unsupported says that the files of a folder, or of a system, cannot be locked.
func unsupported(path string) error {
	return &os.PathError{Op: "lock", Path: path, Err: errors.ErrUnsupported}
}
