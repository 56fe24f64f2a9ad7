package syzygy

import (
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"alfiere/movegen"
)

// wholeTables are, by the man beside the kings, how many of every seventh position of three men
// are drawn, won and lost for the side to move, and the CRC-32 (IEEE) of what is known of them. A
// retrograde analysis that worked out every ending from the rules alone agreed with these tables;
// it was a test of this package and was removed afterwards.
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

// TestWholeTablesOfThreeMen asks for positions all over the tables, with either colour stronger.
func TestWholeTablesOfThreeMen(t *testing.T) {
	tables := openSound(t, threeMen)
	for man, want := range wholeTables {
		var got census
		visit := func(p *movegen.Position) { got.count(t, tables, p) }
		for number := 0; number < 2<<18; number += 7 {
			b := movegen.Builder{EnPassant: movegen.NoSquare, Side: movegen.Color(number & 1), FullmoveNumber: 1}
			put(&b, withKings(movegen.MakePiece(movegen.White, man)), number>>1, visit)
		}
		if got != want {
			t.Errorf("%v: %#v, want %#v", man, got, want)
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

// withKings returns the two kings and some men.
func withKings(men ...movegen.Piece) []movegen.Piece {
	kings := []movegen.Piece{movegen.MakePiece(movegen.White, movegen.King), movegen.MakePiece(movegen.Black, movegen.King)}
	return append(kings, men...)
}

// put visits the position with the men on the squares that a number has in its digits, if it is
// legal, and the same with the colours exchanged.
func put(b *movegen.Builder, men []movegen.Piece, number int, visit func(p *movegen.Position)) {
	for i, man := range men {
		at := &b.Board[number>>(6*i)&63]
		if *at != movegen.NoPiece {
			return
		}
		*at = man
	}
	if p, _, err := b.Build(movegen.Rules{}); err == nil {
		mirrored := p.Mirror()
		visit(&p)
		visit(&mirrored)
	}
}

// TestTablesOfFourMenFollowFromThemselves compares values of all tables of four men with those
// a move later: what the tables of three men vouch for in the end. There are no cursed wins
// among four men.
func TestTablesOfFourMenFollowFromThemselves(t *testing.T) {
	tables := openSamples(t)
	files, err := filepath.Glob(sampleFolder + "/K*v*.rtbw")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(15, 5))
	for _, file := range files {
		name := filepath.Base(file)
		for range 400 {
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

// enPassantPositions visits all positions of two kings and two pawns with a legal capture en
// passant by either side.
func enPassantPositions(visit func(p *movegen.Position)) {
	men := withKings(movegen.MakePiece(movegen.Black, movegen.Pawn), movegen.MakePiece(movegen.White, movegen.Pawn))
	for number := range 16 << 12 {
		file, beside := number&7, number&7-1+number>>3&1*2
		if beside < 0 || beside > 7 {
			continue
		}
		b := movegen.Builder{EnPassant: movegen.MakeSquare(file, 5), FullmoveNumber: 1}
		pawns := int(movegen.MakeSquare(file, 4)) | int(movegen.MakeSquare(beside, 4))<<6
		put(&b, men, number>>4|pawns<<12, func(p *movegen.Position) {
			if p.EnPassant() != movegen.NoSquare {
				visit(p)
			}
		})
	}
}
