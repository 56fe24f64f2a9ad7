package arena

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/protocol/client"
)

// layout is the format of games: every move has a comment.
var layout = pgn.Layout{MatchComments: true}

// AppendPGN appends a game of the match to text as PGN: with the tags by which Resume recognises
// it, and score, depth and time of each move in a comment.
func (m *Match) AppendPGN(text []byte, g *Game, event string) []byte {
	tree := gametree.New(g.Start)
	last := gametree.Root
	for i := range g.Moves {
		last = tree.Add(last, g.Moves[i].Move)
		tree.SetComment(last, comment(&g.Moves[i]))
	}
	game := pgn.Game{Tags: m.tags(g, event), Tree: tree, Result: g.Result, Closing: closing(g.Reason)}
	text, err := layout.Append(text, &game)
	if err != nil {
		panic("arena: a game without variations is nested too deep")
	}
	return text
}

// tags returns the tags of a game in the order of writing; the writer adds the start and the end of the game.
func (m *Match) tags(g *Game, event string) (tags pgn.Tags) {
	white, black := &m.Contestants[g.White], &m.Contestants[g.Black]
	add := func(name, value string) { tags = append(tags, pgn.Tag{Name: name, Value: value}) }
	add("Event", event)
	add("Site", "?")
	add("Date", g.Begun.Format("2006.01.02"))
	add("Round", m.roundTag(g.Number))
	add("White", white.Name)
	add("Black", black.Name)
	if g.Chess960 {
		add("Variant", chess960Variant)
	}
	add("FEN", "")
	add("PlyCount", strconv.Itoa(len(g.Moves)))
	add("Termination", g.Termination.String())
	add(ruleTag, m.Rule())
	if g.Judged {
		add(pointsTag, strconv.FormatFloat(g.WhitePoints, 'g', -1, 64))
	}
	if m.Rules.Judge != nil && g.Capture {
		add(lastMoveTag, lastMoveCapture)
	}
	played := g.Controls
	if played == ([2]client.Control{}) {
		played[movegen.White] = white.Control
	}
	add("TimeControl", timeControl(played[movegen.White]))
	add("WhiteControl", white.Control.String())
	add("BlackControl", black.Control.String())
	if played == g.Controls {
		add("WhiteScaledControl", played[movegen.White].String())
		add("BlackScaledControl", played[movegen.Black].String())
	}
	if g.Worker != "" {
		add("Worker", g.Worker)
	}
	add("UTCDate", g.Begun.UTC().Format("2006.01.02"))
	add("UTCTime", g.Begun.UTC().Format("15:04:05"))
	return tags
}

// ruleTag has Match.Rule, so that a match shows whether it went as planned.
const ruleTag = "StoppingRule"

// Tags of matches in which games that are cut are judged.
const (
	pointsTag       = "WhitePoints" // the judge's verdict
	lastMoveTag     = "LastMove"
	lastMoveCapture = "capture"
)

// chess960Variant is the value of the tag Variant, as most programs write it.
const chess960Variant = "fischerandom"

// fenTag returns the tag of a game that begins with p, empty if it needs none. In Chess960 every position needs one.
func fenTag(p movegen.Position, chess960 bool) string {
	fen := p.FEN()
	if fen == movegen.StartFEN && !chess960 {
		return ""
	}
	return fen
}

// roundTag returns the tag of a game: the numbers of the round, of the pairing if there are
// several, and of the game in the pair.
func (m *Match) roundTag(number int) string {
	round, pairings := m.Round(number)+1, m.Pairings()
	if pairings == 1 {
		return fmt.Sprintf("%d.%d", round, number%2+1)
	}
	return fmt.Sprintf("%d.%d.%d", round, number/2%pairings+1, number%2+1)
}

// readRoundTag returns the number of the game with a tag that roundTag has written.
func (m *Match) readRoundTag(text string) (number int, ok bool) {
	pairings := m.Pairings()
	round, pairing, half := 0, 1, 0
	var n int
	if pairings == 1 {
		n, _ = fmt.Sscanf(text, "%d.%d", &round, &half)
		n++
	} else {
		n, _ = fmt.Sscanf(text, "%d.%d.%d", &round, &pairing, &half)
	}
	const most = 1 << 40 // leaves room for arithmetic
	if n < 3 || round < 1 || round > most || pairing < 1 || pairing > pairings || half < 1 || half > 2 {
		return 0, false
	}
	return 2*((round-1)*pairings+pairing-1) + half - 1, true
}

// closing makes a reason, which may quote what an engine wrote, fit for a comment.
func closing(reason string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '{':
			return '('
		case r == '}':
			return ')'
		case r < ' ' || r == 0x7f:
			return '?'
		}
		return r
	}, reason)
}

// comment returns score, depth, seconds, nodes and nodes per second, such as
// "+0.24/16 0.143s, n=91234, nps=638000"; parts that the player has not reported are left out.
func comment(m *Move) string {
	text := fmt.Sprintf("%.3fs", m.Elapsed.Seconds())
	r := &m.Report
	if r.Depth == 0 {
		return text
	}
	text = fmt.Sprintf("%s/%d %s", scoreText(r.Score), r.Depth, text)
	if r.Nodes > 0 {
		text += fmt.Sprintf(", n=%d", r.Nodes)
		if elapsed := cmp.Or(r.Elapsed, m.Elapsed); elapsed > 0 { // by the player's account, if it gives one
			text += fmt.Sprintf(", nps=%.0f", float64(r.Nodes)/elapsed.Seconds())
		}
	}
	return text
}

// timeControl returns the value of the tag TimeControl as the standard of PGN has it: the clock, "1/1.5"
// for 1.5 seconds a move, "-" if only nodes or depth are limited.
func timeControl(c client.Control) string {
	if !c.Timed() && c.MoveTime > 0 {
		return "1/" + wire.FormatSeconds(c.MoveTime)
	}
	return c.Clock()
}

// scoreText returns a score in pawns, or a mate such as "+M3".
func scoreText(s client.Score) string {
	if moves, ok := s.Mate(); ok {
		if moves > 0 {
			return fmt.Sprintf("+M%d", moves)
		}
		return fmt.Sprintf("-M%d", -moves)
	}
	if s == 0 {
		return "0.00"
	}
	return fmt.Sprintf("%+.2f", float64(s)/100)
}

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
	waiting, pairs := map[half]int{}, 0 // the first games of pairs, by the data of the second ones
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
		this := half{round, games.Tag("FEN"), g.White, g.Black}
		if first, ok := waiting[this]; ok {
			delete(waiting, this)
			g.Number = first + 1
		} else {
			g.Number = 2 * pairs
			pairs++
			waiting[half{this.round, this.opening, this.black, this.white}] = g.Number
		}
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
