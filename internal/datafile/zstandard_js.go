package datafile

import (
	"errors"
	"io"
)

// newZstandard returns an error, because Zstandard is not supported here: a page opens no files,
// and would have to load 50 kB more.
func newZstandard(io.Reader) (plain io.Reader, close func(), err error) {
	return nil, nil, errors.ErrUnsupported
}
