package wire

import "fmt"

// Percent returns the share of part in a whole above 0 as people read it: "45%", and with a
// digit behind the point where it is less than one in ten, so that "0%" is nothing at all.
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
