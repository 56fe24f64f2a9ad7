package eval

// The families of weights. Each constant is the index of the family's first weight;
// the families table below says what the following ones stand for.
const (
	pieceValue       = 0
	pieceFifth       = pieceValue + 5
	knightStrong     = pieceFifth + 5
	bishopStrong     = knightStrong + 2
	minorBehindPawn  = bishopStrong + 2
	hitByPawn        = minorBehindPawn + 1
	hitByMinor       = hitByPawn + 4
	hitByRook        = hitByMinor + 5
	hitByKing        = hitByRook + 5
	hitByPush        = hitByKing + 1
	hangingPawn      = hitByPush + 1
	hangingPiece     = hangingPawn + 1
	outnumbered      = hangingPiece + 1
	severalHanging   = outnumbered + 1
	kingInCheck      = severalHanging + 1
	knightMobility   = kingInCheck + 2
	bishopMobility   = knightMobility + 9
	rookMobility     = bishopMobility + 14
	queenMobility    = rookMobility + 15
	bishopSquare     = queenMobility + 28
	rookSquare       = bishopSquare + 64
	queenSquare      = rookSquare + 64
	halfOpenFile     = queenSquare + 64
	openFile         = halfOpenFile + 1
	trappedRook      = openFile + 1
	space            = trappedRook + 1
	tempo            = space + 1
	kingOpening      = tempo + 1
	shelter          = kingOpening + 64
	kingHalfOpen     = shelter + 32
	kingOpenFile     = kingHalfOpen + 1
	mayCastle        = kingOpenFile + 1
	kingCastled      = mayCastle + 1
	kingMoved        = kingCastled + 1
	kingDefender     = kingMoved + 1
	knightGuard      = kingDefender + 1
	kingDanger       = knightGuard + 8
	centrePawnHome   = kingDanger + 64
	knightSquare     = centrePawnHome + 1
	kingEnding       = knightSquare + 64
	pawnAdvance      = kingEnding + 64
	isolated         = pawnAdvance + 64
	isolatedAdvance  = isolated + 8
	doubled          = isolatedAdvance + 8
	backward         = doubled + 1
	weakPawn         = backward + 3
	blockedPawn      = weakPawn + 1
	phalanx          = blockedPawn + 1
	guardedPawn      = phalanx + 8
	passed           = guardedPawn + 8
	candidate        = passed + 24
	passedOwnKing    = candidate + 8
	passedTheirKing  = passedOwnKing + 8
	passedGuarded    = passedTheirKing + 8
	rookBehind       = passedGuarded + 1
	storm            = rookBehind + 2
	kingAim          = storm + 16
	knightPost       = kingAim + 4
	knightClose      = knightPost + 1
	rookClose        = knightClose + 8
	queenClose       = rookClose + 8
	pin              = queenClose + 8
	discovery        = pin + 3
	rookSeventh      = discovery + 3
	kingPawnDistance = rookSeventh + 1
	loneKingEdge     = kingPawnDistance + 1
	loneKingClose    = loneKingEdge + 4
	loneKingCorner   = loneKingClose + 8
	wonPawn          = loneKingCorner + 8
	pieceStage       = wonPawn + 1
	bishopPair       = pieceStage + 5
	knightPair       = bishopPair + 1
	rookPair         = knightPair + 1
	pieceByPawns     = rookPair + 1
	badBishop        = pieceByPawns + 36

	weightCount = badBishop + 1
)

// family is a run of weights that stand for one idea.
type family struct {
	first   int
	size    int
	kind    Knowledge
	name    string
	meaning string // what the weights stand for, in order
}

// families lists all weights; it is in the order of the table and without gaps.
var families = [...]family{
	{pieceValue, 5, Material, "pieceValue", "a pawn, knight, bishop, rook, queen on the board"},
	{pieceFifth, 5, Material, "pieceFifth", "the same when m is not in the set: a fifth"},
	{knightStrong, 2, Placement, "knightStrong", "a knight no pawn can drive away: alone, guarded by a pawn"},
	{bishopStrong, 2, Placement, "bishopStrong", "a bishop no pawn can drive away: alone, guarded by a pawn"},
	{minorBehindPawn, 1, Placement, "minorBehindPawn", "a minor piece with a pawn right before it"},
	{hitByPawn, 4, Placement, "hitByPawn", "a knight, bishop, rook, queen attacked by a pawn"},
	{hitByMinor, 5, Placement, "hitByMinor", "a pawn, knight, bishop, rook, queen attacked by a minor piece"},
	{hitByRook, 5, Placement, "hitByRook", "the same, attacked by a rook"},
	{hitByKing, 1, Placement, "hitByKing", "a weak man attacked by the king"},
	{hitByPush, 1, Placement, "hitByPush", "a piece that a safe pawn push would attack"},
	{hangingPawn, 1, Placement, "hangingPawn", "a pawn attacked and not defended"},
	{hangingPiece, 1, Placement, "hangingPiece", "a piece attacked and not defended"},
	{outnumbered, 1, Placement, "outnumbered", "a man attacked more often than defended"},
	{severalHanging, 1, Placement, "severalHanging", "more than one piece that is hanging or attacked by something cheaper"},
	{kingInCheck, 2, Placement, "kingInCheck", "the king attacked once, twice; counts whatever the letters"},
	{knightMobility, 9, Mobility, "knightMobility", "by squares reached"},
	{bishopMobility, 14, Mobility, "bishopMobility", "by squares reached"},
	{rookMobility, 15, Mobility, "rookMobility", "by squares reached"},
	{queenMobility, 28, Mobility, "queenMobility", "by squares reached"},
	{bishopSquare, 64, Mobility, "bishopSquare", "by square as its owner sees it"},
	{rookSquare, 64, Mobility, "rookSquare", "by square as its owner sees it"},
	{queenSquare, 64, Mobility, "queenSquare", "by square as its owner sees it"},
	{halfOpenFile, 1, Mobility, "halfOpenFile", "a rook on a file without own pawns"},
	{openFile, 1, Mobility, "openFile", "a rook on a file without pawns"},
	{trappedRook, 1, Mobility, "trappedRook", "a rook shut in by its own king"},
	{space, 1, Mobility, "space", "a safe square behind or among the own centre pawns"},
	{tempo, 1, Mobility, "tempo", "the move"},
	{kingOpening, 64, KingSafety, "kingOpening", "by square as its owner sees it"},
	{shelter, 32, KingSafety, "shelter", "by distance of the file from the edge and rank of the nearest own pawn before the king, 0 for none"},
	{kingHalfOpen, 1, KingSafety, "kingHalfOpen", "no own pawn on the file of the king or beside it"},
	{kingOpenFile, 1, KingSafety, "kingOpenFile", "no pawn at all on such a file"},
	{mayCastle, 1, KingSafety, "mayCastle", "for each rook that may castle"},
	{kingCastled, 1, KingSafety, "kingCastled", "a king on its wing that can no longer castle"},
	{kingMoved, 1, KingSafety, "kingMoved", "a king that has left its square and stands in the middle"},
	{kingDefender, 1, KingSafety, "kingDefender", "a minor piece beside the own king"},
	{knightGuard, 8, KingSafety, "knightGuard", "a knight, by distance from its own king"},
	{kingDanger, 64, KingSafety, "kingDanger", "by danger units"},
	{centrePawnHome, 1, Centre, "centrePawnHome", "a d- or e-pawn on its first square"},
	{knightSquare, 64, Centre, "knightSquare", "by square as its owner sees it"},
	{kingEnding, 64, Centre, "kingEnding", "by square as its owner sees it"},
	{pawnAdvance, 64, Pawns, "pawnAdvance", "by square as its owner sees it"},
	{isolated, 8, Pawns, "isolated", "by file"},
	{isolatedAdvance, 8, Pawns, "isolatedAdvance", "by rank: what its advance is worth less"},
	{doubled, 1, Pawns, "doubled", "a pawn with an own pawn before it"},
	{backward, 3, Pawns, "backward", "neither it nor the square before it guarded by pawns; by the enemy pawns that guard that square"},
	{weakPawn, 1, Pawns, "weakPawn", "an isolated or backward pawn on a file open for the enemy"},
	{blockedPawn, 1, Pawns, "blockedPawn", "a backward pawn whose next square is taken"},
	{phalanx, 8, Pawns, "phalanx", "a pawn with one beside it, by rank"},
	{guardedPawn, 8, Pawns, "guardedPawn", "a pawn guarded by one, by rank"},
	{passed, 24, Attack, "passed", "a passed pawn by stage (nobody stops it, path free, path watched) and rank"},
	{candidate, 8, Attack, "candidate", "a pawn that only enemy pawns on the files beside keep from being passed, by rank"},
	{passedOwnKing, 8, Attack, "passedOwnKing", "by distance of the own king from the square before it; times rank beyond the second"},
	{passedTheirKing, 8, Attack, "passedTheirKing", "by distance of the enemy king from the square before it; times rank beyond the second"},
	{passedGuarded, 1, Attack, "passedGuarded", "a passed pawn guarded by a pawn"},
	{rookBehind, 2, Attack, "rookBehind", "a rook behind a passed pawn: of its own side, of the other"},
	{storm, 16, Attack, "storm", "the foremost pawn on a file before the enemy king: by kings on the same or opposite wings, and rank"},
	{kingAim, 4, Attack, "kingAim", "a square next to the enemy king that a knight, bishop, rook, queen reaches"},
	{knightPost, 1, Attack, "knightPost", "an enemy piece within two squares of a knight"},
	{knightClose, 8, Attack, "knightClose", "by distance from the enemy king"},
	{rookClose, 8, Attack, "rookClose", "by distance from the enemy king"},
	{queenClose, 8, Attack, "queenClose", "by distance from the enemy king"},
	{pin, 3, Attack, "pin", "an enemy man pinned by a bishop, rook, queen"},
	{discovery, 3, Attack, "discovery", "an own man that hides a bishop, rook, queen from king, queen or rook"},
	{rookSeventh, 1, Attack, "rookSeventh", "a rook on the seventh rank before king or pawns"},
	{kingPawnDistance, 1, Attack, "kingPawnDistance", "the mean distance of the king from the pawns, in quarters of a square"},
	{loneKingEdge, 4, Attack, "loneKingEdge", "a lone enemy king, by its distance from the edge"},
	{loneKingClose, 8, Attack, "loneKingClose", "by the distance between the kings when one is alone"},
	{loneKingCorner, 8, Attack, "loneKingCorner", "bishop and knight: by the distance of the king from the corner the bishop guards"},
	{wonPawn, 1, Attack, "wonPawn", "the pawn that wins against the bare king"},
	{pieceStage, 5, Relation, "pieceStage", "what a pawn, knight, bishop, rook, queen gains and loses by stage"},
	{bishopPair, 1, Relation, "bishopPair", "for each bishop when they move on both colours"},
	{knightPair, 1, Relation, "knightPair", "for each knight of two or more"},
	{rookPair, 1, Relation, "rookPair", "for each rook of two or more"},
	{pieceByPawns, 36, Relation, "pieceByPawns", "a knight, bishop, rook, queen by the number of own pawns, 0 to 8"},
	{badBishop, 1, Relation, "badBishop", "an own pawn on the squares of a bishop"},
}
