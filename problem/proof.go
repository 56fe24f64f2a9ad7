package problem

import (
	"context"

	"alfiere/movegen"
)

// Goal is what Prove looks for.
type Goal struct {
	Moves int            // search mates in 1 to Moves moves, at most MaxMoves
	Among []movegen.Move // only mates that begin with one of these; empty means any
	Lines int            // number of shortest mates to find; 0 is 1
	Nodes uint64         // node limit; 0 is none
}

// Proof is the result of Prove.
type Proof struct {
	In      int              // moves of the shortest mate, 0 if none was found
	Lines   [][]movegen.Move // shortest mates, each with the longest defence
	Without int              // proven: no mate in this many moves or fewer
	Nodes   uint64
}

// Prove looks for the shortest mate of the side to move. It ends when it has the requested lines, or all mates of that
// length if there are fewer, or has proven that there is none. If ctx ends or the node limit is reached, it returns
// what is proven so far, and a line may be cut short. It ignores the fifty-move rule and repetitions. The error is
// ErrMoves or ErrPosition.
func Prove(ctx context.Context, p movegen.Position, goal Goal) (Proof, error) {
	if goal.Moves < 1 || goal.Moves > MaxMoves {
		return Proof{}, ErrMoves
	}
	if !isSolvable(&p) {
		return Proof{}, ErrPosition
	}
	s := newSolver(ctx, p, Options{Moves: goal.Moves, Nodes: goal.Nodes})
	f := &s.frames[0]
	f.position.LegalMoves(&f.list)
	f.checksFirst()
	moves := f.list.Moves()
	if len(goal.Among) > 0 {
		moves = goal.Among
	}
	var proof Proof
	for n := 1; n <= goal.Moves && !s.stopped && proof.In == 0; n++ {
		for _, m := range moves {
			if s.play(0, m); s.defenceless(1, n-1) { // even when stopped: then what is left open counts as a refutation
				proof.In = n
				proof.Lines = append(proof.Lines, s.resist(1, n-1, []movegen.Move{m}))
			}
			if s.stopped || len(proof.Lines) == max(goal.Lines, 1) {
				break
			}
		}
		if proof.In == 0 && !s.stopped {
			proof.Without = n
		}
	}
	if proof.In > 0 {
		proof.Without = proof.In - 1
	}
	proof.Nodes = s.nodes
	return proof, nil
}

// resist appends to the line how the side to move at ply, which will be mated in n more
// moves of the attacker, holds out for so long.
func (s *solver) resist(ply, n int, line []movegen.Move) []movegen.Move {
	for ; n > 0; n-- {
		f := &s.frames[ply]
		f.position.LegalMoves(&f.list)
		reply := movegen.NoMove
		for _, m := range f.list.Moves() {
			if s.play(ply, m); !s.attack(ply+1, n-1) {
				reply = m
				break
			}
		}
		if s.stopped || reply == movegen.NoMove {
			return line
		}
		s.play(ply, reply)
		answer := s.mateIn(ply+1, n)
		if answer == movegen.NoMove {
			return line
		}
		line = append(line, reply, answer)
		ply += 2
	}
	return line
}

// mateIn returns a move of the side to move at ply that mates in n moves, and leaves it
// played; NoMove if the search was stopped.
func (s *solver) mateIn(ply, n int) movegen.Move {
	f := &s.frames[ply]
	f.position.LegalMoves(&f.list)
	f.checksFirst()
	f.killersFirst()
	for _, m := range f.list.Moves() {
		if s.play(ply, m); s.defenceless(ply+1, n-1) {
			return m
		}
	}
	return movegen.NoMove
}
