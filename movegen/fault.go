package movegen

import (
	"fmt"
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
}

// Error describes the fault with field, byte, squares and what stood there.
func (f Fault) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", f.Field, f.Code)
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

// FENError holds all faults for which a FEN was refused, in the order of the line.
type FENError struct{ Faults []Fault }

// maxNamed is the number of faults that a message names: a text that is no FEN at all has
// one a byte.
const maxNamed = 8

// Error joins the faults with semicolons; of very many it names the first.
func (e *FENError) Error() string {
	named := e.Faults[:min(len(e.Faults), maxNamed)]
	texts := make([]string, len(named))
	for i, f := range named {
		texts[i] = f.Error()
	}
	if more := len(e.Faults) - len(named); more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, "; ")
}

// Unwrap gives errors.As access to the faults.
func (e *FENError) Unwrap() []error {
	errs := make([]error, len(e.Faults))
	for i, f := range e.Faults {
		errs[i] = f
	}
	return errs
}
