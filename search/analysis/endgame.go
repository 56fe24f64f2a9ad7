package analysis

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/search"
	"alfiere/tt/syzygy"
)

// outcome is the result of a position for the side to move if both sides play by the
// endgame tables, under the 50-move rule.
type outcome uint8

// The outcomes; unknown is that of a position that no table holds.
const (
	unknown outcome = iota
	lost
	drawn
	won
)

// reversed returns the outcome for the other side.
func (o outcome) reversed() outcome { return [...]outcome{unknown, won, drawn, lost}[o] }

// outcome looks up a position in the tables; over is set if it has no move. A win that the
// 50-move rule would prevent, including the position's clock, is none.
func (a *Annotator) outcome(p *movegen.Position, over bool) outcome {
	value, known := a.Tables.WDL(p)
	if !known {
		return unknown
	}
	if clock := p.HalfmoveClock(); clock > 0 && !over {
		if distance, measured := a.Tables.DTZ(p); measured && clock+max(distance, -distance) > ruleOfFifty {
			return drawn
		}
	}
	switch value {
	case syzygy.Win:
		return won
	case syzygy.Loss:
		return lost
	}
	return drawn
}

// bestLine returns the best moves from p on by the tables: a single one if it holds the draw.
func (a *Annotator) bestLine(p movegen.Position, outcome outcome) (line []movegen.Move) {
	length := a.Line
	if outcome == drawn {
		length = 1
	}
	for len(line) < max(length, 1) {
		moves, known := a.Tables.Moves(&p)
		if !known || len(moves) == 0 {
			break
		}
		line = append(line, moves[0].Move)
		p.Make(moves[0].Move)
	}
	return line
}

// tablesSay begins the verdict of the tables in a comment.
const tablesSay = "tables: "

// tell writes the verdict of the tables on the position after a move into its comment, if they hold that position, and
// either not the one before or the move has changed the verdict. An older verdict is removed from the comment.
func (a *Annotator) tell(t *gametree.Tree, m *Move, first bool) {
	comment := t.Comment(m.node)
	if at := strings.Index(comment, tablesSay); at == 0 || at > 0 && strings.HasSuffix(comment[:at], "; ") {
		comment = strings.TrimSuffix(comment[:at], "; ")
	}
	before, after := m.before, m.after
	said := ""
	switch {
	case after == unknown, m.Over && (before == unknown || before == after):
	case before == unknown, first && before == after:
		said = verdict(after, m.Position.Side())
	case before != after:
		names := [...]string{lost: "loss", drawn: "draw", won: "win"}
		said = names[before] + " -> " + names[after]
	}
	if said != "" {
		if comment != "" {
			comment += "; "
		}
		comment += tablesSay + said
	}
	t.SetComment(m.node, comment)
}

// verdict names the winner.
func verdict(o outcome, side movegen.Color) string {
	if o == drawn {
		return "draw"
	}
	if (o == won) == (side == movegen.White) {
		return "White wins"
	}
	return "Black wins"
}

// endgames returns the settings of a search that uses all of the tables, which may be nil, under the 50-move rule.
func endgames(tables *syzygy.Tables) search.EndgameUse {
	if tables == nil {
		return search.EndgameUse{}
	}
	return search.EndgameUse{Tables: tables, ProbeDepth: 1, ProbeLimit: tables.MaxPieces(), Rule50: true}
}

// endgameTables are the tables that are used: *syzygy.Tables.
type endgameTables interface {
	MaxPieces() int
	WDL(p *movegen.Position) (value syzygy.WDL, ok bool)
	DTZ(p *movegen.Position) (distance int, ok bool)
	Moves(p *movegen.Position) (moves []syzygy.Move, ok bool)
}

// EndgameValues is the information of endgame tables on a position. It is the JSON object of alfiere endgame; Lines
// returns it as text. Unknown values are nil: the value if Error is set, a distance if a file is missing.
type EndgameValues struct {
	FEN   string        `json:"fen"`
	ID    string        `json:"id,omitempty"`
	Error string        `json:"error,omitempty"` // why no table holds the position
	WDL   *syzygy.WDL   `json:"wdl,omitempty"`   // for the side to move, as if the clock were at zero
	DTZ   *int          `json:"dtz,omitempty"`   // half-moves, as returned by syzygy.Tables.DTZ
	Note  string        `json:"note,omitempty"`  // the effect of the position's clock on a win
	Moves []endgameMove `json:"moves"`           // all legal ones, the best first, the unknown ones last

	position movegen.Position
}

// endgameMove is a legal move from its mover's point of view.
type endgameMove struct {
	SAN string      `json:"san"`
	UCI string      `json:"uci"`
	WDL *syzygy.WDL `json:"wdl,omitempty"`
	DTZ *int        `json:"dtz,omitempty"`

	move movegen.Move
}

// Reasons why no table holds a position; reason has further ones.
var (
	errNoTables = errors.New("there are no tables")
	errCastling = errors.New("a position with castling rights is in no table")
)

// Endgame asks tables what they know of p: its value, the distance to the next capture or pawn move, and the same for
// every move. The error is the reason why no table holds the position.
func Endgame(tables endgameTables, p movegen.Position) (EndgameValues, error) {
	v := EndgameValues{FEN: p.FEN(), Moves: []endgameMove{}, position: p}
	value, ok := tables.WDL(&p)
	if !ok {
		err := reason(tables, &p)
		v.Error = err.Error()
		return v, err
	}
	v.WDL = &value
	if distance, ok := tables.DTZ(&p); ok {
		v.DTZ = &distance
		v.Note = v.note()
	}
	if moves, all := tables.Moves(&p); all {
		for _, m := range moves {
			v.add(m.Move, &m.WDL, &m.DTZ)
		}
		return v, nil
	}
	for _, m := range p.Moves() {
		after := p.After(m)
		if value, ok := tables.WDL(&after); ok {
			value = -value
			v.add(m, &value, nil)
		} else {
			v.add(m, nil, nil)
		}
	}
	rank := func(m endgameMove) int {
		if m.WDL == nil {
			return int(syzygy.Loss) - 1
		}
		return int(*m.WDL)
	}
	slices.SortStableFunc(v.Moves, func(a, b endgameMove) int { return cmp.Compare(rank(b), rank(a)) })
	return v, nil
}

// add appends a move with its value and distance.
func (v *EndgameValues) add(m movegen.Move, value *syzygy.WDL, distance *int) {
	v.Moves = append(v.Moves, endgameMove{notation.SAN(&v.position, m, notation.English), notation.UCI(m, false),
		value, distance, m})
}

// WriteJSON writes the values as an object on a line. The error is w's.
func (v *EndgameValues) WriteJSON(w io.Writer) error { return encode(w, v) }

// Lines returns the known value of the position, the note, and all moves with their distances in groups: wins, draws
// and losses. A line has at most width characters; 0 means 80.
func (v *EndgameValues) Lines(letters notation.PieceLetters, width int) []string {
	lines := []string{v.verdict()}
	if v.Note != "" {
		lines = append(lines, v.Note)
	}
	type row struct{ group, move, distance string }
	rows := make([]row, len(v.Moves))
	var group, move, distance int // widths
	for i, m := range v.Moves {
		r := row{group: v.group(&m), move: notation.SAN(&v.position, m.move, letters)}
		if m.DTZ != nil && *m.WDL != syzygy.Draw {
			r.distance = strconv.Itoa(max(*m.DTZ, -*m.DTZ))
		}
		group, move = max(group, len(r.group)), max(move, utf8.RuneCountInString(r.move))
		distance = max(distance, len(r.distance))
		rows[i] = r
	}
	columns := max((cmp.Or(max(width, 0), 80)-group)/(move+distance+3), 1)
	inLine := 0
	for i, r := range rows {
		if begins := i == 0 || rows[i-1].group != r.group; begins || inLine == columns {
			if !begins {
				r.group = ""
			}
			lines = append(lines, fmt.Sprintf("%-*s", group, r.group))
			inLine = 0
		}
		cell := fmt.Sprintf("  %-*s", move, r.move)
		if distance > 0 {
			cell += fmt.Sprintf(" %*s", distance, r.distance)
		}
		lines[len(lines)-1] += cell
		inLine++
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

// group returns the heading of a move's group.
func (v *EndgameValues) group(m *endgameMove) string {
	if m.WDL == nil {
		return "unknown"
	}
	if late, _ := v.late(m.DTZ); late && *m.WDL == syzygy.Win {
		return "wins too late"
	} else if late && *m.WDL == syzygy.Loss {
		return "loses too late"
	}
	return [...]string{"loses", "blessed loss", "draws", "cursed win", "wins"}[*m.WDL-syzygy.Loss]
}

// verdict returns a sentence with the winner and the distance to the next capture or pawn move.
func (v *EndgameValues) verdict() string {
	side, other := sideNames[v.position.Side()], sideNames[v.position.Side().Other()]
	switch {
	case len(v.Moves) == 0 && v.position.InCheck():
		return "checkmate: " + other + " has won"
	case len(v.Moves) == 0:
		return "stalemate: a draw"
	case *v.WDL == syzygy.Draw:
		return "draw"
	}
	winner := side
	if *v.WDL < syzygy.Draw {
		winner = other
	}
	verdict := winner + " wins"
	if late, _ := v.late(v.DTZ); late {
		verdict += " if the clock is at zero"
	} else if *v.WDL == syzygy.CursedWin || *v.WDL == syzygy.BlessedLoss {
		verdict = "draw, but only by the 50-move rule, without which " + winner + " wins (a " + v.WDL.String() + " for " +
			side + ")"
	}
	if v.DTZ == nil {
		return verdict + "; how soon is not known, for a file .rtbz is not there, or not usable"
	}
	distance := max(*v.DTZ, -*v.DTZ)
	return fmt.Sprintf("%s; %s (%s) to a mate, a capture or a pawn move", verdict,
		count(distance, "half-move", "half-moves"), count((distance+1)/2, "move", "moves"))
}

// sideNames are the names of the sides in a sentence.
var sideNames = [...]string{movegen.White: "White", movegen.Black: "Black"}

// ruleOfFifty is the number of half-moves without a capture or pawn move that draws.
const ruleOfFifty = 100

// late reports whether the 50-move rule ends the game within a known distance, because the clock of the position is
// not at zero. A table that counts in moves can be one too low, so that a distance just within the rule may be late.
func (v *EndgameValues) late(dtz *int) (surely, perhaps bool) {
	clock := v.position.HalfmoveClock()
	if dtz == nil || clock == 0 {
		return false, false
	}
	end := clock + max(*dtz, -*dtz)
	return end > ruleOfFifty, end == ruleOfFifty
}

// note describes the effect of the position's clock on a win, "" if there is none.
func (v *EndgameValues) note() string {
	clock := v.position.HalfmoveClock()
	surely, perhaps := v.late(v.DTZ)
	switch {
	case *v.WDL != syzygy.Win && *v.WDL != syzygy.Loss:
	case surely:
		return fmt.Sprintf("but the clock of the 50-move rule is at %d half-moves: too late, a draw", clock)
	case perhaps:
		return fmt.Sprintf("the clock of the 50-move rule is at %d half-moves: just in time, or a half-move too late if "+
			"the table counts in moves", clock)
	}
	return ""
}

// reason returns the reason why the tables do not have the value of p.
func reason(tables endgameTables, p *movegen.Position) error {
	switch men := p.Occupied().Count(); {
	case tables.MaxPieces() == 0:
		return errNoTables
	case p.CastlingRooks() != 0:
		return errCastling
	case men > tables.MaxPieces():
		return fmt.Errorf("%d men; the tables here have at most %d", men, tables.MaxPieces())
	}
	// The value of a position is also that of its captures, whose tables may be missing.
	for _, m := range p.Moves() {
		if !p.IsCapture(m) {
			continue
		}
		after := p.After(m)
		if _, ok := tables.WDL(&after); !ok {
			return reason(tables, &after)
		}
	}
	return fmt.Errorf("%s.rtbw is not there, or not usable", syzygy.Name(p))
}
