package book

import (
	_ "embed"
	"encoding/binary"
	"strconv"
	"strings"

	"alfiere/movegen"
)

// entrySize is the size of an entry in bytes: key, move, weight and learning counter, the highest byte first.
const entrySize = 16

// rawEntry is an entry as it is in the file. Before it is written its weight may be beyond 16 bits.
type rawEntry struct {
	key    uint64
	weight uint64
	learn  uint32
	move   uint16
}

func decodeEntry(data []byte) rawEntry {
	return rawEntry{
		key:    binary.BigEndian.Uint64(data),
		move:   binary.BigEndian.Uint16(data[8:]),
		weight: uint64(binary.BigEndian.Uint16(data[10:])),
		learn:  binary.BigEndian.Uint32(data[12:]),
	}
}

// rawMove returns m as a book writes it in each position in which it is legal; moveIn is the way back.
func rawMove(m movegen.Move) uint16 {
	raw := uint16(m.From())<<6 | uint16(m.To())
	if t := m.PromotionType(); t != movegen.NoPieceType {
		raw |= uint16(t-movegen.Pawn) << 12
	}
	return raw
}

// isMove reports whether raw can be a move in any position.
func isMove(raw uint16) bool {
	return raw>>6&63 != raw&63 && movegen.Pawn+movegen.PieceType(raw>>12) <= movegen.Queen
}

// moveIn returns the move that the entry means in p, legal or not: target and
// origin in six bits each, then three for the promotion piece.
func (e rawEntry) moveIn(p *movegen.Position) movegen.Move {
	promotion := movegen.NoPieceType
	if code := e.move >> 12; code != 0 {
		promotion = movegen.Pawn + movegen.PieceType(code)
	}
	return p.MoveFor(movegen.Square(e.move>>6&63), movegen.Square(e.move&63), promotion)
}

// The random numbers that make up a Polyglot key are in four parts: 64 for each of the twelve kinds of pieces, four for
// the castling rights, eight for the files of en passant, and one for White to move.
const (
	pieceOffset     = 0
	castleOffset    = 768
	enPassantOffset = 772
	turnOffset      = 780
)

// randomText holds the random numbers as the format publishes them.
//
//go:embed random64.txt
var randomText string

var random64 = readRandom()

func readRandom() (numbers [turnOffset + 1]uint64) {
	for i, word := range strings.Fields(randomText) {
		number, err := strconv.ParseUint(word, 16, 64)
		if err != nil {
			panic("book: " + err.Error())
		}
		numbers[i] = number
	}
	return numbers
}

// Key returns the Polyglot key of p. The format counts an en-passant file as soon as a pawn of the side to move is next
// to the pawn that has just made a double step; p knows of it only if the capture is legal. Where it is not, Moves
// looks under both keys.
func Key(p *movegen.Position) uint64 {
	var key uint64
	for occupied := p.Occupied(); occupied != 0; {
		s := occupied.Pop()
		piece := p.PieceAt(s)
		kind := 2 * int(piece.Type()-movegen.Pawn)
		if piece.Color() == movegen.White {
			kind++
		}
		key ^= random64[pieceOffset+64*kind+int(s)]
	}
	for rooks := p.CastlingRooks(); rooks != 0; {
		rook := rooks.Pop()
		c := p.PieceAt(rook).Color()
		right := 2 * int(c)
		if rook < p.King(c) {
			right++
		}
		key ^= random64[castleOffset+right]
	}
	if s := p.EnPassant(); s != movegen.NoSquare {
		key ^= random64[enPassantOffset+s.File()]
	}
	if p.Side() == movegen.White {
		key ^= random64[turnOffset]
	}
	return key
}

// keyAfter returns the key under which a writer files p, which last has led to: as Key, but counting a double step next
// to a pawn as the format says, whether or not that pawn may capture.
func keyAfter(p *movegen.Position, last movegen.Move) uint64 {
	key, to := Key(p), last.To()
	if last == movegen.NoMove || p.EnPassant() != movegen.NoSquare ||
		p.PieceAt(to).Type() != movegen.Pawn || last.From()^to != 16 {
		return key
	}
	beside := movegen.KingAttacks(to) & movegen.RankOf(to.Rank())
	if beside&p.Pieces(p.Side(), movegen.Pawn) != 0 {
		key ^= random64[enPassantOffset+to.File()]
	}
	return key
}

// lookupKeys returns the keys under which a book may hold p: its own, and those
// that count a double step which may not be answered en passant.
func lookupKeys(p *movegen.Position) []uint64 {
	keys := []uint64{Key(p)}
	if p.EnPassant() != movegen.NoSquare || p.HalfmoveClock() != 0 {
		return keys
	}
	us, them := p.Side(), p.Side().Other()
	stepped := p.Pieces(them, movegen.Pawn) & movegen.RankOf(3+int(them))
	for stepped != 0 {
		pawn := stepped.Pop()
		passed := pawn.Bitboard().Forward(us)
		capturers := movegen.PawnAttacks(them, passed.LSB()) & p.Pieces(us, movegen.Pawn)
		if capturers != 0 && (passed|passed.Forward(us))&p.Occupied() == 0 && !capturable(p, passed.LSB()) {
			keys = append(keys, keys[0]^random64[enPassantOffset+pawn.File()])
		}
	}
	return keys
}

// capturable reports whether a pawn that has just passed s can be taken there.
func capturable(p *movegen.Position, s movegen.Square) bool {
	b := p.Builder()
	b.EnPassant = s
	with, _, err := b.Build(movegen.Rules{Chess960: true, Composed: true})
	return err == nil && with.EnPassant() == s
}
