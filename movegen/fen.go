package movegen

import (
	"strconv"
	"strings"
)

// Bounds of the counters of a FEN, and of its length in bytes.
const (
	MaxFENLength      = 256
	MaxHalfmoveClock  = 32767
	MaxFullmoveNumber = 100000
)

// ParseFEN reads a FEN of standard chess. The error is a *FENError with every error
// found. See Rules.ParseFEN for corrections and warnings.
func ParseFEN(fen string) (Position, error) {
	p, _, err := Rules{}.ParseFEN(fen)
	return p, err
}

// ParseFEN reads a FEN of four to six fields, separated by blanks or tabs; the counters default to 0 and 1. Castling
// rights are read as KQkq, X-FEN or Shredder-FEN. Rights that cannot hold and en-passant squares where nothing can be
// captured are dropped. In a board alone White is to move, and kings and rooks at home may castle. The warnings report
// all this. The error is a *FENError with every error found.
func (r Rules) ParseFEN(fen string) (Position, []Fault, error) {
	reader := fenReader{rules: r}
	reader.builder.EnPassant, reader.builder.FullmoveNumber = NoSquare, 1
	reader.line(fen)
	if reader.faults != nil {
		return Position{}, nil, &FENError{reader.faults}
	}
	p, warnings, err := reader.builder.Build(r)
	return p, append(reader.warnings, warnings...), err
}

type fenReader struct {
	rules    Rules
	builder  Builder
	faults   []Fault
	warnings []Fault
}

func (r *fenReader) fault(code FaultCode, field FENField, offset int, text string) {
	if len(text) > 12 {
		text = text[:12]
	}
	r.faults = append(r.faults, Fault{Code: code, Field: field, Offset: offset, Text: text})
}

// fenToken is a field of the line and where it begins.
type fenToken struct {
	text   string
	offset int
}

func (r *fenReader) line(fen string) {
	if len(fen) > MaxFENLength {
		r.fault(TooLong, WholeFEN, MaxFENLength, "")
		return
	}
	start, end := 0, len(fen)
	for end > 0 && isBlank(fen[end-1], true) {
		end--
	}
	for start < end && isBlank(fen[start], true) {
		start++
	}
	var fields []fenToken
	for i := start; i < end; {
		if isBlank(fen[i], false) {
			i++
			continue
		}
		from := i
		for ; i < end && !isBlank(fen[i], false); i++ {
			if fen[i] < '!' || fen[i] > '~' {
				r.fault(BadByte, WholeFEN, i, fen[i:i+1])
				return
			}
		}
		fields = append(fields, fenToken{fen[from:i], from})
	}
	if len(fields) > 0 && !strings.Contains(fields[0].text, "/") {
		r.fault(NotFEN, WholeFEN, fields[0].offset, fields[0].text)
		return
	}
	if len(fields) < 4 && len(fields) != 1 {
		r.fault(TooFewFields, WholeFEN, len(fen), "")
	}
	if len(fields) > 6 {
		r.fault(TooManyFields, WholeFEN, fields[6].offset, fields[6].text)
	}
	readers := [...]func(fenToken){r.board, r.side, r.castling, r.enPassant, r.halfmoves, r.fullmoves}
	for i, read := range readers {
		if i < len(fields) {
			read(fields[i])
		}
	}
	if len(fields) == 1 {
		r.builder.CastlingRooks = r.builder.RooksAtHome()
		r.warnings = append(r.warnings, Fault{Code: BoardAlone, Offset: -1})
	}
}

func isBlank(b byte, atEdge bool) bool {
	return b == ' ' || b == '\t' || atEdge && (b == '\r' || b == '\n')
}

func (r *fenReader) board(field fenToken) {
	rank, file, digit := 7, 0, false
	rankStart := 0
	endRank := func(i int) {
		if file != 8 {
			r.fault(RankLength, BoardField, field.offset+rankStart, field.text[rankStart:i])
		}
	}
	for i := 0; i < len(field.text); i++ {
		b := field.text[i]
		piece := pieceByLetter(b)
		switch {
		case b == '/':
			endRank(i)
			rank, file, digit, rankStart = rank-1, 0, false, i+1
			if rank < 0 {
				r.fault(RankCount, BoardField, field.offset+i, "")
				return
			}
			continue
		case b >= '0' && b <= '9':
			if b == '0' || b == '9' {
				r.fault(BadDigit, BoardField, field.offset+i, field.text[i:i+1])
			}
			if digit {
				r.fault(AdjacentDigits, BoardField, field.offset+i, field.text[i-1:i+1])
			}
			file += int(b - '0')
		case b == '.' || piece == NoPiece:
			r.fault(BadPieceLetter, BoardField, field.offset+i, field.text[i:i+1])
			file++
		default:
			if file < 8 {
				r.builder.Board[MakeSquare(file, rank)] = piece
			}
			file++
		}
		digit = b <= '9'
	}
	endRank(len(field.text))
	if rank != 0 {
		r.fault(RankCount, BoardField, field.offset+len(field.text), "")
	}
}

func (r *fenReader) side(field fenToken) {
	switch field.text {
	case "w":
		r.builder.Side = White
	case "b":
		r.builder.Side = Black
	default:
		r.fault(BadSide, SideField, field.offset, field.text)
	}
}

func (r *fenReader) castling(field fenToken) {
	if field.text == "-" {
		return
	}
	if len(field.text) > 4 {
		r.fault(BadCastling, CastlingField, field.offset, field.text)
		return
	}
	for i := range len(field.text) {
		b, before := field.text[i], r.builder.CastlingRooks
		c, upper := White, b
		if b >= 'a' {
			c, upper = Black, b-'a'+'A'
		}
		switch {
		case upper == 'K' || upper == 'Q':
			r.builder.CastlingRooks |= r.outermostRook(c, upper == 'K').bit()
		case upper >= 'A' && upper <= 'H':
			r.builder.CastlingRooks |= A1.Relative(c).bit() << (upper - 'A')
		default:
			r.fault(BadCastling, CastlingField, field.offset+i, field.text[i:i+1])
			continue
		}
		if r.builder.CastlingRooks == before {
			r.warnings = append(r.warnings, Fault{Code: CastlingRepeated, Field: CastlingField, Offset: field.offset + i})
		}
	}
}

// outermostRook returns the square that K (kingside) or Q means for c: in Chess960
// the rook farthest out on that side of the king, else the corner.
func (r *fenReader) outermostRook(c Color, kingside bool) Square {
	corner, towards := H1.Relative(c), -1
	if !kingside {
		corner, towards = A1.Relative(c), 1
	}
	if r.rules.Chess960 {
		for s, n := int(corner), 0; n < 8; s, n = s+towards, n+1 {
			switch r.builder.Board[s] {
			case MakePiece(c, Rook):
				return Square(s)
			case MakePiece(c, King):
				return corner // no rook on that side: Build drops the right
			}
		}
	}
	return corner
}

func (r *fenReader) enPassant(field fenToken) {
	if field.text == "-" {
		return
	}
	s, ok := ParseSquare(field.text)
	if !ok || s.Relative(r.builder.Side).Rank() != 5 {
		r.fault(BadEnPassant, EnPassantField, field.offset, field.text)
		return
	}
	r.builder.EnPassant = s
}

func (r *fenReader) halfmoves(field fenToken) {
	r.builder.HalfmoveClock = r.counter(field, HalfmoveField, MaxHalfmoveClock)
}

func (r *fenReader) fullmoves(field fenToken) {
	r.builder.FullmoveNumber = max(1, r.counter(field, FullmoveField, MaxFullmoveNumber))
}

// counter reads decimal digits alone: no sign, fraction or other script.
func (r *fenReader) counter(field fenToken, name FENField, limit int) (n int) {
	for i := range len(field.text) {
		b := field.text[i]
		if b >= '0' && b <= '9' && n <= limit {
			n = n*10 + int(b-'0')
			continue
		}
		n = limit + 1
	}
	if n > limit {
		r.fault(BadCounter, name, field.offset, field.text)
		return 0
	}
	return n
}

// FEN returns the position as a FEN of six fields. Castling rights are written in
// X-FEN: KQkq for the outermost rook of its side, else the rook's file.
func (p *Position) FEN() string { return p.fen(false) }

// ShredderFEN is FEN with castling rights written as rook files, such as HAha.
func (p *Position) ShredderFEN() string { return p.fen(true) }

// EPD returns the first four fields of the FEN: the position without counters.
func (p *Position) EPD() string { return string(p.appendFields(make([]byte, 0, 80), false)) }

func (p *Position) fen(shredder bool) string {
	text := p.appendFields(make([]byte, 0, 96), shredder)
	text = append(text, ' ')
	text = strconv.AppendUint(text, uint64(min(p.halfmoves, MaxHalfmoveClock)), 10)
	text = append(text, ' ')
	text = strconv.AppendUint(text, uint64(min(p.fullmoves, MaxFullmoveNumber)), 10)
	return string(text)
}

func (p *Position) appendFields(text []byte, shredder bool) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			piece := p.board[MakeSquare(file, rank)]
			if piece == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				text = append(text, '0'+empty)
			}
			text, empty = append(text, piece.Letter()), 0
		}
		if empty > 0 {
			text = append(text, '0'+empty)
		}
		if rank > 0 {
			text = append(text, '/')
		}
	}
	text = append(text, ' ', "wb"[p.side&1], ' ')
	if p.castling == 0 {
		text = append(text, '-')
	}
	for _, c := range [...]Color{White, Black} {
		for rooks := p.castling & p.BackRank(c); rooks != 0; {
			rook := rooks.MSB()
			rooks ^= rook.bit()
			text = append(text, p.castlingLetter(c, rook, shredder))
		}
	}
	text = append(text, ' ')
	return append(text, p.enPassant.String()...)
}

func (p *Position) castlingLetter(c Color, rook Square, shredder bool) byte {
	letter := 'A' + byte(rook.File())
	if !shredder {
		rooks := p.Pieces(c, Rook) & p.BackRank(c)
		if rook > p.King(c) && rook == rooks.MSB() {
			letter = 'K'
		} else if rook < p.King(c) && rook == rooks.LSB() {
			letter = 'Q'
		}
	}
	if c == Black {
		letter += 'a' - 'A'
	}
	return letter
}
