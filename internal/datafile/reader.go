// Package datafile reads and writes files that may be compressed. A Reader detects compression by the first bytes, a
// Writer by the end of the name. Both are streams: memory does not grow with the file. The package decompresses gzip.
// A program that also reads Zstandard passes a decompressor, whose module is large.
package datafile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"alfiere/internal/message"
)

// The first bytes of compressed files.
const (
	gzipMagic      = "\x1f\x8b"
	zstandardMagic = "\x28\xb5\x2f\xfd"
)

// ErrZstandard is the error of a Reader without a decompressor for a source in Zstandard.
var ErrZstandard = errors.New(
	"it is compressed by Zstandard; decompress it with zstd -d first, or pipe it through zstd -dc")

// Decompressor returns a stream that decompresses source, and the function that closes the stream.
type Decompressor func(source io.Reader) (plain io.Reader, close func(), err error)

// Reader reads a stream, decompressed if it is compressed.
type Reader struct {
	source    counter
	zstandard Decompressor // nil if Zstandard is refused
	plain     io.Reader    // nil until the first Read
	form      string
	close     func() // for a decompressor that must be closed; nil if there is none
}

// NewReader returns a Reader of source. It reads nothing before the first Read, which waits only for the
// bytes needed to detect compression. Reading a source in Zstandard returns ErrZstandard.
func NewReader(source io.Reader) *Reader { return NewReaderWith(source, nil) }

// NewReaderWith is NewReader with a decompressor of Zstandard; nil refuses Zstandard.
func NewReaderWith(source io.Reader, zstandard Decompressor) *Reader {
	return &Reader{source: counter{Reader: bufio.NewReaderSize(source, 1<<16)}, zstandard: zstandard}
}

// Read implements io.Reader. An error of the compressed data names the form and how many
// bytes of the source had been read.
func (r *Reader) Read(into []byte) (int, error) {
	if r.plain == nil {
		r.open()
	}
	n, err := r.plain.Read(into)
	if err != nil && err != io.EOF && r.form != "" {
		err = r.fault(err)
		r.plain = failed{err} // a decompressor might continue after an error
	}
	return n, err
}

// Close implements io.Closer; the source stays open.
func (r *Reader) Close() error {
	if r.close != nil {
		r.close()
		r.plain, r.close = failed{os.ErrClosed}, nil
	}
	return nil
}

// IsCompressed reports whether a file that begins with these bytes is compressed by gzip or Zstandard.
func IsCompressed(head []byte) bool {
	return bytes.HasPrefix(head, []byte(gzipMagic)) || bytes.HasPrefix(head, []byte(zstandardMagic))
}

// open checks the first bytes and chooses how the rest is read.
func (r *Reader) open() {
	var err error
	switch {
	case r.source.begins(gzipMagic):
		r.form = "gzip"
		var z *gzip.Reader
		z, err = gzip.NewReader(&r.source)
		r.plain = z
	case r.source.begins(zstandardMagic) && r.zstandard == nil:
		err = ErrZstandard
	case r.source.begins(zstandardMagic):
		r.form = "Zstandard"
		r.plain, r.close, err = r.zstandard(&r.source)
	default:
		r.plain = r.source.Reader
	}
	if err != nil {
		r.plain = failed{err}
	}
}

// fault adds the place to an error in compressed data; an error of the source stays as it is.
func (r *Reader) fault(err error) error {
	switch {
	case r.form == "" || r.source.err != nil && r.source.err != io.EOF:
		return err
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the file ends in the middle of its %s data, after %d bytes", r.form, r.source.read)
	}
	return message.Errorf("the %s data are damaged before byte %d: %w", r.form, r.source.read, err)
}

// failed is a stream that could not be opened.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }

// counter counts the bytes that are read from a stream and remembers its error.
type counter struct {
	*bufio.Reader
	read int64
	err  error
}

// begins reports whether the stream begins with these bytes. It stops reading at the first difference,
// because the writer of the stream may be waiting.
func (c *counter) begins(magic string) bool {
	for i := range len(magic) {
		if seen, _ := c.Peek(i + 1); len(seen) <= i || seen[i] != magic[i] {
			return false
		}
	}
	return true
}

// Read implements io.Reader.
func (c *counter) Read(into []byte) (n int, err error) {
	n, err = c.Reader.Read(into)
	return n, c.count(n, err)
}

// ReadByte implements io.ByteReader, so that no decompressor reads ahead.
func (c *counter) ReadByte() (b byte, err error) {
	if b, err = c.Reader.ReadByte(); err != nil {
		return b, c.count(0, err)
	}
	c.read++
	return b, nil
}

func (c *counter) count(n int, err error) error {
	c.read += int64(n)
	if err != nil {
		c.err = err
	}
	return err
}

// File is a file opened for reading.
type File struct {
	Reader
	file *os.File
}

// Open opens a file for reading. The error is that of the system.
func Open(name string) (*File, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return &File{*NewReader(file), file}, nil
}

// Close closes the file.
func (f *File) Close() error { return errors.Join(f.Reader.Close(), f.file.Close()) }

// Plain returns the name of a file without compression: "games.pgn" for "games.pgn.gz" and "games.pgn.zst".
func Plain(name string) string {
	switch extension := filepath.Ext(name); strings.ToLower(extension) {
	case ".gz", ".zst":
		return strings.TrimSuffix(name, extension)
	}
	return name
}

// errZstandard is returned if a name requires a compression that is not supported for writing.
var errZstandard = errors.New("cannot write Zstandard files; end the name with .gz, or pipe through zstd")

// NewWriter returns a writer to w that compresses if the name ends with .gz. Close writes pending
// data and does not close w. The error is errZstandard.
func NewWriter(w io.Writer, name string) (io.WriteCloser, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz":
		return gzip.NewWriter(w), nil
	case ".zst":
		return nil, errZstandard
	}
	return plainWriter{w}, nil
}

// plainWriter is a writer that needs no end.
type plainWriter struct{ io.Writer }

func (plainWriter) Close() error { return nil }
