package tune

import "golang.org/x/sys/cpu"

// vectors is whether the processor has AVX2. Tests change it.
var vectors = cpu.X86.HasAVX2

func addRows(h *layer, weights *inputWeights, rows *[32]uint16, count int) {
	if vectors {
		addRowsAVX2(&h[0], &weights[0][0], &rows[0], count, len(h))
		return
	}
	addRowsGo(h, weights, rows, count)
}

func addToRows(g *inputWeights, rows *[32]uint16, count int, d *layer) {
	if vectors {
		addToRowsAVX2(&g[0][0], &rows[0], count, &d[0], len(d))
		return
	}
	addToRowsGo(g, rows, count, d)
}

// addRowsAVX2 adds count rows of weights to h; a row has the given length, a multiple of 64.
//
//go:noescape
func addRowsAVX2(h, weights *float32, rows *uint16, count, length int)

// addToRowsAVX2 adds d to count rows of the gradient; a row has the given length, a multiple of 64.
//
//go:noescape
func addToRowsAVX2(gradient *float32, rows *uint16, count int, d *float32, length int)
