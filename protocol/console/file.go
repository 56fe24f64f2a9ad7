package console

import (
	"errors"
	"io"
)

// MaxFile is the size in bytes of the largest file that need be read whole: a position, or a
// long game with its thinking, which is a tenth of it.
const MaxFile = 1 << 20

// files is where games and positions are kept.
type files interface {
	// Read returns the text of a file of at most MaxFile bytes.
	Read(name string) (string, error)
	// Open opens a file of any size.
	Open(name string) (io.ReadCloser, error)
	// Write makes text the whole of a file, or leaves what was there.
	Write(name, text string) error
}

// noFiles is a place where nothing can be kept.
type noFiles struct{}

var errNoFiles = errors.New("there are no files here")

func (noFiles) Read(string) (string, error) { return "", errNoFiles }

func (noFiles) Open(string) (io.ReadCloser, error) { return nil, errNoFiles }

func (noFiles) Write(string, string) error { return errNoFiles }
