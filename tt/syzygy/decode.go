package syzygy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
)

// How values are stored. The values of a part of a table are in the order of their positions' numbers, cut into blocks
// of one size in bytes. A block is a sequence of symbols in a canonical Huffman code, longest codes smallest; a symbol
// is a value, or a pair of symbols. A list has the number of values in each block (less one), and for every span of
// values a sparse index has the block, and the place in it, of the value in the span's middle.

// compression is how the values of one part of a table are stored.
type compression struct {
	flags  byte
	single byte // the only value, if the flag singleValue is set

	span      uint64 // values for each entry of the sparse index
	sparse    []byte // sparseEntry bytes for each: the block, and the place in it
	lengths   []byte // two bytes for each block: its values less one
	blocks    blocks
	blockSize int // bytes

	minLength int                      // bits of the shortest code
	bases     []uint64                 // by length, from the shortest: the smallest code, flush left
	lowest    []uint16                 // by length: the symbol of that code
	left      []uint16                 // by symbol: the first of the pair, or the value
	right     []uint16                 // the second of the pair
	values    []uint8                  // by symbol: the number of its values, less one
	short     [1 << shortBits]codeword // by the next bits of a block; none for longer codes
}

const (
	sparseEntry  = 6     // bytes: four of the block's number, two of the value's place
	shortBits    = 8     // of codes that are looked up
	maxCodeBits  = 32    // of a code
	noSecond     = 0xfff // in place of the second of a pair if a symbol is a value
	maxBlockBits = 16    // of the size of a block in bytes
	maxSpanBits  = 20    // of the values in a span
)

// Flags of a part of a table. All but the last are for distances only.
const (
	otherSide     byte = 1   // Black's moves are stored, not White's
	isMapped      byte = 2   // the stored values are indexes into a list of distances
	winHalfMoves  byte = 4   // wins are counted in half-moves, not in moves
	lossHalfMoves byte = 8   // and losses
	isWide        byte = 16  // the list has two bytes for each distance
	singleValue   byte = 128 // all positions have the same value
)

var (
	errNoBlock = errors.New("the index leads to no block")
	errNoCode  = errors.New("a block has an unknown code")
)

// value returns the stored value of the position with the given number, which must be
// below the number of positions. The error means that the table is damaged.
func (c *compression) value(number uint64) (int, error) {
	if c.flags&singleValue != 0 {
		return int(c.single), nil
	}
	block, place, err := c.find(number)
	if err != nil {
		return 0, err
	}
	return c.decode(block, place)
}

// find returns the block that holds a value, and the number of values before it there. It also ends soon in damaged
// files: every block has at least one value, and a place is less than half a span and 65,536 from the one in the index.
func (c *compression) find(number uint64) (block, place int, err error) {
	entry := c.sparse[number/c.span*sparseEntry:][:sparseEntry]
	at := int64(binary.LittleEndian.Uint32(entry))
	offset := int64(binary.LittleEndian.Uint16(entry[4:]))
	offset += int64(number%c.span) - int64(c.span/2)
	count := int64(len(c.lengths) / 2)
	for offset < 0 {
		at--
		if at < 0 || at >= count {
			return 0, 0, errNoBlock
		}
		offset += c.inBlock(at)
	}
	for {
		if at >= count {
			return 0, 0, errNoBlock
		}
		values := c.inBlock(at)
		if offset < values {
			return int(at), int(offset), nil
		}
		offset -= values
		at++
	}
}

// inBlock returns the number of values in a block.
func (c *compression) inBlock(block int64) int64 {
	return int64(binary.LittleEndian.Uint16(c.lengths[2*block:])) + 1
}

// decode returns the value of a block after place other values.
func (c *compression) decode(block, place int) (int, error) {
	data, release, err := c.blocks.read(block, c.blockSize)
	if err != nil {
		return 0, err
	}
	if release != nil {
		defer release()
	}
	bits, have := word(data, 0)<<32|word(data, 4), 64
	for at := 8; ; {
		next := c.short[bits>>(64-shortBits)]
		if next == 0 {
			if next = c.code(bits); next == 0 {
				return 0, errNoCode
			}
		}
		if place < next.values() {
			return c.expand(next.symbol(), place), nil
		}
		place -= next.values()
		bits <<= next.width()
		have -= next.width()
		if have <= 32 {
			have += 32
			bits |= word(data, at) << (64 - have)
			at += 4
		}
	}
}

// codeword is a code with its meaning, in few bytes because there are many: from the lowest bit, 6 bits for the code's
// width in bits, 9 for the number of values of its symbol, and the symbol. It is 0 if there is none.
type codeword uint32

func makeCodeword(width, values int, symbol uint64) codeword {
	return codeword(width | values<<6 | int(symbol)<<15)
}

func (c codeword) width() int  { return int(c & 63) }
func (c codeword) values() int { return int(c >> 6 & 511) }
func (c codeword) symbol() int { return int(c >> 15) }

// code returns the code with which the bits begin.
func (c *compression) code(bits uint64) codeword {
	for i, base := range c.bases {
		if bits < base {
			continue
		}
		width := i + c.minLength
		symbol := uint64(c.lowest[i]) + (bits-base)>>(64-width)
		if symbol >= uint64(len(c.values)) {
			return 0
		}
		return makeCodeword(width, int(c.values[symbol])+1, symbol)
	}
	return 0
}

// listShort lists the short codes, whose meaning does not depend on the bits that follow.
func (c *compression) listShort() {
	for prefix := range c.short {
		if next := c.code(uint64(prefix) << (64 - shortBits)); next.width() <= shortBits {
			c.short[prefix] = next
		}
	}
}

// word returns the four bytes at a place of a block, highest first; those beyond are zero.
func word(data []byte, at int) uint64 {
	if at+4 <= len(data) {
		return uint64(binary.BigEndian.Uint32(data[at:]))
	}
	return 0
}

// expand returns the value of a symbol after place other values.
func (c *compression) expand(symbol, place int) int {
	for c.values[symbol] != 0 {
		first := int(c.left[symbol])
		if values := int(c.values[first]) + 1; place < values {
			symbol = first
		} else {
			place -= values
			symbol = int(c.right[symbol])
		}
	}
	return int(c.left[symbol])
}

// file is an open table: mapped into memory or, if that is not possible, read block by block when needed.
type file struct {
	mapped []byte
	handle *os.File // nil if it is mapped
	size   int64
}

var errNotRegular = errors.New("it is not a regular file")

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

var errUnreadable = errors.New("it can no longer be read")

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
