package console

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// MaxFile is the size in bytes of the largest file that is read.
const MaxFile = 1 << 20

// Files is where games and positions are kept.
type Files interface {
	// Read returns the text of a file of at most MaxFile bytes.
	Read(name string) (string, error)
	// Write makes text the whole of a file, or leaves what was there.
	Write(name, text string) error
}

// Reasons for which a file is neither read nor written.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = fmt.Errorf("larger than %d bytes", MaxFile)
)

// Disk is the files of the machine.
type Disk struct{}

// Read looks before it opens: opening a pipe would wait for a writer.
func (Disk) Read(name string) (string, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s: %w", name, ErrNotRegular)
	case info.Size() > MaxFile:
		return "", fmt.Errorf("%s: %w", name, ErrTooLarge)
	}
	text, err := os.ReadFile(name)
	return string(text), err
}

// Write puts the text into a file beside the wanted one, which it then replaces: at any
// moment the old text or the new one is there, never half.
func (Disk) Write(name, text string) (err error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %w", name, ErrNotRegular)
	}
	temporary := fmt.Sprintf("%s.%d.tmp", name, os.Getpid())
	file, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(temporary, name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return syncFolder(filepath.Dir(name))
}

// syncFolder makes a renaming last. Windows does that itself and knows no such call.
func syncFolder(name string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
