package movegen

import (
	"errors"
	"slices"

	"alfiere/internal/message"
)

// Validate checks the position. The illegal faults are those for which a FEN is refused; a position from this package
// has none unless it was read with Rules.Composed. Suspicious ones are only warnings.
func (p *Position) Validate() (illegal, suspicious []Fault) { return p.validate(p.enPassant) }

func (p *Position) validate(passed Square) (illegal, suspicious []Fault) {
	refuse := func(code FaultCode, squares Bitboard) {
		illegal = append(illegal, Fault{Code: code, Field: BoardField, Offset: -1, Squares: squares})
	}
	whole := true
	for _, c := range [...]Color{White, Black} {
		if kings := p.Pieces(c, King); kings == 0 || kings.MoreThanOne() {
			illegal = append(illegal, Fault{Code: KingCount, Field: BoardField, Offset: -1, Color: c, Squares: kings})
			whole = false
		}
	}
	if edge := p.byType[Pawn] & (Rank1 | Rank8); edge != 0 {
		refuse(PawnOnEdgeRank, edge)
	}
	for _, c := range [...]Color{White, Black} {
		pawns := p.Pieces(c, Pawn)
		if men := p.byColor[c]; men.Count() > 16 {
			refuse(TooManyMen, men)
		}
		if pawns.Count() > 8 {
			refuse(TooManyPawns, pawns)
		} else if promoted := p.PromotedAtLeast(c); promoted > 8-pawns.Count() {
			refuse(TooManyPromoted, p.byColor[c]&^pawns&^p.byType[King])
		}
	}
	if !whole {
		return illegal, nil
	}
	them := p.side ^ 1
	king := p.King(them)
	if attackers := p.AttackersTo(king, p.Occupied()) & p.byColor[p.side]; attackers != 0 {
		refuse(OpponentInCheck, attackers|king.bit())
		return illegal, nil
	}
	if p.checkers != 0 && !p.hasLastMove(passed) {
		suspicious = append(suspicious, Fault{Code: ImpossibleCheck, Field: BoardField, Offset: -1,
			Squares: p.checkers | p.King(p.side).bit()})
	}
	return illegal, suspicious
}

// PromotedAtLeast returns how many pieces of c must be promoted pawns, judged by their number alone.
func (p *Position) PromotedAtLeast(c Color) (n int) {
	for _, set := range [...]struct {
		t    PieceType
		have int
	}{{Knight, 2}, {Bishop, 2}, {Rook, 2}, {Queen, 1}} {
		n += max(0, p.Pieces(c, set.t).Count()-set.have)
	}
	return n
}

// HasLastMove reports whether the side that is not to move can have made a last move: false proves that no game leads
// to the position, unless a game begins with it. Counters and castling rights are not considered.
func (p *Position) HasLastMove() bool { return p.hasLastMove(NoSquare) }

// hasLastMove takes moves back until it finds one before which the king of the side to move was safe. passed is the
// square a pawn has just passed by a double step, NoSquare if that is not known; if it is, the last move was that step.
func (p *Position) hasLastMove(passed Square) bool {
	them := p.side ^ 1
	if p.doubleStepped(passed) {
		from, to := passed.bit().Forward(p.side).LSB(), passed.bit().Forward(them).LSB()
		return p.safeBefore(Pawn, from, to, 0)
	}
	for men := p.byColor[them]; men != 0; {
		if p.mayHaveMoved(men.Pop()) {
			return true
		}
	}
	return p.mayHaveCastled()
}

// safeBefore reports whether the king of the side to move was not attacked when the piece now on to was still on from
// as a piece of type t, and the piece it took was on the squares taken.
func (p *Position) safeBefore(t PieceType, from, to Square, taken Bitboard) bool {
	king, them := p.King(p.side), p.side^1
	occ := p.Occupied()&^to.bit() | from.bit() | taken
	others := p.byColor[them] &^ to.bit()
	return p.AttackersTo(king, occ)&others == 0 && !AttacksOf(t, them, from, occ).Has(king)
}

// mayHaveMoved reports whether the enemy piece on s can have made the last move.
func (p *Position) mayHaveMoved(s Square) bool {
	t := p.board[s].Type()
	if t == Pawn {
		return p.pawnMayHaveMoved(s)
	}
	occ := p.Occupied()
	for origins := attacksFrom(t, s, occ) &^ occ; origins != 0; {
		from := origins.Pop()
		if p.safeBefore(t, from, s, 0) || p.safeBefore(t, from, s, s.bit()) {
			return true
		}
	}
	return t != King && s.Relative(p.side).Rank() == 0 && p.pawnMayHaveMoved(s)
}

// pawnMayHaveMoved is mayHaveMoved for a pawn, or for a piece that may just have been one.
func (p *Position) pawnMayHaveMoved(s Square) bool {
	empty := ^p.Occupied()
	homes := empty &^ (Rank1 | Rank8)
	rank := s.Relative(p.side ^ 1).Rank()
	steps := s.bit().Forward(p.side) & homes
	if rank == 3 {
		steps |= steps.Forward(p.side) & homes
	}
	for steps != 0 {
		if p.safeBefore(Pawn, steps.Pop(), s, 0) {
			return true
		}
	}
	victim := s.bit().Forward(p.side)
	enPassant := rank == 5 && (victim|s.bit().Forward(p.side^1))&^empty == 0
	for origins := PawnAttacks(p.side, s) & homes; origins != 0; {
		from := origins.Pop()
		if p.safeBefore(Pawn, from, s, s.bit()) || enPassant && p.safeBefore(Pawn, from, s, victim) {
			return true
		}
	}
	return false
}

// mayHaveCastled reports whether a rook is next to its king as after castling, and no other piece gives check.
func (p *Position) mayHaveCastled() bool {
	them := p.side ^ 1
	for _, castled := range [...]struct{ king, rook Square }{{G1, F1}, {C1, D1}} {
		rook := castled.rook.Relative(them)
		if p.King(them) == castled.king.Relative(them) && p.checkers&^rook.Bitboard() == 0 && p.board[rook].Type() == Rook {
			return true
		}
	}
	return false
}

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

// what returns the fault without its field: what is wrong, for which side, and what was found.
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
