package book

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// Dump writes as a text book what b knows from the initial position on: every legal
// move with a weight, to a depth of plies half-moves, or all for 0. A line ends where
// the book does, or in a position that an earlier line has come to; its heading has
// its moves in SAN. Each move shows its weight where it occurs first and *0 where it
// only leads on, so that ReadText and Merge make the same book again, but for learning
// counters and for positions that are not reached.
//
// An invalid entry is left out. If there are any, Dump returns the error of the first one after it has written the
// rest.
func Dump(w io.Writer, b *Book, plies int) error {
	start := movegen.StartPosition()
	d := dump{out: bufio.NewWriter(w), book: b, plies: plies, known: map[uint64]bool{Key(&start): true}}
	if err := d.enter(start); err != nil {
		return err
	}
	for len(d.path) > 0 {
		if err := d.step(); err != nil {
			return err
		}
	}
	if err := d.out.Flush(); err != nil {
		return err
	}
	return d.invalid
}

// dump goes through a book depth first. Its own stack bears books of any depth.
type dump struct {
	out   *bufio.Writer
	book  *Book
	plies int
	path  []node          // from the initial position to the present one
	known map[uint64]bool // keys of positions that have been come to

	invalid error // of the first invalid entry
}

// node is a position on the path.
type node struct {
	position movegen.Position
	entries  []Entry
	next     int  // of the entries to go into
	told     bool // entries[next-1] has shown its weight
}

// enter puts p at the end of the path.
func (d *dump) enter(p movegen.Position) error {
	var entries []Entry
	if d.plies == 0 || len(d.path) < d.plies {
		found, err := d.book.lookup(&p)
		if err != nil {
			return fmt.Errorf("book: %w", err)
		}
		if d.invalid == nil {
			d.invalid = findInvalid(&p, found)
		}
		entries = playable(&p, found)
	}
	d.path = append(d.path, node{position: p, entries: entries})
	return nil
}

// findInvalid returns the error of the first invalid entry among those of p, or nil.
func findInvalid(p *movegen.Position, found []rawEntry) error {
	for i, raw := range found {
		m := raw.moveIn(p)
		switch {
		case !isMove(raw.move):
			return fmt.Errorf("%w: %#04x in %s", errNoMove, raw.move, p.FEN())
		case !p.IsLegal(m):
			return fmt.Errorf("%w: %v in %s", errIllegal, m, p.FEN())
		case slices.ContainsFunc(found[:i], func(other rawEntry) bool { return other.move == raw.move }):
			return fmt.Errorf("%w: %v in %s", errTwice, m, p.FEN())
		}
	}
	return nil
}

// step goes into the next move of the present position, or back to the one before.
func (d *dump) step() error {
	here := &d.path[len(d.path)-1]
	if here.next == len(here.entries) {
		d.path = d.path[:len(d.path)-1]
		return nil
	}
	m := here.entries[here.next].Move
	here.next++
	here.told = false
	p := here.position.After(m)
	key := keyAfter(&p, m)
	ends := d.known[key]
	if !ends {
		d.known[key] = true
		if err := d.enter(p); err != nil {
			return err
		}
		ends = len(d.path[len(d.path)-1].entries) == 0
	}
	if ends {
		d.writeLine()
	}
	return nil
}

// writeLine writes the line of the moves that are being gone into.
func (d *dump) writeLine() {
	line := d.path
	if last := &line[len(line)-1]; last.next == 0 { // a position without moves
		line = line[:len(line)-1]
	}
	d.out.WriteByte('!')
	for ply := range line {
		n := &line[ply]
		if n.position.Side() == movegen.White {
			fmt.Fprintf(d.out, " %d.", ply/2+1)
		}
		d.out.WriteByte(' ')
		d.out.WriteString(notation.SAN(&n.position, n.entries[n.next-1].Move, notation.English))
	}
	for ply := range line {
		n := &line[ply]
		e, weight := n.entries[n.next-1], 0
		if !n.told {
			n.told, weight = true, int(e.Weight)
		}
		d.out.WriteByte("\n "[ply%2])
		d.out.WriteString(notation.UCI(e.Move, false))
		d.out.WriteByte('*')
		d.out.WriteString(strconv.Itoa(weight))
	}
	d.out.WriteString("\n\n")
}
