package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"alfiere/protocol/console"
)

// outFlag defines the flag for a file that is written in place of standard output.
func outFlag(flags *flag.FlagSet) *string {
	return flags.String("out", "", "`file` to write in place of standard output; it may be one that is read")
}

// replaceFile writes a file under another name and puts it in its place when it is
// on the disk: whatever happens, the old or the new one is there. A link stays one, and
// what is no regular file is refused: the new one would take its place.
func replaceFile(path string, write func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := os.FileMode(0o644)
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s: %w", path, console.ErrNotRegular)
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

// errSameFile is returned for a file that is read and standard output, too: the shell
// has emptied it, or, if it is appended to, the reading would never end.
var errSameFile = errors.New("it is standard output, too; --out replaces a file that is read")

// openInput opens the file of that name, standard input for "-" or none. Where output, the
// name of what is written, is empty it is standard output, which must be another file.
func openInput(name, output string, std streams) (in io.Reader, closer io.Closer, err error) {
	in, closer = std.in, io.NopCloser(nil)
	if name != "" && name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, nil, err
		}
		in, closer = file, file
	}
	if output == "" && isSameFile(in, std.out) {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", cmp.Or(name, "-"), errSameFile), closer.Close())
	}
	return in, closer, nil
}

// isSameFile reports whether both are the same regular file.
func isSameFile(in io.Reader, out io.Writer) bool {
	from, ok := in.(*os.File)
	to, alsoOK := out.(*os.File)
	if !ok || !alsoOK {
		return false
	}
	source, err := from.Stat()
	target, otherErr := to.Stat()
	return err == nil && otherErr == nil && source.Mode().IsRegular() && os.SameFile(source, target)
}
