package syzygy

import (
	"encoding/binary"
	"errors"
	"fmt"

	"alfiere/movegen"
)

// kind is the contents of a file.
type kind uint8

const (
	values    kind = iota // of positions: .rtbw
	distances             // to the next capture or pawn move: .rtbz
)

// magics are the first four bytes of the files.
var magics = [...]string{values: "\x71\xe8\x23\x5d", distances: "\xd7\x66\x0c\xa5"}

// suffixes are the ends of the files' names.
var suffixes = [...]string{values: ".rtbw", distances: ".rtbz"}

const (
	bothSides        = 1  // a bit of the fifth byte: positions of both sides to move are stored
	withPawns        = 2  // also a bit of the fifth byte
	checksum         = 16 // bytes at the end of a file
	blockAlign       = 64 // bytes to a multiple of which the blocks of each part begin
	maxSymbols       = 4095
	maxHeader        = 1 << 20 // bytes; real ones have some thousands
	listsOfDistances = 4
)

// table is a file that has been opened and verified.
type table struct {
	shape shape
	kind  kind
	parts [2][4]part // by side to move and file of the leading pawn
	sides int        // how many sides to move are stored
	list  []byte     // the lists of distances of all parts
}

// part is what a table holds for one side to move and one file of the leading pawn.
type part struct {
	arrangement
	compression
	lists [listsOfDistances]distanceList
}

// distanceList is the place of the distances of a value in the lists of a table, and their number.
type distanceList struct{ first, count int }

// header reads the beginning of a file; reading beyond its end is an error.
type header struct {
	data []byte
	at   int
	err  error
}

var (
	errShort = errors.New("the file is cut short")
	errLong  = errors.New("the file is longer than its header says")
)

// take returns the next bytes.
func (h *header) take(count int) []byte {
	if h.err != nil || count > len(h.data)-h.at {
		if h.err == nil {
			h.err = errShort
		}
		return make([]byte, min(count, maxHeader))
	}
	h.at += count
	return h.data[h.at-count : h.at]
}

func (h *header) byte() byte     { return h.take(1)[0] }
func (h *header) uint16() uint16 { return binary.LittleEndian.Uint16(h.take(2)) }
func (h *header) uint32() uint32 { return binary.LittleEndian.Uint32(h.take(4)) }

// align continues at the next multiple of a power of two.
func (h *header) align(to int) { h.take(-h.at & (to - 1)) }

// fail records an error, unless there is an earlier one.
func (h *header) fail(format string, args ...any) {
	if h.err == nil {
		h.err = fmt.Errorf(format, args...)
	}
}

// readTable reads and verifies the structure of a file: everything that a probe relies on except the blocks themselves.
func readTable(f *file, s shape, k kind) (*table, error) {
	if f.size%blockAlign != checksum {
		return nil, fmt.Errorf("its length of %d bytes is not that of a table", f.size)
	}
	head, err := f.section(0, min(f.size-checksum, maxHeader))
	if err != nil {
		return nil, err
	}
	h := &header{data: head}
	t := &table{shape: s, kind: k, sides: 1}
	if string(h.take(4)) != magics[k] {
		return nil, errors.New("it does not begin like a table of its kind")
	}
	if k == values && !s.symmetric {
		t.sides = 2
	}
	flags := h.byte()
	if (flags&withPawns != 0) != s.hasPawns() || k == values && (flags&bothSides != 0) == s.symmetric {
		h.fail("it is the table of other pieces than its name says")
	}
	t.readArrangements(h)
	h.align(2)
	for file := range s.files() {
		for side := range t.sides {
			t.parts[side][file].readCodes(h)
		}
	}
	if k == distances {
		t.readLists(h)
	}
	if h.err != nil {
		return nil, h.err
	}
	return t, t.locate(f, int64(h.at))
}

// readArrangements reads the order in which the pieces of each part are numbered.
func (t *table) readArrangements(h *header) {
	for file := range t.shape.files() {
		first := h.byte()
		second := byte(0xff)
		if t.shape.pawns[1] > 0 {
			second = h.byte()
		}
		var pieces [2][maxPieces]movegen.Piece
		for i := range t.shape.pieces {
			both := h.byte()
			pieces[0][i], pieces[1][i] = movegen.Piece(both&15), movegen.Piece(both>>4)
		}
		for side := range t.sides {
			order := [2]int{int(first >> (4 * side) & 15), int(second >> (4 * side) & 15)}
			if t.shape.pawns[1] == 0 {
				order[1] = -1
			}
			if !t.shape.holds(pieces[side]) {
				h.fail("it is the table of other pieces than its name says")
				return
			}
			a, ok := newArrangement(&t.shape, pieces[side], order, file)
			if !ok {
				h.fail("its pieces stand in no order")
				return
			}
			t.parts[side][file].arrangement = a
		}
	}
}

// holds reports whether pieces are the pieces of the table, pawns in front.
func (s *shape) holds(pieces [maxPieces]movegen.Piece) bool {
	kings := [2]int{}
	var m material
	for i, piece := range pieces[:s.pieces] {
		pawn := i < s.pawns[0]+s.pawns[1]
		leads := i < s.pawns[0]
		switch t := piece.Type(); {
		case pawn != (t == movegen.Pawn), pawn && leads != (piece.Color() == s.leader), t < movegen.Pawn, t > movegen.King:
			return false
		case t == movegen.King:
			kings[piece.Color()]++
		default:
			m += one(piece.Color(), t)
		}
	}
	return kings == [2]int{1, 1} && m == s.white
}

// readCodes reads the compression of the values of a part.
func (p *part) readCodes(h *header) {
	p.flags = h.byte()
	if p.flags&singleValue != 0 {
		p.single = h.byte()
		return
	}
	blockBits, spanBits, padding := h.byte(), h.byte(), h.byte()
	if blockBits > maxBlockBits || spanBits > maxSpanBits {
		h.fail("its blocks or spans are too large")
		return
	}
	p.blockSize, p.span = 1<<blockBits, 1<<spanBits
	p.blocks.count = int64(h.uint32())
	p.blocks.listed = p.blocks.count + int64(padding)
	longest, shortest := int(h.byte()), int(h.byte())
	if shortest < 1 || longest < shortest || longest > maxCodeBits {
		h.fail("its codes have from %d to %d bits", shortest, longest)
		return
	}
	p.minLength = shortest
	p.lowest = make([]uint16, longest-shortest+1)
	for i := range p.lowest {
		p.lowest[i] = h.uint16()
	}
	p.readSymbols(h)
	p.findBases(h)
}

// readSymbols reads the pairs of symbols.
func (p *part) readSymbols(h *header) {
	count := int(h.uint16())
	if count == 0 || count > maxSymbols {
		h.fail("it has %d symbols", count)
		return
	}
	p.left, p.right, p.values = make([]uint16, count), make([]uint16, count), make([]uint8, count)
	for i := range count {
		three := h.take(3)
		p.left[i] = uint16(three[0]) | uint16(three[1]&15)<<8
		p.right[i] = uint16(three[1])>>4 | uint16(three[2])<<4
	}
	h.align(2)
	known := make([]bool, count)
	for i := range count {
		if h.err == nil && !p.countValues(uint16(i), known, 0) {
			h.fail("its symbol %d is made of none that is known", i)
		}
	}
}

// countValues counts the values of a symbol: ok is false if the count is not from 1 to
// 256, or if the symbol is a part of itself.
func (p *part) countValues(symbol uint16, known []bool, deep int) (ok bool) {
	if known[symbol] {
		return true
	}
	if p.right[symbol] == noSecond {
		known[symbol] = true
		return true
	}
	count := len(known)
	first, second := p.left[symbol], p.right[symbol]
	if deep > 255 || int(first) >= count || int(second) >= count ||
		!p.countValues(first, known, deep+1) || !p.countValues(second, known, deep+1) {
		return false
	}
	total := int(p.values[first]) + int(p.values[second]) + 1
	if total > 255 {
		return false
	}
	p.values[symbol], known[symbol] = uint8(total), true
	return true
}

// findBases computes the smallest code of each length, flush left in 64 bits.
func (p *part) findBases(h *header) {
	p.bases = make([]uint64, len(p.lowest))
	for i := len(p.bases) - 2; i >= 0; i-- {
		more := p.bases[i+1] + uint64(p.lowest[i]) - uint64(p.lowest[i+1])
		p.bases[i] = more / 2
	}
	for i := range p.bases {
		length := p.minLength + i
		if h.err == nil && p.bases[i]>>length != 0 {
			h.fail("its codes of %d bits are too many", length)
			return
		}
		p.bases[i] <<= 64 - length
	}
	if h.err == nil {
		p.listShort()
	}
}

// readLists finds the lists of distances.
func (t *table) readLists(h *header) {
	begin := h.at
	for file := range t.shape.files() {
		p := &t.parts[0][file]
		if p.flags&isMapped == 0 {
			continue
		}
		size := 1
		if p.flags&isWide != 0 {
			h.align(2)
			size = 2
		}
		for i := range p.lists {
			count := 0
			if size == 2 {
				count = int(h.uint16())
			} else {
				count = int(h.byte())
			}
			p.lists[i] = distanceList{h.at - begin, count}
			h.take(size * count)
		}
	}
	if h.err == nil {
		t.list = h.data[begin:h.at]
	}
	h.align(2)
}

// locate finds the sparse indexes, the lengths of blocks and the blocks, which follow the
// header in this order, with the sizes given in it.
func (t *table) locate(f *file, at int64) (err error) {
	parts := make([]*part, 0, 8)
	for file := range t.shape.files() {
		for side := range t.sides {
			if p := &t.parts[side][file]; p.flags&singleValue == 0 {
				parts = append(parts, p)
			}
		}
	}
	for _, p := range parts {
		size := int64((p.size+p.span-1)/p.span) * sparseEntry
		if p.sparse, err = f.section(at, size); err != nil {
			return err
		}
		at += size
	}
	for _, p := range parts {
		if p.lengths, err = f.section(at, 2*p.blocks.listed); err != nil {
			return err
		}
		at += 2 * p.blocks.listed
	}
	for _, p := range parts {
		at = alignBlock(at)
		p.blocks.file, p.blocks.at = f, at
		at += p.blocks.count * int64(p.blockSize)
	}
	switch end := f.size - checksum; {
	case alignBlock(at) > end:
		return errShort
	case alignBlock(at) < end:
		return errLong
	}
	return nil
}

// alignBlock returns the first place from at on where blocks may begin.
func alignBlock(at int64) int64 {
	return (at + blockAlign - 1) &^ (blockAlign - 1)
}
