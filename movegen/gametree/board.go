package gametree

import (
	"cmp"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

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
		return fault("ten letters, not %d: no other pieces are defined", len(upper))
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

func (l Letters) runes() []rune { return []rune(cmp.Or(l, Italian)) }

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

// BoardStrings returns the nine strings of p: the letters, then the ranks from the eighth to the first. Joined by
// blanks they are what ParseBoard reads. They hold the castling rights and an en-passant capture that is possible, but
// neither the counters nor, without such a capture, the side to move.
func BoardStrings(p *movegen.Position, l Letters) []string {
	a := l.alphabet()
	lines := []string{string(l.runes())}
	for rank := 7; rank >= 0; rank-- {
		row := make([]byte, 0, 8*utf8.UTFMax)
		for file := range 8 {
			s := movegen.MakeSquare(file, rank)
			row = utf8.AppendRune(row, a.letter(figureAt(p, s), p.PieceAt(s).Color()))
		}
		lines = append(lines, string(row))
	}
	return lines
}

// board is a position read from board strings.
type board struct {
	Position movegen.Position
	Letters  Letters
	Warnings []movegen.Fault // of movegen.Builder.Build
	// SideKnown is set if a pawn that can be taken en passant shows the side to move.
	SideKnown bool
}

// ParseBoard reads board strings. They may be split anywhere and be enclosed in quotation marks, commas and brackets.
// side is to move unless the board shows otherwise. The error is an *Error.
func ParseBoard(text string, rules movegen.Rules, side movegen.Color) (board, error) {
	var r boardReader
	for _, letter := range text {
		if err := r.add(letter); err != nil {
			return board{}, err
		}
	}
	return r.board(rules, side)
}

// boardSize is the number of characters of a board with its letters.
const boardSize = figureCount + 64

// boardReader reads a board character by character.
type boardReader struct {
	letters []rune // the first ten
	first   int    // characters of the first string
	divided bool   // the first string has ended
	count   int    // of all characters
	names   alphabet
	squares [64]coloured
	wrong   error // of a first string that is too long and has not ended yet
}

// add takes the next character; separators only end the first string.
func (r *boardReader) add(letter rune) error {
	if isSeparator(letter) {
		r.divided = r.divided || r.first > 0
		return r.tooMany()
	}
	if !r.divided {
		r.first++
	}
	if r.wrong != nil {
		return nil
	}
	r.count++
	if r.count <= figureCount {
		r.letters = append(r.letters, letter)
		if r.count == figureCount {
			return r.name()
		}
		return nil
	}
	if r.count > boardSize {
		return r.fault(letter, errors.New("64 squares, not more"))
	}
	what, ok := r.names.known[letter]
	if !ok {
		return r.fault(letter, message.Errorf("one of %s in capitals or small letters", string(r.letters)))
	}
	i := r.count - figureCount - 1
	r.squares[i^56] = what // the first character is a8
	return nil
}

// name interprets the first ten characters.
func (r *boardReader) name() error {
	l, err := ParseLetters(string(r.letters))
	if err != nil {
		return err
	}
	r.names = l.alphabet()
	return nil
}

// fault returns the error for a character that has no place, or keeps it until the first
// string has ended, if that is too long: then its letters may be what is wrong.
func (r *boardReader) fault(letter rune, expected error) error {
	err := &Error{Index: r.count - figureCount, Expected: expected, Err: errBoard}
	if letter != 0 {
		err.Text = string(letter)
	}
	if r.first <= figureCount {
		return err
	}
	r.wrong = err
	if r.divided {
		return r.tooMany()
	}
	return nil
}

// tooMany returns the error once the first string has ended: unless it is the whole
// board, it has more letters than there are pieces.
func (r *boardReader) tooMany() error {
	if r.wrong == nil || r.first >= boardSize {
		return r.wrong
	}
	return &Error{Text: string(r.letters) + "…", Err: errLetters,
		Expected: message.Errorf("ten letters, not %d: no other pieces are defined", r.first)}
}

// board returns the position once all characters are there.
func (r *boardReader) board(rules movegen.Rules, side movegen.Color) (board, error) {
	r.divided = true
	if r.wrong != nil {
		return board{}, r.tooMany()
	}
	if r.count < figureCount {
		_, err := ParseLetters(string(r.letters))
		return board{}, err
	}
	if r.count < boardSize {
		return board{}, r.fault(0, message.Errorf("64 squares, not %d", r.count-figureCount))
	}
	b := board{Letters: Letters(r.names.upper[:])}
	builder := movegen.Builder{Side: side, EnPassant: movegen.NoSquare, FullmoveNumber: 1}
	var emperors, fortresses, militias movegen.Bitboard
	for i, what := range r.squares {
		s := movegen.Square(i)
		if what.figure != empty {
			builder.Board[s] = movegen.MakePiece(what.color, pieceTypes[what.figure])
		}
		switch what.figure {
		case emperor:
			emperors |= s.Bitboard()
		case fortress:
			fortresses |= s.Bitboard()
		case militia:
			militias |= s.Bitboard()
			builder.Side, builder.EnPassant, b.SideKnown = what.color.Other(), s^8, true
		}
	}
	if militias.MoreThanOne() {
		return board{}, &Error{Text: militias.String(), Err: errBoard,
			Expected: errors.New("one pawn that has just made a double step")}
	}
	if militias != 0 && militias.LSB().Relative(builder.Side.Other()).Rank() != 3 {
		return board{}, &Error{Text: militias.String(), Err: errBoard,
			Expected: errors.New("a pawn that has just made a double step on its fourth rank")}
	}
	lonely := castlingRooks(&builder, emperors, fortresses)
	var err error
	b.Position, b.Warnings, err = builder.Build(rules)
	if lonely != 0 {
		b.Warnings = append(b.Warnings, movegen.Fault{Code: movegen.CastlingDropped, Field: movegen.CastlingField,
			Offset: -1, Squares: lonely})
	}
	if err != nil {
		return board{}, &Error{Err: message.Errorf("%w: %w", errBoard, err)}
	}
	return b, nil
}

// castlingRooks sets the rooks with which a king may castle: both must still be able
// to. It returns the kings and rooks that lack a partner.
func castlingRooks(b *movegen.Builder, emperors, fortresses movegen.Bitboard) (lonely movegen.Bitboard) {
	for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
		var kings, rooks movegen.Bitboard
		for s := range movegen.Square(64) {
			if b.Board[s] != movegen.NoPiece && b.Board[s].Color() == c {
				kings |= emperors & s.Bitboard()
				rooks |= fortresses & s.Bitboard()
			}
		}
		if kings != 0 && rooks != 0 {
			b.CastlingRooks |= rooks
		} else {
			lonely |= kings | rooks
		}
	}
	return lonely
}

// The errors in a tree that is read; errors.Is finds them in an *Error.
var (
	errSyntax   = errors.New("not an entry of a tree")
	errCount    = errors.New("the number of entries does not fit their parents")
	errIllegal  = errors.New("not a legal move")
	errMismatch = errors.New("the entry does not fit the position")
	errBoard    = errors.New("the board is wrong")
	errLetters  = errors.New("the piece letters are wrong")
	errTooBig   = errors.New("the tree is too big")
	errPass     = errors.New("a pass can only be kept as PGN")
)

// Error is an error in a tree or a board, with its place and the expected text.
type Error struct {
	Generation int    // 1 holds the first moves; 0 is the placement
	Index      int    // of the entry in its generation, from 1; 0 if it is none
	Text       string // what stands there, cut to a few bytes
	Expected   error  // what should, in words; may be nil
	Err        error  // a sentinel of this package, or a *movegen.FENError
}

// Error names generation, index, reason, the text found and what was expected.
func (e *Error) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *Error) Message() error {
	text := e.Err
	if e.Text != "" {
		text = message.Errorf("%v: %q", text, e.Text)
	}
	if e.Expected != nil {
		text = message.Errorf("%v; expected %v", text, e.Expected)
	}
	switch {
	case e.Generation > 0 && e.Index > 0:
		return message.Errorf("generation %d, entry %d: %v", e.Generation, e.Index, text)
	case e.Generation > 0:
		return message.Errorf("generation %d: %v", e.Generation, text)
	case e.Index > 0:
		return message.Errorf("placement %d: %v", e.Index, text)
	}
	return text
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }
