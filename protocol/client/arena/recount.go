package arena

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"alfiere/movegen/pgn"
)

// ErrNobody is wrapped if the player whose games are counted has played none.
var ErrNobody = errors.New("no player has this name")

// Recount reads the games of a match from a PGN file of any program, and returns the players in the order of their
// first games, beginning with the one named first, unless that is empty. Two games with the same round (up to a point
// in it) and the same opening are a pair if the same two play them with colours reversed. Games without a result, and
// of a player against itself, are left out. The error wraps ErrNobody or pgn.ErrNoGame, or is one of reading.
func Recount(r io.Reader, first string) (names []string, played []Game, err error) {
	if first != "" {
		names = append(names, first)
	}
	numbers := map[string]int{first: 0}
	number := func(name string) int {
		if _, known := numbers[name]; !known || len(names) == 0 {
			numbers[name] = len(names)
			names = append(names, name)
		}
		return numbers[name]
	}
	pairs := pairing{waiting: map[half]int{}}
	games := pgn.NewReader(r, pgn.Reading{})
	count, named := 0, false
	for ; games.Next(); count++ {
		named = named || games.Tag("White") != "" || games.Tag("Black") != ""
		g := Game{White: number(games.Tag("White")), Black: number(games.Tag("Black"))}
		if ended, _ := g.read(games); !ended || g.White == g.Black {
			continue
		}
		if points, ok := pointsOf(games); ok && g.Termination == MoveLimit {
			g.Judged, g.WhitePoints = true, points
		}
		round, _, _ := strings.Cut(games.Tag("Round"), ".")
		g.Number = pairs.number(half{round, games.Tag("FEN"), g.White, g.Black})
		played = append(played, g)
	}
	switch {
	case games.Err() != nil:
		return names, played, games.Err()
	case count == 0:
		return names, played, games.NoGame()
	case !named:
		return names,
			played, fmt.Errorf("%w: %s", pgn.ErrNoGame, cmp.Or(games.Foreign(), "no tag White or Black names a player"))
	case first != "" && !slices.ContainsFunc(played, func(g Game) bool { return g.White == 0 || g.Black == 0 }):
		return names, played, fmt.Errorf("%w: %q", ErrNobody, first)
	}
	return names, played, nil
}

// half is the data that a game of a pair shares with the other one, and the colours.
type half struct {
	round, opening string
	white, black   int
}

// pairing finds the two games of each pair.
type pairing struct {
	waiting map[half]int // the pair of a game whose partner is still missing
	count   int          // of pairs so far
}

// number returns the number of a game: those of a pair are an even one and the next.
func (p *pairing) number(h half) int {
	other := h
	other.white, other.black = h.black, h.white
	if pair, ok := p.waiting[other]; ok {
		delete(p.waiting, other)
		return 2*pair + 1
	}
	p.waiting[h] = p.count
	p.count++
	return 2 * (p.count - 1)
}
