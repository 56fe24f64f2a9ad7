package book

import (
	"fmt"
	"io"
	"strings"

	"alfiere/movegen"
)

// maxFaults is the number of faults that a Report describes; more are only counted.
const maxFaults = 16

// report is what there is to say of a book.
type report struct {
	Entries    int // whole ones
	Positions  int // with an entry
	Weightless int // entries of weight 0: legitimate, but never played

	// Reached is the number of positions with an entry that the book's own legal moves
	// lead to from the initial one; 0 if the entries are not sorted, because then
	// nothing can be looked up.
	Reached int

	Faulty int            // the number of faults
	Faults []*formatError // the first maxFaults of them; those of legality come last
}

// Write writes the report in lines for people. The error is that of w.
func (r *report) Write(w io.Writer) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%d entries, %d positions, %d reached from the initial one, %d entries without weight\n",
		r.Entries, r.Positions, r.Reached, r.Weightless)
	for _, fault := range r.Faults {
		fmt.Fprintf(&text, "offset %d: %v\n", fault.Offset, fault.Err)
	}
	if hidden := r.Faulty - len(r.Faults); hidden > 0 {
		fmt.Fprintf(&text, "and %d more\n", hidden)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// inspect looks for all faults in the first size bytes of data: a torn or unsorted
// book, which Open refuses, and numbers that are no move, moves that occur twice and,
// in the positions that the book itself leads to from the initial one, illegal moves,
// which Moves passes over. The error is one of reading. Memory grows with the number
// of positions that are reached, some 300 bytes for each.
func inspect(data io.ReaderAt, size int64) (*report, error) {
	b := &Book{data: data, entries: min(size, maxSize) / entrySize}
	r := &report{Entries: b.Len()}
	if isText(data, size) {
		r.fault(errText, 0)
		return r, nil
	}
	sorted, err := r.readThrough(b)
	if err != nil {
		return nil, err
	}
	switch {
	case size > maxSize:
		r.fault(errTooLarge, maxSize)
	case size%entrySize != 0:
		r.fault(errTorn, size-size%entrySize)
	}
	if sorted {
		err = r.follow(b)
	}
	return r, err
}

func (r *report) fault(err error, offset int64) {
	r.Faulty++
	if len(r.Faults) < maxFaults {
		r.Faults = append(r.Faults, &formatError{err, offset})
	}
}

// readThrough looks at the entries in their order, and reports whether it is right.
func (r *report) readThrough(b *Book) (sorted bool, err error) {
	next := b.cursor()
	sorted = true
	var key uint64
	moves := map[uint16]bool{} // of that key
	for i := range b.entries {
		e, err := next()
		if err != nil {
			return false, err
		}
		offset := i * entrySize
		if e.key < key {
			r.fault(errUnsorted, offset)
			sorted = false
		}
		if i == 0 || e.key != key {
			r.Positions++
			clear(moves)
		}
		switch {
		case !isMove(e.move):
			r.fault(fmt.Errorf("%w: %#04x", errNoMove, e.move), offset)
		case moves[e.move]:
			r.fault(errTwice, offset)
		case e.weight == 0:
			r.Weightless++
		}
		key = e.key
		moves[e.move] = true
	}
	return sorted, nil
}

// follow goes where the book leads from the initial position, nearest first.
func (r *report) follow(b *Book) error {
	start := movegen.StartPosition()
	waiting := []movegen.Position{start}
	known := map[uint64]bool{Key(&start): true}
	for len(waiting) > 0 {
		p := waiting[0]
		waiting = waiting[1:]
		found, err := b.lookup(&p)
		if err != nil {
			return fmt.Errorf("book: %w", err)
		}
		if len(found) > 0 {
			r.Reached++
		}
		for _, raw := range found {
			m := raw.moveIn(&p)
			if !p.IsLegal(m) {
				if isMove(raw.move) { // invalid ones are reported already
					r.fault(fmt.Errorf("%w: %v in %s", errIllegal, m, p.FEN()), raw.offset)
				}
				continue
			}
			next := p.After(m)
			if key := keyAfter(&next, m); raw.weight > 0 && !known[key] {
				known[key] = true
				waiting = append(waiting, next)
			}
		}
	}
	return nil
}
