package syzygy

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// Flags of a part of a table of distances, as the format has them.
const (
	flagSecondSide = 1 << iota // the values are for the side that is second in the name
	flagMapped
	flagWinPlies // wins count half-moves, not moves
	flagLossPlies
	flagWide   // the map has words
	flagSingle = 0x80
)

// writtenTable is what writeTable writes.
type writtenTable struct {
	name      string // KQvKR
	distances bool   // .rtbz, else .rtbw
	parts     [][]*writtenPart
}

// writtenPart is the part of a table for a file of the leading pawn and a side.
type writtenPart struct {
	men    []byte
	order  [2]int
	flags  byte        // of distances; flagSingle comes from how
	maps   [4][]uint16 // win, loss, cursed win, blessed loss
	values []valueRun  // as many as there are numbers
	how    coding
	top    int      // the values of random contents are not above
	ends   []uint64 // of the runs of values; worked out when needed
}

// newWrittenTable returns a table with random orders of the men, without values yet.
// There is one part for each file of the leading pawn and for each side that has its own.
func newWrittenTable(name string, distances bool, order func(name string) ([]byte, [2]int)) *writtenTable {
	w := &writtenTable{name: name, distances: distances}
	files, sides := 1, 2
	if distances || mirrored(name) {
		sides = 1
	}
	for file := 0; file < files; file++ {
		var parts []*writtenPart
		for range sides {
			part := &writtenPart{how: coding{blockBits: 6, spanBits: 15}}
			part.men, part.order = order(name)
			if part.men[0]&7 == codePawn {
				files = 4
			}
			parts = append(parts, part)
		}
		w.parts = append(w.parts, parts)
	}
	return w
}

// randomTable returns a table with random contents in random codings: values of runs of
// mean length, 0 to top at most, with flags of distances to choose from.
func randomTable(name string, distances bool, rng *rand.Rand, mean uint64, top int) *writtenTable {
	w := newWrittenTable(name, distances, func(name string) ([]byte, [2]int) { return shuffled(name, rng) })
	for file, parts := range w.parts {
		for side, part := range parts {
			part.how = randomCoding(rng)
			part.how.single = rng.IntN(6) == 0
			part.top = top
			if distances {
				part.flags = byte(rng.IntN(32))
				if part.how.single || part.flags&(flagMapped|flagWide) == flagMapped {
					part.top = min(top, 254) // it must have room in a byte
				}
			}
			if part.flags&flagMapped != 0 {
				for i := range part.maps {
					part.maps[i] = randomMap(rng, part.top+1, part.flags&flagWide != 0)
				}
			}
			part.values = randomRuns(rng, w.numbering(file, side).size(), mean, part.top)
			if part.how.single {
				part.values = part.values[:1]
			}
		}
	}
	return w
}

// randomMap returns a map of n values, to words if it is wide.
func randomMap(rng *rand.Rand, n int, wide bool) (values []uint16) {
	for range n {
		v := rng.IntN(256)
		if wide {
			v = rng.IntN(2000)
		}
		values = append(values, uint16(v))
	}
	return values
}

// randomCoding returns a way to compress values.
func randomCoding(rng *rand.Rand) coding {
	return coding{
		blockBits: 5 + rng.IntN(6),
		spanBits:  5 + rng.IntN(14),
		comb:      rng.IntN(3) == 0,
		rounds:    rng.IntN(6),
		unary:     max(0, rng.IntN(40)-10),
		limit:     []int{0, 0, 1, 12, 300}[rng.IntN(5)],
		uncoded:   rng.IntN(2) == 0,
		overhang:  rng.IntN(2) == 0,
	}
}

// numbering returns how a part numbers its positions.
func (w *writtenTable) numbering(file, side int) *numbering {
	part := w.parts[file][side]
	return newNumbering(part.men, part.order, file)
}

// writeTable writes a table into a folder and returns its path.
func writeTable(t testing.TB, folder string, w *writtenTable) (path string) {
	t.Helper()
	path = filepath.Join(folder, w.name+".rtbw")
	if w.distances {
		path = filepath.Join(folder, w.name+".rtbz")
	}
	if err := os.WriteFile(path, w.encode(t), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// encode returns the bytes of the file.
func (w *writtenTable) encode(t testing.TB) (file []byte) {
	t.Helper()
	file = w.head()
	var all []*packed
	for f, parts := range w.parts {
		for side, part := range parts {
			size := w.numbering(f, side).size()
			p := pack(part.values, part.how)
			if p.size != size && !part.how.single {
				t.Fatalf("%s: %d values for %d numbers", w.name, p.size, size)
			}
			all = append(all, p)
			file = append(file, p.head(part)...)
		}
	}
	if w.distances {
		for _, parts := range w.parts {
			file = appendMaps(file, parts[0])
		}
		file = pad(file, 2)
	}
	for _, p := range all {
		file = append(file, p.index...)
	}
	for _, p := range all {
		for _, n := range p.lengths {
			file = binary.LittleEndian.AppendUint16(file, n)
		}
	}
	for _, p := range all {
		file = append(pad(file, 64), p.blocks...)
	}
	return append(pad(file, 64), "sixteen bytes..."...)
}

func pad(b []byte, to int) []byte {
	for len(b)%to != 0 {
		b = append(b, 0)
	}
	return b
}

// head returns the bytes before the parts' own heads: magic number, flags, men.
func (w *writtenTable) head() (head []byte) {
	head = []byte{0x71, 0xe8, 0x23, 0x5d}
	if w.distances {
		head = []byte{0xd7, 0x66, 0x0c, 0xa5}
	}
	flags := byte(len(w.parts[0][0].men)) << 4
	if !mirrored(w.name) {
		flags |= 1
	}
	if len(w.parts) > 1 {
		flags |= 2
	}
	head = append(head, flags)
	for f, parts := range w.parts {
		both := func(of func(p *writtenPart) int) byte {
			value := of(parts[0])
			if !w.distances { // for the second side, or the first again
				value |= of(parts[len(parts)-1]) << 4
			}
			return byte(value)
		}
		head = append(head, both(func(p *writtenPart) int { return p.order[0] }))
		if w.numbering(f, 0).pawnsOfBoth() {
			head = append(head, both(func(p *writtenPart) int { return p.order[1] }))
		}
		for i := range parts[0].men {
			head = append(head, both(func(p *writtenPart) int { return int(p.men[i]) }))
		}
	}
	return pad(head, 2)
}

// appendMaps appends the maps of a part's values, if it has them.
func appendMaps(file []byte, part *writtenPart) []byte {
	if part.flags&flagMapped == 0 {
		return file
	}
	if part.flags&flagWide != 0 {
		file = pad(file, 2)
	}
	for _, values := range part.maps {
		if part.flags&flagWide != 0 {
			file = binary.LittleEndian.AppendUint16(file, uint16(len(values)))
			for _, v := range values {
				file = binary.LittleEndian.AppendUint16(file, v)
			}
			continue
		}
		file = append(file, byte(len(values)))
		for _, v := range values {
			file = append(file, byte(v))
		}
	}
	return file
}

// packed is a part's values in their final form.
type packed struct {
	code    *code
	size    uint64
	count   int      // of blocks
	lengths []uint16 // of blocks, one less than their values, and of those that are padding
	index   []byte
	blocks  []byte
}

// pack compresses values into blocks.
func pack(runs []valueRun, how coding) *packed {
	p := &packed{}
	if how.single {
		return p
	}
	var tokens []uint16
	p.code, tokens = compress(runs, how)
	blockBytes := 1 << how.blockBits
	var word uint64 // the last bits, left to be written
	used, bitsHeld, held := 0, 0, 0
	end := func() {
		for ; bitsHeld > 0; bitsHeld -= 8 {
			p.blocks = append(p.blocks, byte(word<<8>>bitsHeld))
		}
		word, bitsHeld = 0, 0
		p.blocks = pad(p.blocks, blockBytes)
		p.lengths = append(p.lengths, uint16(held-1))
		used, held = 0, 0
	}
	put := func(number, length int) {
		n := p.code.bits[number]
		word, bitsHeld = word<<n|uint64(p.code.word[number]), bitsHeld+n
		for ; bitsHeld >= 8; bitsHeld -= 8 {
			p.blocks = append(p.blocks, byte(word>>(bitsHeld-8)))
		}
		used += n
		held += length
		p.size += uint64(length)
	}
	longer := p.code.longer()
	for _, t := range tokens {
		number := p.code.numberOf[t]
		length := p.code.length[number]
		if used+p.code.bits[number] > 8*blockBytes || held+length > 65536 {
			instead := longer[number]
			if used+p.code.bits[instead] <= 8*blockBytes && held+length <= 65536 && how.overhang {
				put(instead, length)
				end()
				continue
			}
			end()
		}
		put(number, length)
	}
	if held > 0 {
		end()
	}
	p.count = len(p.lengths)
	p.makeIndex(how.spanBits)
	return p
}

// makeIndex says for the middle of each span which block has it, and where. Middles behind
// the last value are in blocks that are not there, of 65,536 values each.
func (p *packed) makeIndex(spanBits int) {
	block, before := 0, uint64(0) // values before the block
	for start := uint64(0); start < p.size; start += 1 << spanBits {
		middle := start + 1<<spanBits/2
		for middle > before+uint64(p.lengths[block]) {
			before += uint64(p.lengths[block]) + 1
			block++
			if block == len(p.lengths) {
				p.lengths = append(p.lengths, 65535)
			}
		}
		p.index = binary.LittleEndian.AppendUint32(p.index, uint32(block))
		p.index = binary.LittleEndian.AppendUint16(p.index, uint16(middle-before))
	}
}

// head returns what stands in the file of a part before all data.
func (p *packed) head(part *writtenPart) (head []byte) {
	how := part.how
	if how.single {
		return []byte{part.flags | flagSingle, byte(part.values[0].value)}
	}
	head = []byte{part.flags, byte(how.blockBits), byte(how.spanBits), byte(len(p.lengths) - p.count)}
	head = binary.LittleEndian.AppendUint32(head, uint32(p.count))
	head = append(head, byte(p.code.max), byte(p.code.min))
	for _, lowest := range p.code.lowest {
		head = binary.LittleEndian.AppendUint16(head, uint16(lowest))
	}
	head = binary.LittleEndian.AppendUint16(head, uint16(len(p.code.left)))
	for i, left := range p.code.left {
		right := p.code.right[i]
		head = append(head, byte(left), byte(left>>8|right&15<<4), byte(right>>4))
	}
	return pad(head, 2) // the tables' bytes are even in number before it
}
