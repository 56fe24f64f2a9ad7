package datafile

import (
	"errors"
	"io"
)

// newZstandard returns an error, because Zstandard is not supported here: a page opens no files, and the
// decompressor would add 50 kB.
func newZstandard(io.Reader) (plain io.Reader, close func(), err error) {
	return nil, nil, errors.ErrUnsupported
}
