package book

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"alfiere/internal/datafile"
	"alfiere/internal/message"
)

// source is what Merge makes a book of: a *Book or a *Builder.
type source interface {
	// cursor begins at the first entry, in the order of the keys.
	cursor() cursor
}

// cursor returns one entry after the other, and io.EOF after the last.
type cursor func() (rawEntry, error)

func byKey(a, b rawEntry) int { return cmp.Compare(a.key, b.key) }

// merging says what becomes of a position that several sources know.
type merging uint8

// The ways of merging.
const (
	AddWeights merging = iota // the moves of all, their weights added
	FirstKnows                // the moves of the first source that knows it, no others
)

// Merge writes the book made of all sources to w: sorted, each move of a position
// once, the heaviest first. Where a weight is beyond 16 bits, all weights of its
// position are scaled down, none to 0. The learning counter is the first that is not
// 0. The sources are read side by side, never loaded whole. Returned is the number of
// entries; the error is that of reading or writing, or a *formatError with
// errTooLarge for a book that nobody could open.
func Merge(w io.Writer, how merging, sources ...source) (entries int, err error) {
	out := bufio.NewWriterSize(w, 1<<16)
	heads, err := openHeads(sources)
	if err != nil {
		return 0, err
	}
	var data []byte
	for len(heads) > 0 {
		var known block
		known.key = slices.MinFunc(heads, func(a, b *head) int { return byKey(a.entry, b.entry) }).entry.key
		for _, h := range heads {
			skip := how == FirstKnows && len(known.entries) > 0
			if err := h.take(&known, skip); err != nil {
				return entries, err
			}
		}
		heads = slices.DeleteFunc(heads, func(h *head) bool { return h.ended })
		entries += len(known.entries)
		if entries > maxSize/entrySize {
			return entries, &formatError{errTooLarge, maxSize}
		}
		data = known.append(data[:0])
		if _, err := out.Write(data); err != nil {
			return entries, err
		}
	}
	return entries, out.Flush()
}

// head is a source and its next entry.
type head struct {
	next  cursor
	entry rawEntry
	ended bool
}

func openHeads(sources []source) (heads []*head, err error) {
	for _, s := range sources {
		h := &head{next: s.cursor()}
		if err := h.advance(); err != nil {
			return nil, err
		}
		if !h.ended {
			heads = append(heads, h)
		}
	}
	return heads, nil
}

func (h *head) advance() (err error) {
	if h.entry, err = h.next(); errors.Is(err, io.EOF) {
		h.ended, err = true, nil
	}
	return err
}

// take moves the entries of the block's position into it, or past it.
func (h *head) take(b *block, skip bool) error {
	for !h.ended && h.entry.key == b.key {
		if !skip {
			b.add(h.entry)
		}
		if err := h.advance(); err != nil {
			return err
		}
	}
	return nil
}

// block is what is to be written of one position.
type block struct {
	key     uint64
	entries []rawEntry
}

func (b *block) add(r rawEntry) {
	i := slices.IndexFunc(b.entries, func(known rawEntry) bool { return known.move == r.move })
	if i < 0 {
		b.entries = append(b.entries, r)
		return
	}
	b.entries[i].weight += r.weight
	if b.entries[i].learn == 0 {
		b.entries[i].learn = r.learn
	}
}

// append appends the entries of the block to data.
func (b *block) append(data []byte) []byte {
	slices.SortFunc(b.entries, func(x, y rawEntry) int {
		return cmp.Or(cmp.Compare(y.weight, x.weight), cmp.Compare(x.move, y.move))
	})
	for _, r := range b.entries {
		data = binary.BigEndian.AppendUint64(data, r.key)
		data = binary.BigEndian.AppendUint16(data, r.move)
		data = binary.BigEndian.AppendUint16(data, scale(r.weight, b.entries[0].weight))
		data = binary.BigEndian.AppendUint32(data, r.learn)
	}
	return data
}

// scale cuts a weight to 16 bits, in proportion to the heaviest of its position.
func scale(weight, heaviest uint64) uint16 {
	if heaviest <= math.MaxUint16 || weight == 0 {
		return uint16(weight)
	}
	return max(1, uint16(math.Round(float64(weight)/float64(heaviest)*math.MaxUint16)))
}

// cursor implements Source.
func (b *Book) cursor() cursor {
	reader := bufio.NewReaderSize(io.NewSectionReader(b.data, 0, b.entries*entrySize), 1<<16)
	var raw [entrySize]byte
	read := int64(0)
	return func() (rawEntry, error) {
		if read == b.entries {
			return rawEntry{}, io.EOF
		}
		if _, err := io.ReadFull(reader, raw[:]); err != nil {
			if err == io.EOF { // data that ends early must not look like the end of the book
				err = io.ErrUnexpectedEOF
			}
			return rawEntry{}, message.Errorf("book: offset %d: %w", read*entrySize, err)
		}
		read++
		return decodeEntry(raw[:]), nil
	}
}

// ErrUnknownKind is wrapped by errors about a file whose name does not show its format.
var ErrUnknownKind = errors.New("the name must end in .txt, .pgn, .tsv or .bin")

// IsBook reports whether the name is that of a book, which Open reads, compressed or not.
func IsBook(path string) bool {
	return strings.EqualFold(filepath.Ext(datafile.Plain(path)), ".bin")
}

// ReadFile adds a file to b by what the end of its name says that it is: lines of moves (.txt), a table (.tsv) or games
// (.pgn), of which games says which. The report is of games, nil for other files; fault is called with each game's
// first error. The error is that of the file or wraps ErrUnknownKind.
func (b *Builder) ReadFile(path string, games Games, fault func(error)) (report *gamesReport, err error) {
	var read func(io.Reader, *Builder) error
	switch strings.ToLower(filepath.Ext(datafile.Plain(path))) {
	case ".txt":
		read = ReadText
	case ".tsv":
		read = readTable
	case ".pgn":
		read = func(r io.Reader, b *Builder) error {
			counted, err := games.Read(r, b, fault)
			report = &counted
			return err
		}
	default:
		return nil, message.Errorf("%s: %w", path, ErrUnknownKind)
	}
	file, err := datafile.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := read(file, b); err != nil {
		return nil, message.Errorf("%s: %w", path, err)
	}
	return report, nil
}

// MergeFiles is Merge for the book made, which may be nil, followed by the books of the
// given paths. They are closed again when it returns, so that one of them can be replaced.
func MergeFiles(w io.Writer, how merging, made *Builder, paths []string) (entries int, err error) {
	var sources []source
	if made != nil {
		sources = append(sources, made)
	}
	for _, path := range paths {
		b, err := Open(path)
		if err != nil {
			return 0, err
		}
		defer b.Close()
		sources = append(sources, b)
	}
	return Merge(w, how, sources...)
}
