package arena

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
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
