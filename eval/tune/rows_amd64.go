package tune

import "golang.org/x/sys/cpu"

// vectors is whether the processor has AVX2. Tests change it.
var vectors = cpu.X86.HasAVX2

func addRows(h *layer, weights *inputWeights, rows *[32]uint16, count int) {
	if vectors {
		addRowsAVX2(h, weights, rows, count)
		return
	}
	addRowsGo(h, weights, rows, count)
}

func addToRows(g *inputWeights, rows *[32]uint16, count int, d *layer) {
	if vectors {
		addToRowsAVX2(g, rows, count, d)
		return
	}
	addToRowsGo(g, rows, count, d)
}

//go:noescape
func addRowsAVX2(h *layer, weights *inputWeights, rows *[32]uint16, count int)

//go:noescape
func addToRowsAVX2(gradient *inputWeights, rows *[32]uint16, count int, d *layer)
