package gametree

import (
	"strings"
	"unicode"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// Letters are the ten characters for the contents of a square: nothing, king, queen, rook, bishop, knight, pawn, and
// the three that carry history: a king that may still castle (imperatore), a rook that may still castle (fortezza), a
// pawn that has just made a double step and can be taken en passant (militare). White's are capitals, Black's the same
// letters in lower case. The empty Letters are Italian.
type Letters string

// Letters of three languages. English: emperor, fortress, militiaman; German: Imperator, Festung, Miliz.
const (
	Italian Letters = ".RDTACPIFM"
	English Letters = ".KQRBNPEFM"
	German  Letters = ".KDTLSBIFM"
)

// ParseLetters reads ten distinct characters; all but the first must have a capital
// and a small form. The error is an *Error that wraps errLetters.
func ParseLetters(text string) (Letters, error) {
	var upper []rune
	for _, r := range text {
		upper = append(upper, unicode.ToUpper(r))
	}
	fault := func(expected string, values ...any) (Letters, error) {
		return "", &Error{Text: notation.Quote(text), Expected: message.Errorf(expected, values...), Err: errLetters}
	}
	switch {
	case len(upper) > figureCount:
		return fault("ten letters, not %d: how pieces beyond the ten move is nowhere defined", len(upper))
	case len(upper) < figureCount:
		return fault("ten letters, not %d", len(upper))
	}
	for i, r := range upper {
		switch {
		case strings.ContainsRune(string(upper[:i]), r):
			return fault("ten distinct letters: %q occurs twice", r)
		case i == 0 && (unicode.IsDigit(r) || isSeparator(r) || r == unicode.ReplacementChar):
			return fault("an empty square that is neither a digit nor a separator")
		case i > 0 && (unicode.ToLower(r) == r || unicode.ToUpper(unicode.ToLower(r)) != r):
			return fault("letters with a capital and a small form; %q has none", r)
		}
	}
	return Letters(upper), nil
}

func (l Letters) runes() []rune {
	if l == "" {
		l = Italian
	}
	return []rune(l)
}

// figure is the content of a square, in the order of Letters. The numbers from empty to
// pawn are also the types of the numeric form.
type figure uint8

const (
	empty figure = iota
	king
	queen
	rook
	bishop
	knight
	pawn
	emperor
	fortress
	militia
	figureCount int = iota
)

// pieceTypes holds the piece that each figure is.
var pieceTypes = [figureCount]movegen.PieceType{movegen.NoPieceType, movegen.King, movegen.Queen, movegen.Rook,
	movegen.Bishop, movegen.Knight, movegen.Pawn, movegen.King, movegen.Rook, movegen.Pawn}

// figures holds the figure without history of each piece type.
var figures = [...]figure{movegen.NoPieceType: empty, movegen.Pawn: pawn, movegen.Knight: knight,
	movegen.Bishop: bishop, movegen.Rook: rook, movegen.Queen: queen, movegen.King: king}

// plain returns f without its history.
func (f figure) plain() figure { return figures[pieceTypes[f]] }

// figureAt returns the figure on s, history included.
func figureAt(p *movegen.Position, s movegen.Square) figure {
	piece := p.PieceAt(s)
	switch f := figures[piece.Type()]; {
	case f == king && p.CastlingRooks()&p.BackRank(piece.Color()) != 0:
		return emperor
	case f == rook && p.CastlingRooks().Has(s):
		return fortress
	case f == pawn && p.EnPassant() != movegen.NoSquare && s == p.EnPassant()^8:
		return militia
	default:
		return f
	}
}

// alphabet is Letters prepared for reading and writing.
type alphabet struct {
	upper, lower [figureCount]rune
	known        map[rune]coloured
}

// coloured is a figure of one colour.
type coloured struct {
	figure figure
	color  movegen.Color
}

func (l Letters) alphabet() (a alphabet) {
	a.known = make(map[rune]coloured, 2*figureCount)
	for i, r := range l.runes() {
		a.upper[i], a.lower[i] = r, unicode.ToLower(r)
		a.known[a.lower[i]] = coloured{figure(i), movegen.Black}
		a.known[r] = coloured{figure(i), movegen.White}
	}
	return a
}

// letter returns the letter of f in the given colour.
func (a *alphabet) letter(f figure, c movegen.Color) rune {
	if c == movegen.Black {
		return a.lower[f]
	}
	return a.upper[f]
}

// isSeparator reports whether r may separate strings, for example in a list of them.
func isSeparator(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(`"'[],;`, r) || r == '\ufeff'
}
