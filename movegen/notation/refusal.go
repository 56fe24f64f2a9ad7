package notation

import (
	"errors"
	"strings"
	"unicode/utf8"

	"alfiere/internal/message"
	"alfiere/movegen"
)

// reason says why a text is not read as a move.
type reason uint8

// The reasons.
const (
	Syntax    reason = iota + 1 // the text is no move in this notation
	NotLegal                    // no legal move is written like that
	Ambiguous                   // several legal moves are written like that
)

// The sentinels that errors.Is finds in a *MoveError, one for each Reason.
var (
	ErrSyntax    = errors.New("not a move in this notation")
	ErrNotLegal  = errors.New("not a legal move")
	ErrAmbiguous = errors.New("more than one move is written like this")
)

// MoveError is a text that is not read as a move.
type MoveError struct {
	Reason reason
	Text   string // what was read, cut to a few bytes
	Offset int    // Syntax: the byte of the text at which reading stopped, from 0

	// The content of a NotLegal text: the kind of piece (NoPieceType if it names squares
	// only), its target (NoSquare for castling), and the mover's pieces that it can mean.
	Piece  movegen.PieceType
	To     movegen.Square
	Pieces movegen.Bitboard

	Candidates []movegen.Move // Ambiguous: the legal moves that it can mean
}

// Error names the text, the reason, and the squares or moves concerned.
func (e *MoveError) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *MoveError) Message() error {
	text, piece := message.Errorf("%q: %v", e.Text, e.Unwrap()), errors.New(pieceNames[e.Piece])
	switch {
	case e.Reason == Syntax:
		return message.Errorf("%v (character %d)", text, utf8.RuneCountInString(e.Text[:min(e.Offset, len(e.Text))])+1)
	case e.Reason == Ambiguous:
		moves := make([]string, len(e.Candidates))
		for i, m := range e.Candidates {
			moves[i] = UCI(m, false)
		}
		return message.Errorf("%v: %s", text, strings.Join(moves, ", "))
	case e.Piece == movegen.NoPieceType:
		return text
	case e.Pieces == 0:
		return message.Errorf("%v: there is no such %v", text, piece)
	case e.To >= movegen.NoSquare:
		return message.Errorf("%v: the %v on %v cannot castle so", text, piece, e.Pieces)
	}
	return message.Errorf("%v: no %v (%v) can go to %v", text, piece, e.Pieces, e.To)
}

// Unwrap returns the sentinel of the reason.
func (e *MoveError) Unwrap() error {
	switch e.Reason {
	case NotLegal:
		return ErrNotLegal
	case Ambiguous:
		return ErrAmbiguous
	}
	return ErrSyntax
}

// Meant returns the one move that a NotLegal text means in p, the position it was read
// in, so that a movegen.Game can be asked why it refuses that. ok is false if the text
// does not determine piece and target, or if only the promotion piece is wrong.
func (e *MoveError) Meant(p *movegen.Position) (m movegen.Move, ok bool) {
	if e.Reason != NotLegal || e.To >= movegen.NoSquare {
		return movegen.NoMove, false
	}
	from, known := e.origin()
	if e.Piece != movegen.NoPieceType || !known {
		if e.Pieces == 0 || e.Pieces.MoreThanOne() {
			return movegen.NoMove, false
		}
		from = e.Pieces.LSB()
	}
	promotion := movegen.NoPieceType
	if p.PieceAt(from).Type() == movegen.Pawn && (movegen.Rank1 | movegen.Rank8).Has(e.To) {
		promotion = movegen.Queen
	}
	m = p.MoveFor(from, e.To, promotion)
	return m, !p.IsLegal(m)
}

// origin returns the square that a text of two squares, or of numbers, begins with.
func (e *MoveError) origin() (s movegen.Square, ok bool) {
	var digits []byte
	for i := 0; i < len(e.Text) && len(digits) < 2; i++ {
		switch b := e.Text[i]; {
		case b >= '1' && b <= '8':
			digits = append(digits, b-'1')
		case i == 0 && b >= 'a' && b <= 'h':
			digits = append(digits, b-'a')
		case i == 0 || b >= 'A':
			return movegen.NoSquare, false
		}
	}
	if len(digits) < 2 {
		return movegen.NoSquare, false
	}
	return movegen.MakeSquare(int(digits[0]), int(digits[1])), true
}

var pieceNames = [...]string{movegen.NoPieceType: "piece", movegen.Pawn: "pawn", movegen.Knight: "knight",
	movegen.Bishop: "bishop", movegen.Rook: "rook", movegen.Queen: "queen", movegen.King: "king"}

func syntaxError(text string, offset int) *MoveError {
	return &MoveError{Reason: Syntax, Text: Quote(text), Offset: offset, To: movegen.NoSquare}
}
