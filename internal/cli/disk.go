package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"alfiere/internal/datafile"
)

// Disk gives access to the machine's files, for packages that accept a Files interface.
type Disk struct {
	MaxSize int64 // maximum size in bytes of a file that Read accepts
}

// Read returns the text of a regular file. It checks the file first, because opening a pipe would wait for a writer.
// The error is that of the system, wraps ErrNotRegular, or reports that the file is too large.
func (d Disk) Read(name string) (string, error) {
	info, err := regular(name)
	if err != nil {
		return "", err
	}
	if info.Size() > d.MaxSize {
		return "", fmt.Errorf("%s: larger than %d bytes", name, d.MaxSize)
	}
	text, err := os.ReadFile(name)
	return string(text), err
}

// regular checks that a file is regular; the error is that of the system or wraps ErrNotRegular.
func regular(name string) (os.FileInfo, error) {
	info, err := os.Stat(name)
	if fault, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fault.Err} // without the name of the system's call
	}
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", name, ErrNotRegular)
	}
	return info, err
}

// Write replaces the contents of a file with text; see Replace.
func (Disk) Write(name, text string) error {
	return Replace(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// Open opens a regular file of any size for reading and decompresses it if necessary. For the error see Read.
func (Disk) Open(name string) (io.ReadCloser, error) {
	if _, err := regular(name); err != nil {
		return nil, err
	}
	return datafile.Open(name)
}

// Names returns the files and folders whose paths begin with prefix; folders end with a slash. Hidden files are
// included only if prefix names their leading full stop.
func (Disk) Names(prefix string) (names []string) {
	folder, begin := filepath.Split(prefix)
	entries, err := os.ReadDir(cmp.Or(folder, "."))
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasPrefix(name, begin) || begin == "" && name[0] == '.' || strings.ContainsFunc(name, unicode.IsControl) {
			continue
		}
		if info, err := os.Stat(folder + name); err == nil && info.IsDir() {
			name += "/"
		}
		names = append(names, folder+name)
	}
	return names
}
