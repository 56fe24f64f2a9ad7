package xboard

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/text"
	"alfiere/protocol"
	"alfiere/search"
)

// fischerandom is the protocol's name of Chess960.
const fischerandom = "fischerandom"

// move writes a move of the variant that is played.
func (a *adapter) move(m movegen.Move) string { return notation.CECP(m, a.chess960) }

// line writes moves from p on for people: in SAN if the GUI has accepted it, else like move.
func (a *adapter) line(p movegen.Position, moves ...movegen.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		if words[i] = a.move(m); a.san {
			words[i] = notation.SAN(&p, m, notation.English)
		}
		p.Make(m)
	}
	return strings.Join(words, " ")
}

// parseMove reads a move of either variant in coordinates or in SAN; the error is a *notation.MoveError.
func parseMove(p *movegen.Position, text string) (movegen.Move, error) {
	m, err := notation.ParseUCI(p, text)
	if errors.Is(err, notation.ErrSyntax) {
		return notation.ParseSAN(p, text, notation.English)
	}
	return m, err
}

// mateBase plus the moves to the mate is a mate score of the protocol.
const mateBase = 100000

func score(s search.Score) int {
	moves, ok := s.Mate()
	switch {
	case !ok:
		return int(s)
	case moves > 0:
		return mateBase + moves
	}
	return -mateBase + moves
}

// printThinking prints depth, score, centiseconds, nodes and the line, followed by a mark if the score is only a bound.
// If there are endgame tables, selective depth, speed and the number of positions found in the tables precede the line.
func (a *adapter) printThinking(i search.Info) {
	if !a.post {
		return
	}
	moves := i.Line
	if a.player.Pondering() {
		moves = append([]movegen.Move{a.player.Hint}, moves...)
	}
	line := a.line(a.player.Position(), moves...)
	line += [...]string{search.Exact: "", search.Lower: " !", search.Upper: " ?"}[i.Bound]
	hits := ""
	if i.TBHits > 0 || a.controller.Settings().SyzygyPath != "" {
		speed := float64(i.Nodes) / max(i.Elapsed, time.Microsecond).Seconds()
		hits = fmt.Sprintf(" %d %.0f %d", max(i.SelDepth, i.Depth), speed, i.TBHits)
	}
	a.out.Printf("%d %d %d %d%s\t%s", i.Depth, score(i.Score), i.Elapsed.Milliseconds()/10, i.Nodes, hits, line)
}

// claim reports the result if the game on the board has ended, or if a draw can be claimed. It must be right: a false
// claim loses the game. The wording avoids texts that GUIs read as other messages.
func (a *adapter) claim() (ended bool) {
	outcome := a.player.Outcome()
	if winner, won := outcome.Winner(); won {
		a.out.Printf("%s {%s mates}", outcome.Result, [...]string{"White", "Black"}[winner])
	} else if outcome.Result == movegen.Drawn {
		a.out.Printf("%s {%s}", outcome.Result, outcome.Ending)
	}
	return outcome.Result != movegen.Ongoing
}

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

// printSolved prints the result in a line, which XBoard shows to the user, and everything in comments, which it keeps
// in its log and a person at a terminal can read. No line may begin otherwise: XBoard reads a line that begins with a
// colour's name as a result.
func (a *adapter) printSolved(s protocol.Solved) {
	if s.Err != nil {
		a.comment(s.Err)
		return
	}
	text, err := s.Text()
	a.comment(err)
	a.printComments(text)
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
