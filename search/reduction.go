package search

import "math"

// lmrTable holds the logarithmic late-move reduction by depth and move number.
var lmrTable = buildLMRTable()

func buildLMRTable() *[64][64]int16 {
	table := new([64][64]int16)
	for depth := 1; depth < 64; depth++ {
		for number := 1; number < 64; number++ {
			product := math.Log(float64(depth)) * math.Log(float64(number))
			table[depth][number] = int16(lmrScale * (float64(lmrBase)/100 + product/(float64(lmrDivisor)/100)))
		}
	}
	return table
}
