// Code generated from parameter.go by go test ./eval -run Twin -update; DO NOT EDIT.

//go:build tuning

package eval

const (
	dangerMax = 640
)

var (
	dangerSquareShare  = 512
	dangerShare        = 10
	dangerHit          = 12
	dangerWeak         = 30
	dangerKnight       = 36
	dangerBishop       = 26
	dangerRook         = 30
	dangerQueen        = 30
	dangerBlocker      = 22
	dangerFlank        = 6
	dangerDefence      = 2
	dangerShield       = 8
	dangerGuard        = 18
	dangerNoQueen      = 150
	dangerKnightCheck  = 115
	dangerKnightChecks = 45
	dangerBishopCheck  = 85
	dangerBishopChecks = 35
	dangerRookCheck    = 145
	dangerRookChecks   = 60
	dangerQueenCheck   = 115
	dangerQueenChecks  = 45
	dangerUnsafeCheck  = 20
)

// Parameters returns the numbers that can be set.
func Parameters() []parameter {
	return []parameter{
		{"DangerSquareShare", 512, 200, 1500, &dangerSquareShare},
		{"DangerShare", 10, 3, 40, &dangerShare},
		{"DangerHit", 12, 0, 40, &dangerHit},
		{"DangerWeak", 30, 0, 100, &dangerWeak},
		{"DangerKnight", 36, 0, 100, &dangerKnight},
		{"DangerBishop", 26, 0, 100, &dangerBishop},
		{"DangerRook", 30, 0, 100, &dangerRook},
		{"DangerQueen", 30, 0, 100, &dangerQueen},
		{"DangerBlocker", 22, 0, 80, &dangerBlocker},
		{"DangerFlank", 6, 0, 40, &dangerFlank},
		{"DangerDefence", 2, 0, 10, &dangerDefence},
		{"DangerShield", 8, 0, 40, &dangerShield},
		{"DangerGuard", 18, 0, 80, &dangerGuard},
		{"DangerNoQueen", 150, 50, 400, &dangerNoQueen},
		{"DangerKnightCheck", 115, 0, 300, &dangerKnightCheck},
		{"DangerKnightChecks", 45, 0, 200, &dangerKnightChecks},
		{"DangerBishopCheck", 85, 0, 300, &dangerBishopCheck},
		{"DangerBishopChecks", 35, 0, 200, &dangerBishopChecks},
		{"DangerRookCheck", 145, 0, 400, &dangerRookCheck},
		{"DangerRookChecks", 60, 0, 200, &dangerRookChecks},
		{"DangerQueenCheck", 115, 0, 300, &dangerQueenCheck},
		{"DangerQueenChecks", 45, 0, 200, &dangerQueenChecks},
		{"DangerUnsafeCheck", 20, 0, 80, &dangerUnsafeCheck},
	}
}
