package console

import "alfiere/search"

// thinkingHeading is the line above those of thinkingText.
const thinkingHeading = "depth    score      time       nodes  line"

func analysisCommand() command {
	return command{name: "analyze", help: "think about the position without playing", run: (*adapter).analyze,
		more: "At a terminal it goes on, and follows moves and all that changes the position, until exit, an empty\n" +
			"line or a command that lets me play; in a script it takes the time of one move. multipv says how\n" +
			"many lines are shown. Scores are from the side to move's point of view."}
}

// analyze begins or ends analysis. In a script, which cannot end it, it is bounded.
func (a *adapter) analyze(string) {
	switch {
	case a.analysing:
		a.endAnalysis()
	case !a.Terminal:
		if a.over() {
			a.tellOutcome()
			return
		}
		a.out.Printf("%s", thinkingHeading)
		a.reportError(a.player.Consult(a.player.Limits()))
	default:
		a.force()
		a.analysing = true
		a.out.Printf("I think until exit or an empty line; moves, undo, back and forward are followed")
	}
}

// goOnAnalysing analyses the position that is on the board now.
func (a *adapter) goOnAnalysing() {
	if a.over() || a.player.Analysing() {
		return
	}
	a.out.Printf("%s", thinkingHeading)
	a.reportError(a.player.Analyse(nil))
}

// endAnalysis stops the analysis; the position stays on the board.
func (a *adapter) endAnalysis() {
	a.player.Stop()
	a.analysing = false
	a.out.Printf("analysis is over; go lets me play the side that is to move")
}

// exit ends analysis or, if there is none, the session.
func (a *adapter) exit(string) {
	if a.analysing {
		a.endAnalysis()
		return
	}
	a.quit = true
}

// shown reports whether a line of the running search is to be printed.
func (a *adapter) shown(line *search.Info) bool {
	if len(line.Line) == 0 {
		return false
	}
	return a.post && a.player.Thinking() || a.player.Analysing() || a.player.Consulting() && !a.hinting
}
