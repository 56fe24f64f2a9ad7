package movegen

import (
	"fmt"
	"slices"
	"strings"
)

// FENField is one of the six fields of a FEN, or WholeFEN for faults of the line.
type FENField uint8

// The fields in the order of the line.
const (
	WholeFEN FENField = iota
	BoardField
	SideField
	CastlingField
	EnPassantField
	HalfmoveField
	FullmoveField
)

var fieldNames = [...]string{"line", "board", "side to move", "castling rights",
	"en-passant square", "half-move clock", "move number"}

// String returns the name of the field as messages use it.
func (f FENField) String() string { return fieldNames[f] }

// FaultCode says what is wrong, or odd, about a position or its FEN.
type FaultCode uint8

// Faults of the line and its fields; a FEN with one of them is refused.
const (
	TooLong FaultCode = iota
	BadByte
	NotFEN
	TooFewFields
	TooManyFields
	BadPieceLetter
	BadDigit
	AdjacentDigits
	RankLength
	RankCount
	BadSide
	BadCastling
	BadEnPassant
	BadCounter
	// Positions that are no chess; refused.
	KingCount
	PawnOnEdgeRank
	OpponentInCheck
	// More than a set of chessmen; refused, but only suspicious to a composer.
	TooManyMen
	TooManyPawns
	TooManyPromoted
	// Mended with a warning.
	CastlingDropped
	EnPassantDropped
	// Suspicious: no game leads here, but it can be played on.
	ImpossibleCheck
)

var faultTexts = [...]string{
	TooLong:          "longer than 256 bytes",
	BadByte:          "holds a byte that is not printable ASCII",
	NotFEN:           "no board of eight ranks with / between them",
	TooFewFields:     "too few fields (a FEN has four to six)",
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
	ImpossibleCheck:  "impossible check: no last move gives it",
}

// String returns the code in words.
func (c FaultCode) String() string { return faultTexts[c] }

// Fault is one thing that is wrong with a position or its FEN.
type Fault struct {
	Code    FaultCode
	Field   FENField
	Offset  int      // byte in the FEN, counted from 0; -1 if it is the position itself
	Squares Bitboard // the squares concerned, if any
	Text    string   // what stood there, cut to a few bytes
	Color   Color    // whose kings they are, of KingCount
}

// Error describes the fault with field, byte, squares and what stood there.
func (f Fault) Error() string {
	if f.Code == NotFEN {
		return fmt.Sprintf("this is no FEN: %q is %s", f.Text, f.Code)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", f.Field, f.what())
	if f.Text != "" {
		fmt.Fprintf(&b, ", not %q", f.Text)
	}
	if f.Squares != 0 {
		fmt.Fprintf(&b, " (%s)", f.Squares)
	}
	if f.Offset >= 0 {
		fmt.Fprintf(&b, " at byte %d", f.Offset+1)
	}
	if f.Code == BadPieceLetter && (f.Text == "S" || f.Text == "s") {
		b.WriteString("; a knight is N or n")
	}
	return b.String()
}

// what says what is wrong, and of whom.
func (f Fault) what() string {
	if f.Code != KingCount {
		return f.Code.String()
	}
	owner := [...]string{White: "White", Black: "Black"}[f.Color]
	if f.Squares == 0 {
		return owner + " has no king"
	}
	return fmt.Sprintf("%s has %d kings instead of one", owner, f.Squares.Count())
}

// FENError holds all faults for which a FEN was refused, in the order of the line.
type FENError struct{ Faults []Fault }

// maxNamed is the number of faults that a message names. One typing error makes many.
const maxNamed = 2

// Error names the first fault, and one that does not come from the same mistake.
func (e *FENError) Error() string {
	if len(e.Faults) > 1 && e.Faults[0].lacksKing() && e.Faults[1].lacksKing() {
		return fmt.Sprintf("%s: there is no king", e.Faults[0].Field)
	}
	var named []Fault
	for _, f := range e.Faults {
		if len(named) < maxNamed && !slices.ContainsFunc(named, f.isAkin) {
			named = append(named, f)
		}
	}
	texts := make([]string, len(named))
	for i, f := range named {
		texts[i] = f.Error()
	}
	return strings.Join(texts, "; ")
}

func (f Fault) lacksKing() bool { return f.Code == KingCount && f.Squares == 0 }

// isAkin reports whether both faults are likely to come from one mistake: those of one field
// are, and those of a set of chessmen.
func (f Fault) isAkin(other Fault) bool {
	switch {
	case f.Code < KingCount && other.Code < KingCount:
		return f.Field == other.Field
	case f.Code >= TooManyMen && other.Code >= TooManyMen:
		return true
	}
	return false
}

// Unwrap gives errors.As access to the faults.
func (e *FENError) Unwrap() []error {
	errs := make([]error, len(e.Faults))
	for i, f := range e.Faults {
		errs[i] = f
	}
	return errs
}
