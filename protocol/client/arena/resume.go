package arena

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// ForeignError is the error for a game of a PGN file that does not belong to the match.
type ForeignError struct {
	Line   int    // of the game's first tag
	Tag    string // that does not match
	Value  string
	Wanted string
}

// Error names the tag, its value and the expected value.
func (e *ForeignError) Error() string {
	return fmt.Sprintf("line %d: the game does not belong to the match: %s is %q, not %q",
		e.Line, e.Tag, e.Value, e.Wanted)
}

// Resume reads the games that an earlier run has written, fills in Played and returns the length of the file up to the
// end of the last complete pair: the rest is an incomplete game or pair and must be removed before more is written. The
// error is a *ForeignError, if a game was played under other conditions, or one of reading.
func (m *Match) Resume(r io.Reader) (length int64, err error) {
	read := map[int]bool{}
	whole := int64(0) // length without the last game
	games := pgn.NewReader(r, pgn.Reading{})
	for games.Next() {
		end, complete := games.End()
		if _, known := resultOf(games); !complete && (known || games.Tag("Result") == "") {
			continue
		}
		game, err := m.recall(games)
		if err != nil {
			return length, err
		}
		if read[game.Number] {
			return length, foreign(games, "Round", "a round not seen before")
		}
		read[game.Number] = true
		m.Played = append(m.Played, game)
		whole, length = length, end
	}
	if last := len(m.Played) - 1; last >= 0 && games.Err() == nil {
		if other := m.Played[last].Number ^ 1; m.isDue(other) && !read[other] {
			m.Played, length = m.Played[:last], whole
		}
	}
	return length, games.Err()
}

// foreign returns the error for the game that was read last, by one of its tags.
func foreign(games *pgn.Reader, tag, wanted string) error {
	return &ForeignError{games.Line(), tag, games.Tag(tag), wanted}
}

// recall returns the game of the match that was read last.
func (m *Match) recall(games *pgn.Reader) (g Game, err error) {
	var isRound bool
	if g.Number, isRound = m.readRoundTag(games.Tag("Round")); !isRound {
		wanted := "ROUND.GAME"
		if m.Pairings() > 1 {
			wanted = "ROUND.PAIRING.GAME"
		}
		return g, foreign(games, "Round", wanted)
	}
	g.White, g.Black = m.colours(g.Number)
	g.Start, g.Round = m.Opening(g.Number), m.roundTag(g.Number)
	white, black := &m.Contestants[g.White], &m.Contestants[g.Black]
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
		if games.Tag(wanted.tag) != notation.Printable(wanted.value) {
			return g, foreign(games, wanted.tag, wanted.value)
		}
	}
	ended, known := g.read(games)
	if !ended {
		return g, foreign(games, "Result", "1-0, 0-1 or 1/2-1/2")
	}
	if !known {
		return g, foreign(games, "Termination", "one of Alfiere's")
	}
	if g.Judged = m.Rules.Judge != nil && g.Termination == MoveLimit; g.Judged {
		if g.WhitePoints, known = pointsOf(games); !known {
			return g, foreign(games, pointsTag, "from 0 to 1")
		}
	}
	return g, nil
}

// read reads the tags that do not depend on the match. It reports whether the game has ended, and by one of Alfiere's
// terminations.
func (g *Game) read(games *pgn.Reader) (ended, known bool) {
	g.Result, ended = resultOf(games)
	i := slices.Index(terminationNames[:], games.Tag("Termination"))
	g.Termination = Termination(max(i, 0))
	g.Plies, _ = strconv.Atoi(games.Tag("PlyCount"))
	g.Rule = games.Tag(ruleTag)
	g.Capture = games.Tag(lastMoveTag) == lastMoveCapture
	return ended, i >= 0
}

// resultOf returns the value of the tag Result; ok is false if the game has not ended.
func resultOf(games *pgn.Reader) (result movegen.Result, ok bool) {
	for _, result = range [...]movegen.Result{movegen.WhiteWins, movegen.BlackWins, movegen.Drawn} {
		if games.Tag("Result") == result.String() {
			return result, true
		}
	}
	return movegen.Ongoing, false
}

// pointsOf returns what a game that was cut is worth for White; ok is false if no judge has said it.
func pointsOf(games *pgn.Reader) (points float64, ok bool) {
	points, err := strconv.ParseFloat(games.Tag(pointsTag), 64)
	return points, err == nil && points >= 0 && points <= 1
}

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
