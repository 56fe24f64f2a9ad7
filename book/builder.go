package book

import (
	"errors"
	"io"
	"slices"

	"alfiere/movegen"
)

// Builder collects the moves of a book that is being made: from texts, tables and
// games, or from lines that a program adds itself. Moves that lead to one position on
// several ways meet there. The zero value is ready for use; Merge writes the book.
//
// All is kept in memory: some 60 bytes for each different move of each position.
type Builder struct {
	// MinLines keeps those moves out of the book that fewer lines have played in their position.
	MinLines int

	tallies map[place]tally
}

// place is a move in a position.
type place struct {
	key  uint64
	move uint16
}

// tally is what is known of a move.
type tally struct {
	weight uint64
	lines  int
}

// line adds moves one after the other, each in the position after the previous one.
type line struct {
	builder  *Builder
	position movegen.Position
	key      uint64
}

// Line begins a line at start.
func (b *Builder) Line(start movegen.Position) *line {
	if b.tallies == nil {
		b.tallies = map[place]tally{}
	}
	return &line{b, start, Key(&start)}
}

// errNoBookMove is returned for a move that a book cannot hold.
var errNoBookMove = errors.New("a book holds only legal moves, with weights from 0")

// Add plays m and adds to its weight. A move whose weight remains 0 will not be in the book. The error is errNoBookMove
// for an illegal move, a pass or a negative weight, which changes nothing.
func (l *line) Add(m movegen.Move, weight int) error {
	if weight < 0 || !l.position.IsLegal(m) {
		return errNoBookMove
	}
	at := place{l.key, rawMove(m)}
	t := l.builder.tallies[at]
	l.builder.tallies[at] = tally{t.weight + uint64(weight), t.lines + 1}
	l.position.Make(m)
	l.key = keyAfter(&l.position, m)
	return nil
}

// counts reports whether a move of this tally belongs into the book.
func (b *Builder) counts(t tally) bool { return t.weight > 0 && t.lines >= b.MinLines }

// Sift asks keep about each position that can be reached from start by moves of the book, each once, and continues with
// the moves that keep returns. All others, and all positions that are no longer reached, are removed. The first error
// of keep ends it; the Builder is then as it was.
func (b *Builder) Sift(start movegen.Position, keep func(p *movegen.Position, moves []movegen.Move) ([]movegen.Move,
	error)) error {
	type node struct {
		position movegen.Position
		key      uint64
	}
	sifted := map[place]tally{}
	waiting := []node{{start, Key(&start)}}
	seen := map[uint64]bool{waiting[0].key: true}
	for len(waiting) > 0 {
		n := waiting[0]
		waiting = waiting[1:]
		moves := b.movesIn(&n.position, n.key)
		if len(moves) == 0 {
			continue
		}
		moves, err := keep(&n.position, moves)
		if err != nil {
			return err
		}
		for _, m := range moves {
			at := place{n.key, rawMove(m)}
			sifted[at] = b.tallies[at]
			next := n.position.After(m)
			if key := keyAfter(&next, m); !seen[key] {
				seen[key] = true
				waiting = append(waiting, node{next, key})
			}
		}
	}
	b.tallies = sifted
	return nil
}

// movesIn returns the moves of the book in p, whose key is given, in the order in which they are generated.
func (b *Builder) movesIn(p *movegen.Position, key uint64) (moves []movegen.Move) {
	for _, m := range p.Moves() {
		if b.counts(b.tallies[place{key, rawMove(m)}]) {
			moves = append(moves, m)
		}
	}
	return moves
}

// cursor implements Source.
func (b *Builder) cursor() cursor {
	var entries []rawEntry
	for at, t := range b.tallies {
		if b.counts(t) {
			entries = append(entries, rawEntry{key: at.key, move: at.move, weight: t.weight})
		}
	}
	slices.SortFunc(entries, byKey)
	return func() (rawEntry, error) {
		if len(entries) == 0 {
			return rawEntry{}, io.EOF
		}
		first := entries[0]
		entries = entries[1:]
		return first, nil
	}
}

// siftReport counts what a sifting has done.
type siftReport struct {
	Positions   int // searched
	Moves, Kept int
}

// SiftByScore leaves moves out of the book that are worse by more than margin centipawns than the best move of their
// position, in the book or not, and the moves that follow them. score returns the value of a position for the side to
// move, in centipawns; it is called for each position that is reached from start, and for those after its moves. The
// first error of score ends it; the Builder is then as it was.
func (b *Builder) SiftByScore(start movegen.Position, margin int,
	score func(*movegen.Position) (int, error)) (siftReport, error) {
	var report siftReport
	err := b.Sift(start, func(p *movegen.Position, moves []movegen.Move) ([]movegen.Move, error) {
		best, err := score(p)
		if err != nil {
			return nil, err
		}
		scores := make([]int, len(moves))
		for i, m := range moves {
			next := p.After(m)
			theirs, err := score(&next)
			if err != nil {
				return nil, err
			}
			scores[i] = -theirs
		}
		best = max(best, slices.Max(scores))
		var good []movegen.Move
		for i, m := range moves {
			if scores[i] >= best-margin {
				good = append(good, m)
			}
		}
		report.Positions++
		report.Moves += len(moves)
		report.Kept += len(good)
		return good, nil
	})
	return report, err
}
