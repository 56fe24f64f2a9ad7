package eval

// weightTable holds the value of every weight in centipawns, middlegame and endgame;
// 100 is about a pawn in the ending. Tables by square begin with a1 and are seen
// from the owner's side.
//
// Fitted by alfiere tune fit with K 132.8, lambda 0.25, pull 300, rate 1, batch 16384, 31 of 40 epochs, seed 1:
// the loss on the games held out fell from 0.012484 to 0.011829. Data:
// 7970 games of 2000 nodes a move, seed 1, random openings, engine of bench 1263587: 522053 positions.
// 700 games of 5000 nodes a move, seed 11, random openings, engine of bench 1263587: 52565 positions.
// Afterwards the values of the pieces, which are not fitted, were lowered by a tenth, and
// KingDanger was raised by half, which quiet positions alone teach too little of
// (docs/knowledge.md).
var weightTable = Weights[Value]{
	// m: material

	// a pawn, knight, bishop, rook, queen on the board
	PieceValue: [5]Value{{80, 90}, {305, 325}, {310, 330}, {480, 520}, {980, 1000}},
	// the same when m is not in the set: a fifth
	PieceFifth: [5]Value{{16, 18}, {61, 65}, {62, 66}, {96, 104}, {196, 200}},

	// b: placement

	// a knight no pawn can drive away: alone, guarded by a pawn
	KnightOutpost: [2]Value{{11, 0}, {18, 3}},
	// a bishop no pawn can drive away: alone, guarded by a pawn
	BishopOutpost: [2]Value{{2, -3}, {19, 5}},
	// a minor piece with a pawn right before it
	MinorBehindPawn: Value{4, 10},
	// a knight, bishop, rook, queen attacked by a pawn
	ThreatByPawn: [4]Value{{-50, -27}, {-45, -51}, {-59, -31}, {-44, -44}},
	// a pawn, knight, bishop, rook, queen attacked by a minor piece
	ThreatByMinor: [5]Value{{-4, -13}, {-14, -25}, {-21, -22}, {-44, -17}, {-34, -40}},
	// the same, attacked by a rook
	ThreatByRook: [5]Value{{-5, -11}, {-15, -21}, {-14, -26}, {-5, -13}, {-40, -25}},
	// a weak piece or pawn attacked by the king
	ThreatByKing: Value{-16, -22},
	// a piece that a safe pawn push would attack
	ThreatByPush: Value{-11, -14},
	// a pawn attacked and not defended
	HangingPawn: Value{-14, -24},
	// a piece attacked and not defended
	HangingPiece: Value{-12, -1},
	// a piece or pawn attacked more often than defended
	Outnumbered: Value{-15, -16},
	// more than one piece that is hanging or attacked by something cheaper
	SeveralHanging: Value{-15, -3},
	// the king attacked once, twice; counts whatever the letters
	KingInCheck: [2]Value{{-12, -8}, {-24, -16}},

	// x: mobility

	// a knight by squares reached
	KnightMobility: [9]Value{{-36, -72}, {-22, -36}, {-10, -17}, {-6, 1}, {1, 9}, {5, 16}, {11, 20}, {14, 19}, {19, 15}},
	// a bishop by squares reached
	BishopMobility: [14]Value{
		{-18, -51}, {-8, -25}, {3, -12}, {8, 1}, {13, 11}, {17, 19}, {19, 22}, {17, 25},
		{21, 28}, {23, 27}, {28, 23}, {28, 22}, {36, 27}, {34, 22},
	},
	// a rook by squares reached
	RookMobility: [15]Value{
		{-40, -56}, {-12, -19}, {-6, 4}, {-4, 11}, {-1, 15}, {0, 22}, {3, 26}, {6, 28},
		{5, 33}, {9, 38}, {11, 39}, {12, 41}, {21, 40}, {20, 41}, {21, 40},
	},
	// a queen by squares reached
	QueenMobility: [28]Value{
		{-36, -60}, {-11, -45}, {-6, -38}, {-5, -29}, {-3, -20}, {1, -9}, {1, -8}, {3, 8},
		{5, 14}, {8, 24}, {10, 23}, {11, 30}, {13, 33}, {13, 35}, {17, 37}, {16, 40},
		{15, 46}, {18, 50}, {20, 52}, {29, 53}, {30, 49}, {32, 49}, {30, 44}, {31, 45},
		{35, 46}, {37, 45}, {41, 44}, {44, 44},
	},
	// a bishop by square
	BishopSquare: [64]Value{
		{-17, -12}, {-4, -3}, {-5, -16}, {-11, -2}, {-7, -7}, {-17, -2}, {-17, -8}, {-4, -5},
		{-3, -11}, {10, -14}, {9, -17}, {-3, 0}, {1, 2}, {7, -3}, {15, -12}, {-3, -14},
		{-2, -2}, {19, -8}, {16, 1}, {1, 6}, {7, 11}, {13, -5}, {4, -2}, {1, -1},
		{-1, -3}, {7, 0}, {12, 6}, {15, 18}, {18, 9}, {6, 10}, {12, 0}, {-1, 2},
		{-3, -11}, {3, 2}, {8, 4}, {16, 7}, {14, 9}, {3, 15}, {8, 11}, {-11, -2},
		{-3, 1}, {5, 1}, {8, 5}, {12, 2}, {13, 1}, {14, 8}, {-1, 4}, {4, 2},
		{-11, -1}, {-2, -8}, {-13, -7}, {-3, -6}, {-1, 4}, {5, -5}, {-6, -4}, {-15, -1},
		{-16, -10}, {-8, -5}, {-18, -4}, {-13, -4}, {-10, -3}, {-16, -11}, {-4, -8}, {-4, -13},
	},
	// a rook by square
	RookSquare: [64]Value{
		{-14, -7}, {-3, -7}, {-4, 2}, {6, -5}, {5, -8}, {1, -8}, {-7, -7}, {-7, -12},
		{-27, -6}, {-14, -4}, {-8, -3}, {0, -5}, {-16, -1}, {-6, -5}, {-2, -19}, {-24, -10},
		{-26, -1}, {-11, 0}, {-12, 1}, {-10, -3}, {-15, -8}, {-9, -6}, {1, -13}, {-9, -15},
		{-20, 10}, {-18, 8}, {-9, 5}, {-8, 6}, {-1, -7}, {-8, 7}, {-9, -2}, {-17, -5},
		{-12, 8}, {-7, 7}, {-3, 7}, {16, -1}, {1, -1}, {5, -1}, {-1, 0}, {5, -3},
		{0, 7}, {8, 10}, {14, 5}, {15, 5}, {10, 2}, {19, 2}, {18, 3}, {5, -1},
		{18, 5}, {8, 6}, {17, 0}, {21, 4}, {13, 1}, {24, 4}, {7, 8}, {17, 3},
		{20, 9}, {7, 5}, {11, 13}, {17, 13}, {16, 5}, {13, 12}, {11, 10}, {20, 7},
	},
	// a queen by square
	QueenSquare: [64]Value{
		{0, -23}, {-4, -15}, {-2, -15}, {7, -27}, {-2, -4}, {-8, -20}, {-11, -14}, {-4, -21},
		{-2, -17}, {-1, -13}, {8, -25}, {7, -14}, {7, -14}, {7, -18}, {11, -22}, {-7, -16},
		{-7, -11}, {3, -17}, {-2, 9}, {-4, 12}, {-3, 6}, {-3, 6}, {8, -3}, {2, -4},
		{1, -8}, {-11, 14}, {1, 8}, {-12, 30}, {-9, 25}, {-4, 20}, {-1, 22}, {-1, 4},
		{-12, 1}, {-7, 7}, {-1, 22}, {-9, 29}, {-9, 33}, {6, 25}, {-3, 28}, {4, 8},
		{-16, -8}, {-6, 4}, {-1, 14}, {0, 21}, {9, 28}, {15, 13}, {14, 17}, {16, 7},
		{-13, -5}, {-35, 16}, {-8, 12}, {-3, 20}, {-13, 28}, {21, 10}, {9, 21}, {19, -2},
		{-9, -2}, {5, 13}, {15, 13}, {7, 11}, {16, 9}, {14, 8}, {13, 6}, {15, 9},
	},
	// a rook on a file without own pawns
	HalfOpenFile: Value{13, 8},
	// a rook on a file without pawns
	OpenFile: Value{31, 6},
	// a rook shut in by its own king
	TrappedRook: Value{-24, -10},
	// a safe square behind or among the own centre pawns
	Space: Value{2, 0},
	// the move
	Tempo: Value{14, 7},

	// k: king safety

	// the king by square, in the middlegame
	KingMiddlegame: [64]Value{
		{8, 0}, {13, 0}, {-3, 0}, {-18, 0}, {-8, 0}, {-11, 0}, {10, 0}, {14, 0},
		{2, 0}, {0, 0}, {0, 0}, {-22, 0}, {-21, 0}, {-4, 0}, {5, 0}, {13, 0},
		{-3, 0}, {-13, 0}, {-15, 0}, {-40, 0}, {-26, 0}, {-16, 0}, {-9, 0}, {-17, 0},
		{-23, 0}, {-7, 0}, {-20, 0}, {-25, 0}, {-31, 0}, {-23, 0}, {-23, 0}, {-24, 0},
		{-10, 0}, {-12, 0}, {-11, 0}, {-16, 0}, {-20, 0}, {-14, 0}, {-14, 0}, {-18, 0},
		{-8, 0}, {9, 0}, {0, 0}, {-10, 0}, {-14, 0}, {-2, 0}, {3, 0}, {-14, 0},
		{7, 0}, {1, 0}, {-5, 0}, {-4, 0}, {-6, 0}, {-2, 0}, {-13, 0}, {-11, 0},
		{-25, 0}, {9, 0}, {8, 0}, {-4, 0}, {-21, 0}, {-13, 0}, {2, 0}, {3, 0},
	},
	// by distance of the file from the edge and rank of the nearest own pawn before the king, 0 for none
	Shelter: [4][8]Value{
		{{-6, 0}, {12, 0}, {10, 0}, {6, 0}, {4, 0}, {-9, 0}, {3, 0}, {0, 0}},
		{{-8, 0}, {22, 0}, {10, 0}, {-4, 0}, {-9, 0}, {0, 0}, {-4, 0}, {0, 0}},
		{{-11, 0}, {16, 0}, {1, 0}, {-2, 0}, {-8, 0}, {2, 0}, {2, 0}, {0, 0}},
		{{-10, 0}, {6, 0}, {-1, 0}, {-5, 0}, {-8, 0}, {-14, 0}, {-4, 0}, {0, 0}},
	},
	// no own pawn on the file of the king or beside it
	KingHalfOpenFile: Value{-3, 0},
	// no pawn at all on such a file
	KingOpenFile: Value{-11, 0},
	// for each rook that may castle
	CastlingRight: Value{20, 0},
	// a king on its wing that can no longer castle
	KingCastled: Value{29, 0},
	// a king that has left its square and stands in the middle
	KingMoved: Value{-1, 0},
	// a minor piece beside the own king
	KingDefender: Value{8, -1},
	// a knight, by distance from its own king
	KnightGuard: [8]Value{{0, 0}, {-2, 5}, {7, 2}, {3, 0}, {-1, -3}, {0, 0}, {0, 1}, {-16, -4}},
	// by danger units
	KingDanger: [64]Value{
		{-9, 4}, {-3, 0}, {-1, 10}, {-7, -1}, {-6, 1}, {-7, 0}, {-7, 0}, {-7, -4},
		{-15, 1}, {-18, -4}, {-15, -12}, {-24, -12}, {-24, -13}, {-25, -13}, {-37, -21}, {-46, -21},
		{-45, -24}, {-63, -19}, {-57, -25}, {-73, -27}, {-88, -16}, {-100, -28}, {-100, -30}, {-118, -33},
		{-130, -28}, {-142, -24}, {-144, -25}, {-159, -37}, {-172, -33}, {-178, -31}, {-190, -34}, {-208, -34},
		{-217, -36}, {-231, -36}, {-243, -34}, {-261, -40}, {-279, -42}, {-292, -42}, {-309, -42}, {-324, -43},
		{-342, -45}, {-360, -45}, {-376, -46}, {-396, -48}, {-414, -49}, {-433, -49}, {-453, -51}, {-472, -52},
		{-493, -54}, {-514, -54}, {-535, -55}, {-556, -57}, {-579, -58}, {-601, -58}, {-624, -60}, {-648, -61},
		{-672, -63}, {-696, -63}, {-720, -64}, {-745, -66}, {-771, -67}, {-796, -67}, {-823, -69}, {-840, -70},
	},

	// c: centre

	// a d- or e-pawn on its first square
	CentrePawnHome: Value{-6, 0},
	// a knight by square
	KnightSquare: [64]Value{
		{-26, -10}, {-10, -9}, {-2, -9}, {-11, 0}, {6, -6}, {-10, -6}, {-9, -12}, {-13, -15},
		{-3, -17}, {-3, 2}, {-3, -12}, {-2, 1}, {1, -1}, {6, -11}, {-4, -9}, {-14, -17},
		{-13, -8}, {-4, -8}, {-1, -11}, {-3, 4}, {4, 5}, {2, -1}, {8, -9}, {-11, -11},
		{-4, 0}, {7, -4}, {3, 10}, {8, 10}, {10, 9}, {9, 3}, {8, 3}, {-8, 3},
		{0, 6}, {0, 3}, {9, 3}, {17, 8}, {9, 20}, {23, 8}, {5, 10}, {11, -13},
		{-10, -8}, {13, -5}, {-1, 7}, {18, -1}, {21, 3}, {21, 2}, {9, -3}, {1, -17},
		{-18, -6}, {-16, -14}, {11, -6}, {8, -2}, {3, 0}, {17, -5}, {-7, -12}, {-1, -10},
		{-47, -21}, {-22, -11}, {-13, -4}, {-11, -8}, {7, -8}, {-23, -10}, {-9, -20}, {-29, -32},
	},
	// the king by square, in the endgame
	KingEndgame: [64]Value{
		{0, -45}, {0, -32}, {0, -25}, {0, -10}, {0, -23}, {0, -11}, {0, -23}, {0, -44},
		{0, -22}, {0, -12}, {0, -5}, {0, 5}, {0, 7}, {0, 2}, {0, -5}, {0, -12},
		{0, -10}, {0, 3}, {0, 9}, {0, 16}, {0, 16}, {0, 10}, {0, 2}, {0, -2},
		{0, -10}, {0, 6}, {0, 14}, {0, 17}, {0, 21}, {0, 21}, {0, 14}, {0, 1},
		{0, 4}, {0, 16}, {0, 16}, {0, 23}, {0, 22}, {0, 34}, {0, 27}, {0, 8},
		{0, 3}, {0, 17}, {0, 24}, {0, 20}, {0, 30}, {0, 37}, {0, 28}, {0, 6},
		{0, -14}, {0, 15}, {0, 17}, {0, 14}, {0, 17}, {0, 32}, {0, 20}, {0, 3},
		{0, -69}, {0, -35}, {0, -12}, {0, -13}, {0, -8}, {0, 11}, {0, 2}, {0, -34},
	},

	// p: pawns

	// a pawn by square
	PawnSquare: [64]Value{
		{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0},
		{-7, 3}, {2, 7}, {-5, 3}, {-6, 4}, {-6, 8}, {-3, 5}, {12, -4}, {-13, 2},
		{-3, -5}, {-5, 7}, {0, -4}, {-3, 3}, {-1, 4}, {-7, 3}, {8, -5}, {-10, -2},
		{-2, 4}, {-9, 12}, {6, -7}, {5, 6}, {3, -10}, {1, 2}, {-3, 1}, {-13, 4},
		{-5, 13}, {7, 14}, {7, 1}, {15, -3}, {19, 6}, {8, -1}, {6, 3}, {-4, 8},
		{-2, 16}, {10, 27}, {14, 14}, {23, 12}, {18, 15}, {24, 10}, {12, 16}, {3, 23},
		{29, 22}, {27, 18}, {32, 37}, {39, 31}, {30, 37}, {36, 17}, {15, 32}, {14, 21},
		{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0},
	},
	// an isolated pawn by file
	Isolated: [8]Value{{-4, -5}, {-6, -13}, {-5, -11}, {-10, -19}, {-11, -18}, {-6, -14}, {-1, -12}, {-1, -7}},
	// an isolated pawn by rank: what its advance is worth less
	IsolatedByRank: [8]Value{{0, 0}, {-1, -2}, {-3, 1}, {-4, -3}, {-1, -9}, {1, -17}, {-5, -24}, {0, 0}},
	// a pawn with an own pawn before it
	Doubled: Value{-7, -16},
	// neither it nor the square before it guarded by pawns; by the enemy pawns that guard that square
	Backward: [3]Value{{1, -2}, {-2, -9}, {-2, 0}},
	// an isolated or backward pawn on a file open for the enemy
	WeakUnopposed: Value{-9, -8},
	// a backward pawn whose next square is taken
	BlockedBackward: Value{-1, -3},
	// a pawn with one beside it, by rank
	Phalanx: [8]Value{{0, 0}, {3, -4}, {6, 1}, {7, 3}, {13, 16}, {36, 42}, {45, 46}, {0, 0}},
	// a pawn guarded by one, by rank
	SupportedPawn: [8]Value{{0, 0}, {0, 0}, {9, 4}, {8, 4}, {9, 12}, {24, 17}, {29, 17}, {0, 0}},

	// a: attack

	// a passed pawn by stage (nobody stops it, path free, path watched) and rank
	Passed: [3][8]Value{
		{{0, 0}, {0, 33}, {0, 44}, {11, 86}, {44, 187}, {99, 352}, {176, 524}, {0, 0}},
		{{0, 0}, {1, 24}, {0, 22}, {3, 52}, {22, 93}, {73, 146}, {118, 210}, {0, 0}},
		{{0, 0}, {-6, 11}, {-4, 17}, {0, 30}, {14, 57}, {39, 93}, {65, 117}, {0, 0}},
	},
	// a pawn that only enemy pawns on the files beside keep from being passed, by rank
	Candidate: [8]Value{{0, 0}, {1, 1}, {2, 4}, {8, 7}, {11, 15}, {18, 33}, {26, 40}, {0, 0}},
	// by distance of the own king from the square before it; times rank beyond the second
	PassedOwnKing: [8]Value{{0, 19}, {0, 29}, {0, 11}, {0, 2}, {0, -3}, {0, -5}, {0, -6}, {0, -7}},
	// by distance of the enemy king from the square before it; times rank beyond the second
	PassedEnemyKing: [8]Value{{0, -23}, {0, -16}, {0, -4}, {0, 10}, {0, 21}, {0, 27}, {0, 30}, {0, 32}},
	// a passed pawn guarded by a pawn
	PassedSupported: Value{3, 5},
	// a rook behind a passed pawn: of its own side, of the other
	RookBehindPassed: [2]Value{{6, 23}, {1, -31}},
	// the foremost pawn on a file before the enemy king: by kings on the same or opposite wings, and rank
	PawnStorm: [2][8]Value{
		{{0, 0}, {-2, 0}, {-1, 0}, {2, 0}, {3, 0}, {3, 0}, {0, 0}, {0, 0}},
		{{0, 0}, {-9, 0}, {-5, 0}, {7, 0}, {17, 0}, {27, 0}, {28, 0}, {0, 0}},
	},
	// a square next to the enemy king that a knight, bishop, rook, queen reaches
	KingZoneAttack: [4]Value{{-4, -2}, {-1, 1}, {-6, 0}, {-6, 7}},
	// an enemy piece within two squares of a knight
	KnightNearPieces: Value{1, 0},
	// a knight by distance from the enemy king
	KnightTropism: [8]Value{{0, 0}, {16, 7}, {14, 2}, {6, 10}, {-1, 6}, {-7, 2}, {-11, -8}, {-18, -6}},
	// a rook by distance from the enemy king
	RookTropism: [8]Value{{0, 0}, {7, 11}, {4, 3}, {-4, 8}, {-4, 8}, {-4, 6}, {-3, 3}, {-5, 0}},
	// a queen by distance from the enemy king
	QueenTropism: [8]Value{{0, 0}, {7, 10}, {9, 2}, {2, 14}, {-3, 14}, {-2, 3}, {-2, -7}, {-5, -11}},
	// an enemy piece or pawn pinned by a bishop, rook, queen
	Pin: [3]Value{{14, 21}, {21, -4}, {9, -1}},
	// an own piece or pawn that hides a bishop, rook, queen from king, queen or rook
	DiscoveredAttack: [3]Value{{10, 14}, {10, -6}, {8, 7}},
	// a rook on the seventh rank before king or pawns
	RookOnSeventh: Value{-1, 9},
	// the mean distance of the king from the pawns, in quarters of a square
	KingPawnDistance: Value{-3, -4},
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
	PieceStage: [5]Value{{-27, 9}, {-7, 17}, {-6, 22}, {-64, 55}, {-45, 31}},
	// for each bishop when they move on both colours
	BishopPair: Value{12, 29},
	// for each knight of two or more
	KnightPair: Value{-2, -4},
	// for each rook of two or more
	RookPair: Value{-10, -3},
	// a knight, bishop, rook, queen by the number of own pawns, 0 to 8
	PieceByPawns: [4][9]Value{
		{{-40, -3}, {-2, -15}, {-10, -11}, {-1, -7}, {-3, -1}, {-4, 9}, {5, 5}, {9, 11}, {12, 6}},
		{{-40, 22}, {10, -17}, {-4, -6}, {-1, -1}, {-2, -2}, {1, -4}, {2, -2}, {5, 3}, {5, 15}},
		{{-7, 14}, {10, 3}, {-6, 12}, {-4, 7}, {-2, 3}, {2, 0}, {1, 2}, {-2, 1}, {2, -1}},
		{{11, 10}, {0, 5}, {-3, 4}, {-5, 0}, {-3, 10}, {0, -1}, {-3, -2}, {3, -1}, {4, 0}},
	},
	// an own pawn on the squares of a bishop
	BadBishop: Value{-3, -6},
}
