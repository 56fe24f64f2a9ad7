package network

// applyGo sets to to from with the rows of c added and removed.
func applyGo(to, from *[Hidden]int16, n *Network, c *changes) {
	values := *from
	for _, row := range c.added[:c.addedCount] {
		for i, w := range &n.inputWeights[row] {
			values[i] += w
		}
	}
	for _, row := range c.removed[:c.removedCount] {
		for i, w := range &n.inputWeights[row] {
			values[i] -= w
		}
	}
	*to = values
}

// outputGo returns the sum of the squared, clipped activations times their weights, in InputUnit
// squared times OutputUnit.
func outputGo(own, other *[Hidden]int16, weights *[2][Hidden]int16) (sum int32) {
	for i := range own {
		a, b := int32(min(max(own[i], 0), InputUnit)), int32(min(max(other[i], 0), InputUnit))
		sum += a*a*int32(weights[0][i]) + b*b*int32(weights[1][i])
	}
	return sum
}
