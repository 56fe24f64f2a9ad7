package eval

// weightTable holds the value of every weight in centipawns, middlegame and endgame; 100 is about a pawn in the ending.
// Tables by square begin with a1 and are seen from the owner's side.
//
// Fitted by alfiere-lab tune fit with K 117.0, lambda 0.5, pull 3000, rate 1, batch 16384, 23 of 30 epochs, seed 1: the
// loss on the games held out fell from 0.026172 to 0.025558. Data: 39082 games of 2500 nodes a move, seed 101, openings
// a48b13d85fef9be1, engine of bench 1492755: 2649017 positions. The fit began with the weights of the one before, of
// which the piece values had been lowered by a tenth and KingDanger raised by half by hand (docs/knowledge.md).
// Afterwards BishopMobility[13], which few positions have, got its value back, and CentrePawnHome, too: what that takes
// from a pawn on d2 or e2 its square gives back. Set by hand since: KingDanger, PawnlessFlank, PassedStep,
// PawnStorm[2], GuardedByQueen, Restricted, QueenStalked; HangingPiece and ThreatByPawn raised, CastlingRight lowered.
var weightTable = Weights[Value]{
	// m: material

	// a pawn, knight, bishop, rook, queen on the board
	PieceValue: [5]Value{{75, 95}, {300, 330}, {305, 335}, {485, 530}, {985, 1005}},
	// the same when m is not in the set: a fifth
	PieceFifth: [5]Value{{15, 19}, {60, 66}, {61, 67}, {97, 106}, {197, 201}},

	// b: placement

	// a knight no pawn can drive away: alone, guarded by a pawn
	KnightOutpost: [2]Value{{9, -3}, {18, 2}},
	// a bishop no pawn can drive away: alone, guarded by a pawn
	BishopOutpost: [2]Value{{3, -2}, {16, 5}},
	// a minor piece with a pawn right before it
	MinorBehindPawn: Value{3, 11},
	// a knight, bishop, rook, queen attacked by a pawn
	ThreatByPawn: [4]Value{{-55, -35}, {-50, -48}, {-62, -35}, {-55, -45}},
	// a pawn, knight, bishop, rook, queen attacked by a minor piece
	ThreatByMinor: [5]Value{{-3, -12}, {-12, -20}, {-19, -19}, {-45, -13}, {-28, -36}},
	// the same, attacked by a rook
	ThreatByRook: [5]Value{{-4, -14}, {-14, -20}, {-15, -25}, {-5, -12}, {-32, -21}},
	// a weak piece or pawn attacked by the king
	ThreatByKing: Value{-15, -20},
	// a piece that a safe pawn push would attack
	ThreatByPush: Value{-11, -12},
	// a pawn attacked and not defended
	HangingPawn: Value{-11, -22},
	// a piece attacked and not defended
	HangingPiece: Value{-24, -12},
	// a weak piece or pawn attacked and defended by the queen alone
	GuardedByQueen: Value{-6, -2},
	// a square that both sides attack and the own one does not guard well
	Restricted: Value{-3, -3},
	// a square from which a knight, a bishop or rook would attack the queen
	QueenStalked: [2]Value{{-7, -5}, {-18, -8}},
	// a piece or pawn attacked more often than defended
	Outnumbered: Value{-13, -15},
	// more than one piece that is hanging or attacked by something cheaper
	SeveralHanging: Value{-17, -3},
	// the king attacked once, twice; counts whatever the letters
	KingInCheck: [2]Value{{-12, -8}, {-24, -16}},

	// x: mobility

	// a knight by squares reached
	KnightMobility: [9]Value{{-38, -74}, {-23, -36}, {-10, -16}, {-4, 1}, {3, 10}, {7, 16}, {10, 20}, {15, 22}, {13, 15}},
	// a bishop by squares reached
	BishopMobility: [14]Value{
		{-15, -48}, {-5, -25}, {6, -11}, {8, 5}, {13, 14}, {15, 20}, {19, 23}, {18, 25},
		{20, 30}, {26, 25}, {28, 23}, {25, 22}, {32, 25}, {34, 22},
	},
	// a rook by squares reached
	RookMobility: [15]Value{
		{-29, -56}, {-7, -12}, {-4, 10}, {-3, 14}, {-1, 17}, {0, 24}, {1, 27}, {5, 30},
		{5, 34}, {7, 37}, {7, 38}, {11, 39}, {20, 37}, {20, 37}, {17, 37},
	},
	// a queen by squares reached
	QueenMobility: [28]Value{
		{-36, -60}, {-10, -45}, {-6, -38}, {-4, -30}, {-2, -20}, {2, -8}, {5, -6}, {7, 8},
		{10, 13}, {11, 22}, {13, 27}, {13, 33}, {15, 37}, {14, 39}, {16, 42}, {15, 45},
		{16, 50}, {16, 53}, {18, 53}, {24, 49}, {27, 48}, {28, 44}, {29, 42}, {29, 41},
		{33, 43}, {36, 42}, {40, 43}, {43, 42},
	},
	// a bishop by square
	BishopSquare: [64]Value{
		{-15, -13}, {-6, -3}, {-1, -8}, {-7, -3}, {-4, -4}, {-16, -2}, {-18, -12}, {3, -8},
		{1, -12}, {9, -15}, {10, -21}, {-2, 1}, {4, -2}, {8, -7}, {12, -15}, {-3, -17},
		{0, -2}, {12, -3}, {9, 6}, {5, 3}, {7, 12}, {9, -3}, {10, -1}, {4, -4},
		{-3, -7}, {8, 1}, {6, 6}, {14, 18}, {13, 8}, {6, 9}, {9, -2}, {2, 1},
		{-1, -12}, {3, 4}, {14, 4}, {13, 3}, {12, 10}, {2, 15}, {5, 11}, {-9, -3},
		{-4, 0}, {4, 3}, {4, 3}, {12, 1}, {10, 2}, {12, 12}, {0, 2}, {2, -1},
		{-11, 0}, {0, -3}, {-12, -3}, {-3, -3}, {-2, 5}, {4, -4}, {-8, -2}, {-14, -4},
		{-15, -6}, {-8, -4}, {-18, 3}, {-13, -2}, {-12, -5}, {-15, -9}, {-5, -6}, {-4, -11},
	},
	// a rook by square
	RookSquare: [64]Value{
		{-9, -8}, {-5, -11}, {-1, -1}, {4, -10}, {4, -15}, {0, -11}, {-7, -12}, {-2, -20},
		{-22, -7}, {-10, -2}, {-11, 1}, {-3, -4}, {-11, -7}, {-10, -8}, {1, -16}, {-24, -6},
		{-22, 2}, {-6, 2}, {-16, 1}, {-13, -2}, {-13, -6}, {-13, -7}, {3, -14}, {-15, -13},
		{-18, 12}, {-17, 11}, {-11, 4}, {-12, 6}, {-7, -3}, {-13, 5}, {-7, 3}, {-18, -2},
		{-8, 10}, {-3, 11}, {-4, 7}, {16, -2}, {3, 1}, {2, 1}, {1, 1}, {-1, -2},
		{2, 11}, {11, 10}, {14, 6}, {16, 5}, {11, 2}, {21, 1}, {18, 4}, {7, 3},
		{18, 4}, {5, 6}, {15, 0}, {22, 0}, {13, 0}, {25, 6}, {7, 9}, {18, 1},
		{20, 7}, {9, 8}, {12, 16}, {17, 9}, {15, 6}, {13, 12}, {11, 12}, {18, 8},
	},
	// a queen by square
	QueenSquare: [64]Value{
		{-2, -24}, {0, -16}, {4, -18}, {7, -24}, {4, -8}, {-11, -21}, {-12, -15}, {-5, -21},
		{-3, -14}, {0, -13}, {8, -23}, {7, -14}, {9, -14}, {9, -22}, {6, -25}, {-7, -18},
		{-1, -10}, {3, -16}, {-2, 11}, {-7, 6}, {-2, 8}, {1, 6}, {2, -3}, {-3, -6},
		{0, -6}, {-13, 15}, {-1, 9}, {-9, 28}, {-8, 23}, {-3, 21}, {0, 21}, {1, 3},
		{-8, 5}, {-5, 10}, {-4, 22}, {-11, 28}, {-9, 31}, {5, 24}, {-2, 28}, {4, 6},
		{-13, -5}, {-6, 5}, {-2, 18}, {-2, 21}, {8, 27}, {15, 15}, {15, 18}, {13, 6},
		{-12, 1}, {-25, 20}, {-8, 15}, {-2, 22}, {-14, 28}, {21, 10}, {5, 21}, {15, -2},
		{-9, -1}, {4, 12}, {14, 13}, {5, 9}, {16, 9}, {13, 8}, {13, 5}, {15, 9},
	},
	// a rook on a file without own pawns
	HalfOpenFile: Value{12, 5},
	// a rook on a file without pawns
	OpenFile: Value{25, 5},
	// a rook shut in by its own king
	TrappedRook: Value{-24, -10},
	// a safe square behind or among the own centre pawns
	Space: Value{0, 0},
	// the move
	Tempo: Value{9, 7},

	// k: king safety

	// the king by square, in the middlegame
	KingMiddlegame: [64]Value{
		{9, 0}, {11, 0}, {1, 0}, {-12, 0}, {-13, 0}, {-13, 0}, {8, 0}, {12, 0},
		{2, 0}, {1, 0}, {-4, 0}, {-21, 0}, {-21, 0}, {-4, 0}, {8, 0}, {15, 0},
		{-5, 0}, {-14, 0}, {-16, 0}, {-37, 0}, {-25, 0}, {-12, 0}, {-9, 0}, {-14, 0},
		{-23, 0}, {-7, 0}, {-22, 0}, {-26, 0}, {-31, 0}, {-25, 0}, {-21, 0}, {-22, 0},
		{-10, 0}, {-12, 0}, {-11, 0}, {-19, 0}, {-23, 0}, {-18, 0}, {-15, 0}, {-17, 0},
		{-7, 0}, {8, 0}, {-1, 0}, {-11, 0}, {-16, 0}, {-3, 0}, {1, 0}, {-14, 0},
		{8, 0}, {3, 0}, {-4, 0}, {-2, 0}, {-5, 0}, {0, 0}, {-11, 0}, {-12, 0},
		{-27, 0}, {10, 0}, {10, 0}, {-3, 0}, {-20, 0}, {-11, 0}, {4, 0}, {-1, 0},
	},
	// by distance of the file from the edge and rank of the nearest own pawn before the king, 0 for none
	Shelter: [4][8]Value{
		{{0, 0}, {12, 0}, {12, 0}, {5, 0}, {-2, 0}, {-5, 0}, {4, 0}, {0, 0}},
		{{-2, 0}, {21, 0}, {10, 0}, {-7, 0}, {-14, 0}, {2, 0}, {-3, 0}, {0, 0}},
		{{-11, 0}, {17, 0}, {-2, 0}, {-3, 0}, {-5, 0}, {-3, 0}, {6, 0}, {0, 0}},
		{{-10, 0}, {-1, 0}, {-2, 0}, {-2, 0}, {-9, 0}, {-14, 0}, {-3, 0}, {0, 0}},
	},
	// no own pawn on the file of the king or beside it
	KingHalfOpenFile: Value{-5, 0},
	// no pawn at all on such a file
	KingOpenFile: Value{-14, 0},
	// for each rook that may castle
	CastlingRight: Value{8, 0},
	// a king on its wing that can no longer castle
	KingCastled: Value{28, 0},
	// a king that has left its square and stands in the middle
	KingMoved: Value{5, 0},
	// a minor piece beside the own king
	KingDefender: Value{7, 2},
	// a knight, by distance from its own king
	KnightGuard: [8]Value{{0, 0}, {-5, 4}, {4, 4}, {2, 2}, {-2, 1}, {-1, -3}, {0, 1}, {-11, -4}},
	// no pawn of either side on the king's flank
	PawnlessFlank: Value{-7, -25},
	// danger squared, danger, as shares that parameter.go names
	KingDanger: [2]Value{{-1, 0}, {0, -1}},

	// c: centre

	// a d- or e-pawn on its first square
	CentrePawnHome: Value{-6, 0},
	// a knight by square
	KnightSquare: [64]Value{
		{-25, -11}, {-9, -8}, {-5, -9}, {-3, -2}, {6, -4}, {-8, -8}, {-14, -11}, {-12, -14},
		{-11, -18}, {-6, 2}, {-6, -11}, {-3, 0}, {-4, -5}, {-1, -16}, {-3, -7}, {-12, -17},
		{-11, -10}, {-6, -11}, {-3, -11}, {-1, 5}, {7, 2}, {0, -5}, {4, -8}, {-14, -8},
		{1, 0}, {6, -4}, {7, 11}, {-1, 13}, {10, 8}, {8, 3}, {12, 4}, {0, 2},
		{6, 1}, {-2, -2}, {7, 5}, {13, 5}, {6, 17}, {25, 4}, {3, 3}, {14, -9},
		{-11, -8}, {11, -6}, {4, 9}, {18, 4}, {21, 3}, {21, 5}, {6, -6}, {0, -15},
		{-12, -4}, {-11, -7}, {8, -7}, {11, 4}, {1, -1}, {18, -2}, {-4, -8}, {-3, -9},
		{-50, -23}, {-23, -10}, {-13, -3}, {-10, -4}, {7, -6}, {-23, -9}, {-9, -20}, {-29, -32},
	},
	// the king by square, in the endgame
	KingEndgame: [64]Value{
		{0, -47}, {0, -34}, {0, -22}, {0, -12}, {0, -14}, {0, -5}, {0, -25}, {0, -41},
		{0, -24}, {0, -12}, {0, -5}, {0, 1}, {0, 7}, {0, 2}, {0, -6}, {0, -17},
		{0, -14}, {0, 2}, {0, 6}, {0, 15}, {0, 14}, {0, 11}, {0, 3}, {0, 0},
		{0, -7}, {0, 6}, {0, 18}, {0, 20}, {0, 22}, {0, 21}, {0, 16}, {0, 7},
		{0, 3}, {0, 15}, {0, 21}, {0, 25}, {0, 24}, {0, 33}, {0, 29}, {0, 9},
		{0, 2}, {0, 19}, {0, 23}, {0, 20}, {0, 27}, {0, 37}, {0, 29}, {0, 9},
		{0, -18}, {0, 15}, {0, 17}, {0, 14}, {0, 15}, {0, 35}, {0, 24}, {0, -6},
		{0, -76}, {0, -35}, {0, -11}, {0, -13}, {0, -7}, {0, 15}, {0, 4}, {0, -51},
	},

	// p: pawns

	// a pawn by square
	PawnSquare: [64]Value{
		{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0},
		{-4, 8}, {0, 10}, {-3, 3}, {3, 9}, {3, 13}, {-3, 5}, {12, -4}, {-15, -5},
		{-5, 2}, {-6, 9}, {-3, -1}, {-7, 5}, {-2, 4}, {-5, 2}, {5, -7}, {-15, -4},
		{-2, 11}, {-3, 12}, {7, -5}, {2, -1}, {4, -8}, {4, 1}, {1, -2}, {-18, 1},
		{-2, 15}, {7, 14}, {5, 3}, {13, -3}, {13, 0}, {10, -3}, {5, 0}, {-3, 7},
		{-2, 15}, {9, 23}, {11, 14}, {21, 12}, {17, 23}, {25, 10}, {19, 16}, {3, 16},
		{30, 12}, {31, 24}, {33, 38}, {38, 33}, {34, 39}, {37, 20}, {13, 29}, {11, 13},
		{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0},
	},
	// an isolated pawn by file
	Isolated: [8]Value{{1, -8}, {-1, -13}, {-7, -9}, {-8, -16}, {-8, -14}, {-5, -13}, {2, -9}, {3, -7}},
	// an isolated pawn by rank: what its advance is worth less
	IsolatedByRank: [8]Value{{0, 0}, {-6, 3}, {-2, 4}, {-6, -1}, {4, -5}, {10, -15}, {7, -27}, {0, 0}},
	// a pawn with an own pawn before it
	Doubled: Value{-9, -15},
	// neither it nor the square before it guarded by pawns; by the enemy pawns that guard that square
	Backward: [3]Value{{0, 4}, {-2, -10}, {2, -2}},
	// an isolated or backward pawn on a file open for the enemy
	WeakUnopposed: Value{-7, -11},
	// a backward pawn whose next square is taken
	BlockedBackward: Value{1, -3},
	// a pawn with one beside it, by rank
	Phalanx: [8]Value{{0, 0}, {2, -3}, {5, 2}, {6, 5}, {13, 22}, {41, 45}, {45, 45}, {0, 0}},
	// a pawn guarded by one, by rank
	SupportedPawn: [8]Value{{0, 0}, {0, 0}, {11, 5}, {8, 2}, {12, 4}, {30, 21}, {31, 19}, {0, 0}},

	// a: attack

	// a passed pawn by stage (nobody stops it, path free, path watched) and rank
	Passed: [3][8]Value{
		{{0, 0}, {0, 33}, {0, 44}, {11, 86}, {44, 186}, {99, 353}, {176, 522}, {0, 0}},
		{{0, 0}, {1, 26}, {-1, 22}, {1, 53}, {21, 94}, {69, 141}, {116, 203}, {0, 0}},
		{{0, 0}, {-6, 12}, {-10, 21}, {0, 37}, {13, 64}, {41, 96}, {72, 119}, {0, 0}},
	},
	// a pawn that only enemy pawns on the files beside keep from being passed, by rank
	Candidate: [8]Value{{0, 0}, {-1, -3}, {0, -2}, {8, 5}, {11, 14}, {26, 39}, {26, 40}, {0, 0}},
	// by its path (blocked by the enemy, by an own piece, next step lost, a later one lost, guarded, not attacked); times rank beyond the second
	PassedStep: [6]Value{{-5, -8}, {-2, -3}, {-3, -6}, {0, 1}, {4, 8}, {6, 10}},
	// by distance of the own king from the square before it; times rank beyond the second
	PassedOwnKing: [8]Value{{0, 17}, {0, 32}, {0, 9}, {0, 1}, {0, -4}, {0, -7}, {0, -8}, {0, -9}},
	// by distance of the enemy king from the square before it; times rank beyond the second
	PassedEnemyKing: [8]Value{{0, -30}, {0, -21}, {0, -5}, {0, 9}, {0, 22}, {0, 29}, {0, 33}, {0, 34}},
	// a passed pawn guarded by a pawn
	PassedSupported: Value{0, 3},
	// a rook behind a passed pawn: of its own side, of the other
	RookBehindPassed: [2]Value{{0, 21}, {-2, -31}},
	// the foremost pawn on a file before the enemy king: by kings on the same or opposite wings or blocked by a pawn, and rank
	PawnStorm: [3][8]Value{
		{{0, 0}, {-3, 0}, {-1, 0}, {1, 0}, {5, 0}, {5, 0}, {-2, 0}, {0, 0}},
		{{0, 0}, {-5, 0}, {-3, 0}, {3, 0}, {15, 0}, {30, 0}, {27, 0}, {0, 0}},
		{{0, 0}, {-3, 0}, {-3, 0}, {-3, 0}, {-1, 0}, {8, 0}, {0, 0}, {0, 0}},
	},
	// a square next to the enemy king that a knight, bishop, rook, queen reaches
	KingZoneAttack: [4]Value{{-5, -5}, {1, 0}, {-8, 1}, {-6, -4}},
	// an enemy piece within two squares of a knight
	KnightNearPieces: Value{-1, 0},
	// a knight by distance from the enemy king
	KnightTropism: [8]Value{{0, 0}, {14, 6}, {11, 1}, {4, 10}, {-2, 5}, {-7, 0}, {-9, -4}, {-16, -2}},
	// a rook by distance from the enemy king
	RookTropism: [8]Value{{0, 0}, {9, 11}, {0, 4}, {-2, 9}, {-2, 7}, {-3, 6}, {-2, 4}, {-4, 7}},
	// a queen by distance from the enemy king
	QueenTropism: [8]Value{{0, 0}, {7, 10}, {16, 3}, {-1, 14}, {-4, 16}, {-4, 6}, {-2, -6}, {-2, -12}},
	// an enemy piece or pawn pinned by a bishop, rook, queen
	Pin: [3]Value{{14, 19}, {21, -9}, {5, 3}},
	// an own piece or pawn that hides a bishop, rook, queen from king, queen or rook
	DiscoveredAttack: [3]Value{{7, 12}, {7, -5}, {9, 7}},
	// a rook on the seventh rank before king or pawns
	RookOnSeventh: Value{-1, 9},
	// the mean distance of the king from the pawns, in quarters of a square
	KingPawnDistance: Value{-4, -3},
	// a lone enemy king, by its distance from the edge
	MopUpEdge: [4]Value{{0, 60}, {0, 30}, {0, 10}, {0, 0}},
	// by the distance between the kings when one is alone
	MopUpKingDistance: [8]Value{{0, 0}, {0, 50}, {0, 50}, {0, 40}, {0, 30}, {0, 20}, {0, 10}, {0, 0}},
	// by the distance of a lone king from the corner to mate it in: the one that the bishop of bishop and knight guards, else 0
	MopUpCorner: [8]Value{{0, 140}, {0, 120}, {0, 100}, {0, 80}, {0, 60}, {0, 40}, {0, 20}, {0, 0}},
	// the pawn that wins against the bare king
	WonPawn: Value{0, 420},

	// r: relation

	// what a pawn, knight, bishop, rook, queen gains and loses by stage
	PieceStage: [5]Value{{-27, 10}, {-9, 20}, {-13, 30}, {-61, 64}, {-44, 38}},
	// for each bishop when they move on both colours
	BishopPair: Value{9, 30},
	// for each knight of two or more
	KnightPair: Value{0, -3},
	// for each rook of two or more
	RookPair: Value{-10, -8},
	// a knight, bishop, rook, queen by the number of own pawns, 0 to 8
	PieceByPawns: [4][9]Value{
		{{-74, -2}, {-1, -25}, {-5, -15}, {0, -6}, {0, 0}, {1, 8}, {7, 8}, {15, 18}, {19, 11}},
		{{-76, 44}, {10, -16}, {1, -18}, {2, -9}, {2, -7}, {3, -1}, {4, 0}, {12, 4}, {13, 17}},
		{{-11, 16}, {16, -10}, {-3, 8}, {-5, 6}, {-4, 7}, {0, 3}, {2, 7}, {-2, 10}, {6, 3}},
		{{-2, -14}, {-4, 1}, {-6, 9}, {-3, 6}, {-4, 16}, {3, 8}, {5, 4}, {12, 2}, {6, -1}},
	},
	// an own pawn on the squares of a bishop
	BadBishop: Value{-2, -6},
}
