package network

import "golang.org/x/sys/cpu"

// vectors is whether the processor has AVX2. Tests change it.
var vectors = cpu.X86.HasAVX2

func apply(to, from *[Hidden]int16, n *Network, r *rows) {
	if vectors {
		applyAVX2(to, from, &n.inputWeights, r)
		return
	}
	applyGo(to, from, n, r)
}

func output(own, other *[Hidden]int16, weights *[2][Hidden]int16) int32 {
	if vectors {
		return outputAVX2(own, other, weights)
	}
	return outputGo(own, other, weights)
}

// applyAVX2 is applyGo.
//
//go:noescape
func applyAVX2(to, from *[Hidden]int16, weights *[Inputs][Hidden]int16, r *rows)

// outputAVX2 is outputGo. A product of activation and weight fits 16 bits (maxOutput).
//
//go:noescape
func outputAVX2(own, other *[Hidden]int16, weights *[2][Hidden]int16) int32
