//go:build !amd64

package tune

func addRows(h *layer, weights *inputWeights, rows *[32]uint16, count int) {
	addRowsGo(h, weights, rows, count)
}

func addToRows(g *inputWeights, rows *[32]uint16, count int, d *layer) {
	addToRowsGo(g, rows, count, d)
}
