// Package book reads and makes opening books: moves for known positions, each with a weight.
//
// A Book is a Polyglot file (.bin), searched on disk and never loaded as a whole. Entries that are illegal in the
// position or have no weight are not returned. Builtin is the book in the program. A Builder collects the moves of a
// new book from texts, opening tables and PGN games; Merge writes it, and Dump turns a book into text and reports the
// first invalid entry. OpeningNames finds the name and ECO code of an opening.
//
// The package keeps no state between calls: the controller decides when to use the book. The search never uses it.
package book

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"unicode/utf8"

	"alfiere/internal/datafile"
	"alfiere/internal/message"
	"alfiere/movegen"
)

// Bounds of what is read.
const (
	maxSize    = 1 << 30 // bytes of a book; the largest in use have some 200 MB
	maxEntries = 256     // entries of one key; further ones are not read

	maxUnpacked = 256 << 20 // bytes of a book that is compressed, which is in memory
)

// The reasons for refusing a file as a book.
var (
	errNotRegular = errors.New("not a regular file")
	errTooLarge   = errors.New("larger than 1 GiB")
	errTorn       = errors.New("the last entry is not 16 bytes long")
	errUnsorted   = errors.New("the entries are not sorted by key")
	errText       = errors.New("it is a text file, not a Polyglot book")
)

// Errors of an entry. They do not keep a book from being opened: Moves ignores the entry, Dump reports it.
var (
	errNoMove  = errors.New("no move has this number")
	errIllegal = errors.New("the move is illegal")
	errTwice   = errors.New("the move occurs twice")
)

// formatError is a fault of a book, with the place where it shows.
type formatError struct {
	Err    error // one of the sentinels above, or wraps it
	Offset int64 // of the first byte at fault, counted from 0
}

// Error names the fault and its offset.
func (e *formatError) Error() string { return fmt.Sprintf("%v (offset %d)", e.Err, e.Offset) }

// Unwrap returns the sentinel.
func (e *formatError) Unwrap() error { return e.Err }

// Book is a Polyglot book that is open for reading. Its methods, Close aside, may
// be called by several goroutines at a time.
type Book struct {
	data    io.ReaderAt
	entries int64
	stray   int64    // bytes after the last entry
	file    *os.File // nil if the caller owns the data
}

// Open opens a book file, which must be sorted; the whole file is read once to check. Bytes after the last
// whole entry are left alone: Stray finds them. It may be compressed by gzip. Directories, pipes and devices
// are refused with errNotRegular, faulty files with a *formatError.
func Open(path string) (*Book, error) {
	// Opening a pipe would wait for a writer, so look before.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, message.Errorf("book \"%s\": %w", path, errNotRegular)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, message.Errorf("book: %w", err)
	}
	b, err := newFromFile(file)
	if err == nil && b.file == nil {
		err = file.Close() // it is in memory
	}
	if err != nil {
		file.Close()
		return nil, message.Errorf("book \"%s\": %w", path, err)
	}
	return b, nil
}

func newFromFile(file *os.File) (*Book, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	b, err := New(file, info.Size())
	if err != nil {
		data, failure := unpacked(file)
		if failure == nil {
			return New(bytes.NewReader(data), int64(len(data)))
		}
		if errors.Is(failure, datafile.ErrZstandard) {
			err = failure
		}
		return nil, err
	}
	b.file = file
	return b, nil
}

// errNotPacked is the error of unpacked for a file that is not compressed, or too large when decompressed.
var errNotPacked = errors.New("not a compressed book")

// unpacked returns the contents of a compressed book.
func unpacked(file *os.File) (data []byte, err error) {
	var head [4]byte
	if _, err := file.ReadAt(head[:], 0); err != nil || !datafile.IsCompressed(head[:]) {
		return nil, errNotPacked
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	r := datafile.NewReader(file)
	defer r.Close()
	data, err = io.ReadAll(io.LimitReader(r, maxUnpacked+1))
	if err == nil && len(data) > maxUnpacked {
		err = errNotPacked
	}
	return data, err
}

// New returns the book in the first size bytes of data, which are checked as by
// Open. data must not change afterwards; it may be read by several goroutines.
func New(data io.ReaderAt, size int64) (*Book, error) {
	switch {
	case size > maxSize:
		return nil, &formatError{errTooLarge, maxSize}
	case size < 0 || 0 < size && size < entrySize:
		return nil, &formatError{errTorn, 0}
	}
	if isText(data, size) {
		return nil, &formatError{errText, 0}
	}
	b := &Book{data: data, entries: size / entrySize, stray: size % entrySize}
	if err := b.checkOrder(); err != nil {
		return nil, err
	}
	return b, nil
}

// isText reports whether a file begins as text does. A short one would pass for a book else;
// entries have bytes that no text has, in keys, small weights and the counter.
func isText(data io.ReaderAt, size int64) bool {
	head := make([]byte, min(size, 512))
	n, _ := data.ReadAt(head, 0) // a read error is reported by the next reader
	return n >= entrySize && !bytes.ContainsFunc(head[:n], func(c rune) bool {
		return c == utf8.RuneError || c < ' ' && !strings.ContainsRune("\t\n\f\r", c)
	})
}

func (b *Book) checkOrder() error {
	reader := bufio.NewReaderSize(io.NewSectionReader(b.data, 0, b.entries*entrySize), 1<<16)
	var raw [entrySize]byte
	var last uint64
	for i := range b.entries {
		if _, err := io.ReadFull(reader, raw[:]); err != nil {
			return message.Errorf("offset %d: %w", i*entrySize, err)
		}
		key := binary.BigEndian.Uint64(raw[:])
		if key < last {
			return &formatError{errUnsorted, i * entrySize}
		}
		last = key
	}
	return nil
}

// Close closes the file of a book that Open has opened.
func (b *Book) Close() error {
	if b.file == nil {
		return nil
	}
	return b.file.Close()
}

// Stray returns the error of a book with bytes after its last whole entry, which are not
// used: it was cut off, or something was appended; nil if there are none.
func (b *Book) Stray() error {
	if b.stray == 0 {
		return nil
	}
	return &formatError{errTorn, b.entries * entrySize}
}

// Entry is a move of the book.
type Entry struct {
	Move   movegen.Move
	Weight uint16 // relative to the other moves of the position, at least 1
}

// Moves returns the book's moves in p, in the order of the file: legal ones of a
// weight above 0 only. An empty list is no error: the error is that data could not be read.
func (b *Book) Moves(p *movegen.Position) ([]Entry, error) {
	found, err := b.lookup(p)
	if err != nil {
		return nil, message.Errorf("book: %w", err)
	}
	return playable(p, found), nil
}

// playable returns the legal moves among the entries of p that have a weight.
func playable(p *movegen.Position, found []rawEntry) (entries []Entry) {
	for _, raw := range found {
		m := raw.moveIn(p)
		if raw.weight > 0 && p.IsLegal(m) {
			entries = append(entries, Entry{m, uint16(raw.weight)})
		}
	}
	return entries
}

// lookup returns what the book holds of p, whatever it is worth.
func (b *Book) lookup(p *movegen.Position) (found []rawEntry, err error) {
	for _, key := range lookupKeys(p) {
		entries, err := b.find(key)
		if err != nil {
			return nil, err
		}
		found = append(found, entries...)
	}
	return found, nil
}

// Best returns the move in p that weighs most, the first in the file among equals;
// NoMove if the book has none. The error is that of Moves.
func (b *Book) Best(p *movegen.Position) (movegen.Move, error) {
	entries, err := b.Moves(p)
	var best Entry
	for _, e := range entries {
		if e.Weight > best.Weight {
			best = e
		}
	}
	return best.Move, err
}

// Choose picks one of the moves in p at random, each as often as its weight says;
// it returns NoMove if the book has none. The error is that of Moves.
func (b *Book) Choose(p *movegen.Position, random rand.Source) (movegen.Move, error) {
	entries, err := b.Moves(p)
	if err != nil || len(entries) == 0 {
		return movegen.NoMove, err
	}
	total := 0
	for _, e := range entries {
		total += int(e.Weight)
	}
	drawn := rand.New(random).IntN(total)
	for _, e := range entries {
		if drawn -= int(e.Weight); drawn < 0 {
			return e.Move, nil
		}
	}
	panic("book: weights do not add up to their sum")
}

// find returns the entries of key, at most maxEntries.
func (b *Book) find(key uint64) ([]rawEntry, error) {
	low, high := int64(0), b.entries
	var buffer [maxEntries * entrySize]byte
	for low < high {
		middle := (low + high) / 2
		if _, err := b.data.ReadAt(buffer[:8], middle*entrySize); err != nil {
			return nil, message.Errorf("offset %d: %w", middle*entrySize, err)
		}
		if binary.BigEndian.Uint64(buffer[:]) < key {
			low = middle + 1
		} else {
			high = middle
		}
	}
	block := buffer[:min(maxEntries, b.entries-low)*entrySize]
	if n, err := b.data.ReadAt(block, low*entrySize); n < len(block) {
		return nil, message.Errorf("offset %d: %w", low*entrySize, err)
	}
	var entries []rawEntry
	for i := 0; i < len(block) && binary.BigEndian.Uint64(block[i:]) == key; i += entrySize {
		entries = append(entries, decodeEntry(block[i:]))
	}
	return entries, nil
}

// builtin is compiled from tables of openings that are in the public domain (CC0);
// builtin/COPYING.txt has the source, docs/books.md the command.
//
//go:embed builtin/eco.bin
var builtin []byte

// Builtin returns the book that is part of the program: sound openings only, some
// plies deep; the weight of a move is the number of named lines that follow it.
func Builtin() *Book {
	b, err := New(bytes.NewReader(builtin), int64(len(builtin)))
	if err != nil {
		panic("book: the built-in book is damaged: " + err.Error())
	}
	return b
}
