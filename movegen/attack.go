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
)

// Made by makeTables.
var (
	rookMasks, bishopMasks  [64]Bitboard
	rookTable               *[64][1 << 12]Bitboard
	bishopTable             *[64][1 << 9]Bitboard
	pseudoTable             [8][64]Bitboard
	betweenTable, lineTable *[64][64]Bitboard
	reversible              *reversibleMoves
)

// makeTables makes the tables that take time, once. It is called for each new position, so that the
// attacks of sliders need no test, and a program without a position (alfiere --version) starts faster.
var makeTables = sync.OnceFunc(func() {
	rookMasks, bishopMasks = maskTable(rookRays), maskTable(bishopRays)
	rookTable, bishopTable = buildRookTable(), buildBishopTable()
	pseudoTable = [8][64]Bitboard{
		Pawn:   unite(pawnTable[White], pawnTable[Black]),
		Knight: knightTable,
		Bishop: rayTable(bishopRays),
		Rook:   rayTable(rookRays),
		Queen:  unite(rayTable(bishopRays), rayTable(rookRays)),
		King:   kingTable,
	}
	betweenTable, lineTable = buildLineTables()
	zobrist = buildZobrist()
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

// Between returns the squares strictly between a and b if they share a rank, file or diagonal, else the empty set.
func Between(a, b Square) Bitboard { return betweenTable[a&63][b&63] }

// Line returns the whole rank, file or diagonal through a and b, from edge to
// edge; it is empty if they share none or are the same square.
func Line(a, b Square) Bitboard { return lineTable[a&63][b&63] }

// AttacksOf returns the squares that a piece of type t and colour c on s attacks when occ is occupied.
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

// Fixed-shift magic multipliers: (occupied & mask) * magic, shifted right by 52 for a rook and 55 for a bishop, indexes
// the attack tables without collisions of different attack sets. Found by a random search over sparse 64-bit numbers;
// TestSliderAttacksAgreeWithRayWalking checks every subset of every mask.

var rookMagics = [64]uint64{
	0x3480084000802010, 0x00401000a0004000, 0x00400802c0100004, 0x8c01002080102040,
	0x0080080004402241, 0x0080040623001080, 0x10200880021808c0, 0x0900050010408026,
	0x0000800040001060, 0x30048800848040a8, 0x18280148000440c0, 0x2401001000080501,
	0x5300240801000600, 0x609a000108440200, 0x0001010022100480, 0x8000400060d04040,
	0x1202020050820101, 0x4800614000884228, 0x2008928402050800, 0x84020041008c0400,
	0x0000421001440200, 0x0240409804000e00, 0x0080022001008040, 0x9051240804520100,
	0x9110442080018010, 0x0003402100400008, 0x8880a04408080100, 0x0400800401406002,
	0x4004007008004500, 0x030c002410028014, 0x00c8620090004004, 0x28a2041200002081,
	0x0180402010100480, 0x0800408993400061, 0x08005021a8c20008, 0x5410000801400400,
	0x4202000120080830, 0x4000084050180204, 0x010200010c0a0044, 0x0860008080401121,
	0x0040802440008010, 0x10004c4108021006, 0x0821410610208040, 0x8700080030008004,
	0x0238484010020802, 0x002400a80821800c, 0x0000944ac0420008, 0x4480010040020404,
	0x0039008020b0c040, 0x1080c0a030830600, 0x00100a3014140040, 0x8040104102020010,
	0x1204000800020480, 0x2680a40002000280, 0x04381000a2000c04, 0x8069082119400080,
	0x60c1800500c070a1, 0x0015800851400101, 0x240420060080400a, 0x0404040810002003,
	0x4540106800140601, 0x004001a208040005, 0xc081000080c60001, 0x0010410242268406,
}

var bishopMagics = [64]uint64{
	0x008048084a022252, 0x44020408210c4808, 0x0012114100024000, 0x1092031680201101,
	0x8084178a08014000, 0x1004312262400022, 0x00052408260181a2, 0x000050c02400cc48,
	0x801108024c004810, 0x02a0900201094200, 0x8280081030108002, 0x0040002809a20200,
	0x0010201440000000, 0x0201000801480024, 0x0091211504280048, 0x0000008c10080202,
	0x0020001004220211, 0x0001105c84182d02, 0x8004422800240042, 0xc0120128a0184008,
	0x04c8048040400210, 0x0008420008204c04, 0x0184019230441402, 0x12220087001084c4,
	0x1a00284040006060, 0x011240216001140e, 0x0480820020409101, 0x111e00841800804a,
	0x88c101000a304014, 0x10050008c0101008, 0x4004102c02000900, 0x0400448001000800,
	0x0420101909820060, 0x4014104900010043, 0x4020401210100209, 0x000a0a8080080200,
	0x0004008400080410, 0x0000830108061000, 0x8860888200040100, 0x4800318104200200,
	0x9802082020001200, 0x2000228820099205, 0x034208a808008194, 0x000400a400280048,
	0xc4000100a2008400, 0x0420804080200200, 0x9022880102208400, 0x0032001502001182,
	0x0002020810400008, 0xa010042042100040, 0x04040009801400c8, 0x3008000501010000,
	0x00020200aa00840c, 0xa04008408e00e400, 0x00112310002a0001, 0x00210110552091d0,
	0x8021000494004184, 0x0008000224004040, 0x08080410b0801014, 0x8840096110642008,
	0x0888010000420024, 0x0100101800350020, 0x0140282100412004, 0x8088013004024005,
}
