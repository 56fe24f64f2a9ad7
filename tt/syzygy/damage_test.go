package syzygy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/movegen"
)

// maxDistance is beyond what any table can say: a number of 16 bits, in moves.
const maxDistance = 2*(1<<16) + 101

// mustBeSound asks all there is to ask of a position. Whatever the tables hold, values
// are values, distances have their sign, and the moves are the legal ones.
func mustBeSound(t testing.TB, tables *Tables, p *movegen.Position) (answered bool) {
	t.Helper()
	value, ok := tables.WDL(p)
	if value < Loss || value > Win || !ok && value != Draw {
		t.Fatalf("%s: value %d, %v", p.FEN(), value, ok)
	}
	distance, hasDistance := tables.DTZ(p)
	// A damaged table may contradict itself: a draw whose pawn moves win.
	if ok && hasDistance && p.ByType(movegen.Pawn) == 0 {
		mustFit(t, p, value, distance)
	}
	if distance < -maxDistance || distance > maxDistance {
		t.Fatalf("%s: distance %d", p.FEN(), distance)
	}
	if !hasDistance && distance != 0 {
		t.Fatalf("%s: distance %d, which is not known", p.FEN(), distance)
	}
	moves, hasMoves := tables.Moves(p)
	if !hasMoves {
		return ok
	}
	var legal movegen.MoveList
	p.LegalMoves(&legal)
	seen := map[movegen.Move]bool{}
	for _, move := range moves {
		if !legal.Has(move.Move) || seen[move.Move] {
			t.Fatalf("%s: move %v is illegal, or said twice", p.FEN(), move.Move)
		}
		seen[move.Move] = true
		if move.WDL < Loss || move.WDL > Win {
			t.Fatalf("%s: move %v has value %d", p.FEN(), move.Move, move.WDL)
		}
		if p.ByType(movegen.Pawn) == 0 {
			mustFit(t, p, move.WDL, move.DTZ)
		}
	}
	if len(moves) != legal.Len() {
		t.Fatalf("%s: %d moves, %d are legal", p.FEN(), len(moves), legal.Len())
	}
	return ok
}

// mustFit fails if a distance is beyond all bounds or has not the sign of the value.
func mustFit(t testing.TB, p *movegen.Position, value WDL, distance int) {
	t.Helper()
	if distance < -maxDistance || distance > maxDistance || distance != 0 && (distance > 0) != (value > Draw) {
		t.Fatalf("%s: distance %d of a %v", p.FEN(), distance, value)
	}
}

// damageable are tables in which a test replaces one file at a time.
type damageable struct {
	*Tables
	name string
	kind kind
	lazy *lazyTable
	good *table
}

// damage prepares the damage of a file of a folder, KRvK.rtbw, say.
func damage(t testing.TB, folder, name string) *damageable {
	t.Helper()
	d := &damageable{Tables: openTables(t, folder), name: name}
	if strings.HasSuffix(name, suffixes[distances]) {
		d.kind = distances
	}
	m, _, ok := parseMaterial(strings.TrimSuffix(name, suffixes[d.kind]))
	if !ok || d.find(m) == nil {
		t.Fatalf("%s: no such table", name)
	}
	e := d.find(m)
	d.lazy = &e.files[d.kind]
	if d.good = d.table(e, d.kind); d.good == nil {
		t.Fatalf("%s: %v", name, d.Faults())
	}
	return d
}

// original returns the bytes of the file.
func (d *damageable) original(t testing.TB) []byte { return readFile(t, d.lazy.path) }

// ask asks for positions while the file has the bytes of data, and returns whether it was
// refused. One that is refused is reported once, and the reader never has to be saved.
func (d *damageable) ask(t testing.TB, data []byte, positions []movegen.Position) (refused bool) {
	t.Helper()
	bytes := slices.Clip(slices.Clone(data)) // what is read beyond it is a panic
	var opened *table
	err := guard(func() (err error) {
		opened, err = readTable(&file{mapped: bytes, size: int64(len(bytes))}, d.good.shape, d.kind)
		return err
	})
	if err != nil {
		d.report(d.lazy.path, err)
		opened = unusable
	}
	d.lazy.opened.Store(opened)
	defer d.restore()
	for i := range positions {
		mustBeSound(t, d.Tables, &positions[i])
	}
	faults := d.Faults()
	for _, err := range faults {
		fault, ok := err.(*FileError)
		if !ok || len(faults) > 1 || fault.Path != d.lazy.path && !errors.Is(err, errContradiction) {
			t.Fatalf("faults %q, only %s may have one", faults, d.name)
		}
		if errors.Is(err, errInternal) {
			t.Fatalf("%v: the verification ought to have found it", err)
		}
	}
	return len(faults) > 0
}

// restore puts back the good file, and the others of its material if a contradiction was blamed on them.
func (d *damageable) restore() {
	d.lazy.opened.Store(d.good)
	for _, e := range d.entries {
		for k := range e.files {
			if l := &e.files[k]; l.opened.Load() == unusable && l.file != nil {
				opened, err := readTable(l.file, e.shape, kind(k))
				if err != nil {
					panic(err) // it was read before
				}
				l.opened.Store(opened)
			}
		}
	}
}

// A file that is cut short, wherever, is refused: its end is known from its beginning.
func TestFilesCutShort(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, name := range []string{"KBvK.rtbw", "KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"} {
		d := damage(t, threePieces, name)
		positions := drawPositions(t, random, []string{name[:4]}, 5)
		whole := d.original(t)
		for size := range whole {
			if size > 300 && size%64 > 17 && random.IntN(50) != 0 {
				continue
			}
			if refused := d.ask(t, whole[:size], positions); !refused {
				t.Errorf("%s: %d of %d bytes are not refused", name, size, len(whole))
			}
		}
		if d.ask(t, whole, positions) {
			t.Errorf("%s: all %d bytes are refused", name, len(whole))
		}
		for _, more := range []int{1, 16, 48, 64, 4096} {
			if !d.ask(t, append(slices.Clone(whole), make([]byte, more)...), positions) {
				t.Errorf("%s: %d bytes too many are not refused", name, more)
			}
		}
	}
}

// Every bit of a header may be wrong; those of the numbers that decide what follows are
// found out, the others make other values.
func TestFilesWithAWrongBit(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, name := range []string{"KBvK.rtbw", "KRvK.rtbw", "KPvK.rtbw", "KRvK.rtbz", "KPvK.rtbz"} {
		d := damage(t, threePieces, name)
		positions := drawPositions(t, random, []string{name[:4]}, 2)
		whole := d.original(t)
		refused := 0
		bits := 8 * min(len(whole), headerBytes)
		step := effort.Of(1, 3, 3)
		for bit := 0; bit < bits; bit += step {
			data := slices.Clone(whole)
			data[bit/8] ^= 1 << (bit % 8)
			if d.ask(t, data, positions) {
				refused++
			}
		}
		if refused < 32/step {
			t.Errorf("%s: %d of %d wrong bits are refused, not even those of the magic number", name, refused, bits)
		}
	}
}

// mutationSample is a table that is mutated, with positions to ask for.
type mutationSample struct {
	*damageable
	original  []byte
	positions []movegen.Position
}

// mutationSamples returns tables of all kinds: of three pieces, and of four those with equal pieces, with pawns of both sides
// and of one, of one side to move and of both: the real ones that are here, and those of the encodings.
func mutationSamples(t testing.TB, random *rand.Rand) (samples []mutationSample) {
	t.Helper()
	add := func(folder, material string, kinds ...kind) {
		for _, k := range kinds {
			d := damage(t, folder, material+suffixes[k])
			samples = append(samples, mutationSample{d, d.original(t), drawPositions(t, random, []string{material}, 64)})
		}
	}
	for _, material := range threePieceMaterials {
		add(threePieces, material, values, distances)
	}
	// The random values of the encodings do not go with other values than their own, so
	// that of the tables with damaged values the distances are left out.
	encoded := unpack(t)
	for _, material := range []string{"KQQvK", "KPPvK", "KQvKR", "KRvKP", "KPvKP", "KQvKQ"} {
		alone := copyThreePieces(t)
		copyFiles(t, encoded, alone, material+suffixes[values])
		add(alone, material, values)
		add(encoded, material, distances)
	}
	if _, err := os.Stat(sampleFolder); err == nil {
		for _, material := range strings.Fields("KQQvK KBBvK KNNvK KRPvK KPPvK KBvKB KBvKN KQvKR KRvKR KNvKP KPvKP KQvKQ") {
			add(sampleFolder, material, values, distances)
		}
	}
	return samples
}

// Tables that are damaged in every way that comes to mind give wrong answers at worst:
// no panic, not even one that the reader would catch, nothing read beyond the file's end,
// no loop without end, no illegal move. ALFIERE_LONG=1 makes 10,000 of them.
func TestMutatedTables(t *testing.T) {
	count := effort.Of(10_000, 800, 800)
	random := rand.New(rand.NewPCG(15, 15))
	samples := mutationSamples(t, random)
	refused := 0
	for range count {
		sample := &samples[random.IntN(len(samples))]
		other := &samples[random.IntN(len(samples))]
		data := mutate(random, sample.original, other.original)
		first := random.IntN(len(sample.positions) - 4)
		if sample.ask(t, data, sample.positions[first:first+4]) {
			refused++
		}
	}
	t.Logf("%d of %d mutated tables were refused, the others gave values", refused, count)
	if refused < count/4 || refused > count*19/20 {
		t.Errorf("%d of %d mutations were refused: the mutations are too weak, or too strong", refused, count)
	}
}

// FuzzTable has the fuzzer say what to change in small tables: edits are places and bytes,
// three bytes each, and length is what is left of the file.
func FuzzTable(f *testing.F) {
	names := []string{"KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz", "KNvK.rtbw", "KQvK.rtbz"}
	tables := make([]*damageable, len(names))
	originals := make([][]byte, len(names))
	for i, name := range names {
		tables[i] = damage(f, threePieces, name)
		originals[i] = tables[i].original(f)
		f.Add(uint8(i), []byte{5, 0, 1, 100, 0, 0x80}, uint16(len(originals[i])), uint64(i))
	}
	f.Fuzz(func(t *testing.T, which uint8, edits []byte, length uint16, seed uint64) {
		d, data := tables[int(which)%len(tables)], bytes.Clone(originals[int(which)%len(tables)])
		for ; len(edits) > 2; edits = edits[3:] {
			data[int(binary.LittleEndian.Uint16(edits))%len(data)] ^= edits[2]
		}
		random := rand.New(rand.NewPCG(seed, 0))
		d.ask(t, data[:min(int(length), len(data))], drawPositions(t, random, []string{d.name[:4]}, 8))
	})
}

// headerBytes is how much of a file mutations take for its header, where they strike as often as in all the rest.
const headerBytes = 256

// mutate returns data with some damage of the kinds that files suffer, and of those that an enemy would try: bytes,
// numbers of the header, blocks lost, doubled and exchanged, ends cut off and added, the end of another table.
func mutate(random *rand.Rand, data []byte, other []byte) []byte {
	data = bytes.Clone(data)
	for range 1 + random.IntN(1+random.IntN(4)) {
		if len(data) == 0 {
			return data
		}
		mutation := mutations[random.IntN(len(mutations))]
		data = mutation(random, data, other)
	}
	return data
}

// mutations are the kinds of damage; each may change data in place.
var mutations = []func(random *rand.Rand, data, other []byte) []byte{
	func(random *rand.Rand, data, _ []byte) []byte { // a bit
		data[random.IntN(len(data))] ^= 1 << random.IntN(8)
		return data
	},
	func(random *rand.Rand, data, _ []byte) []byte { // a byte
		data[random.IntN(len(data))] = byte(random.Uint32())
		return data
	},
	func(random *rand.Rand, data, _ []byte) []byte { // a byte of the header
		data[random.IntN(min(len(data), headerBytes))] = byte(random.Uint32())
		return data
	},
	func(random *rand.Rand, data, _ []byte) []byte { // a byte of the header, a little
		data[random.IntN(min(len(data), headerBytes))] += byte(random.IntN(5) - 2)
		return data
	},
	func(random *rand.Rand, data, _ []byte) []byte { // a number of the header
		number := [...]uint32{0, 1, 0xff, 0x100, 0xfff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff, uint32(len(data))}[random.IntN(13)]
		var bytes [4]byte
		binary.LittleEndian.PutUint32(bytes[:], number)
		copy(data[random.IntN(min(len(data), headerBytes)):], bytes[:1+random.IntN(4)])
		return data
	},
	func(random *rand.Rand, data, _ []byte) []byte { // two blocks exchanged
		a, b := block(random, data), block(random, data)
		kept := bytes.Clone(a)
		copy(a, b)
		copy(b, kept)
		return data
	},
	func(random *rand.Rand, data, _ []byte) []byte { // a block doubled
		copy(block(random, data), block(random, data))
		return data
	},
	func(random *rand.Rand, data, _ []byte) []byte { // a block of zeros, or of ones
		fill := byte(-random.IntN(2))
		for i, b := 0, block(random, data); i < len(b); i++ {
			b[i] = fill
		}
		return data
	},
	func(random *rand.Rand, data, _ []byte) []byte { // a block of noise
		for i, b := 0, block(random, data); i < len(b); i++ {
			b[i] = byte(random.Uint32())
		}
		return data
	},
	func(random *rand.Rand, data, _ []byte) []byte { // some bytes lost
		from := random.IntN(len(data))
		return append(data[:from], data[min(from+1+random.IntN(64), len(data)):]...)
	},
	func(random *rand.Rand, data, _ []byte) []byte { // the end lost
		return data[:random.IntN(len(data))]
	},
	func(random *rand.Rand, data, _ []byte) []byte { // blocks at the end lost
		return data[:len(data)-min(len(data), 64*(1+random.IntN(4)))]
	},
	func(random *rand.Rand, data, _ []byte) []byte { // something at the end
		return append(data, make([]byte, 1+random.IntN(200))...)
	},
	func(random *rand.Rand, data, other []byte) []byte { // the end of another table
		from := random.IntN(min(len(data), len(other)))
		return append(data[:from], other[from:]...)
	},
}

// block returns a random block of 64 bytes where they lie in a file.
func block(random *rand.Rand, data []byte) []byte {
	from := random.IntN(len(data)) / 64 * 64
	return data[from:min(from+64, len(data))]
}
