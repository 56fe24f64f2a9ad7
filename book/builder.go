package book

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strconv"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/pgn"
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

// Games says which games, and how much of them, go into a book. The zero value takes all.
type Games struct {
	MaxPlies int // half-moves from the beginning of a game; 0 is all
	MinElo   int // both players must have at least so much; 0 does not look
}

// gamesReport counts games.
type gamesReport struct {
	Read, Used int
	Faulty     int // of the games used; the moves before the error have been added
}

// Read adds the games of a PGN stream to b, each main line from where it begins. A move counts 2 if its player has won
// the game, 1 if it was drawn or has no result, 0 if it was lost; moves that have only lost will not be in the book. A
// pass ends the line, since no game reaches the positions after it. fault is called with each game's first error, a
// *pgn.Error; the moves before it count. The error is that of the stream or wraps pgn.ErrNoGame.
func (g Games) Read(r io.Reader, b *Builder, fault func(error)) (report gamesReport, err error) {
	games := pgn.NewReader(r, pgn.Reading{})
	for games.Next() {
		report.Read++
		if !g.wants(games) {
			continue
		}
		report.Used++
		err := g.add(games, b)
		if errors.Is(err, errPass) {
			err = &pgn.Error{Line: games.Line(), Column: 1, Game: report.Read, Text: "--", Err: errPass}
		}
		if err != nil {
			report.Faulty++
			fault(err)
		}
	}
	if err := games.Err(); err != nil {
		return report, message.Errorf("after %d games: %w", report.Read, err)
	}
	return report, games.NoGame()
}

// errPass is the error for a game with a pass.
var errPass = errors.New("a book has no passes: the moves after one are left out")

func (g Games) wants(r *pgn.Reader) bool {
	return g.MinElo <= 0 || elo(r.Tag("WhiteElo")) >= g.MinElo && elo(r.Tag("BlackElo")) >= g.MinElo
}

// elo returns the rating in a tag, 0 if there is none.
func elo(tag string) int {
	number, err := strconv.Atoi(tag)
	if err != nil {
		return 0
	}
	return number
}

// add adds the game whose tags have been read; the error is its first fault.
func (g Games) add(r *pgn.Reader, b *Builder) error {
	start, err := r.Start()
	if err != nil {
		return err
	}
	moves, err := r.Moves()
	if g.MaxPlies > 0 {
		moves = moves[:min(len(moves), g.MaxPlies)]
	}
	result := r.Result()
	line := b.Line(start)
	for _, m := range moves {
		if m == movegen.NoMove {
			return cmp.Or(err, errPass)
		}
		if fault := line.Add(m, points(result, line.position.Side())); fault != nil {
			return cmp.Or(err, fault)
		}
	}
	return err
}

// points returns the weight that a game of the given result lends to the moves of side.
func points(result movegen.Result, side movegen.Color) int {
	switch result {
	case movegen.WinFor(side):
		return 2
	case movegen.WinFor(side.Other()):
		return 0
	}
	return 1
}
