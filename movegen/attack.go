package movegen

import "sync"

const (
	rookShift   = 64 - 12
	bishopShift = 64 - 9
)

// jump is a step of a piece as files and ranks.
type jump struct{ file, rank int }

var (
	// The first two rays of a slider are one line, and so are the other two.
	rookRays    = []jump{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	bishopRays  = []jump{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}
	knightJumps = []jump{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	kingJumps   = []jump{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}
	pawnJumps   = [2][]jump{{{-1, 1}, {1, 1}}, {{-1, -1}, {1, -1}}}
)

var (
	knightTable = jumpTable(knightJumps)
	kingTable   = jumpTable(kingJumps)
	pawnTable   = [2][64]Bitboard{jumpTable(pawnJumps[White]), jumpTable(pawnJumps[Black])}

	rookMasks   = maskTable(rookRays)
	bishopMasks = maskTable(bishopRays)

	pseudoTable = [8][64]Bitboard{
		Pawn:   unite(pawnTable[White], pawnTable[Black]),
		Knight: knightTable,
		Bishop: rayTable(bishopRays),
		Rook:   rayTable(rookRays),
		Queen:  unite(rayTable(bishopRays), rayTable(rookRays)),
		King:   kingTable,
	}

	betweenTable, lineTable = buildLineTables()
)

// Made by makeTables.
var (
	rookTable   *[64][1 << 12]Bitboard
	bishopTable *[64][1 << 9]Bitboard
	reversible  *reversibleMoves
)

// makeTables makes the tables that take milliseconds, once. It is called for each new position, so that the
// attacks of sliders need no test, and a program without a position (alfiere --version) starts faster.
var makeTables = sync.OnceFunc(func() {
	rookTable, bishopTable = buildRookTable(), buildBishopTable()
	reversible = buildReversible()
})

// RookAttacks returns the squares a rook on s attacks when occ is occupied; the first occupied square on each
// ray is included. The first Position of a program makes the tables: call StartPosition if there is none yet.
func RookAttacks(s Square, occ Bitboard) Bitboard {
	s &= 63
	return rookTable[s][uint64(occ&rookMasks[s])*rookMagics[s]>>rookShift]
}

// BishopAttacks is RookAttacks for a bishop.
func BishopAttacks(s Square, occ Bitboard) Bitboard {
	s &= 63
	return bishopTable[s][uint64(occ&bishopMasks[s])*bishopMagics[s]>>bishopShift]
}

// QueenAttacks is RookAttacks for a queen.
func QueenAttacks(s Square, occ Bitboard) Bitboard {
	return RookAttacks(s, occ) | BishopAttacks(s, occ)
}

// PseudoAttacks returns the squares a piece of type t on s attacks on an empty board, a pawn of either colour.
func PseudoAttacks(t PieceType, s Square) Bitboard { return pseudoTable[t&7][s&63] }

// KnightAttacks returns the squares a knight on s attacks.
func KnightAttacks(s Square) Bitboard { return knightTable[s&63] }

// KingAttacks returns the squares a king on s attacks.
func KingAttacks(s Square) Bitboard { return kingTable[s&63] }

// PawnAttacks returns the squares a pawn of colour c on s attacks.
func PawnAttacks(c Color, s Square) Bitboard { return pawnTable[c&1][s&63] }

// PawnSetAttacks returns the squares that the pawns of colour c in the set attack.
func PawnSetAttacks(c Color, pawns Bitboard) Bitboard {
	up := pawns.Forward(c)
	return up&^FileA>>1 | up&^FileH<<1
}

// Between returns the squares strictly between a and b if they share a rank, file
// or diagonal, else the empty set.
func Between(a, b Square) Bitboard { return betweenTable[a&63][b&63] }

// Line returns the whole rank, file or diagonal through a and b, from edge to
// edge; it is empty if they share none or are the same square.
func Line(a, b Square) Bitboard { return lineTable[a&63][b&63] }

// AttacksOf returns the squares that a piece of type t and colour c on s attacks
// when occ is occupied.
func AttacksOf(t PieceType, c Color, s Square, occ Bitboard) Bitboard {
	if t == Pawn {
		return PawnAttacks(c, s)
	}
	return attacksFrom(t, s, occ)
}

// attacksFrom is AttacksOf for pieces other than pawns.
func attacksFrom(t PieceType, s Square, occ Bitboard) Bitboard {
	switch t {
	case Knight:
		return KnightAttacks(s)
	case Bishop:
		return BishopAttacks(s, occ)
	case Rook:
		return RookAttacks(s, occ)
	case Queen:
		return QueenAttacks(s, occ)
	case King:
		return KingAttacks(s)
	}
	return 0
}

func jumpTable(jumps []jump) (table [64]Bitboard) {
	for s := Square(0); s < 64; s++ {
		for _, j := range jumps {
			table[s] |= step(s, j).Bitboard()
		}
	}
	return table
}

// rayTable returns for each square those that a slider on it attacks on an empty board.
func rayTable(rays []jump) (table [64]Bitboard) {
	for s := range Square(64) {
		table[s] = walk(s, 0, rays)
	}
	return table
}

func unite(a, b [64]Bitboard) [64]Bitboard {
	for s := range a {
		a[s] |= b[s]
	}
	return a
}

// step returns the square that j leads to from s, NoSquare beyond the edge.
func step(s Square, j jump) Square {
	file, rank := s.File()+j.file, s.Rank()+j.rank
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return NoSquare
	}
	return MakeSquare(file, rank)
}

// walk returns the squares reached from s along the rays until the first occupied
// one, which is included. It builds the tables and is the magics' reference implementation.
func walk(s Square, occ Bitboard, rays []jump) (reached Bitboard) {
	for _, ray := range rays {
		for to := step(s, ray); to != NoSquare; to = step(to, ray) {
			reached |= to.bit()
			if occ.Has(to) {
				break
			}
		}
	}
	return reached
}

// maskTable returns for each square those whose occupation matters to a slider:
// its rays without the last square of each.
func maskTable(rays []jump) (table [64]Bitboard) {
	for s := range Square(64) {
		table[s] = maskOf(s, rays)
	}
	return table
}

func maskOf(s Square, rays []jump) (mask Bitboard) {
	for _, ray := range rays {
		for to := step(s, ray); to != NoSquare; to = step(to, ray) {
			if step(to, ray) != NoSquare {
				mask |= to.bit()
			}
		}
	}
	return mask
}

func buildRookTable() *[64][1 << 12]Bitboard {
	table := new([64][1 << 12]Bitboard)
	for s := range Square(64) {
		fillSlider(table[s][:], s, rookRays, rookMagics[s], rookShift)
	}
	return table
}

func buildBishopTable() *[64][1 << 9]Bitboard {
	table := new([64][1 << 9]Bitboard)
	for s := range Square(64) {
		fillSlider(table[s][:], s, bishopRays, bishopMagics[s], bishopShift)
	}
	return table
}

// fillSlider enters the attacks of a slider on s for each occupation of its mask. A program waits for this
// before its first position, so each of the two lines is walked by itself: attacks along them are
// independent, and the index of two occupations together is the sum of their products.
func fillSlider(table []Bitboard, s Square, rays []jump, magic uint64, shift int) {
	type occupied struct {
		product uint64
		attacks Bitboard
	}
	var lines [2][]occupied
	for i := range lines {
		line := rays[2*i : 2*i+2]
		forEachSubset(maskOf(s, line), func(occ Bitboard) {
			lines[i] = append(lines[i], occupied{uint64(occ) * magic, walk(s, occ, line)})
		})
	}
	for _, a := range lines[0] {
		for _, b := range lines[1] {
			table[(a.product+b.product)>>shift] = a.attacks | b.attacks
		}
	}
}

func forEachSubset(mask Bitboard, visit func(Bitboard)) {
	for subset := Bitboard(0); ; {
		visit(subset)
		subset = (subset - mask) & mask
		if subset == 0 {
			return
		}
	}
}

func buildLineTables() (between, line *[64][64]Bitboard) {
	between, line = new([64][64]Bitboard), new([64][64]Bitboard)
	for a := range Square(64) {
		for _, rays := range [][]jump{rookRays, bishopRays} {
			for _, ray := range rays {
				back := jump{-ray.file, -ray.rank}
				full := a.bit() | walk(a, 0, []jump{ray}) | walk(a, 0, []jump{back})
				var passed Bitboard
				for b := step(a, ray); b != NoSquare; b = step(b, ray) {
					between[a][b], line[a][b] = passed, full
					passed |= b.bit()
				}
			}
		}
	}
	return between, line
}
