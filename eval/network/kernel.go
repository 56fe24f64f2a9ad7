package network

import "unsafe"

// Four values of 16 bits are added at once in a word of 64. Only the highest bit of each could carry
// into the next value; it is added apart, without a carry.
const (
	highBits = 0x8000_8000_8000_8000
	lowBits  = ^uint64(highBits)
)

// words returns the values, four to a word, in the processor's order of bytes. Layers and rows of
// weights begin at multiples of eight bytes.
func words(values *[Hidden]int16) *[Hidden / 4]uint64 {
	return (*[Hidden / 4]uint64)(unsafe.Pointer(values))
}

// applyGo sets to to from with the rows of r added and removed.
func applyGo(to, from *[Hidden]int16, n *Network, r *rows) {
	values, result := words(from), words(to)
	if to != from {
		*result = *values
	}
	for _, row := range r.added[:r.addedCount] {
		for i, w := range words(&n.inputWeights[row]) {
			v := result[i]
			result[i] = (v&lowBits + w&lowBits) ^ (v^w)&highBits
		}
	}
	for _, row := range r.removed[:r.removedCount] {
		for i, w := range words(&n.inputWeights[row]) {
			v := result[i]
			result[i] = (v | highBits - w&lowBits) ^ (v^^w)&highBits
		}
	}
}

// outputGo returns the sum of the squared, clipped activations times their weights, in InputUnit
// squared times OutputUnit.
func outputGo(own, other *[Hidden]int16, weights *[2][Hidden]int16) int32 {
	sum := 0
	for i, w := range &weights[0] {
		v := min(max(int(own[i]), 0), InputUnit)
		sum += v * v * int(w)
	}
	for i, w := range &weights[1] {
		v := min(max(int(other[i]), 0), InputUnit)
		sum += v * v * int(w)
	}
	return int32(sum)
}
