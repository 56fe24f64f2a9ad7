package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"alfiere/internal/datafile"
	"alfiere/internal/message"
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
		return nil, message.Errorf("%s: %w", name, ErrNotRegular)
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

// folders are the places of a program's own files. Each is an absolute path, or empty if there is none, for example
// without a home directory. They need not exist yet.
type folders struct {
	Data  string // for files that users keep
	State string // for convenience, such as a history
}

// ReadFolders returns the folders of the program of that name. It follows the XDG Base Directory Specification; on
// Windows the folders are below LocalAppData.
func ReadFolders(name string) folders { return foldersOf(name, os.Getenv) }

// foldersOf is ReadFolders with the environment given.
func foldersOf(name string, getenv func(string) string) folders {
	place := func(variable string, below ...string) string {
		root := getenv(variable)
		if !filepath.IsAbs(root) {
			if root = getenv("HOME"); !filepath.IsAbs(root) {
				root = getenv("LocalAppData")
				below = nil
			}
			root = filepath.Join(append([]string{root}, below...)...)
		}
		if !filepath.IsAbs(root) {
			return ""
		}
		return filepath.Join(root, name)
	}
	return folders{Data: place("XDG_DATA_HOME", ".local", "share"), State: place("XDG_STATE_HOME", ".local", "state")}
}

// KeepNew writes text to a new file in the first folder that accepts it and returns the file's path. It creates missing
// folders and skips empty names. If a name such as "game.pgn" is taken it uses "game-2.pgn" and so on; it never
// replaces a file. The error is that of the last folder.
func KeepNew(folders []string, name, text string) (path string, err error) {
	err = fs.ErrNotExist
	for _, folder := range folders {
		if folder == "" {
			continue
		}
		if err = os.MkdirAll(folder, 0o700); err != nil {
			continue
		}
		if path, err = createNew(folder, name, text); err == nil {
			return path, nil
		}
	}
	return "", err
}

// maxSame is the maximum number of files of the same name. It suffices because names contain the time.
const maxSame = 1000

func createNew(folder, name, text string) (path string, err error) {
	extension := filepath.Ext(name)
	for i := 1; ; i++ {
		if path = filepath.Join(folder, name); i > 1 {
			path = strings.TrimSuffix(path, extension) + "-" + strconv.Itoa(i) + extension
		}
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) && i < maxSame {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = io.WriteString(file, text)
		if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
			_ = os.Remove(path) // the file is new, and incomplete
			return "", err
		}
		return path, nil
	}
}
