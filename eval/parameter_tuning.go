// Code generated from parameter.go by go test ./eval -run Twin -update; DO NOT EDIT.

//go:build tuning

package eval

const (
	dangerMax = 640
)

var (
	dangerSquareShare = 512
	dangerShare       = 8
	dangerHit         = 18
	dangerWeak        = 12
	dangerKnight      = 26
	dangerBishop      = 19
	dangerRook        = 22
	dangerQueen       = 46
	dangerFlank       = 5
	dangerShield      = 8
	dangerNoQueen     = 140
	dangerKnightCheck = 125
	dangerBishopCheck = 75
	dangerRookCheck   = 110
	dangerQueenCheck  = 90
	dangerMoreChecks  = 26
	dangerUnsafeCheck = 14
)

// Parameters returns the numbers that can be set.
func Parameters() []parameter {
	return []parameter{
		{"DangerSquareShare", 512, 200, 1500, &dangerSquareShare},
		{"DangerShare", 8, 3, 40, &dangerShare},
		{"DangerHit", 18, 0, 40, &dangerHit},
		{"DangerWeak", 12, 0, 100, &dangerWeak},
		{"DangerKnight", 26, 0, 100, &dangerKnight},
		{"DangerBishop", 19, 0, 100, &dangerBishop},
		{"DangerRook", 22, 0, 100, &dangerRook},
		{"DangerQueen", 46, 0, 100, &dangerQueen},
		{"DangerFlank", 5, 0, 40, &dangerFlank},
		{"DangerShield", 8, 0, 40, &dangerShield},
		{"DangerNoQueen", 140, 50, 400, &dangerNoQueen},
		{"DangerKnightCheck", 125, 0, 300, &dangerKnightCheck},
		{"DangerBishopCheck", 75, 0, 300, &dangerBishopCheck},
		{"DangerRookCheck", 110, 0, 400, &dangerRookCheck},
		{"DangerQueenCheck", 90, 0, 300, &dangerQueenCheck},
		{"DangerMoreChecks", 26, 0, 150, &dangerMoreChecks},
		{"DangerUnsafeCheck", 14, 0, 80, &dangerUnsafeCheck},
	}
}
