package console

import (
	"errors"
	"io"
)

// MaxFile is the size limit in bytes of files that are read whole: a position, or a game. A
// long game with its thinking needs a tenth of it.
const MaxFile = 1 << 20

// files stores games and positions.
type files interface {
	// Read returns the text of a file of at most MaxFile bytes.
	Read(name string) (string, error)
	// Open opens a file of any size.
	Open(name string) (io.ReadCloser, error)
	// Write replaces the contents of a file by text, or leaves the file unchanged.
	Write(name, text string) error
}

// noFiles refuses all files.
type noFiles struct{}

var errNoFiles = errors.New("files are not available here")

func (noFiles) Read(string) (string, error) { return "", errNoFiles }

func (noFiles) Open(string) (io.ReadCloser, error) { return nil, errNoFiles }

func (noFiles) Write(string, string) error { return errNoFiles }
