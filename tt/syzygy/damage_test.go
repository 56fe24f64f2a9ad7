package syzygy

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

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

// restore puts back the good file, and the others of its material if a contradiction was
// blamed on them.
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
		d := damage(t, threeMen, name)
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
		d := damage(t, threeMen, name)
		positions := drawPositions(t, random, []string{name[:4]}, 2)
		whole := d.original(t)
		refused := 0
		bits := 8 * min(len(whole), headerBytes)
		for bit := range bits {
			data := slices.Clone(whole)
			data[bit/8] ^= 1 << (bit % 8)
			if d.ask(t, data, positions) {
				refused++
			}
		}
		if refused < 32 {
			t.Errorf("%s: %d of %d wrong bits are refused, not even those of the magic number", name, refused, bits)
		}
	}
}
