package console

import (
	"errors"
	"fmt"
	"io"
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

// Write replaces the file, see Replace.
func (Disk) Write(name, text string) error {
	return Replace(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// Replace writes a file under another name and puts it in its place when it is
// on the disk: whatever happens, the old or the new one is there. A link stays one, and
// what is no regular file is refused: the new one would take its place. The error is that of
// write or the system, or wraps ErrNotRegular.
func Replace(path string, write func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := os.FileMode(0o644)
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s: %w", path, ErrNotRegular)
	case err == nil:
		mode = info.Mode().Perm()
	}
	folder := filepath.Dir(path)
	file, err := os.CreateTemp(folder, filepath.Base(path)+".*")
	if fault, ok := errors.AsType[*os.PathError](err); ok {
		return &os.PathError{Op: "create", Path: path, Err: fault.Err} // nobody asked for the other name
	}
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	err = write(file)
	if err == nil {
		err = errors.Join(file.Chmod(mode), file.Sync())
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return err
	}
	return syncFolder(folder)
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
