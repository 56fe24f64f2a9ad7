package cli

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"alfiere/internal/datafile"
	"alfiere/internal/message"
)

// ErrNotRegular is wrapped if a path names a folder or anything else that is not a regular file.
var ErrNotRegular = errors.New("not a regular file")

// Replace writes a temporary file and renames it once it is on the disk, so either the old or the new file always
// exists. It compresses the data if the name ends with .gz, follows links, and writes directly to devices and pipes.
// The error is that of write or the system, or wraps ErrNotRegular.
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
		return message.Errorf("%s: %w", path, ErrNotRegular)
	case err == nil:
		mode = info.Mode().Perm()
	}
	folder := filepath.Dir(path)
	file, err := os.CreateTemp(folder, filepath.Base(path)+".*")
	if fault, ok := errors.AsType[*os.PathError](err); ok {
		return &os.PathError{Op: "create", Path: path, Err: fault.Err} // the user does not know the temporary name
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
	if err := rename(file.Name(), path); err != nil {
		return err
	}
	return syncFolder(folder)
}

// compressing returns write with the compression that the name requires.
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

// joinNew joins the errors of writing and closing. It omits a closing error that repeats the first error.
func joinNew(err, end error) error {
	if end == nil || errors.Is(err, end) {
		return err
	}
	return errors.Join(err, end)
}

// writeInto writes to a device or pipe, which cannot be replaced.
func writeInto(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// syncFolder makes a renaming durable. Windows needs no such call.
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

// Write calls write with a buffered standard output or, if output names a file, replaces that file.
// The error is that of write or of the output.
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
