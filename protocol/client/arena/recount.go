package arena

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"alfiere/movegen/pgn"
)

// ErrNames is returned by Recount for games that are not all between the same two.
var ErrNames = errors.New("the games are not all between the same two players")

// Recount returns the standing of a match from a PGN file, whoever wrote it, as the
// player with the name first sees it; "" is White in the file's first game. Two games
// with the same round, up to a point, and the same opening are a pair if the colours are
// changed. Games without a result are left out. The error wraps ErrNames or is one of
// reading.
func Recount(r io.Reader, first string) (names [2]string, tally *Tally, err error) {
	tally = &Tally{}
	pairs := pairing{waiting: map[half]int{}}
	games := pgn.NewReader(r, pgn.Reading{})
	for games.Next() {
		if names[0] == "" {
			names = [2]string{games.Tag("White"), games.Tag("Black")}
			if first == names[1] {
				names[0], names[1] = names[1], names[0]
			}
			if first != "" && first != names[0] {
				return names, tally, fmt.Errorf("line %d: %w: none is %q", games.Line(), ErrNames, first)
			}
		}
		g := Game{White: slices.Index(names[:], games.Tag("White"))}
		if g.White < 0 || games.Tag("Black") != names[1-g.White] {
			return names, tally, fmt.Errorf("line %d: %w", games.Line(), ErrNames)
		}
		var ended bool
		if g.Result, ended = resultOf(games); !ended {
			continue
		}
		g.Termination, _ = terminationOf(games)
		round, _, _ := strings.Cut(games.Tag("Round"), ".")
		g.Number = pairs.number(half{round, games.Tag("FEN"), g.White})
		tally.Add(&g)
	}
	return names, tally, games.Err()
}

// half is what a game of a pair has in common with the other one, and who was White.
type half struct {
	round, opening string
	white          int
}

// pairing finds the two games of each pair.
type pairing struct {
	waiting map[half]int // the pair of a game whose other one is to come
	count   int          // of pairs so far
}

// number returns the number of a game: those of a pair are an even one and the next.
func (p *pairing) number(h half) int {
	other := h
	other.white = 1 - h.white
	if pair, ok := p.waiting[other]; ok {
		delete(p.waiting, other)
		return 2*pair + 1
	}
	p.waiting[h] = p.count
	p.count++
	return 2 * (p.count - 1)
}
