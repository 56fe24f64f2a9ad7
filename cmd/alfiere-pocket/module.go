package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
)

// Sections of a WebAssembly program, by their numbers.
const (
	customSection = 0
	dataSection   = 11
)

// preamble begins every WebAssembly program: its mark and the version.
const preamble = "\x00asm\x01\x00\x00\x00"

var errModule = errors.New("this is not WebAssembly as Go's linker writes it")

// image is what a program's memory holds when it begins, from an address on.
type image struct {
	address uint64
	bytes   []byte
}

// repack returns a program whose memory begins as change leaves it, written in one piece. The linker leaves zeros out
// and so writes a hundred thousand pieces, whose addresses compress far worse than the zeros do.
func repack(program []byte, change func(*image) error) ([]byte, error) {
	rest, found := bytes.CutPrefix(program, []byte(preamble))
	if !found {
		return nil, errModule
	}
	packed := []byte(preamble)
	for r := (reader{rest}); len(r.rest) > 0; {
		kind, content := r.byte(), r.block()
		if content == nil {
			return nil, errModule
		}
		switch kind {
		case customSection: // names of tools
			continue
		case dataSection:
			memory, err := readImage(content)
			if err != nil {
				return nil, err
			}
			if err := change(memory); err != nil {
				return nil, err
			}
			content = memory.section()
		}
		packed = appendSection(packed, kind, content)
	}
	return packed, nil
}

// appendSection writes a section.
func appendSection(to []byte, kind byte, content []byte) []byte {
	return append(binary.AppendUvarint(append(to, kind), uint64(len(content))), content...)
}

// readImage reads the section of data: pieces, each at an address of its own.
func readImage(section []byte) (*image, error) {
	const largest = 1 << 28 // more than that is a fault
	type piece struct {
		address uint64
		bytes   []byte
	}
	var pieces []piece
	r := reader{section}
	for n := r.number(); n > 0; n-- {
		memory, constant, address, end, text := r.number(), r.byte(), r.signed(), r.byte(), r.block()
		if memory != 0 || constant != 0x41 || end != 0x0b || text == nil || address < 0 || address > largest {
			return nil, errModule
		}
		pieces = append(pieces, piece{uint64(address), text})
	}
	if len(r.rest) > 0 || len(pieces) == 0 {
		return nil, errModule
	}
	slices.SortFunc(pieces, func(a, b piece) int { return cmp.Compare(a.address, b.address) })
	m := &image{address: pieces[0].address}
	for _, p := range pieces {
		at := p.address - m.address
		if at < uint64(len(m.bytes)) {
			return nil, errModule // one upon another
		}
		m.bytes = append(append(m.bytes, make([]byte, at-uint64(len(m.bytes)))...), p.bytes...)
	}
	return m, nil
}

// section writes the section of data with one piece.
func (m *image) section() []byte {
	address := appendSigned([]byte{1, 0, 0x41}, int64(m.address))
	return slices.Concat(binary.AppendUvarint(append(address, 0x0b), uint64(len(m.bytes))), m.bytes)
}

// at returns n bytes at an address, or nil if they are not there.
func (m *image) at(address, n uint64) []byte {
	from := address - m.address
	if address < m.address || from > uint64(len(m.bytes)) || n > uint64(len(m.bytes))-from {
		return nil
	}
	return m.bytes[from : from+n : from+n]
}

// reader reads a program; beyond its end are zeros, and blocks that are nil.
type reader struct{ rest []byte }

func (r *reader) byte() (b byte) {
	if len(r.rest) > 0 {
		b, r.rest = r.rest[0], r.rest[1:]
	}
	return b
}

func (r *reader) number() uint64 {
	n, length := binary.Uvarint(r.rest)
	r.rest = r.rest[max(length, 0):]
	return n
}

// signed reads a number in LEB128 with a sign.
func (r *reader) signed() (n int64) {
	for shift := 0; shift < 64; shift += 7 {
		b := r.byte()
		n |= int64(b&0x7f) << shift
		if b < 0x80 {
			if b&0x40 != 0 && shift < 57 {
				n |= -1 << (shift + 7)
			}
			break
		}
	}
	return n
}

// appendSigned writes a number in LEB128 with a sign.
func appendSigned(to []byte, n int64) []byte {
	for {
		b := byte(n & 0x7f)
		n >>= 7
		if n == 0 && b&0x40 == 0 || n == -1 && b&0x40 != 0 {
			return append(to, b)
		}
		to = append(to, b|0x80)
	}
}

// block reads a length and as many bytes; nil if there are fewer.
func (r *reader) block() []byte {
	n := r.number()
	if n > uint64(len(r.rest)) {
		return nil
	}
	block := r.rest[:n:n]
	r.rest = r.rest[n:]
	return block
}
