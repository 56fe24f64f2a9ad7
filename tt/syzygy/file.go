package syzygy

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
)

// file is an open table: mapped into memory or, if that is not possible, read block by block when needed.
type file struct {
	mapped []byte
	handle *os.File // nil if it is mapped
	size   int64
}

var errNotRegular = errors.New("it is no regular file")

// openFile opens a file of tables. mapping is off in tests of reading.
func openFile(path string, mapping bool) (*file, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, reason(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	handle, err := os.Open(path)
	if err != nil {
		return nil, reason(err)
	}
	f := &file{handle: handle, size: info.Size()}
	if mapping && f.size > 0 && int64(int(f.size)) == f.size { // more cannot be addressed
		if mapped, err := mapFile(handle, f.size); err == nil {
			f.mapped, f.handle = mapped, nil
			return f, handle.Close()
		}
	}
	return f, nil
}

// reason returns an error of package os without the path, which the *FileError has. A file
// that is shorter than when it was opened has been cut since.
func reason(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errUnreadable
	}
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// close releases the memory or the file.
func (f *file) close() error {
	if f.handle != nil {
		return f.handle.Close()
	}
	return unmapFile(f.mapped)
}

// section returns a part of the file.
func (f *file) section(at, size int64) ([]byte, error) {
	if size < 0 || at < 0 || size > f.size-at {
		return nil, errShort
	}
	if f.handle == nil {
		return f.mapped[at : at+size : at+size], nil
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(io.NewSectionReader(f.handle, at, size), data); err != nil {
		return nil, reason(err)
	}
	return data, nil
}

// blocks are the compressed values of a part of a table.
type blocks struct {
	file   *file
	at     int64 // where they begin
	count  int64
	listed int64 // number of lengths of blocks: some beyond the last are padding
}

// buffers are used if files are not mapped; a probe returns its buffer.
var buffers = sync.Pool{New: func() any { return new([1 << maxBlockBits]byte) }}

// read returns a block. release, if not nil, is called when the block has been read.
func (b *blocks) read(block, size int) (data []byte, release func(), err error) {
	if int64(block) >= b.count {
		return nil, nil, errNoBlock
	}
	at := b.at + int64(block)*int64(size)
	if b.file.handle == nil {
		return b.file.mapped[at : at+int64(size)], nil, nil
	}
	buffer := buffers.Get().(*[1 << maxBlockBits]byte)
	if _, err := b.file.handle.ReadAt(buffer[:size], at); err != nil {
		buffers.Put(buffer)
		return nil, nil, reason(err)
	}
	return buffer[:size], func() { buffers.Put(buffer) }, nil
}

// FileError is a file or folder of tables that cannot be used.
type FileError struct {
	Path string
	Err  error // why
}

// Error names the file and the reason.
func (e *FileError) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Err) }

// Unwrap returns the reason why the file cannot be used.
func (e *FileError) Unwrap() error { return e.Err }

var errUnreadable = errors.New("it cannot be read any more")

// guard runs a function that reads a file. If a mapped file is cut short or its disk fails,
// reading it is a memory fault, which would end the program; guard returns it as an error.
func guard(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer recoverFault(&err)
	return read()
}

// recoverFault turns a panic into an error. A memory fault, which has an address, is an
// error for users; any other panic is a bug in this package, and no reason to end a game.
func recoverFault(err *error) {
	switch panicked := recover().(type) {
	case nil:
	case interface{ Addr() uintptr }:
		*err = errUnreadable
	default:
		*err = fmt.Errorf("%w: %v", errInternal, panicked)
	}
}

// errInternal marks an error that the verification of a table should have found; tests check that it never appears.
var errInternal = errors.New("it made the reader fail")
