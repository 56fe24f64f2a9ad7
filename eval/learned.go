package eval

import (
	"alfiere/eval/network"
	"alfiere/movegen"
)

// maxPlies is how many plies of a line have a hidden layer of their own.
const maxPlies = 130

// learned is letter n: the output of the network, the same in the middlegame and the ending. It
// says nothing against a bare king, where the other letters know the way to the mate.
func (e judge[T]) learned() score {
	if e.white.pieces[0] == e.white.king.Bitboard() || e.black.pieces[0] == e.black.king.Bitboard() {
		return 0
	}
	value := e.hiddenLayer().Evaluate(e.network, e.position.Side())
	if e.position.Side() == movegen.Black {
		value = -value
	}
	if len(e.mode) != 0 {
		e.trace.Learned = value
	}
	return makeScore(value, value)
}

// hiddenLayer returns the hidden layer for the position, from that of the ply before or of the last
// position at the same ply.
func (e *Evaluator) hiddenLayer() *network.Accumulator {
	own := &e.hidden[e.ply]
	own.Set(e.network, &e.hidden[max(e.ply-1, 0)], e.position)
	if checked {
		var anew network.Accumulator
		if anew.Set(e.network, &anew, e.position); !anew.Equal(own) {
			panic("eval: the hidden layer is wrong: " + e.position.FEN())
		}
	}
	return own
}

// learnedOf returns for a piece, not a king, how much letter n would lose without it, in centipawns
// from White's point of view. The position, with the piece, was evaluated last.
func (e *Evaluator) learnedOf(s movegen.Square) int {
	var without network.Accumulator
	all, side := &e.hidden[e.ply], e.position.Side()
	without.SetWithout(e.network, all, e.position, s)
	return signOf(side) * (all.Evaluate(e.network, side) - without.Evaluate(e.network, side))
}
