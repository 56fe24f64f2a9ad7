package movegen

// Make plays m, which must be legal in p. To keep p, copy it first.
func (p *Position) Make(m Move) {
	us, them := p.side, p.side^1
	from, to := m.From(), m.To()
	piece, captured := p.board[from], p.board[to]

	if p.enPassant != NoSquare {
		p.key ^= zobrist.enPassant[p.enPassant&7]
		p.enPassant = NoSquare
	}
	p.halfmoves++
	p.fullmoves += uint32(us)

	switch {
	case m.Kind() == Castling:
		p.removePiece(to, captured)
		p.removePiece(from, piece)
		p.putPiece(m.KingTo(), piece)
		p.putPiece(m.RookTo(), captured)
		p.dropCastling(p.castling & p.BackRank(us))
	case piece.Type() == Pawn:
		p.halfmoves = 0
		if m.Kind() == EnPassant {
			victim := to ^ 8
			p.removePiece(victim, MakePiece(them, Pawn))
			p.pawnKey ^= zobrist.piece[MakePiece(them, Pawn)][victim]
		} else if captured != NoPiece {
			p.capture(to, captured)
		}
		if m.Kind() == Promotion {
			p.removePiece(from, piece)
			p.pawnKey ^= zobrist.piece[piece&15][from]
			p.putPiece(to, MakePiece(us, m.PromotionType()))
		} else {
			p.movePiece(from, to, piece)
			p.pawnKey ^= zobrist.piece[piece&15][from] ^ zobrist.piece[piece&15][to]
			if to^from == 16 {
				p.setEnPassant((from + to) / 2)
			}
		}
	default:
		if captured != NoPiece {
			p.halfmoves = 0
			p.capture(to, captured)
		}
		p.movePiece(from, to, piece)
		if touched := (from.bit() | to.bit()) & (p.castling | p.byType[King]); touched != 0 {
			if piece.Type() == King {
				p.dropCastling(p.castling & p.BackRank(us))
			}
			p.dropCastling(p.castling & from.bit())
		}
	}
	p.side = them
	p.key ^= zobrist.black
	p.checkers = p.AttackersTo(p.King(them), p.Occupied()) & p.byColor[us&1]
}

// KeyAfter returns the probable key after m, quickly: castling, promotions, en passant
// and lost castling rights are ignored. It is meant for prefetching a table entry.
func (p *Position) KeyAfter(m Move) Key {
	from, to := m.From()&63, m.To()&63
	piece := p.board[from]
	key := p.key ^ zobrist.black ^ zobrist.piece[piece&15][from] ^ zobrist.piece[piece&15][to]
	if captured := p.board[to]; captured != NoPiece {
		key ^= zobrist.piece[captured&15][to]
	}
	if p.enPassant != NoSquare {
		key ^= zobrist.enPassant[p.enPassant&7]
	}
	return key
}

// MakeNull passes the turn. p must not be in check.
func (p *Position) MakeNull() {
	if p.enPassant != NoSquare {
		p.key ^= zobrist.enPassant[p.enPassant&7]
		p.enPassant = NoSquare
	}
	p.halfmoves++
	p.fullmoves += uint32(p.side)
	p.side ^= 1
	p.key ^= zobrist.black
	p.checkers = 0
}

// MakeOrPass makes a legal move or, for NoMove, passes the turn: trees and files of games record a pass as such a move.
func (p *Position) MakeOrPass(m Move) {
	if m == NoMove {
		p.MakeNull()
		return
	}
	p.Make(m)
}

// BackRank returns the squares of c's first rank, where its castling rooks are.
func (p *Position) BackRank(c Color) Bitboard { return Rank1 << (56 * (c & 1)) }

func (p *Position) removePiece(s Square, piece Piece) {
	b := s.bit()
	p.byType[piece&7] ^= b
	p.byColor[piece>>3&1] ^= b
	p.board[s&63] = NoPiece
	p.key ^= zobrist.piece[piece&15][s&63]
}

func (p *Position) putPiece(s Square, piece Piece) {
	b := s.bit()
	p.byType[piece&7] ^= b
	p.byColor[piece>>3&1] ^= b
	p.board[s&63] = piece
	p.key ^= zobrist.piece[piece&15][s&63]
}

// movePiece is removePiece and putPiece in one.
func (p *Position) movePiece(from, to Square, piece Piece) {
	b := from.bit() | to.bit()
	p.byType[piece&7] ^= b
	p.byColor[piece>>3&1] ^= b
	p.board[from&63] = NoPiece
	p.board[to&63] = piece
	keys := &zobrist.piece[piece&15]
	p.key ^= keys[from&63] ^ keys[to&63]
}

// capture removes a piece that is taken on its own square, with its castling right.
func (p *Position) capture(s Square, piece Piece) {
	p.removePiece(s, piece)
	if piece.Type() == Pawn {
		p.pawnKey ^= zobrist.piece[piece&15][s&63]
	}
	if p.castling&s.bit() != 0 {
		p.dropCastling(s.bit())
	}
}

func (p *Position) dropCastling(rooks Bitboard) {
	p.castling &^= rooks
	for rooks != 0 {
		p.key ^= zobrist.castling[rooks.Pop()&63]
	}
}

// setEnPassant records that the mover's pawn has just passed s, if an enemy pawn
// can legally capture there. The side to move has not been switched yet.
func (p *Position) setEnPassant(s Square) {
	capturer := p.side ^ 1
	pawns := PawnAttacks(p.side, s) & p.Pieces(capturer, Pawn)
	for pawns != 0 {
		if p.enPassantLegal(pawns.Pop(), s, capturer) {
			p.enPassant = s
			p.key ^= zobrist.enPassant[s&7]
			return
		}
	}
}

// enPassantLegal reports whether c's pawn on from may capture en passant on s: its
// king must not be attacked afterwards by anything but the captured pawn.
func (p *Position) enPassantLegal(from, s Square, c Color) bool {
	victim := (s ^ 8).bit()
	occ := p.Occupied() ^ from.bit() ^ victim | s.bit()
	return p.AttackersTo(p.King(c), occ)&p.byColor[c^1]&^victim == 0
}

// After returns the position after m, which must be legal in p; p stays as it is.
func (p *Position) After(m Move) Position {
	next := *p
	next.Make(m)
	return next
}

// SetCounters replaces the half-move clock and the move number, which Make counts on.
func (p *Position) SetCounters(halfmoves, fullmoves int) {
	p.halfmoves = uint16(min(max(halfmoves, 0), MaxHalfmoveClock))
	p.fullmoves = uint32(min(max(fullmoves, 1), MaxFullmoveNumber))
}
