package movegen

// Move is a move in 16 bits: from, to, promotion piece and kind. Castling is stored as the king moving onto its own
// rook, in Chess960 as in standard chess. The zero value, NoMove, is no move.
type Move uint16

// NoMove is the absence of a move.
const NoMove Move = 0

// MoveKind distinguishes the moves that do more than put one piece on another square.
type MoveKind uint8

// The kinds of moves.
const (
	Normal MoveKind = iota
	Promotion
	EnPassant
	Castling
)

// MakeMove returns a move without promotion.
func MakeMove(from, to Square, kind MoveKind) Move {
	return Move(from&63) | Move(to&63)<<6 | Move(kind&3)<<14
}

// MakePromotion returns a promotion to t (Knight, Bishop, Rook or Queen).
func MakePromotion(from, to Square, t PieceType) Move {
	return MakeMove(from, to, Promotion) | Move((t-Knight)&3)<<12
}

// From returns the square that the moving piece leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square that the moving piece reaches; for castling it is the square of the castling rook (see KingTo).
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Kind returns the kind of m.
func (m Move) Kind() MoveKind { return MoveKind(m >> 14) }

// PromotionType returns the piece a pawn becomes, NoPieceType if m is no promotion.
func (m Move) PromotionType() PieceType {
	if m.Kind() != Promotion {
		return NoPieceType
	}
	return PieceType(m>>12&3) + Knight
}

// KingTo returns the square the king reaches when it castles with m: the g- or c-file of its rank.
func (m Move) KingTo() Square {
	if m.To() > m.From() {
		return m.From()&56 | 6
	}
	return m.From()&56 | 2
}

// RookTo returns the square the rook reaches when it castles with m: the f- or d-file of its rank.
func (m Move) RookTo() Square {
	if m.To() > m.From() {
		return m.From()&56 | 5
	}
	return m.From()&56 | 3
}

// String returns m in coordinates for logs and test failures; castling appears as
// the king's two-file step. movegen/notation has the forms for users.
func (m Move) String() string {
	if m == NoMove {
		return "0000"
	}
	to := m.To()
	if m.Kind() == Castling {
		to = m.KingTo()
	}
	text := m.From().String() + to.String()
	if t := m.PromotionType(); t != NoPieceType {
		text += string(MakePiece(Black, t).Letter())
	}
	return text
}

// MaxMoves is the capacity of a MoveList. A legal position has at most 218 moves, and no composed one overflows the
// list: a square is reached along 8 rays, on the edge 5, in a corner 3, each by one piece at most, or it holds a knight
// with no more jumps than that. This makes 420, and 66 more if all promotions are fourfold, and 2 castlings.
const MaxMoves = 512

// MoveList is a list of moves in a fixed array, so that filling it allocates nothing. The zero value is an empty list.
type MoveList struct {
	count     int
	countOnly bool // perft's last ply: sets of targets are counted, not listed
	moves     [MaxMoves]Move
}

// Len returns the number of moves.
func (l *MoveList) Len() int { return l.count }

// At returns the move with index i, from 0 to Len()-1.
func (l *MoveList) At(i int) Move { return l.moves[i&(MaxMoves-1)] }

// Moves returns the moves as a slice that shares the list's memory.
func (l *MoveList) Moves() []Move { return l.moves[:l.count] }

// Has reports whether m is in the list.
func (l *MoveList) Has(m Move) bool {
	for _, other := range l.Moves() {
		if m == other {
			return true
		}
	}
	return false
}

func (l *MoveList) add(m Move) {
	l.moves[l.count&(MaxMoves-1)] = m
	l.count++
}

// addTargets adds the moves of the piece on from to all targets. Here and below the
// count is kept in a register during the loop.
func (l *MoveList) addTargets(from Square, targets Bitboard) {
	if l.countOnly {
		l.count += targets.Count()
		return
	}
	n, base := l.count, Move(from&63)
	for ; targets != 0; targets &= targets - 1 {
		l.moves[n&(MaxMoves-1)] = base | Move(targets.LSB())<<6
		n++
	}
	l.count = n
}

// addShifted adds moves of pawns that all make the same step to reach the targets.
func (l *MoveList) addShifted(targets Bitboard, step int) {
	if l.countOnly {
		l.count += targets.Count()
		return
	}
	n := l.count
	for ; targets != 0; targets &= targets - 1 {
		to := targets.LSB()
		l.moves[n&(MaxMoves-1)] = MakeMove(to-Square(step), to, Normal)
		n++
	}
	l.count = n
}

// addPromotions is addShifted for pawns that promote, to each of the four pieces.
func (l *MoveList) addPromotions(targets Bitboard, step int) {
	for ; targets != 0; targets &= targets - 1 {
		to := targets.LSB()
		for t := Queen; t >= Knight; t-- {
			l.add(MakePromotion(to-Square(step), to, t))
		}
	}
}
