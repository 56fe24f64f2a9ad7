package console

import (
	"fmt"
	"strings"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/search"
)

// title returns a colour with a capital letter.
func (a *adapter) title(c movegen.Color) string {
	return a.language.Text([...]string{"White", "Black"}[c&1])
}

// toMove says whose turn it is.
func (a *adapter) toMove() string {
	position := a.player.Position()
	return a.language.Text([...]string{"White to move", "Black to move"}[position.Side()])
}

// materialText returns the extra pieces of each side and the difference of their usual
// values; empty if both have the same.
func materialText(p *movegen.Position) string {
	men, balance := [2]string{}, 0
	for _, kind := range []struct {
		man    movegen.PieceType
		letter string
		worth  int
	}{{movegen.Queen, " Q", 9}, {movegen.Rook, " R", 5}, {movegen.Bishop, " B", 3}, {movegen.Knight, " N", 3},
		{movegen.Pawn, " P", 1}} {
		more := p.Pieces(movegen.White, kind.man).Count() - p.Pieces(movegen.Black, kind.man).Count()
		balance += more * kind.worth
		men[movegen.White] += strings.Repeat(kind.letter, max(more, 0))
		men[movegen.Black] += strings.Repeat(kind.letter, max(-more, 0))
	}
	white, black, lead := men[movegen.White], men[movegen.Black], "even"
	switch {
	case balance > 0:
		lead = fmt.Sprintf("White +%d", balance)
	case balance < 0:
		lead = fmt.Sprintf("Black +%d", -balance)
	}
	switch {
	case white == "" && black == "":
		return ""
	case black == "":
		return fmt.Sprintf("White has%s more (%s)", white, lead)
	case white == "":
		return fmt.Sprintf("Black has%s more (%s)", black, lead)
	}
	return fmt.Sprintf("White has%s more, Black%s (%s)", white, black, lead)
}

// san returns a move in SAN.
func san(p *movegen.Position, m movegen.Move) string { return notation.SAN(p, m, notation.English) }

// moveName returns a move in SAN, or in the referee's notation.
func (a *adapter) moveName(p *movegen.Position, m movegen.Move) string {
	if a.Table != nil {
		return notation.Squares(p, m, a.letters)
	}
	return san(p, m)
}

// numbered returns a move with its number: "12. Nf3" or "12... Nf6".
func (a *adapter) numbered(p *movegen.Position, m movegen.Move) string {
	return fmt.Sprintf("%d%s %s", p.FullmoveNumber(), [...]string{".", "..."}[p.Side()], a.moveName(p, m))
}

// thinkingText returns a line of the search as post and analyze show it, under
// thinkingHeading; if there are several they have numbers.
func (a *adapter) thinkingText(t *protocol.Thinking) string {
	line := lineText(a.controller.Position(), t.Line)
	if a.controller.Settings().MultiPV > 1 {
		line = fmt.Sprintf("%d. %s", max(t.MultiPV, 1), line)
	}
	bound := [...]string{search.Exact: " ", search.Lower: "+", search.Upper: "-"}[t.Bound]
	text := fmt.Sprintf("%5d %8s%s %9s %11d  %s", t.Depth, scoreText(t.Score), bound, secondsText(t.Elapsed), t.Nodes,
		line)
	if a.Screen != nil {
		text = cutWords(text, a.Screen.Columns()-1)
	}
	return text
}

// lineText returns the moves of a line from p on.
func lineText(p movegen.Position, moves []movegen.Move) string {
	var text strings.Builder
	for i, m := range moves {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(san(&p, m))
		p.Make(m)
	}
	return text.String()
}

// scoreText returns a score in pawns, "+0.34", or a mate in moves, "+M3" or "-M2".
func scoreText(s search.Score) string {
	if moves, ok := s.Mate(); ok {
		if s < 0 {
			return fmt.Sprintf("-M%d", -moves)
		}
		return fmt.Sprintf("+M%d", moves)
	}
	return fmt.Sprintf("%+.2f", float64(s)/100)
}

func secondsText(t time.Duration) string { return fmt.Sprintf("%.2fs", t.Seconds()) }
