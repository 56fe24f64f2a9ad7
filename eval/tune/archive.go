// Package tune fits the weights of the evaluation to self-played games: it plays games at a fixed number of nodes,
// keeps their quiet positions with the results, and finds the weights whose scores predict the results best.
//
// An archive file holds the positions; an interrupted run resumes from it. The fit reads the evaluation's trace once
// per position. Scores are linear in the weights, except for the choice of an endgame's scale, so the gradient is
// exact (model.go). The output is the source of the evaluation's table.
//
// The package does not search: its caller provides a Player. Only cmd imports it.
package tune

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"slices"

	"alfiere/movegen"
)

// An archive is a header and then one block for each game, in the order of their
// numbers. All numbers are little-endian; checksums are CRC-32C.
//
// The header:
//
//	 0  [8]byte  "alfgames"
//	 8  uint32   version of the format, 1
//	16  uint64   seed of the games
//	24  uint64   nodes for each move
//	32  uint64   signature of the engine: the nodes of alfiere bench
//	40  uint64   fingerprint of the openings, 0 if they were random
//	60  uint32   checksum of bytes 0 to 59
//
// The head of a block, before the records of its positions (recordSize):
//
//	 0  uint64   number of the game, from 0
//	 8  uint16   number of positions
//	10  uint16   half-moves played, those of the opening not counted
//	12  uint8    result in White's half points
//	24  uint32   checksum of the records
//	28  uint32   checksum of bytes 0 to 27
//
// What is not mentioned is 0.
const (
	archiveMagic   = "alfgames"
	archiveVersion = 1
	headerSize     = 64
	headSize       = 32
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Provenance says where the games of an archive come from.
type Provenance struct {
	Seed      uint64
	Nodes     uint64 // for each move
	Signature uint64 // nodes of alfiere bench: the engine that played
	Openings  uint64 // fingerprint of the file of openings, or of the header of the archive that is branched; else 0
}

// game is a game of an archive.
type game struct {
	Number  uint64
	Result  points
	Plies   int // half-moves played after the opening
	Samples []sample
}

// errNoArchive is wrapped by the error for a file that is no archive, or one of another version.
var errNoArchive = errors.New("not an archive of games")

// damageError says where an archive is damaged.
type damageError struct {
	Offset int64 // byte of the file, from 0
	Fault  string
}

// Error names the place and what is wrong there.
func (e *damageError) Error() string {
	return fmt.Sprintf("damaged at byte %d: %s", e.Offset, e.Fault)
}

func (p Provenance) header() []byte {
	data := make([]byte, headerSize)
	copy(data, archiveMagic)
	binary.LittleEndian.PutUint32(data[8:], archiveVersion)
	for i, value := range [...]uint64{p.Seed, p.Nodes, p.Signature, p.Openings} {
		binary.LittleEndian.PutUint64(data[16+8*i:], value)
	}
	binary.LittleEndian.PutUint32(data[60:], crc32.Checksum(data[:60], castagnoli))
	return data
}

// reader reads an archive from its beginning.
type reader struct {
	from       io.Reader
	provenance Provenance
	offset     int64 // after the last whole block
}

// newReader reads the header. The error wraps errNoArchive or is a *damageError;
// io.EOF means an empty file, io.ErrUnexpectedEOF one that ends in the header.
func newReader(from io.Reader) (*reader, error) {
	data := make([]byte, headerSize)
	n, err := io.ReadFull(from, data)
	if magic := data[:min(n, len(archiveMagic))]; string(magic) != archiveMagic[:len(magic)] {
		return nil, errNoArchive
	}
	if err != nil {
		return nil, err
	}
	if version := binary.LittleEndian.Uint32(data[8:]); version != archiveVersion {
		return nil, fmt.Errorf("%w of version %d; this is version %d", errNoArchive, archiveVersion, version)
	}
	if crc32.Checksum(data[:60], castagnoli) != binary.LittleEndian.Uint32(data[60:]) {
		return nil, &damageError{0, "wrong checksum of the header"}
	}
	r := &reader{from: from, offset: headerSize}
	for i, value := range [...]*uint64{&r.provenance.Seed, &r.provenance.Nodes, &r.provenance.Signature,
		&r.provenance.Openings} {
		*value = binary.LittleEndian.Uint64(data[16+8*i:])
	}
	return r, nil
}

// Read reads the next game into g, whose memory is used again. The error is io.EOF
// after the last game, io.ErrUnexpectedEOF if the file ends within a block, as a
// killed run leaves it, and a *damageError for anything else that is wrong.
func (r *reader) Read(g *game) error {
	head := make([]byte, headSize)
	if _, err := io.ReadFull(r.from, head); err != nil {
		return err
	}
	if crc32.Checksum(head[:28], castagnoli) != binary.LittleEndian.Uint32(head[28:]) {
		return &damageError{r.offset, "wrong checksum of a game's head"}
	}
	g.Number = binary.LittleEndian.Uint64(head)
	g.Plies, g.Result = int(binary.LittleEndian.Uint16(head[10:])), points(head[12])
	records := make([]byte, recordSize*int(binary.LittleEndian.Uint16(head[8:])))
	if n, err := io.ReadFull(r.from, records); err != nil {
		if n == 0 && err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	if crc32.Checksum(records, castagnoli) != binary.LittleEndian.Uint32(head[24:]) {
		return &damageError{r.offset + headSize, fmt.Sprintf("wrong checksum of the positions of game %d", g.Number)}
	}
	g.Samples = g.Samples[:0]
	for i := 0; i < len(records); i += recordSize {
		sample, result, err := readRecord((*[recordSize]byte)(records[i:]))
		if err == nil && result != g.Result {
			err = errInvalid
		}
		if err != nil {
			return &damageError{r.offset + headSize + int64(i), err.Error()}
		}
		g.Samples = append(g.Samples, sample)
	}
	r.offset += headSize + int64(len(records))
	return nil
}

// appendBlock appends g in the form of a file.
func appendBlock(data []byte, g *game) ([]byte, error) {
	head := make([]byte, headSize)
	var records []byte
	for i := range g.Samples {
		var err error
		if records, err = appendRecord(records, &g.Samples[i], g.Result); err != nil {
			return data, err
		}
	}
	binary.LittleEndian.PutUint64(head, g.Number)
	binary.LittleEndian.PutUint16(head[8:], uint16(len(g.Samples)))
	binary.LittleEndian.PutUint16(head[10:], uint16(g.Plies))
	head[12] = byte(g.Result)
	binary.LittleEndian.PutUint32(head[24:], crc32.Checksum(records, castagnoli))
	binary.LittleEndian.PutUint32(head[28:], crc32.Checksum(head[:28], castagnoli))
	return append(append(data, head...), records...), nil
}

// archive is an archive that games are added to. No position occurs in it twice.
type archive struct {
	file  *os.File
	seen  map[movegen.Key]struct{} // all positions
	games uint64                   // in it; also the number of the next one
	block []byte
}

// errOtherGames is wrapped by the error for an archive whose games come from elsewhere.
var errOtherGames = errors.New("the archive holds games of another kind")

// openArchive opens or creates an archive for the games of p. What a killed run left of its last game is cut off;
// dropped says how many bytes. The error wraps errOtherGames or is one of Reader.
func openArchive(path string, p Provenance) (a *archive, dropped int64, err error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, 0, err
	}
	a = &archive{file: file, seen: make(map[movegen.Key]struct{})}
	if dropped, err = a.resume(p); err != nil {
		return nil, 0, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return a, dropped, nil
}

func (a *archive) resume(p Provenance) (dropped int64, err error) {
	r, err := newReader(bufio.NewReader(a.file))
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return 0, a.begin(p)
	case err != nil:
		return 0, err
	case r.provenance != p:
		return 0, fmt.Errorf("%w: %+v, not %+v", errOtherGames, r.provenance, p)
	}
	for g := new(game); ; {
		block := r.offset
		if err = r.Read(g); err != nil {
			break
		}
		if g.Number != a.games {
			return 0, &damageError{block, fmt.Sprintf("game %d follows where %d should", g.Number, a.games)}
		}
		a.games++
		for i := range g.Samples {
			a.seen[g.Samples[i].Position.Key()] = struct{}{}
		}
	}
	if err != io.EOF && err != io.ErrUnexpectedEOF {
		return 0, err
	}
	end, err := a.file.Seek(0, io.SeekEnd)
	if err == nil && end > r.offset {
		if err = a.file.Truncate(r.offset); err == nil {
			_, err = a.file.Seek(r.offset, io.SeekStart)
		}
	}
	return end - r.offset, err
}

func (a *archive) begin(p Provenance) error {
	if err := a.file.Truncate(0); err != nil {
		return err
	}
	if _, err := a.file.WriteAt(p.header(), 0); err != nil {
		return err
	}
	_, err := a.file.Seek(headerSize, io.SeekStart)
	return err
}

// Append writes the next game without the positions that are in the archive already; these are removed from g.
func (a *archive) Append(g *game) error {
	if g.Number != a.games {
		return fmt.Errorf("tune: game %d appended where %d should follow", g.Number, a.games)
	}
	g.Samples = slices.DeleteFunc(g.Samples, func(s sample) bool {
		_, known := a.seen[s.Position.Key()]
		a.seen[s.Position.Key()] = struct{}{}
		return known
	})
	block, err := appendBlock(a.block[:0], g)
	if err != nil {
		return err
	}
	a.block = block
	if _, err := a.file.Write(block); err != nil {
		return err
	}
	a.games++
	return nil
}

// Close brings all that was written to the disk and closes the file.
func (a *archive) Close() error { return errors.Join(a.file.Sync(), a.file.Close()) }

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
	unknown := func(piece movegen.Piece) bool {
		return piece != movegen.NoPiece && (piece.Type() < movegen.Pawn || piece.Type() > movegen.King)
	}
	if result > whiteWon || slices.ContainsFunc(b.Board[:], unknown) {
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
