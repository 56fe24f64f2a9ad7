package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

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
