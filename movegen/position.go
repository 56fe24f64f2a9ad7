package movegen

import (
	"iter"
	"sync"
)

// Position is a chess position with everything that determines the legal moves. It is a plain value: assignment copies
// it. The zero value is no position; use StartPosition, ParseFEN or a Builder.
type Position struct {
	byType    [8]Bitboard // by PieceType; index 0 is unused
	byColor   [2]Bitboard
	board     [64]Piece
	key       Key
	pawnKey   Key
	castling  Bitboard // the rooks that may still castle
	checkers  Bitboard // enemy pieces that give check to the side to move
	halfmoves uint16
	fullmoves uint32
	enPassant Square // NoSquare unless a capture there is legal
	side      Color
}

// StartFEN is the initial position of chess.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

var startPosition = sync.OnceValue(func() Position { return mustParse(StartFEN) })

func mustParse(fen string) Position {
	p, err := ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	return p
}

// StartPosition returns the initial position of chess.
func StartPosition() Position { return startPosition() }

// Side returns the colour to move.
func (p *Position) Side() Color { return p.side }

// Pieces returns the pieces of one colour and type.
func (p *Position) Pieces(c Color, t PieceType) Bitboard { return p.byColor[c&1] & p.byType[t&7] }

// ByType returns the pieces of one type, of both colours.
func (p *Position) ByType(t PieceType) Bitboard { return p.byType[t&7] }

// ByColor returns all pieces of one colour.
func (p *Position) ByColor(c Color) Bitboard { return p.byColor[c&1] }

// Occupied returns all pieces.
func (p *Position) Occupied() Bitboard { return p.byColor[White] | p.byColor[Black] }

// PieceAt returns the piece on s, NoPiece if there is none.
func (p *Position) PieceAt(s Square) Piece { return p.board[s&63] }

// King returns the square of the king of colour c.
func (p *Position) King(c Color) Square { return p.Pieces(c, King).LSB() }

// EnPassant returns the square a pawn can capture on en passant, NoSquare if no such capture is legal.
func (p *Position) EnPassant() Square { return p.enPassant }

// CastlingRooks returns the rooks of both colours that still may castle.
func (p *Position) CastlingRooks() Bitboard { return p.castling }

// HalfmoveClock returns the number of half-moves since the last capture or pawn move.
func (p *Position) HalfmoveClock() int { return int(p.halfmoves) }

// FullmoveNumber returns the number of the move, counted from 1 and incremented after Black's.
func (p *Position) FullmoveNumber() int { return int(p.fullmoves) }

// Key returns the Zobrist key. Positions that differ only in the counters share it.
func (p *Position) Key() Key { return p.key }

// PawnKey returns the Zobrist key of the pawns alone.
func (p *Position) PawnKey() Key { return p.pawnKey }

// Checkers returns the enemy pieces that give check to the side to move.
func (p *Position) Checkers() Bitboard { return p.checkers }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.checkers != 0 }

// HasPieces reports whether c has a piece other than king and pawns.
func (p *Position) HasPieces(c Color) bool {
	return p.byColor[c&1]&^(p.byType[Pawn]|p.byType[King]) != 0
}

// AttackersTo returns the pieces of both colours that attack s when occ is occupied.
func (p *Position) AttackersTo(s Square, occ Bitboard) Bitboard {
	return PawnAttacks(White, s)&p.Pieces(Black, Pawn) |
		PawnAttacks(Black, s)&p.Pieces(White, Pawn) |
		KnightAttacks(s)&p.byType[Knight] |
		KingAttacks(s)&p.byType[King] |
		RookAttacks(s, occ)&(p.byType[Rook]|p.byType[Queen]) |
		BishopAttacks(s, occ)&(p.byType[Bishop]|p.byType[Queen])
}

// attacked reports whether a piece of colour by attacks s when occ is occupied.
func (p *Position) attacked(s Square, by Color, occ Bitboard) bool {
	enemy := p.byColor[by&1]
	return KnightAttacks(s)&p.byType[Knight]&enemy != 0 ||
		PawnAttacks(by.Other(), s)&p.byType[Pawn]&enemy != 0 ||
		KingAttacks(s)&p.byType[King]&enemy != 0 ||
		RookAttacks(s, occ)&(p.byType[Rook]|p.byType[Queen])&enemy != 0 ||
		BishopAttacks(s, occ)&(p.byType[Bishop]|p.byType[Queen])&enemy != 0
}

// AttackedBy returns the squares that c's men attack, pawns included.
func (p *Position) AttackedBy(c Color) Bitboard {
	occ, own := p.Occupied(), p.byColor[c&1]
	attacked := PawnSetAttacks(c, p.byType[Pawn]&own) | KingAttacks(p.King(c))
	for set := p.byType[Knight] & own; set != 0; {
		attacked |= KnightAttacks(set.Pop())
	}
	for set := (p.byType[Bishop] | p.byType[Queen]) & own; set != 0; {
		attacked |= BishopAttacks(set.Pop(), occ)
	}
	for set := (p.byType[Rook] | p.byType[Queen]) & own; set != 0; {
		attacked |= RookAttacks(set.Pop(), occ)
	}
	return attacked
}

// IsAttacked reports whether a piece of colour by attacks s.
func (p *Position) IsAttacked(s Square, by Color) bool { return p.attacked(s, by, p.Occupied()) }

// blockersOf returns the pieces, of either colour, that alone are between the king of colour c and a slider of the
// other colour: c's own ones are pinned, the other side's give check when they leave the line.
func (p *Position) blockersOf(c Color) (blockers Bitboard) {
	king := p.King(c)
	queens := p.byType[Queen]
	snipers := (PseudoAttacks(Rook, king)&(p.byType[Rook]|queens) |
		PseudoAttacks(Bishop, king)&(p.byType[Bishop]|queens)) & p.byColor[c^1]
	occ := p.Occupied()
	for snipers != 0 {
		between := Between(king, snipers.Pop()) & occ
		if !between.MoreThanOne() {
			blockers |= between
		}
	}
	return blockers
}

// Pinned returns the pieces of colour c that are pinned to their king.
func (p *Position) Pinned(c Color) Bitboard { return p.blockersOf(c) & p.byColor[c&1] }

// IsCapture reports whether m takes a piece; castling does not.
func (p *Position) IsCapture(m Move) bool {
	return m.Kind() == EnPassant || m.Kind() != Castling && p.board[m.To()] != NoPiece
}

// Captured returns the type of the piece that m takes, NoPieceType if none.
func (p *Position) Captured(m Move) PieceType {
	switch m.Kind() {
	case EnPassant:
		return Pawn
	case Castling:
		return NoPieceType
	}
	return p.board[m.To()].Type()
}

// InsufficientMaterial reports whether no sequence of legal moves can mate with the
// pieces on the board (FIDE's dead position, judged by material): bare kings, one
// minor piece, or any number of bishops that all move on squares of one colour.
func (p *Position) InsufficientMaterial() bool {
	if p.byType[Pawn]|p.byType[Rook]|p.byType[Queen] != 0 {
		return false
	}
	knights, bishops := p.byType[Knight], p.byType[Bishop]
	if knights != 0 {
		return bishops == 0 && !knights.MoreThanOne()
	}
	return bishops&LightSquares == 0 || bishops&DarkSquares == 0
}

// Mirror returns the position with the colours exchanged and the board turned top
// to bottom: the same position seen by the other side.
func (p *Position) Mirror() Position {
	var b Builder
	for occ := p.Occupied(); occ != 0; {
		s := occ.Pop()
		piece := p.board[s]
		b.Board[s.Relative(Black)] = MakePiece(piece.Color().Other(), piece.Type())
	}
	b.Side = p.side.Other()
	b.CastlingRooks = p.castling.Mirror()
	b.EnPassant = NoSquare
	if p.enPassant != NoSquare {
		b.EnPassant = p.enPassant.Relative(Black)
	}
	b.HalfmoveClock, b.FullmoveNumber = int(p.halfmoves), int(p.fullmoves)
	return b.position()
}

// Len returns the number of moves played, one of each side counting two.
func (g *Game) Len() int { return len(g.past) }

// Start returns the position in which the game began.
func (g *Game) Start() Position {
	if len(g.past) == 0 {
		return g.position
	}
	return g.past[0].before
}

// Moves returns the moves played, oldest first.
func (g *Game) Moves() []Move {
	moves := make([]Move, len(g.past))
	for i := range g.past {
		moves[i] = g.past[i].move
	}
	return moves
}

// Plies yields the moves played, oldest first, each with the position in which it was played, as needed to write them.
func (g *Game) Plies() iter.Seq2[Position, Move] {
	return func(yield func(Position, Move) bool) {
		for _, p := range g.past {
			if !yield(p.before, p.move) {
				return
			}
		}
	}
}

// Keys returns the keys of the positions before the current one, oldest first.
func (g *Game) Keys() []Key {
	keys := make([]Key, len(g.past))
	for i := range g.past {
		keys[i] = g.past[i].before.key
	}
	return keys
}

// Repetitions returns how many times the current position has been on the board, this time included, by FIDE's rule
// (article 9.2): the same side is to move, and the castling rights and the possible en-passant captures are the same.
func (g *Game) Repetitions() int { return g.times }

// countTimes counts on from the last time that the position was on the board.
func (g *Game) countTimes() int {
	oldest := max(0, len(g.past)-g.position.HalfmoveClock())
	for i := len(g.past) - 4; i >= oldest; i -= 2 { // pieces that have moved need four plies to come back
		if g.past[i].before.same(&g.position) {
			return g.past[i].times + 1
		}
	}
	return 1
}

// same reports whether p and other are the same position, apart from the counters.
// Equal keys alone could be a collision.
func (p *Position) same(other *Position) bool {
	return p.key == other.key && p.board == other.board && p.side == other.side &&
		p.castling == other.castling && p.enPassant == other.enPassant
}
