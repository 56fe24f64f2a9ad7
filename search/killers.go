package search

import "alfiere/movegen"

// killers are the last two quiet moves that cut off at a ply, the newer one first. What refutes one move often refutes
// its siblings, so the picker yields them before all other quiet moves, if they are legal. Cousins have other needs: a
// node forgets the killers of the two plies below it before it searches its moves.
type killers [2]movegen.Move

// add notes a quiet move that has cut off.
func (k *killers) add(m movegen.Move) {
	if k[0] != m {
		k[1], k[0] = k[0], m
	}
}

// has reports whether m is one of them.
func (k *killers) has(m movegen.Move) bool { return m == k[0] || m == k[1] }

// forgetBelow clears what belongs to the children and grandchildren of another node.
func (w *worker) forgetBelow(ply int) {
	w.stack[ply+1].killers = killers{}
	if ply+2 < len(w.stack) {
		w.stack[ply+2].killers, w.stack[ply+2].cutOffs = killers{}, 0
	}
}
