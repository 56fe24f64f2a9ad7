package tune

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
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
// The head of a block, before the records of its positions (record.go):
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
var errNoArchive = errors.New("no archive of games")

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

// Provenance returns what the header says.
func (r *reader) Provenance() Provenance { return r.provenance }

// Offset returns where the next block begins.
func (r *reader) Offset() int64 { return r.offset }

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
