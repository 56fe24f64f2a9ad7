package movegen

// Builder is a position under construction: a board editor's or a reader's state, with nothing checked yet.
type Builder struct {
	Board          [64]Piece
	Side           Color
	CastlingRooks  Bitboard // rooks that may still castle
	EnPassant      Square   // the square that a pawn has just passed over by a double step, or NoSquare
	HalfmoveClock  int
	FullmoveNumber int
}

// Builder returns the description of p, for changing it.
func (p *Position) Builder() Builder {
	return Builder{Board: p.board, Side: p.side, CastlingRooks: p.castling,
		EnPassant: p.enPassant, HalfmoveClock: int(p.halfmoves), FullmoveNumber: int(p.fullmoves)}
}

// PieceAt returns the piece on s, NoPiece if there is none.
func (b *Builder) PieceAt(s Square) Piece { return b.Board[s&63] }

// FEN returns the builder's contents as a FEN, legal or not. It holds the castling rights
// of rooks on their back rank, and an en-passant square only where a capture is legal.
func (b *Builder) FEN() string {
	p := b.position()
	p.castling &= p.byType[Rook] & (Rank1 | Rank8)
	return p.FEN()
}

// RooksAtHome returns the rooks that may castle if neither they nor their king have
// moved: in the corners, with the king on the e-file.
func (b *Builder) RooksAtHome() (rooks Bitboard) {
	for _, c := range [...]Color{White, Black} {
		if b.Board[MakeSquare(4, 0).Relative(c)] != MakePiece(c, King) {
			continue
		}
		for _, corner := range [...]Square{A1, H1} {
			if s := corner.Relative(c); b.Board[s] == MakePiece(c, Rook) {
				rooks |= s.bit()
			}
		}
	}
	return rooks
}

// Rules says how strictly positions are judged. The zero value is standard chess as played.
type Rules struct {
	Chess960 bool // kings and rooks may castle from any file
	Composed bool // a composed position: surplus pieces and pawns only give warnings
}

// Build returns the position, normalised: castling rights whose king or rook is not at
// home and en-passant squares where nothing can be captured are dropped. The warnings
// report these changes and anything suspicious. An illegal position gives a *FENError.
func (b *Builder) Build(rules Rules) (Position, []Fault, error) {
	p := b.position()
	var illegal, warnings []Fault
	if dropped := b.CastlingRooks &^ b.castlingHomes(&p, rules); dropped != 0 {
		warnings = append(warnings, Fault{Code: CastlingDropped, Field: CastlingField, Offset: -1, Squares: dropped})
		p.dropCastling(dropped)
	}
	bad, suspicious := p.validate(b.EnPassant)
	for _, f := range bad {
		if rules.Composed && f.Code >= TooManyMen && f.Code <= TooManyPromoted {
			warnings = append(warnings, f)
		} else {
			illegal = append(illegal, f)
		}
	}
	warnings = append(warnings, suspicious...)
	if illegal != nil {
		return Position{}, warnings, &FENError{illegal}
	}
	if b.EnPassant != NoSquare && p.enPassant == NoSquare {
		warnings = append(warnings, Fault{Code: EnPassantDropped, Field: EnPassantField, Offset: -1,
			Squares: b.EnPassant.Bitboard()})
	}
	return p, warnings, nil
}

// castlingHomes returns the rooks of b.CastlingRooks whose right can hold: at most one on each side of its king.
func (b *Builder) castlingHomes(p *Position, rules Rules) (homes Bitboard) {
	for _, c := range [...]Color{White, Black} {
		king, rank := p.Pieces(c, King), p.BackRank(c)
		if !rules.Chess960 {
			king &= FileOf(4)
			rank &= FileA | FileH
		}
		if king &= p.BackRank(c); king != 0 {
			rooks := b.CastlingRooks & p.Pieces(c, Rook) & rank
			west, east := rooks&(king-1), rooks&^(king-1)
			homes |= west & -west // of two on one side only the outer one may castle
			if east != 0 {
				homes |= east.MSB().Bitboard()
			}
		}
	}
	return homes
}

// position puts the pieces on a board and computes the keys. It checks only that a
// capture on the en-passant square is possible.
func (b *Builder) position() Position {
	makeTables()
	var p Position
	for s, piece := range b.Board {
		if piece != NoPiece {
			p.putPiece(Square(s), piece)
		}
	}
	p.side, p.enPassant, p.castling = b.Side, NoSquare, b.CastlingRooks
	p.halfmoves = uint16(min(max(b.HalfmoveClock, 0), MaxHalfmoveClock))
	p.fullmoves = uint32(min(max(b.FullmoveNumber, 1), MaxFullmoveNumber))
	p.key, p.pawnKey = p.computeKeys()
	if king := p.King(p.side); king != NoSquare {
		p.checkers = p.AttackersTo(king, p.Occupied()) & p.byColor[p.side^1]
		if p.doubleStepped(b.EnPassant) {
			p.side ^= 1
			p.setEnPassant(b.EnPassant)
			p.side ^= 1
		}
	}
	return p
}

// doubleStepped reports whether a pawn of the side not to move can just have passed s:
// it is in front of s, and s and the square behind it are empty.
func (p *Position) doubleStepped(s Square) bool {
	them := p.side ^ 1
	if s >= NoSquare || s.Relative(them).Rank() != 2 {
		return false
	}
	behind, before := s.bit().Forward(p.side), s.bit().Forward(them)
	return (s.bit()|behind)&p.Occupied() == 0 && before&p.Pieces(them, Pawn) != 0
}
