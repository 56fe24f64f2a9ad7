package analysis

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/tt/syzygy"
)

// endgameTables are the tables that are used: *syzygy.Tables.
type endgameTables interface {
	Men() int
	WDL(p *movegen.Position) (value syzygy.WDL, ok bool)
	DTZ(p *movegen.Position) (distance int, ok bool)
	Moves(p *movegen.Position) (moves []syzygy.Move, ok bool)
}

// endgameReport is the information of tables on a position.
type endgameReport struct {
	Position movegen.Position
	WDL      syzygy.WDL    // for the side to move, as if the clock were at zero
	DTZ      int           // half-moves, as returned by syzygy.Tables.DTZ
	Measured bool          // DTZ is known: without files of distances only the value is
	Moves    []endgameMove // all legal ones, the best first, the unknown ones last
}

// endgameMove is a legal move. If a file is missing, its value or distance may be unknown.
type endgameMove struct {
	syzygy.Move
	Known    bool // WDL is known
	Measured bool // DTZ is known
}

// Reasons why no table holds a position; missingError and tooManyError are further ones.
var (
	errNoTables = errors.New("there are no tables")
	errCastling = errors.New("a position with castling rights is in no table")
)

// tooManyError is a position with more pieces than any table has.
type tooManyError struct{ Men, Most int }

// Error gives both numbers.
func (e *tooManyError) Error() string {
	return fmt.Sprintf("%d men; the tables here have at most %d", e.Men, e.Most)
}

// missingError is a required file that cannot be used: it is missing or damaged.
type missingError struct{ Name string }

// Error names the file.
func (e *missingError) Error() string { return e.Name + " is not there, or not usable" }

// Endgame asks tables what they know of p: its value, the distance to the next capture or pawn
// move, and every move with its own. EndgameText.Lines and WriteJSON write the report. The error says why they do not
// know its value.
func Endgame(tables endgameTables, p movegen.Position) (endgameReport, error) {
	r := endgameReport{Position: p}
	var ok bool
	if r.WDL, ok = tables.WDL(&p); !ok {
		return endgameReport{Position: p}, reason(tables, &p)
	}
	r.DTZ, r.Measured = tables.DTZ(&p)
	if moves, all := tables.Moves(&p); all {
		r.Moves = make([]endgameMove, len(moves))
		for i, m := range moves {
			r.Moves[i] = endgameMove{m, true, true}
		}
		return r, nil
	}
	for _, m := range p.Moves() {
		after := p.After(m)
		value, known := tables.WDL(&after)
		r.Moves = append(r.Moves, endgameMove{Move: syzygy.Move{Move: m, WDL: -value}, Known: known})
	}
	slices.SortStableFunc(r.Moves, func(a, b endgameMove) int {
		if a.Known != b.Known {
			return map[bool]int{true: -1, false: 1}[a.Known]
		}
		return cmp.Compare(b.WDL, a.WDL)
	})
	return r, nil
}

// reason returns the reason why the tables do not have the value of p.
func reason(tables endgameTables, p *movegen.Position) error {
	switch men := p.Occupied().Count(); {
	case tables.Men() == 0:
		return errNoTables
	case p.CastlingRooks() != 0:
		return errCastling
	case men > tables.Men():
		return &tooManyError{men, tables.Men()}
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
	return &missingError{material(p) + ".rtbw"}
}

// material returns the material in the form of file names, the stronger side first: KRPvKR.
func material(p *movegen.Position) string {
	const letters = "KQRBNP"
	types := [...]movegen.PieceType{movegen.King, movegen.Queen, movegen.Rook, movegen.Bishop, movegen.Knight,
		movegen.Pawn}
	var sides [2]string
	for color := range sides {
		for i, t := range types {
			sides[color] += strings.Repeat(letters[i:i+1], p.Pieces(movegen.Color(color), t).Count())
		}
	}
	strength := func(side string) string { // of two sides with the same number of pieces
		return strings.Map(func(man rune) rune { return 'Z' - rune(strings.IndexRune(letters, man)) }, side)
	}
	stronger, weaker := sides[0], sides[1]
	if cmp.Or(cmp.Compare(len(weaker), len(stronger)), strings.Compare(strength(weaker), strength(stronger))) > 0 {
		stronger, weaker = weaker, stronger
	}
	return stronger + "v" + weaker
}
