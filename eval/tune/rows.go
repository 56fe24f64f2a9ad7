package tune

import "alfiere/eval/network"

// Parts of a network in floating point.
type (
	layer        = [network.Hidden]float32
	inputWeights = [network.Inputs]layer
)

// addRowsGo adds rows of weights to h.
func addRowsGo(h *layer, weights *inputWeights, rows *[32]uint16, count int) {
	for _, row := range rows[:count] {
		for i, w := range &weights[row] {
			h[i] += w
		}
	}
}

// addToRowsGo adds d to rows of the gradient g.
func addToRowsGo(g *inputWeights, rows *[32]uint16, count int, d *layer) {
	for _, row := range rows[:count] {
		for i, v := range d {
			g[row][i] += v
		}
	}
}
