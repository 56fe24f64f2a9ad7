package movegen

import (
	"errors"
	"slices"

	"alfiere/internal/message"
)

// fieldNames are the names of the fields as messages use them.
var fieldNames = [...]string{"the FEN", "board", "side to move", "castling rights",
	"en-passant square", "half-move clock", "move number"}

// faultTexts say what is wrong.
var faultTexts = [...]string{
	TooLong:          "longer than 256 bytes",
	BadByte:          "holds a character that is not printable ASCII",
	NotFEN:           "no board of eight ranks with / between them",
	TooFewFields:     "too few fields (a FEN has four to six, or the board alone)",
	TooManyFields:    "too many fields (a FEN has four to six)",
	BadPieceLetter:   "no piece has this letter (PNBRQK, pnbrqk)",
	BadDigit:         "a run of empty squares is 1 to 8",
	AdjacentDigits:   "two digits in a row",
	RankLength:       "a rank must have 8 squares",
	RankCount:        "a board must have 8 ranks",
	BadSide:          "must be w or b",
	BadCastling:      "must be - or up to four of KQkq or rook files",
	BadEnPassant:     "must be - or a square on the rank behind a double step",
	BadCounter:       "must be a whole number within bounds",
	KingCount:        "there must be exactly one king of each colour",
	PawnOnEdgeRank:   "a pawn cannot stand on the first or last rank",
	OpponentInCheck:  "the side not to move is in check",
	TooManyMen:       "more than 16 men of one colour",
	TooManyPawns:     "more than 8 pawns of one colour",
	TooManyPromoted:  "more promoted pieces than missing pawns",
	CastlingDropped:  "castling right dropped: king or rook is not at home",
	EnPassantDropped: "en-passant square dropped: no legal capture there",
	CastlingRepeated: "a castling right is repeated",
	BoardAlone:       "only the board is given: White is to move, kings and rooks at home may castle",
	ImpossibleCheck:  "impossible check: no last move gives it",
}

// Message describes the fault with field, column, squares and what is there.
func (f Fault) Message() error {
	if f.Code == NotFEN {
		return message.Errorf("this is no FEN: %q is %v", f.Text, errors.New(f.Code.String()))
	}
	field, what := errors.New(f.Field.String()), f.what()
	if f.Offset >= 0 {
		field = message.Errorf("%v, column %d", field, f.Offset+1)
	}
	if f.Squares != 0 {
		what = message.Errorf("%v (%s)", what, f.Squares)
	}
	if f.Code == BadPieceLetter && (f.Text == "S" || f.Text == "s") {
		what = message.Errorf("%v; a knight is N or n", what)
	}
	return message.Errorf("%v: %v", field, what)
}

// what says what is wrong, of whom, and what is there instead.
func (f Fault) what() error {
	what := errors.New(f.Code.String())
	switch {
	case f.Code == KingCount && f.Squares == 0:
		return errors.New([...]string{"White has no king", "Black has no king"}[f.Color])
	case f.Code == KingCount:
		text := [...]string{"White has %d kings instead of one", "Black has %d kings instead of one"}[f.Color]
		return message.Errorf(text, f.Squares.Count())
	case f.Text == "":
		return what
	case f.Code == BadPieceLetter:
		return message.Errorf("no piece has the letter %q (PNBRQK, pnbrqk)", f.Text)
	case f.Code == BadByte:
		return message.Errorf("%q is not printable ASCII", f.Text)
	}
	return message.Errorf("%v, not %q", what, f.Text)
}

// Message describes the first fault, and one that does not come from the same mistake.
func (e *FENError) Message() error {
	if len(e.Faults) > 1 && e.Faults[0].lacksKing() && e.Faults[1].lacksKing() {
		return message.Errorf("%v: %v", errors.New(e.Faults[0].Field.String()), errors.New("there is no king"))
	}
	others := e.Faults[1:]
	if i := slices.IndexFunc(others, func(f Fault) bool { return !e.Faults[0].isAkin(f) }); i >= 0 {
		return message.Errorf("%v; %v", e.Faults[0], others[i])
	}
	return e.Faults[0]
}
