//go:build !tuning

package eval

// The numbers of king danger, which are not linear in the score and so not fitted. The weights
// of KingDanger count danger^2 / dangerSquareShare in the middlegame and danger / dangerShare in
// the ending. A comment that begins with a range makes an option of the constant in the build
// with the tag tuning, see tuning.go; go test ./eval -run Twin -update writes that build's file.
const (
	dangerSquareShare = 512 // 200..1500
	dangerShare       = 8   // 3..40
	dangerMax         = 640

	dangerHit     = 18  // 0..40, an attack on a square next to the king
	dangerWeak    = 12  // 0..100, such a square attacked and defended by king or queen only
	dangerKnight  = 26  // 0..100, a knight that attacks the squares round the king
	dangerBishop  = 19  // 0..100, a bishop
	dangerRook    = 22  // 0..100, a rook
	dangerQueen   = 46  // 0..100, a queen
	dangerFlank   = 5   // 0..40, times the square of the attacks on the king's flank, in 64ths
	dangerShield  = 8   // 0..40, less for each own pawn round or before the king
	dangerNoQueen = 140 // 50..400, less without an enemy queen

	// Checks from squares where the piece is not simply taken, and more for a second such
	// square of the same kind of piece.
	dangerKnightCheck = 125 // 0..300
	dangerBishopCheck = 75  // 0..300
	dangerRookCheck   = 110 // 0..400
	dangerQueenCheck  = 90  // 0..300
	dangerMoreChecks  = 26  // 0..150
	dangerUnsafeCheck = 14  // 0..80, a square from which a piece gives check and is taken
)

// Parameters returns the numbers that can be set: none without the tag tuning.
func Parameters() []parameter { return nil }
