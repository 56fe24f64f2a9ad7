package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"alfiere/internal/datafile"
)

// ErrNotRegular is wrapped where a file would have to take the place of a folder or of
// another thing that is no file.
var ErrNotRegular = errors.New("not a regular file")

// Replace writes a file under another name and puts it in its place when it is
// on the disk: whatever happens, the old or the new one is there. What is written is
// compressed if the name ends with .gz. A link stays one. Devices and pipes are
// written to; what else is no regular file is refused: the new one would take its place. The
// error is that of write or the system, or wraps ErrNotRegular.
func Replace(path string, write func(io.Writer) error) error {
	write = compressing(path, write)
	switch path {
	case "/dev/stdout":
		return write(os.Stdout)
	case "/dev/stderr":
		return write(os.Stderr)
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := os.FileMode(0o644)
	switch info, err := os.Stat(path); {
	case err == nil && info.Mode()&(os.ModeCharDevice|os.ModeNamedPipe) != 0:
		return writeInto(path, write)
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

// compressing returns a function that writes what write does in the form that the name
// stands for.
func compressing(name string, write func(io.Writer) error) func(io.Writer) error {
	if datafile.Plain(name) == name {
		return write
	}
	return func(w io.Writer) error {
		out, err := datafile.NewWriter(w, name)
		if err != nil {
			return err
		}
		return joinNew(write(out), out.Close())
	}
}

// joinNew joins the errors of writing and of ending it. A writer returns its first error again at the end.
func joinNew(err, end error) error {
	if end == nil || errors.Is(err, end) {
		return err
	}
	return errors.Join(err, end)
}

// writeInto writes to a device or pipe, of which nothing can be replaced.
func writeInto(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
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
		return joinNew(write(out), out.Flush())
	}
	if output != "" && output != "/dev/stdout" {
		return Replace(output, buffered)
	}
	return buffered(s.Out)
}
