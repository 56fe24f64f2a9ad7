package arena

import (
	"fmt"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol/client"
)

// lineWidth is the length that lines of moves are wrapped at, as PGN wants it.
const lineWidth = 80

// AppendPGN appends a game of the match to text as PGN: with the tags by which Scan
// knows it again, and score, depth and time of each move in a comment.
func (m *Match) AppendPGN(text []byte, g *Game, event string) []byte {
	white, black := &m.Contestants[g.White], &m.Contestants[1-g.White]
	tag := func(name, value string) {
		text = fmt.Appendf(text, "[%s \"%s\"]\n", name, escape(value))
	}
	tag("Event", event)
	tag("Site", "?")
	tag("Date", g.Begun.Format("2006.01.02"))
	tag("Round", round(g.Number))
	tag("White", white.Name)
	tag("Black", black.Name)
	tag("Result", g.Result.String())
	if g.Chess960 {
		tag("Variant", chess960Variant)
	}
	if fen := fenTag(g.Start, g.Chess960); fen != "" {
		tag("SetUp", "1")
		tag("FEN", fen)
	}
	tag("PlyCount", fmt.Sprint(len(g.Moves)))
	tag("Termination", g.Termination.String())
	tag("TimeControl", white.Control.Clock())
	tag("WhiteControl", white.Control.String())
	tag("BlackControl", black.Control.String())
	tag("UTCDate", g.Begun.UTC().Format("2006.01.02"))
	tag("UTCTime", g.Begun.UTC().Format("15:04:05"))
	text = append(text, '\n')
	w := wrapper{text: text}
	g.appendMoves(&w)
	w.word("{" + strings.NewReplacer("{", "(", "}", ")").Replace(printable(g.Reason)) + "}")
	w.word(g.Result.String())
	return append(w.text, "\n\n"...)
}

// chess960Variant is the value of the tag Variant, as most programs write it.
const chess960Variant = "fischerandom"

// fenTag returns the tag of a game that begins with p, empty if it needs none. In
// Chess960 no position goes without saying.
func fenTag(p movegen.Position, chess960 bool) string {
	fen := p.FEN()
	if fen == movegen.StartFEN && !chess960 {
		return ""
	}
	return fen
}

// round returns the tag of a game: the number of its pair and which of the two it is.
func round(number int) string { return fmt.Sprintf("%d.%d", number/2+1, number%2+1) }

// escape makes a text fit to stand between quotes.
func escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(printable(text))
}

// printable replaces control bytes.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, text)
}

// appendMoves writes the moves in SAN with their comments.
func (g *Game) appendMoves(w *wrapper) {
	position := g.Start
	for i, m := range g.Moves {
		number := fmt.Sprint(position.FullmoveNumber())
		if position.Side() == movegen.White {
			w.word(number + ".")
		} else if i == 0 {
			w.word(number + "...")
		}
		w.word(notation.SAN(&position, m.Move, notation.English))
		w.word("{" + comment(&m) + "}")
		position.Make(m.Move)
	}
}

// comment returns score, depth and seconds, as in "+0.24/16 0.143s"; what the player
// has not told is left out.
func comment(m *Move) string {
	seconds := fmt.Sprintf("%.3fs", m.Elapsed.Seconds())
	if m.Report.Depth == 0 {
		return seconds
	}
	return fmt.Sprintf("%s/%d %s", scoreText(m.Report.Score), m.Report.Depth, seconds)
}

// scoreText returns a score in pawns, or a mate as in "+M3".
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

// wrapper puts blanks or line ends between words.
type wrapper struct {
	text []byte
	used int // of the line
}

func (w *wrapper) word(word string) {
	switch {
	case w.used == 0:
	case w.used+1+len(word) > lineWidth:
		w.text = append(w.text, '\n')
		w.used = 0
	default:
		w.text = append(w.text, ' ')
		w.used++
	}
	w.text = append(w.text, word...)
	w.used += len(word)
}
