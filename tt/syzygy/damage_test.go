package syzygy

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
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
	if ok && hasDistance { // a promotion that wins has a distance without any table of the pawn
		mustFit(t, p, value, distance)
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
		mustFit(t, p, move.WDL, move.DTZ)
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

// testDamaged writes a file of a folder of tables anew, asks for positions, and returns
// whether the file was refused. One that is refused is reported once.
func testDamaged(t testing.TB, path string, data []byte, positions []movegen.Position) (refused bool) {
	t.Helper()
	writeFile(t, path, data)
	tables, err := Open(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	for i := range positions {
		mustBeSound(t, tables, &positions[i])
	}
	faults := tables.Faults()
	for _, err := range faults {
		fault, ok := err.(*FileError)
		if !ok || fault.Path != path || len(faults) > 1 {
			t.Fatalf("faults %q, only %s may have one", faults, path)
		}
	}
	return len(faults) > 0
}

// A file that is cut short, wherever, is refused: its end is known from its beginning.
func TestFilesCutShort(t *testing.T) {
	folder := copyThreeMen(t)
	random := rand.New(rand.NewPCG(5, 6))
	for _, name := range []string{"KBvK.rtbw", "KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"} {
		positions := drawPositions(t, random, []string{name[:4]}, 5)
		positions = append(positions, *position(t, map[string]string{"KBvK": "8/8/8/3k4/8/8/1B6/K7 w - - 0 1", "KRvK": rookWins, "KPvK": pawnWins}[name[:4]]))
		whole := readFile(t, filepath.Join(threeMen, name))
		path := filepath.Join(folder, name)
		for size := 0; size < len(whole); size++ {
			if size > 300 && size%64 > 1 && size%64 != 63 && random.IntN(20) != 0 {
				continue
			}
			if !testDamaged(t, path, whole[:size], positions) {
				t.Errorf("%s: %d of %d bytes are not refused", name, size, len(whole))
			}
		}
		if testDamaged(t, path, whole, positions) {
			t.Errorf("%s: all %d bytes are refused", name, len(whole))
		}
	}
}

// Every bit of a header may be wrong.
func TestFilesWithAWrongBit(t *testing.T) {
	folder := copyThreeMen(t)
	random := rand.New(rand.NewPCG(7, 8))
	for _, name := range []string{"KBvK.rtbw", "KRvK.rtbw", "KPvK.rtbw", "KRvK.rtbz", "KPvK.rtbz"} {
		positions := drawPositions(t, random, []string{name[:4]}, 5)
		whole := readFile(t, filepath.Join(threeMen, name))
		path := filepath.Join(folder, name)
		refused := 0
		bits := 8 * min(len(whole), headerBytes)
		for bit := range bits {
			data := bytes.Clone(whole)
			data[bit/8] ^= 1 << (bit % 8)
			if testDamaged(t, path, data, positions) {
				refused++
			}
		}
		if refused < 32 {
			t.Errorf("%s: %d of %d wrong bits are refused, not even those of the magic number", name, refused, bits)
		}
		writeFile(t, path, whole)
	}
}
