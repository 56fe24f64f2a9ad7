package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
)

// ErrNotRegular is wrapped where a file would have to take the place of a folder, a
// device or a pipe.
var ErrNotRegular = errors.New("not a regular file")

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

// Write calls write with a buffered standard output or, if output names a file, with that
// one, which is replaced. The error is that of write or of the output.
func (s Streams) Write(output string, write func(*bufio.Writer) error) error {
	buffered := func(w io.Writer) error {
		out := bufio.NewWriter(w)
		return errors.Join(write(out), out.Flush())
	}
	if output != "" {
		return Replace(output, buffered)
	}
	return buffered(s.Out)
}
