package arena

import (
	"fmt"
	"io"
	"slices"
)

// ForeignError is a game of a PGN file that does not belong to the match.
type ForeignError struct {
	Line   int    // of the game's first tag
	Tag    string // that does not fit
	Value  string
	Wanted string
}

// Error names the tag, what it says and what it should say.
func (e *ForeignError) Error() string {
	return fmt.Sprintf("line %d: this is no game of the match: %s is %q, not %q", e.Line, e.Tag, e.Value, e.Wanted)
}

// Resume reads the games that an earlier run has written, fills in Played and returns
// the length of the file up to the end of the last complete game: what follows was cut
// off in the middle and is to be removed before more is written. The error is a
// *ForeignError, if a game was played under other conditions, or one of reading.
func (m *Match) Resume(r io.Reader) (length int64, err error) {
	read := map[int]bool{}
	err = Scan(r, func(a *Archived) error {
		if !a.Complete {
			return nil
		}
		game, err := m.recall(a)
		if err != nil {
			return err
		}
		if read[game.Number] {
			return &ForeignError{a.Line, "Round", a.Tags["Round"], "one that has not come before"}
		}
		read[game.Number] = true
		m.Played = append(m.Played, game)
		length = a.End
		return nil
	})
	return length, err
}

// recall returns the game of the match that a is.
func (m *Match) recall(a *Archived) (g Game, err error) {
	var pair, half int
	if n, _ := fmt.Sscanf(a.Tags["Round"], "%d.%d", &pair, &half); n < 2 || pair < 1 || half < 1 || half > 2 {
		return g, &ForeignError{a.Line, "Round", a.Tags["Round"], "PAIR.GAME"}
	}
	g.Number = 2*(pair-1) + half - 1
	g.White = g.Number % 2
	white, black := &m.Contestants[g.White], &m.Contestants[1-g.White]
	g.Chess960 = m.Chess960
	variant := ""
	if m.Chess960 {
		variant = chess960Variant
	}
	for _, wanted := range [...]struct{ tag, value string }{
		{"White", white.Name}, {"Black", black.Name}, {"Variant", variant},
		{"FEN", fenTag(m.Opening(g.Number), m.Chess960)},
		{"WhiteControl", white.Control.String()}, {"BlackControl", black.Control.String()},
	} {
		if value := a.Tags[wanted.tag]; value != printable(wanted.value) {
			return g, &ForeignError{a.Line, wanted.tag, value, wanted.value}
		}
	}
	if g.Result, err = a.result(); err != nil {
		return g, err
	}
	how := slices.Index(terminationNames[:], a.Tags["Termination"])
	if how < 0 {
		return g, &ForeignError{a.Line, "Termination", a.Tags["Termination"], "one of Alfiere's"}
	}
	g.Termination = Termination(how)
	return g, nil
}
