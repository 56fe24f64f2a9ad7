// Package neighbour looks at what a composer could try next: all positions one change away
// from a diagram (a man moved, removed, exchanged or added), and which of them are sound
// problems, with what they gain. It prints nothing; problem solves.
package neighbour
