// Package genetic breeds strings of bits. It knows nothing of what they stand for: a measure
// tells how fit each is, and whoever asks gives the bits their meaning.
//
// It follows the genetic algorithm of the thesis from which Alfiere's council comes (chapter
// 6.5.1), and its Default parameters are the thesis's. A population of N individuals is
// replaced as a whole, generation by generation. N parents are drawn in proportion to their
// fitness (the Monte Carlo method, a roulette), each as often as it happens and with itself,
// too, and mated two by two. With probability PC the two chromosomes exchange one portion
// between two cut points, else they are copied; then every bit of both children is inverted
// with probability PM. Nobody is kept: the best of a generation may be lost, but a State
// remembers the best that there was. The thesis does not say how a portion is drawn; here all
// portions that are not empty are equally likely.
//
// What happens is decided by the parameters, the seed and the measure alone. A State is a
// value that can be stored as JSON between any two generations, with the state of its random
// numbers, and goes on as if it had never stopped.
package genetic
