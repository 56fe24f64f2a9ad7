//go:build !amd64

package network

func apply(to, from *[Hidden]int16, n *Network, r *rows) { applyGo(to, from, n, r) }

func output(own, other *[Hidden]int16, weights *[2][Hidden]int16) int32 {
	return outputGo(own, other, weights)
}
