// Package network is the learned term of the evaluation, letter n: a small neural network
// whose output, in centipawns, is added to the other terms.
//
// Each side sees the board from its own end, mirrored so that its king stands on the files a to d. A piece on a square
// is one of 768 inputs. One hidden layer, an Accumulator, has a row of weights for each input and is updated by the
// squares that changed. A squared clipped ReLU and one of eight outputs, chosen by the number of pieces, follow. All
// arithmetic is in integers, so every processor computes the same score.
package network
