package xboard

import (
	"fmt"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/text"
	"alfiere/protocol"
)

// solve carries out "mate N" with the words of text.RequestWords: the position on the board is solved as a
// problem. Pondering and analysis pause; moves and changes of the mode drop it, and "?" ends it with the results
// proven by then. A new board or another problem ends it in this way a second later.
func (a *adapter) solve(rest string) {
	if a.refused || a.player.Thinking() {
		a.badArguments("command not legal now", "mate", rest)
		return
	}
	request, err := text.ParseRequest(rest)
	if err != nil {
		a.badArguments("bad parameters", "mate", rest)
		return
	}
	a.finishProblem()
	a.halt()
	a.player.Solve(request)
}

// finishProblem ends the problem that is being solved, if there is one, and prints its result.
func (a *adapter) finishProblem() {
	if a.player.Solving() {
		a.controller.FinishProblem()
		a.tell()
	}
}

// printSolved prints the result in a line, which XBoard shows to the user, and
// everything in comments, which it keeps in its log and a person at a terminal can
// read. No line may begin otherwise: XBoard reads a line that begins with a colour's
// name as a result.
func (a *adapter) printSolved(s protocol.Solved) {
	if s.Err != nil {
		a.comment(s.Err)
		return
	}
	if a.comments || !a.introduced {
		text, err := s.Text()
		a.comment(err)
		for line := range strings.Lines(text) {
			a.out.Printf("# %s", strings.TrimRight(line, "\n"))
		}
	}
	a.out.Printf("telluser %s", summary(s.Report))
}

// summary returns the verdict and its moves.
func summary(r *problem.Report) string {
	var moves []movegen.Move
	for i := range r.Short {
		moves = append(moves, r.Short[i].Move)
	}
	if len(moves) == 0 {
		for i := range r.Keys {
			moves = append(moves, r.Keys[i].Move)
		}
	}
	text := fmt.Sprintf("mate in %d: %v", r.Moves, r.Verdict)
	for _, m := range moves {
		text += " 1." + notation.SAN(&r.Position, m, notation.English)
	}
	if !r.Complete {
		text += " (interrupted)"
	}
	return text
}
