package protocol

import (
	"slices"

	"alfiere/movegen"
	"alfiere/search"
)

// legalPrefix returns the part of line that can be played from the root: it is cut
// before the first illegal move and after one that ends the game by mate, stalemate,
// third repetition or the fifty-move rule. Lines come from a table that other
// positions share, so they cannot be trusted.
func (j *job) legalPrefix(line []movegen.Move) []movegen.Move {
	position := j.root
	keys := slices.Clone(j.history)
	for i, m := range line {
		if !position.IsLegal(m) {
			return line[:i]
		}
		keys = append(keys, position.Key())
		position.Make(m)
		if position.HalfmoveClock() >= 100 || occurrences(keys, &position) >= 3 || !position.HasLegalMove() {
			return line[:i+1]
		}
	}
	return line
}

// occurrences returns how often p has been on the board, this time included; keys are
// those of the earlier positions.
func occurrences(keys []movegen.Key, p *movegen.Position) int {
	count := 1
	oldest := max(0, len(keys)-p.HalfmoveClock())
	for i := len(keys) - 2; i >= oldest; i -= 2 {
		if keys[i] == p.Key() {
			count++
		}
	}
	return count
}

// correct makes sure that the result's moves can be played: the best move is one of
// the legal moves if there is any, and the expected reply follows it or is NoMove.
func (j *job) correct(r *search.Result) {
	r.Line = j.legalPrefix(r.Line)
	if !j.root.IsLegal(r.Best) {
		r.Best, r.Ponder, r.Line = movegen.NoMove, movegen.NoMove, nil
		if moves := j.root.Moves(); len(moves) > 0 {
			r.Best = moves[0]
		}
	}
	if r.Best == movegen.NoMove {
		return
	}
	if r.Ponder == movegen.NoMove && len(r.Line) > 1 && r.Line[0] == r.Best {
		r.Ponder = r.Line[1]
	}
	if next := j.root.After(r.Best); !next.IsLegal(r.Ponder) {
		r.Ponder = movegen.NoMove
	}
}
