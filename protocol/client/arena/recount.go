package arena

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"alfiere/movegen"
)

// ErrNames is returned by Recount for games that are not all between the same two.
var ErrNames = errors.New("the games are not all between the same two players")

// Recount returns the standing of a match from a PGN file, whoever wrote it, as the
// player with the name first sees it; "" is White in the file's first game. Two games with the same round, up to a point, and
// the same opening are a pair if the colours are changed. Games without a result are
// left out. The error wraps ErrNames or is one of reading.
func Recount(r io.Reader, first string) (names [2]string, tally *Tally, err error) {
	tally = &Tally{}
	type half struct {
		round, opening string
		white          int
	}
	waiting := map[half]int{} // the pair of a game whose other one is to come
	pairs := 0
	err = Scan(r, func(a *Archived) error {
		if names[0] == "" {
			names = [2]string{a.Tags["White"], a.Tags["Black"]}
			if first == names[1] {
				names[0], names[1] = names[1], names[0]
			}
			if first != "" && first != names[0] {
				return fmt.Errorf("line %d: %w: none is %q", a.Line, ErrNames, first)
			}
		}
		g := Game{White: slices.Index(names[:], a.Tags["White"])}
		if g.White < 0 || a.Tags["Black"] != names[1-g.White] {
			return fmt.Errorf("line %d: %w", a.Line, ErrNames)
		}
		result, err := a.result()
		if err != nil {
			return nil // unfinished
		}
		g.Result = result
		if how := slices.Index(terminationNames[:], a.Tags["Termination"]); how >= 0 {
			g.Termination = Termination(how)
		}
		round, _, _ := strings.Cut(a.Tags["Round"], ".")
		this, other := half{round, a.Tags["FEN"], g.White}, half{round, a.Tags["FEN"], 1 - g.White}
		if pair, ok := waiting[other]; ok {
			g.Number = 2*pair + 1
			delete(waiting, other)
		} else {
			g.Number = 2 * pairs
			waiting[this] = pairs
			pairs++
		}
		tally.Add(&g)
		return nil
	})
	return names, tally, err
}

// result returns what the tag Result says.
func (a *Archived) result() (movegen.Result, error) {
	for _, r := range [...]movegen.Result{movegen.WhiteWins, movegen.BlackWins, movegen.Drawn} {
		if a.Tags["Result"] == r.String() {
			return r, nil
		}
	}
	return movegen.Ongoing, &ForeignError{a.Line, "Result", a.Tags["Result"], "1-0, 0-1 or 1/2-1/2"}
}
