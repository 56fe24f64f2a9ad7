package format

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// errTaken is wrapped where a file of a folder of answers is there already.
var errTaken = errors.New("already exists; no file is replaced")

// folder is where each answer has a file of its own.
type folder struct {
	path      string
	extension string
}

// NewFolder returns the folder of that path for answers of the form. It is made with the first
// of them if there is none.
func NewFolder(path string, form Form) *folder {
	extension := "txt"
	for _, flag := range FormFlags() {
		if flag.Form == form {
			extension = flag.Extension
		}
	}
	return &folder{path, extension}
}

// add writes the text of an answer, the given one of all, into a new file. The error is the
// system's, or wraps errTaken.
func (f *folder) add(number int, id, text string) error {
	if err := os.MkdirAll(f.path, 0o755); err != nil {
		return err
	}
	path := filepath.Join(f.path, fileName(number, id)+"."+f.extension)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s %w", path, errTaken)
	}
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(path) // it is ours, and not whole
	}
	return err
}

// fileName is the number, so that no two answers have the same name and their order is
// kept, and what can stand in a file's name of what the problem is called.
func fileName(number int, id string) string {
	const maxRunes = 40
	runes := []rune(strings.Map(func(r rune) rune {
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) || r == unicode.ReplacementChar {
			return '-'
		}
		return r
	}, id))
	name := strings.Trim(string(runes[:min(len(runes), maxRunes)]), "-")
	for strings.Contains(name, "--") {
		name = strings.ReplaceAll(name, "--", "-")
	}
	if name == "" {
		return fmt.Sprintf("%04d", number)
	}
	return fmt.Sprintf("%04d-%s", number, name)
}
