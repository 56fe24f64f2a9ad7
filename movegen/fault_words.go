package movegen

import (
	"fmt"
	"slices"
	"strings"
)

// FaultWords are the texts that describe errors in a language.
type FaultWords struct {
	Fields   [FullmoveField + 1]string
	Codes    [ImpossibleCheck + 1]string
	NotFEN   string    // %q the text there, %s the code
	Not      string    // %q the text there instead
	NoPiece  string    // %q the letter
	NoText   string    // %q the byte
	Column   string    // %d from 1
	Owners   [2]string // by colour
	NoKing   string    // %s owner
	Kings    string    // %s owner, %d of them
	Kingless string    // neither has one
	Knight   string    // after a letter that means a knight in other languages
}

var englishFaults = FaultWords{
	Fields: [...]string{"line", "board", "side to move", "castling rights",
		"en-passant square", "half-move clock", "move number"},
	Codes: [...]string{
		TooLong:          "longer than 256 bytes",
		BadByte:          "holds a character that is not printable ASCII",
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
	},
	NotFEN:   "this is no FEN: %q is %s",
	Not:      ", not %q",
	NoPiece:  "no piece has the letter %q (PNBRQK, pnbrqk)",
	NoText:   "%q is not printable ASCII",
	Column:   ", column %d",
	Owners:   [2]string{"White", "Black"},
	NoKing:   "%s has no king",
	Kings:    "%s has %d kings instead of one",
	Kingless: "there is no king",
	Knight:   "; a knight is N or n",
}

// In describes the error in a language with field, column, squares and the text there.
func (f Fault) In(words *FaultWords) string {
	if f.Code == NotFEN {
		return fmt.Sprintf(words.NotFEN, f.Text, words.Codes[f.Code])
	}
	var b strings.Builder
	b.WriteString(words.Fields[f.Field])
	if f.Offset >= 0 {
		fmt.Fprintf(&b, words.Column, f.Offset+1)
	}
	b.WriteString(": ")
	switch {
	case f.Code == BadPieceLetter && f.Text != "":
		fmt.Fprintf(&b, words.NoPiece, f.Text)
	case f.Code == BadByte && f.Text != "":
		fmt.Fprintf(&b, words.NoText, f.Text)
	case f.Text != "":
		b.WriteString(f.what(words))
		fmt.Fprintf(&b, words.Not, f.Text)
	default:
		b.WriteString(f.what(words))
	}
	if f.Squares != 0 {
		fmt.Fprintf(&b, " (%s)", f.Squares)
	}
	if f.Code == BadPieceLetter && (f.Text == "S" || f.Text == "s") {
		b.WriteString(words.Knight)
	}
	return b.String()
}

// what names the error, with the side concerned.
func (f Fault) what(words *FaultWords) string {
	switch {
	case f.Code != KingCount:
		return words.Codes[f.Code]
	case f.Squares == 0:
		return fmt.Sprintf(words.NoKing, words.Owners[f.Color])
	}
	return fmt.Sprintf(words.Kings, words.Owners[f.Color], f.Squares.Count())
}

// In describes the errors in a language as Error does in English.
func (e *FENError) In(words *FaultWords) string {
	if len(e.Faults) > 1 && e.Faults[0].lacksKing() && e.Faults[1].lacksKing() {
		return words.Fields[e.Faults[0].Field] + ": " + words.Kingless
	}
	var named []Fault
	for _, f := range e.Faults {
		if len(named) < maxNamed && !slices.ContainsFunc(named, f.isAkin) {
			named = append(named, f)
		}
	}
	texts := make([]string, len(named))
	for i, f := range named {
		texts[i] = f.In(words)
	}
	return strings.Join(texts, "; ")
}
