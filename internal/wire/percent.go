package wire

import "fmt"

// Percent returns the share of part in a whole above 0 for people: "45%", with one decimal below a
// tenth, so that "0%" means none at all.
func Percent(part, whole int) string {
	share := 100 * float64(part) / float64(whole)
	switch {
	case part > 0 && share < 0.1:
		return "<0.1%"
	case part > 0 && share < 9.95:
		return fmt.Sprintf("%.1f%%", share)
	}
	return fmt.Sprintf("%.0f%%", share)
}
