package syzygy

import (
	"bufio"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// encodings is the folder of tables with random contents in the encodings that the tables of
// three pieces lack, and of texts with what the tables hold (testdata/README.md).
const encodings = "testdata/encodings"

// textLines yields the lines of a text that are no comments, in words, and whether each is indented.
func textLines(t *testing.T, name string, visit func(words []string, indented bool)) {
	t.Helper()
	file := must.Get(os.Open(filepath.Join(encodings, name)))(t)
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if line := lines.Text(); !strings.HasPrefix(line, "#") {
			visit(strings.Fields(line), strings.HasPrefix(line, " "))
		}
	}
	must.Do(t, lines.Err())
}

// unpack writes the tables of the encodings into a new folder.
func unpack(t testing.TB) (folder string) {
	t.Helper()
	folder = t.TempDir()
	packed, err := filepath.Glob(filepath.Join(encodings, "*.gz"))
	if err != nil || len(packed) == 0 {
		t.Fatal(packed, err)
	}
	for _, path := range packed {
		file := must.Get(os.Open(path))(t)
		text := must.Get(gzip.NewReader(file))(t)
		data := must.Get(io.ReadAll(text))(t)
		file.Close()
		writeFile(t, filepath.Join(folder, strings.TrimSuffix(filepath.Base(path), ".gz")), data)
	}
	return folder
}

// scan reads a word of a text.
func scan(t *testing.T, word string, into any) {
	t.Helper()
	if _, err := fmt.Sscan(word, into); err != nil {
		t.Fatal(word, err)
	}
}

// numbered is a line of numbers.txt: an arrangement.
type numbered struct {
	shape shape
	file  int
	arrangement
}

func newNumbered(t *testing.T, words []string) (n numbered) {
	t.Helper()
	m, count, ok := parseMaterial(words[0])
	codes, err := hex.DecodeString(words[4])
	if !ok || err != nil {
		t.Fatal(words, err)
	}
	n.shape = newShape(m, count)
	var order [2]int
	var size uint64
	scan(t, words[1], &n.file)
	scan(t, words[2], &order[0])
	scan(t, words[3], &order[1])
	scan(t, words[5], &size)
	var pieces [maxPieces]movegen.Piece
	for i, code := range codes {
		pieces[i] = movegen.Piece(code)
	}
	if n.arrangement, ok = newArrangement(&n.shape, pieces, order, n.file); !ok || n.size != size {
		t.Fatalf("%v: %d numbers, %v", words, n.size, ok)
	}
	return n
}

// The reader numbers positions as the plain definition does: of all materials of three and
// four pieces and of some of five to seven, in random orders of the pieces that the format allows.
func TestTheReaderNumbersAsTheDefinitionDoes(t *testing.T) {
	var n numbered
	count := 0
	textLines(t, "numbers.txt", func(words []string, indented bool) {
		if !indented {
			n = newNumbered(t, words)
			return
		}
		count++
		var want uint64
		scan(t, words[2], &want)
		p := position(t, words[0]+" "+words[1]+" - - 0 1")
		at := n.shape.place(p, of(p) != n.shape.white || n.shape.symmetric && p.Side() == movegen.Black)
		if file := at.file(); file != n.file {
			t.Errorf("%s: the leading pawn is on file %d, want %d", p.FEN(), file, n.file)
		} else if got := n.index(&n.shape, &at); got != want {
			t.Errorf("%s: number %d, want %d", p.FEN(), got, want)
		}
	})
	if count < 400 {
		t.Errorf("%d positions", count)
	}
}

// openEncoded reads a table of a folder with the reader.
func openEncoded(t *testing.T, folder, name string, mapping bool) *table {
	t.Helper()
	material, extension, _ := strings.Cut(name, ".")
	m, pieces, ok := parseMaterial(material)
	if !ok {
		t.Fatalf("%s is no name of a table", name)
	}
	k := values
	if "."+extension == suffixes[distances] {
		k = distances
	}
	f := must.Get(openFile(filepath.Join(folder, name), mapping))(t)
	t.Cleanup(func() { _ = f.close() })
	read, err := readTable(f, newShape(m, pieces), k)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return read
}

// checksum returns the CRC-32 of the values of a part, of each step-th number.
func (p *part) checksum(t *testing.T, step uint64) uint32 {
	t.Helper()
	sum := crc32.NewIEEE()
	for number := uint64(0); number < p.size; number += step {
		value, err := p.value(number)
		if err != nil {
			t.Fatalf("number %d of %d: %v", number, p.size, err)
		}
		sum.Write([]byte{byte(value), byte(value >> 8)})
	}
	return sum.Sum32()
}

func TestTheReaderDecodesWhatWasEncoded(t *testing.T) {
	folder := unpack(t)
	textLines(t, "values.txt", func(words []string, indented bool) {
		if indented {
			return
		}
		mapped, plain := openEncoded(t, folder, words[0], true), openEncoded(t, folder, words[0], false)
		sums := words[1:]
		if len(sums) != mapped.shape.files()*mapped.sides {
			t.Fatalf("%s: %d parts", words[0], len(sums))
		}
		for i, want := range sums {
			file, side := i/mapped.sides, i%mapped.sides
			part, same := &mapped.parts[side][file], &plain.parts[side][file]
			if got := fmt.Sprintf("%08x", part.checksum(t, 11)); got != want {
				t.Errorf("%s, file %d, side %d: the values have checksum %s, want %s", words[0], file, side, got, want)
			}
			step := 1 + part.size/1000 // a file that is not mapped is slow
			if part.checksum(t, step) != same.checksum(t, step) {
				t.Errorf("%s, file %d, side %d: other values if the file is not mapped", words[0], file, side)
			}
		}
	})
}

// A table of more than 1<<32 positions.
func TestNumbersBeyond32Bits(t *testing.T) {
	part := &openEncoded(t, unpack(t), "KQRBNvK.rtbz", true).parts[0][0]
	if part.size != 6_765_832_080 {
		t.Errorf("%d numbers", part.size)
	}
	if sum := part.checksum(t, 1_000_003); sum != 0x095e6ca5 {
		t.Errorf("the values have checksum %08x", sum)
	}
}

// Through the whole of a probe: values, and distances with maps of bytes and words, in moves
// and half-moves, of either side.
func TestProbesFindWhatWasEncoded(t *testing.T) {
	tables := openTables(t, unpack(t))
	checked := map[string]int{}
	textLines(t, "values.txt", func(words []string, indented bool) {
		if !indented {
			return
		}
		p := position(t, words[0]+" "+words[1]+" - - 0 1")
		var want WDL
		scan(t, words[2], &want)
		if got, ok := tables.WDL(p); !ok || got != want {
			t.Errorf("%s: %v, %t, want %v", p.FEN(), got, ok, want)
		}
		if words[3] == "?" {
			checked["not stored"]++
			return
		}
		checked[want.String()]++
		var distance int
		scan(t, words[3], &distance)
		if got, ok := tables.DTZ(p); !ok || got != distance {
			t.Errorf("%s, %v: distance %d, %t, want %d", p.FEN(), want, got, ok, distance)
		}
	})
	for _, fault := range tables.Faults() {
		t.Error(fault)
	}
	for _, want := range []string{"win", "loss", "cursed win", "blessed loss", "draw", "not stored"} {
		if checked[want] < 10 {
			t.Errorf("too few positions of %s: %v", want, checked)
		}
	}
}

// wholeTables are, by the piece beside the kings, how many of every seventh position of three pieces are drawn, won and lost
// for the side to move, and the CRC-32 (IEEE) of what is known of them. A retrograde analysis that worked out every
// ending from the rules alone agreed with these tables; it was a test of this package and was removed afterwards.
var wholeTables = map[movegen.PieceType]census{
	movegen.Bishop: {119288, 0, 0, 0x8ab9862e},
	movegen.Knight: {122704, 0, 0, 0x93813bb3},
	movegen.Pawn:   {31120, 35684, 27872, 0xec5bcb2e},
	movegen.Queen:  {6564, 41368, 57420, 0x37a58989},
	movegen.Rook:   {6352, 50048, 57632, 0x7a994012},
}

type census struct {
	draws, wins, losses int
	sum                 uint32
}

// TestWholeTablesOfThreePieces asks for positions all over the tables, with either colour stronger.
func TestWholeTablesOfThreePieces(t *testing.T) {
	tables := openSound(t, threePieces)
	for piece, want := range wholeTables {
		var got census
		visit := func(p *movegen.Position) { got.count(t, tables, p) }
		for number := 0; number < 2<<18; number += 7 {
			b := movegen.Builder{EnPassant: movegen.NoSquare, Side: movegen.Color(number & 1), FullmoveNumber: 1}
			put(&b, withKings(movegen.MakePiece(movegen.White, piece)), number>>1, visit)
		}
		if got != want {
			t.Errorf("%v: %#v, want %#v", piece, got, want)
		}
	}
}

// count adds a position: its value and its distance, and of every hundredth its moves.
func (c *census) count(t *testing.T, tables *Tables, p *movegen.Position) {
	value, valued := tables.WDL(p)
	distance, far := tables.DTZ(p)
	if !valued || !far {
		t.Fatalf("%s: no answer", p.FEN())
	}
	c.sum = crc32.Update(c.sum, crc32.IEEETable, []byte{byte(value), byte(distance)})
	switch value {
	case Draw:
		c.draws++
	case Win:
		c.wins++
	case Loss:
		c.losses++
	}
	if (c.draws+c.wins+c.losses)%100 == 0 {
		moves, _ := tables.Moves(p)
		c.sum = crc32.Update(c.sum, crc32.IEEETable, fmt.Append(nil, moves))
	}
}

// withKings returns the two kings and some pieces.
func withKings(pieces ...movegen.Piece) []movegen.Piece {
	kings := []movegen.Piece{movegen.MakePiece(movegen.White, movegen.King), movegen.MakePiece(movegen.Black, movegen.King)}
	return append(kings, pieces...)
}

// put visits the position with the pieces on the squares that a number has in its digits, if it is
// legal, and the same with the colours exchanged.
func put(b *movegen.Builder, pieces []movegen.Piece, number int, visit func(p *movegen.Position)) {
	for i, piece := range pieces {
		at := &b.Board[number>>(6*i)&63]
		if *at != movegen.NoPiece {
			return
		}
		*at = piece
	}
	if p, _, err := b.Build(movegen.Rules{}); err == nil {
		mirrored := p.Mirror()
		visit(&p)
		visit(&mirrored)
	}
}

// TestTablesOfFourPiecesFollowFromThemselves compares values of all tables of four pieces with those a move later: what the
// tables of three pieces vouch for in the end. There are no cursed wins among four pieces.
func TestTablesOfFourPiecesFollowFromThemselves(t *testing.T) {
	tables := openSamples(t)
	files := must.Get(filepath.Glob(sampleFolder + "/K*v*.rtbw"))(t)
	random := rand.New(rand.NewPCG(15, 5))
	for _, file := range files {
		name := filepath.Base(file)
		for range effort.Of(400, 100, 100) {
			p := randomPosition(t, name[:len(name)-len(suffixes[values])], random)
			followsFromMoves(t, tables, &p)
		}
	}
	positions := 0
	enPassantPositions(func(p *movegen.Position) {
		positions++
		followsFromMoves(t, tables, p)
	})
	if positions < 10_000 {
		t.Errorf("%d positions with a capture en passant", positions)
	}
}

// followsFromMoves compares the value of p with those a move later.
func followsFromMoves(t *testing.T, tables *Tables, p *movegen.Position) {
	t.Helper()
	want := Loss
	for _, m := range p.Moves() {
		next := p.After(m)
		reply, ok := tables.WDL(&next)
		if !ok {
			t.Fatalf("%s: no value", next.FEN())
		}
		want = max(want, -reply)
	}
	if !p.HasLegalMove() && !p.InCheck() {
		want = Draw
	}
	if got, ok := tables.WDL(p); !ok || got != want {
		t.Fatalf("%s: %s, %t; after one move %s", p.FEN(), got, ok, want)
	}
}

// enPassantPositions visits all positions of two kings and two pawns with a legal capture en passant by either side.
func enPassantPositions(visit func(p *movegen.Position)) {
	pieces := withKings(movegen.MakePiece(movegen.Black, movegen.Pawn), movegen.MakePiece(movegen.White, movegen.Pawn))
	for number := range 16 << 12 {
		file, beside := number&7, number&7-1+number>>3&1*2
		if beside < 0 || beside > 7 {
			continue
		}
		b := movegen.Builder{EnPassant: movegen.MakeSquare(file, 5), FullmoveNumber: 1}
		pawns := int(movegen.MakeSquare(file, 4)) | int(movegen.MakeSquare(beside, 4))<<6
		put(&b, pieces, number>>4|pawns<<12, func(p *movegen.Position) {
			if p.EnPassant() != movegen.NoSquare {
				visit(p)
			}
		})
	}
}
