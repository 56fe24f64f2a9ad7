package tt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"os"
	"path/filepath"
)

// A hash file begins with these eight words, the lowest byte first; buckets follow.
// The header is written once, before the file has its name, and never changed.
//
//	0 magic   8 format   16 table, bytes   24 fingerprint   32, 40, 48 zero   56 CRC-64 of 0 to 55
const (
	headerBytes = 64
	checkAt     = 56
	fileFormat  = 1 // grows with every change of header, buckets or entries
)

// fileMagic is no text: what converts line ends or strips the eighth bit destroys it.
var fileMagic = [8]byte{0x89, 'A', 'l', 'f', 'H', '\r', '\n', 0x1a}

// Faults of a hash file, wrapped by FileError.
var (
	errNotRegular  = errors.New("not a regular file")
	errNotHashFile = errors.New("not a hash file")
	errDamaged     = errors.New("damaged")
	errFormat      = errors.New("made by another version of the program, in an unknown format")
	ErrFingerprint = errors.New("made by another version of the program, which judges positions differently")
	ErrShrunk      = errors.New("the file has become shorter")
)

// FileError is why a hash file is refused, with the place where it shows.
type FileError struct {
	Err    error
	Offset int64 // of the first byte at fault, counted from 0
}

// Error names the fault and its offset.
func (e *FileError) Error() string { return fmt.Sprintf("%v (offset %d)", e.Err, e.Offset) }

// Unwrap returns the fault without its offset.
func (e *FileError) Unwrap() error { return e.Err }

// CreateFile makes an empty hash file. It appears under its name when it is whole, and never in place of another: then
// the error wraps fs.ErrExist. The size must be a power of two, in megabytes and at most MaxMegabytes, else the error
// wraps ErrSize. Disk space is taken as entries come. The fingerprint covers everything that scores depend on, see
// OpenFile.
func CreateFile(path string, megabytes int, fingerprint uint64) error {
	if megabytes < minMegabytes || megabytes > MaxMegabytes || megabytes&(megabytes-1) != 0 {
		return fmt.Errorf("%w: %d MB is not a power of two within %d to %d", ErrSize, megabytes, minMegabytes, MaxMegabytes)
	}
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("hash file \"%s\": %w", path, os.ErrExist)
	}
	folder := filepath.Dir(path)
	file, err := os.CreateTemp(folder, filepath.Base(path)+".*.new")
	if err != nil {
		return fmt.Errorf("hash file: %w", err)
	}
	defer os.Remove(file.Name()) // the second name, or what is left of a failure
	size := int64(megabytes) << 20
	_, err = file.Write(header(uint64(size), fingerprint))
	err = errors.Join(err, file.Truncate(headerBytes+size), file.Sync())
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("hash file: %w", err)
	}
	if err := giveName(file.Name(), path); err != nil {
		return fmt.Errorf("hash file: %w", err)
	}
	if folder, err := os.Open(folder); err == nil {
		_ = folder.Sync() // not all systems can; then the name may be lost with the power
		_ = folder.Close()
	}
	return nil
}

// giveName lets the file be found at path, where there must be nothing.
func giveName(temporary, path string) error {
	err := os.Link(temporary, path)
	if err == nil || errors.Is(err, os.ErrExist) {
		return err
	}
	// Some file systems have no second names. Of two that make the file at the same
	// moment one may then use a file without a name, which nobody else sees.
	if _, missing := os.Lstat(path); missing == nil {
		return os.ErrExist
	}
	return os.Rename(temporary, path)
}

func header(size, fingerprint uint64) []byte {
	h := make([]byte, headerBytes)
	copy(h, fileMagic[:])
	binary.LittleEndian.PutUint64(h[8:], fileFormat)
	binary.LittleEndian.PutUint64(h[16:], size)
	binary.LittleEndian.PutUint64(h[24:], fingerprint)
	binary.LittleEndian.PutUint64(h[checkAt:], headerCheck(h))
	return h
}

func headerCheck(h []byte) uint64 {
	return crc64.Checksum(h[:checkAt], crc64.MakeTable(crc64.ECMA))
}

// readHeader returns the bytes of the file's table, or a *FileError if the file is not to be trusted.
func readHeader(file *os.File, fingerprint uint64) (size uint64, err error) {
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	h := make([]byte, headerBytes)
	n, _ := file.ReadAt(h, 0)
	for i := range fileMagic {
		if i >= n || h[i] != fileMagic[i] {
			return 0, &FileError{errNotHashFile, int64(i)}
		}
	}
	if n < headerBytes {
		return 0, &FileError{fmt.Errorf("%w: its header is cut short", errDamaged), int64(n)}
	}
	if binary.LittleEndian.Uint64(h[checkAt:]) != headerCheck(h) {
		return 0, &FileError{fmt.Errorf("%w: the header does not agree with its checksum", errDamaged), checkAt}
	}
	if binary.LittleEndian.Uint64(h[8:]) != fileFormat {
		return 0, &FileError{errFormat, 8}
	}
	size = binary.LittleEndian.Uint64(h[16:])
	if size&(size-1) != 0 || size < minMegabytes<<20 || size > MaxMegabytes<<20 {
		return 0, &FileError{fmt.Errorf("%w: a table of %d bytes cannot be", errDamaged, size), 16}
	}
	if binary.LittleEndian.Uint64(h[24:]) != fingerprint {
		return 0, &FileError{ErrFingerprint, 24}
	}
	if want := headerBytes + int64(size); info.Size() != want {
		return 0, &FileError{fmt.Errorf("%w: it has %d bytes and not %d", errDamaged, info.Size(), want),
			min(info.Size(), want)}
	}
	return size, nil
}
