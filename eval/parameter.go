//go:build !tuning

package eval

// The numbers of king danger, which are not linear in the score and so not fitted. The weights
// of KingDanger count danger^2 / dangerSquareShare in the middlegame and danger / dangerShare in
// the ending. A comment that begins with a range makes an option of the constant in the build
// with the tag tuning, see tuning.go; go test ./eval -run Twin -update writes that build's file.
const (
	dangerSquareShare = 512 // 200..1500
	dangerShare       = 10  // 3..40
	dangerMax         = 640

	dangerHit     = 12  // 0..40, an attack on a square next to the king
	dangerWeak    = 30  // 0..100, such a square attacked and defended by king or queen only
	dangerKnight  = 36  // 0..100, a knight that attacks the squares round the king
	dangerBishop  = 26  // 0..100, a bishop
	dangerRook    = 30  // 0..100, a rook
	dangerQueen   = 30  // 0..100, a queen
	dangerBlocker = 22  // 0..80, a piece or pawn that alone is between a slider and the king
	dangerFlank   = 6   // 0..40, times the square of the attacks on the king's flank, in 64ths
	dangerDefence = 2   // 0..10, less for each defended square of the flank
	dangerShield  = 8   // 0..40, less for each own pawn round or before the king
	dangerGuard   = 18  // 0..80, less if a knight guards the squares round the king
	dangerNoQueen = 150 // 50..400, less without an enemy queen

	// Checks from squares where the piece is not simply taken, and more for a second such
	// square of the same kind of piece.
	dangerKnightCheck  = 115 // 0..300
	dangerKnightChecks = 45  // 0..200
	dangerBishopCheck  = 85  // 0..300
	dangerBishopChecks = 35  // 0..200
	dangerRookCheck    = 145 // 0..400
	dangerRookChecks   = 60  // 0..200
	dangerQueenCheck   = 115 // 0..300
	dangerQueenChecks  = 45  // 0..200
	dangerUnsafeCheck  = 20  // 0..80, a square from which a piece gives check and is taken
)

// Parameters returns the numbers that can be set: none without the tag tuning.
func Parameters() []parameter { return nil }
