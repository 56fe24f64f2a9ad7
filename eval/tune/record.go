package tune

import (
	"encoding/binary"
	"errors"
	"math"

	"alfiere/movegen"
)

// points is the result of a game in White's half points.
type points uint8

// The results.
const (
	blackWon points = iota
	draw
	whiteWon
)

// sample is a position of a game with the score that a search gave it.
type sample struct {
	Position movegen.Position
	Score    int // centipawns from White's point of view; no mate
}

// recordSize is the length of a position in an archive. All numbers are little-endian.
//
//	 0  uint64    occupied squares, bit 0 is a1
//	 8  [16]byte  the pieces on them in the order of the squares, four bits each, the
//	              lower ones first: 1 to 6 are pawn to king, 8 more for Black
//	24  uint8     bit 0 Black is to move, bits 1 to 4 castling rights of a1, h1, a8, h8
//	25  uint8     the square a pawn can be captured on en passant, 64 if there is none
//	26  int16     score of the search in centipawns, positive for White
//	28  uint8     result of the game in White's half points
//	29  uint8     half-moves since the last capture or pawn move
//	30  uint16    half-moves since the beginning of the game
const recordSize = 32

var (
	errUnfit   = errors.New("the position does not fit a record")
	errInvalid = errors.New("the record is no position")
)

var castlingHomes = [4]movegen.Square{movegen.A1, movegen.H1, movegen.A8, movegen.H8}

// appendRecord appends s to data. The error is errUnfit for a position that standard
// chess cannot bring about within 32,767 moves.
func appendRecord(data []byte, s *sample, result points) ([]byte, error) {
	p := &s.Position
	occupied := p.Occupied()
	ply := 2*(p.FullmoveNumber()-1) + int(p.Side())
	if occupied.Count() > 32 || p.HalfmoveClock() > math.MaxUint8 || ply > math.MaxUint16 ||
		s.Score != int(int16(s.Score)) {
		return data, errUnfit
	}
	var pieces [16]byte
	for set, i := occupied, 0; set != 0; i++ {
		pieces[i/2] |= byte(p.PieceAt(set.Pop())) << (i % 2 * 4)
	}
	flags, rooks := byte(p.Side()), p.CastlingRooks()
	for i, home := range castlingHomes {
		if rooks.Has(home) {
			flags |= 2 << i
			rooks &^= home.Bitboard()
		}
	}
	if rooks != 0 {
		return data, errUnfit
	}
	data = binary.LittleEndian.AppendUint64(data, uint64(occupied))
	data = append(data, pieces[:]...)
	data = append(data, flags, byte(p.EnPassant()))
	data = binary.LittleEndian.AppendUint16(data, uint16(int16(s.Score)))
	data = append(data, byte(result), byte(p.HalfmoveClock()))
	return binary.LittleEndian.AppendUint16(data, uint16(ply)), nil
}

// readRecord reads a record. The error is errInvalid: what is read without one gives the same record again.
func readRecord(data *[recordSize]byte) (s sample, result points, err error) {
	var b movegen.Builder
	occupied := movegen.Bitboard(binary.LittleEndian.Uint64(data[:]))
	if occupied.Count() > 32 {
		return s, 0, errInvalid
	}
	for set, i := occupied, 0; set != 0; i++ {
		b.Board[set.Pop()] = movegen.Piece(data[8+i/2] >> (i % 2 * 4) & 15)
	}
	for i, home := range castlingHomes {
		if data[24]&(2<<i) != 0 {
			b.CastlingRooks |= home.Bitboard()
		}
	}
	ply := int(binary.LittleEndian.Uint16(data[30:]))
	b.Side, b.EnPassant = movegen.Color(data[24]&1), movegen.Square(data[25])
	b.HalfmoveClock, b.FullmoveNumber = int(data[29]), ply/2+1
	result = points(data[28])
	if result > whiteWon || !piecesAreKnown(&b) {
		return s, 0, errInvalid
	}
	if s.Position, _, err = b.Build(movegen.Rules{}); err != nil {
		return s, 0, errInvalid
	}
	s.Score = int(int16(binary.LittleEndian.Uint16(data[26:])))
	var again [recordSize]byte
	if rest, err := appendRecord(again[:0], &s, result); err != nil || [recordSize]byte(rest) != *data {
		return s, 0, errInvalid
	}
	return s, result, nil
}

// piecesAreKnown reports whether every square of the board holds one of the twelve pieces or nothing.
func piecesAreKnown(b *movegen.Builder) bool {
	for _, piece := range b.Board {
		if piece != movegen.NoPiece && (piece.Type() < movegen.Pawn || piece.Type() > movegen.King) {
			return false
		}
	}
	return true
}
