package movegen

// FENField is one of the six fields of a FEN, or WholeFEN for errors of the line.
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

// String returns the name of the field as messages use it.
func (f FENField) String() string { return fieldNames[f] }

// FaultCode is the kind of an error or oddity in a position or its FEN.
type FaultCode uint8

// Errors in the line and its fields; a FEN with one of them is refused.
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
	// Positions that break the rules of chess; refused.
	KingCount
	PawnOnEdgeRank
	OpponentInCheck
	// More pieces than a set has; refused, but only suspicious in a composed position.
	TooManyMen
	TooManyPawns
	TooManyPromoted
	// Corrected with a warning.
	CastlingDropped
	EnPassantDropped
	CastlingRepeated
	// Completed with a warning.
	BoardAlone
	// Suspicious: no game leads to the position, but it can be played.
	ImpossibleCheck
)

// String returns the code in words.
func (c FaultCode) String() string { return faultTexts[c] }

// Fault is one error in a position or its FEN.
type Fault struct {
	Code    FaultCode
	Field   FENField
	Offset  int      // byte in the FEN, counted from 0; -1 for the position itself
	Squares Bitboard // the squares concerned, if any
	Text    string   // the text there, cut to a few bytes
	Color   Color    // whose kings they are, of KingCount
}

// Error describes the fault with field, byte, squares and what stood there.
func (f Fault) Error() string { return f.Message().Error() }

// FENError holds all errors for which a FEN was refused, in the order of the line.
type FENError struct{ Faults []Fault }

// Error names the first fault, and one that does not come from the same mistake. One typing error makes many faults.
func (e *FENError) Error() string { return e.Message().Error() }

func (f Fault) lacksKing() bool { return f.Code == KingCount && f.Squares == 0 }

// isAkin reports whether both errors are likely to come from one mistake: they are in one
// field, or both about the set of pieces.
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
