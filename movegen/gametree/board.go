package gametree

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"alfiere/internal/message"
	"alfiere/movegen"
)

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
		Expected: message.Errorf("ten letters, not %d: how pieces beyond the ten move is nowhere defined", r.first)}
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
		return board{}, &Error{Err: fmt.Errorf("%w: %w", errBoard, err)}
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
