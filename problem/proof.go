package problem

import (
	"context"

	"alfiere/movegen"
)

// Goal is what Prove looks for.
type Goal struct {
	Moves int            // mates in 1 to so many moves, at most MaxMoves
	Among []movegen.Move // that begin with one of these; none means any
	Lines int            // so many of the soonest mates; 0 is 1
	Nodes uint64         // it gives up after so many nodes; 0 is no limit
}

// Proof is what Prove has found out.
type Proof struct {
	In      int              // moves of the shortest mate, 0 if none was found
	Lines   [][]movegen.Move // that mate so soon, each with the longest defence up to the mate
	Without int              // there is certainly no mate in so many moves or fewer
	Nodes   uint64
}

// Prove looks for the shortest mate of the side to move, which is all that it looks for:
// it ends when it has the lines that are wanted, or all mates of that length if there are
// fewer, or is sure that there is none; if ctx ends or the node limit is reached, with
// what is proven by then, when a line may lack its end. The fifty-move rule
// and repetitions are unknown to it. The error is ErrMoves or ErrPosition.
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
